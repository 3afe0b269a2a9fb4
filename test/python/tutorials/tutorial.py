"""Runs what a tutorial says, as its reader would.

In a page,

- a block `sh` is run by bash in the tutorial's folder, in the order of the page;
- a block `text` behind it is what it prints, standard output and error together: a
  line `...` stands for any lines, `...` in a line for any characters;
- another block behind a line that ends in "`NAME`:" is the file NAME.

A comment `<!-- needs: torch -->` anywhere says what the page cannot do without;
`<!-- fails -->` in front of a block `sh` that its status is 1.
"""

import dataclasses
import os
import pathlib
import re
import subprocess

from toolchain import BUILD, ROOT

BLOCK = re.compile(
    r"(?P<before>[^\n]*)\n+```(?P<language>\w+)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
NAMED = re.compile(r"`([\w./-]+)`[^`]*:$")


@dataclasses.dataclass
class Step:
    """Commands, and what they are to print."""

    commands: str
    line: int
    status: int
    expected: str | None = None


@dataclasses.dataclass
class File:
    """A file that the reader writes."""

    name: str
    content: str


def read(page: pathlib.Path) -> list[Step | File]:
    """What the page asks its reader to do, in order."""
    text = page.read_text()
    steps: list[Step | File] = []
    for match in BLOCK.finditer(text):
        language, code = match["language"], match["code"]
        before = match["before"].strip()
        line = text.count("\n", 0, match.start("code"))
        if language == "sh":
            steps.append(Step(code, line, int("<!-- fails -->" in before)))
        elif language == "text":
            last = steps[-1]
            assert isinstance(last, Step) and last.expected is None, f"{page}:{line}"
            last.expected = code
        elif named := NAMED.search(before):
            steps.append(File(named[1], code))
    return steps


def needs(page: pathlib.Path) -> list[str]:
    """The packages that a page cannot do without."""
    return re.findall(r"<!-- needs: (\w+) -->", page.read_text())


def follow(page: pathlib.Path, folder: pathlib.Path) -> int:
    """Does what the page says in `folder`; returns how many commands it ran. Raises
    AssertionError for the first that fails, or prints something else."""
    ran = 0
    for step in read(page):
        if isinstance(step, File):
            path = folder / step.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.content)
            continue
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", step.commands],
            cwd=folder,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        place = f"{page.name}:{step.line}: {step.commands}{done.stdout}"
        assert done.returncode == step.status, f"status {done.returncode} of {place}"
        if step.expected is not None:
            assert matches(done.stdout, step.expected), f"output of {place}"
        ran += 1
    return ran


def environment() -> dict[str, str]:
    """That of a reader who has built the tree, and works outside of it."""
    tools = [BUILD / "bin", ROOT / ".venv/bin", pathlib.Path("/usr/lib/llvm-22/bin")]
    path = os.pathsep.join([*map(str, tools), os.environ["PATH"]])
    package = os.pathsep.join([str(BUILD / "python"), str(ROOT / "python")])
    return os.environ | {
        "PATH": path,
        "PYTHONPATH": package,
        "DIFFATTN": str(ROOT),
        "DIFFATTN_BUILD": str(BUILD),
        "COLUMNS": "100",
    }


def matches(found: str, expected: str) -> bool:
    """Whether the output is what the page shows of it."""
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() == "..." else line_pattern(line)
        for line in expected.splitlines()
    )
    return (
        re.fullmatch(pattern, found if found.endswith("\n") else found + "\n")
        is not None
    )


def line_pattern(line: str) -> str:
    """A line, in which `...` is anything; spaces at its end don't count."""
    return ".*".join(map(re.escape, line.rstrip().split("..."))) + r"[ \t]*\n"
