"""What the compiler made of a module, for a page."""

import collections
import dataclasses
import pathlib
import re
import shutil
import tempfile
from collections.abc import Sequence

from diffattn import interruption, progress
from diffattn.arrays import _native
from diffattn.compiler import Options, make_session

MOST_FREQUENT = 6
NUMBER = "number"
"""The column of the plan that counts the attentions of a function."""

# The name of an operation at the start of a line of MLIR, behind results and
# attributes of its own: `%a, %b = "x.y"(`, `x.y`, `call`.
OPERATION = re.compile(
    r'^\s*(?:[%\w:, #]+ = )?"?([a-z_]\w*(?:\.[\w.]+)?)', re.MULTILINE
)
# Place and text.
REMARK = re.compile(r"^(.*?:\d+:\d+): remark: (.*)$", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Stage:
    """A module at one stage of its compilation."""

    name: str
    operations: int
    frequent: Sequence[tuple[str, int]]
    """The most frequent operations, with their numbers."""


@dataclasses.dataclass(frozen=True)
class Compilation:
    """A module on its way to machine code."""

    stages: Sequence[Stage]
    tables: Sequence[Sequence[Sequence[str]]]
    """What --print-plan prints: rows of cells, the head first."""
    remarks: Sequence[tuple[str, str]]
    """Places, and what was found, fused or not, there."""


def explain(module: bytes, name: str) -> Compilation:
    """Compiles a module, and keeps what it is at each stage. Raises CompileError for
    one that is none."""
    with (
        tempfile.TemporaryDirectory() as folder,
        interruption.discarding(lambda: shutil.rmtree(folder, ignore_errors=True)),
        progress.step("look at the stages"),
    ):
        session = make_session(Options(remarks="show", dump_stages_to=folder))
        source = _native.Source(session, module, name)
        source.to_mlir("llvm")
        remarks = REMARK.findall(session.diagnostics)
        stages = [
            count_operations(path.stem.partition("-")[2], path.read_text())
            for path in sorted(pathlib.Path(folder).iterdir())
        ]
        plan = source.plan()
    tables = [merge_rows(table) for table in read_tables(plan)]
    return Compilation(stages, tables, list(dict.fromkeys(remarks)))


def count_operations(stage: str, text: str) -> Stage:
    """The operations of a module as text."""
    names = collections.Counter(
        name
        for name in OPERATION.findall(text)
        if "." in name or name in ("return", "call", "func", "module")
    )
    return Stage(stage, names.total(), names.most_common(MOST_FREQUENT))


def read_tables(plan: str) -> list[list[list[str]]]:
    """Tables whose columns are two spaces or more apart, with empty lines between."""
    return [
        [re.split(r" {2,}", line.strip()) for line in table.splitlines()]
        for table in plan.strip().split("\n\n")
        if table
    ]


def merge_rows(table: list[list[str]]) -> list[list[str]]:
    """The table with one row for neighbours that differ in their number alone, as the
    layers of a model do: `0 to 4`."""
    head, *rows = table
    if NUMBER not in head:
        return table
    column = head.index(NUMBER)
    merged: list[list[str]] = []
    for row in rows:
        others = row[:column] + row[column + 1 :]
        last = merged[-1] if merged else []
        if others == last[:column] + last[column + 1 :]:
            last[column] = f"{last[column].partition(' ')[0]} to {row[column]}"
        else:
            merged.append(list(row))
    return [head, *merged]
