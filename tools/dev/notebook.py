#!/usr/bin/env python3
# ===- notebook.py - do the notebooks run, and show what they print? ----------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===--------------------------------------------------------------------------===#
"""Runs notebooks, and compares what they print with what is checked in.

Their outputs are part of the repository, since most readers look at a notebook
where it can't run: on the site, and on GitHub. So that they stay true, text has to
be the same but for numbers, which may differ as much as processors differ; of a
picture, and of a cell with the tag `varies` (it shows times), only the kind counts.

Usage: tools/dev/notebook.py [--write] NOTEBOOK.ipynb...

--write puts what they print into the files. Needs python/requirements-dev.txt, and
the package diffattn with PyTorch.
"""

import argparse
import itertools
import math
import pathlib
import re
import sys
from collections.abc import Iterator
from typing import Any

import nbclient
import nbformat

VARIES = "varies"
CELL_SECONDS = 300
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
RELATIVE, ABSOLUTE = 0.03, 0.02


def execute(path: pathlib.Path) -> Any:
    """The notebook with new outputs. Raises nbclient's CellExecutionError for a cell
    that fails."""
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        record_timing=False,
    )
    client.execute()
    for cell in notebook.cells:
        tidy(cell)
    # Not which Python it was.
    notebook.metadata.language_info = {"name": "python"}
    return notebook


def tidy(cell: Any) -> None:
    """Joins pieces of one stream, whose borders are chance, and leaves out the text
    that stands for a picture where there is one."""
    joined: list[Any] = []
    for output in cell.get("outputs", []):
        if output.output_type == "stream" and joined and is_same(joined[-1], output):
            joined[-1].text += output.text
        else:
            joined.append(output)
    for output in joined:
        data = output.get("data", {})
        if any(kind.startswith("image/") for kind in data):
            data.pop("text/plain", None)
    if cell.cell_type == "code":
        cell.outputs = joined


def is_same(output: Any, other: Any) -> bool:
    """Whether both are of one stream."""
    return output.get("name") == other.get("name")


def differences(found: Any, shown: Any) -> Iterator[str]:
    """What tells the outputs of a notebook from those that it shows."""
    cells = [[c for c in n.cells if c.cell_type == "code"] for n in (found, shown)]
    for number, (cell, other) in enumerate(zip(*cells), start=1):
        place = f"code cell {number}"
        if list(map(kinds, cell.outputs)) != list(map(kinds, other.outputs)):
            yield f"{place}: expected outputs of the kinds that are shown"
        elif VARIES not in cell.metadata.get("tags", []):
            for new, old in zip(cell.outputs, other.outputs):
                yield from text_differences(place, text_of(new), text_of(old))


def kinds(output: Any) -> list[str]:
    """Of what kind an output is: a stream's name, or the types of what is shown."""
    return [output.get("name") or "", *sorted(output.get("data", {}))]


def text_of(output: Any) -> str:
    """What an output has of text."""
    text = output.get("text") or output.get("data", {}).get("text/plain", "")
    return str(text)


def text_differences(place: str, new: str, old: str) -> Iterator[str]:
    """Lines that are not the same."""
    lines = itertools.zip_longest(new.splitlines(), old.splitlines(), fillvalue="")
    for found, shown in lines:
        if not is_close(found, shown):
            yield f"{place}: prints '{found}', shows '{shown}'"


def is_close(found: str, shown: str) -> bool:
    """Whether two lines have the same words, and about the same numbers."""
    words = [" ".join(NUMBER.sub("#", line).split()) for line in (found, shown)]
    numbers = [list(map(float, NUMBER.findall(line))) for line in (found, shown)]
    return words[0] == words[1] and all(
        math.isclose(a, b, rel_tol=RELATIVE, abs_tol=ABSOLUTE) for a, b in zip(*numbers)
    )


def main() -> int:
    """Runs the notebooks; 1 if one fails or shows something else."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebooks", nargs="+", type=pathlib.Path)
    parser.add_argument("--write", action="store_true", help="keep the outputs")
    options = parser.parse_args()
    wrong = 0
    for path in options.notebooks:
        try:
            found = execute(path)
        except nbclient.exceptions.CellExecutionError as error:
            print(f"{path}: {error}")
            wrong += 1
            continue
        if options.write:
            nbformat.write(found, path)
            continue
        for difference in differences(found, nbformat.read(path, as_version=4)):
            print(f"{path}: {difference}")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
