#!/usr/bin/env python3
"""Make the demo model's training and validation text from the Debian packages bible-kjv
and bible-kjv-text.

    python prepare_text.py --out text           # fetches the two packages with apt-get
    python prepare_text.py --out text --debs .  # or uses .deb files that are there

`bible-kjv-text` holds the King James Bible (public domain) in a compressed format of
its own; `bible-kjv` holds the small program `bible` that reads it (it needs
libreadline8). Nothing is installed: both packages are only unpacked, with `dpkg-deb`,
into a temporary folder, and `bible` prints the whole text, one verse a line, as
"Ge1:1 In the beginning ...".

What is written (ASCII, one file each): the name of a book, then each chapter as one
paragraph (its verses joined by single spaces, no chapter or verse numbers), all
separated by blank lines.

    train.txt        64 books, about 4.1 MB
    validation.txt   Ruth and Jonah, about 20 kB, never seen in training
"""

import argparse
import hashlib
import pathlib
import re
import subprocess
import tempfile

PACKAGES = ("bible-kjv", "bible-kjv-text")
VALIDATION = ("Ruth", "Jonah")
# The program's abbreviations are in the canonical order of the books; so are these
# names.
BOOKS = [
    name.replace("_", " ")
    for name in """
Genesis Exodus Leviticus Numbers Deuteronomy Joshua Judges Ruth 1_Samuel 2_Samuel
1_Kings 2_Kings 1_Chronicles
2_Chronicles Ezra Nehemiah Esther Job Psalms Proverbs Ecclesiastes Song_of_Solomon
Isaiah Jeremiah Lamentations Ezekiel
Daniel Hosea Joel Amos Obadiah Jonah Micah Nahum Habakkuk Zephaniah Haggai Zechariah
Malachi Matthew Mark Luke John Acts
Romans 1_Corinthians 2_Corinthians Galatians Ephesians Philippians Colossians
1_Thessalonians 2_Thessalonians 1_Timothy
2_Timothy Titus Philemon Hebrews James 1_Peter 2_Peter 1_John 2_John 3_John Jude
Revelation""".split()
]


def unpack(debs, folder):
    """Unpack the two packages into `folder`; fetch them into it first if `debs` is
    None.
    """
    if debs is None:
        subprocess.run(["apt-get", "download", *PACKAGES], cwd=folder, check=True)
        debs = folder
    for package in PACKAGES:
        found = sorted(pathlib.Path(debs).glob(f"{package}_*.deb"))
        if not found:
            raise SystemExit(f"no {package}_*.deb in {debs}")
        subprocess.run(["dpkg-deb", "-x", str(found[-1]), str(folder)], check=True)


def read_verses(folder):
    """All verses in order, as (book abbreviation, chapter, text)."""
    program, library = folder / "usr/bin/bible", folder / "usr/lib"
    done = subprocess.run(
        [str(program), "-p", str(library), "-f", "gen1:1-rev22:21"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    for line in done.stdout.decode("ascii").splitlines():
        book, chapter, text = re.fullmatch(
            r"([1-3]?[A-Za-z]+)(\d+):\d+ (.*)", line
        ).groups()
        yield book, int(chapter), " ".join(text.split())


def reflow(verses):
    """{book name: text}: the name and the chapters as paragraphs, each followed by a
    blank line.
    """
    books = {}
    for book, chapter, text in verses:
        books.setdefault(book, {}).setdefault(chapter, []).append(text)
    if len(books) != len(BOOKS):
        raise SystemExit(f"{len(books)} books found, not {len(BOOKS)}")
    return {
        name: "\n\n".join([name, *(" ".join(v) for v in chapters.values())]) + "\n\n"
        for name, chapters in zip(BOOKS, books.values())
    }


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--out",
        type=pathlib.Path,
        default=pathlib.Path("text"),
        help="folder to write (default: text)",
    )
    parser.add_argument(
        "--debs",
        type=pathlib.Path,
        help="folder with the two .deb files (default: download them)",
    )
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        unpack(args.debs, pathlib.Path(folder))
        books = reflow(read_verses(pathlib.Path(folder)))
    args.out.mkdir(parents=True, exist_ok=True)
    for name, keep in (
        ("train.txt", lambda b: b not in VALIDATION),
        ("validation.txt", lambda b: b in VALIDATION),
    ):
        data = "".join(text for book, text in books.items() if keep(book)).encode(
            "ascii"
        )
        (args.out / name).write_bytes(data)
        print(f"{name}: {len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
