"""Checks that code in a page is a piece of the file that the page names.

Usage: check-snippets.py PAGE.md

A line "From [...](PATH):" names the file of the code blocks that follow in its
section. Each block must occur in that file as it is, but for indentation; a line
"..." stands for lines left out. Other blocks are not looked at.
"""

import pathlib
import re
import sys

FENCE = "```"


def stripped(text: str) -> list[str]:
    """The lines of `text` without indentation and empty lines."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def contains(lines: list[str], piece: list[str]) -> bool:
    """Whether `piece` stands in `lines` without a gap."""
    starts = range(len(lines) - len(piece) + 1)
    return any(lines[i : i + len(piece)] == piece for i in starts)


def check_page(page: pathlib.Path) -> list[str]:
    """What is wrong in `page`, one line each."""
    problems, checked = [], 0
    for section in re.split(r"^## ", page.read_text(), flags=re.MULTILINE):
        named = re.search(r"^From \[.*?\]\((.*?)\):$", section, re.MULTILINE)
        if not named:
            continue
        lines = stripped((page.parent / named[1]).read_text())
        for block in section.split(FENCE)[1::2]:
            _, code = block.split("\n", 1)
            for piece in re.split(r"^\s*\.\.\.$", code, flags=re.MULTILINE):
                checked += 1
                if not contains(lines, stripped(piece)):
                    problems.append(f"not in {named[1]}:\n{piece.rstrip()}")
    return problems if checked else [f"no code in {page}"]


if __name__ == "__main__":
    found = check_page(pathlib.Path(sys.argv[1]))
    for problem in found:
        print(f"check-snippets: {problem}")
    sys.exit(1 if found else 0)
