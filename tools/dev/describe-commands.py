#!/usr/bin/env python3
# ===- describe-commands.py - a page of what --help says ----------------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Usage: describe-commands.py BUILD

Prints docs/generated/commands.md: the flags of `diffattn` and its commands, and of
the tools of a build that have flags of their own. Exits 1 if a page of docs gives a
command a flag that it doesn't have.
"""

import argparse
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

NOTE = "<!-- Made by tools/dev/check-docs.sh from --help: run `make docs`. -->"
TOOLS = ("diffattn-compile", "diffattn-run", "diffattn-bench")
OTHERS = ("diffattn-opt", "diffattn-translate", "diffattn-reduce")
OTHERS_ABOUT = """\
## Tools of MLIR
`diffattn-opt`, `diffattn-translate`, `diffattn-reduce` and `diffattn-lsp-server` are
MLIR's with the dialect and the [passes](passes.md); their `--help` lists what MLIR
has, too.
"""

Row = tuple[str, str]

# `  --flag=<x>  - text`, `    =value  -   text`
FLAG = re.compile(r"^ +(-\S+(?: <\S+>)?|=\S+) +- +(.*)$")
# A command in a page, with its flags: to the end of a line, or of what is quoted.
COMMAND = re.compile(r"(?<![\w/.=-])(diffattn(?:-[a-z]+)*)(?: ([a-z]+))?([^`\n|]*)")
GIVEN = re.compile(r"(?<=[\s=])(--?[a-z][a-z0-9_-]*)")


def cell(text: str) -> str:
    """Text in a table."""
    return re.sub(r"([|<])", r"\\\1", " ".join(text.split()))


def table(rows: list[Row]) -> str:
    """A table of flags."""
    bar = r"\|"  # Bars end cells, in code as well.
    lines = [f"| `{flag.replace('|', bar)}` | {cell(what)} |" for flag, what in rows]
    return "\n".join(["| flag | what |", "|---|---|", *lines])


# `diffattn` ------------------------------------------------------------------------


def commands() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """The commands of `diffattn` with their parsers."""
    from diffattn.cli import make_parser

    for action in make_parser()._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def rows_of(parser: argparse.ArgumentParser) -> Iterator[Row]:
    """What a parser takes, in the order of its help."""
    for action in parser._actions:
        value = action.metavar or ",".join(action.choices or ())
        if action.help is None or isinstance(action, argparse._HelpAction):
            continue
        if not action.option_strings:
            yield str(value), action.help
            continue
        name = ", ".join(action.option_strings)
        yield name if action.nargs == 0 else f"{name} {value}", action.help


def describe_commands() -> Iterator[str]:
    """Sections of `diffattn`."""
    for name, parser in commands():
        about = (parser.description or "").partition(": ")[2]
        yield f"## diffattn {name}\n{about[:1].upper()}{about[1:]}\n"
        yield table(list(rows_of(parser))) + "\n"


# Tools -----------------------------------------------------------------------------


def help_of(build: pathlib.Path, tool: str) -> str:
    """What `tool --help` prints."""
    command = [build / "bin" / tool, "--help"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def describe_tool(build: pathlib.Path, tool: str) -> str:
    """The section of a tool: what it says of itself, and its own flags."""
    text = help_of(build, tool)
    about, _, rest = text.removeprefix("OVERVIEW: ").partition("USAGE: ")
    usage, _, options = rest.partition("\n")
    own = re.split(rf"^{tool}(?: options)?:$", options, flags=re.MULTILINE)[1]
    rows: list[Row] = []
    for line in own.splitlines():
        if not (match := FLAG.match(line)):
            continue
        flag, what = match.groups()
        if flag[0] == "=":  # A value, behind its flag.
            flag = rows[-1][0].split("=")[0] + flag
        rows.append((flag, what))
    about = f"```text\n{usage.strip()}\n\n{about.strip()}\n```"
    return f"## {tool}\n{about}\n\n{table(rows)}\n"


# Pages ------------------------------------------------------------------------------


def flags_of(build: pathlib.Path) -> dict[str, set[str]]:
    """The flags of each command."""
    found = {
        f"diffattn {name}": {f for a in parser._actions for f in a.option_strings}
        for name, parser in commands()
    }
    found["diffattn"] = {"--help", "--version"}
    for tool in (*TOOLS, *OTHERS):
        names = re.findall(r"^ +(--?[a-z][\w-]*)", help_of(build, tool), re.MULTILINE)
        # LLVM takes any flag with one dash or two.
        bare = {name.lstrip("-") for name in names}
        found[tool] = {f"-{name}" for name in bare} | {f"--{name}" for name in bare}
    return found


def wrong_flags(
    pages: Iterable[pathlib.Path], flags: dict[str, set[str]]
) -> Iterator[str]:
    """Where pages give commands flags that they don't have."""
    for page in pages:
        # Commands go on behind a backslash at the end of a line.
        text = re.sub(r"\\\n *", " ", page.read_text())
        for match in COMMAND.finditer(text):
            tool, command, rest = match.groups()
            name = f"{tool} {command}" if f"{tool} {command}" in flags else tool
            if name not in flags or (name == "diffattn" and command):
                continue
            line = text.count("\n", 0, match.start()) + 1
            for flag in GIVEN.findall(rest.partition(" #")[0]):
                if flag not in flags[name] | {"--help"} and "benchmark_" not in flag:
                    yield f"{page}:{line}: {name} has no {flag}"


def main() -> int:
    """Prints the page; what is wrong in others goes to the standard error."""
    build = pathlib.Path(sys.argv[1])
    print(f"{NOTE}\n\n# The commands of diffattn\n")
    print("\n".join(describe_commands()))
    for tool in TOOLS:
        print(describe_tool(build, tool))
    print(OTHERS_ABOUT, end="")
    pages = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
    wrong = list(wrong_flags(pages, flags_of(build)))
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
