"""Programs of PyTorch as MLIR text: those of torch.export, and other graphs.

    program = torch.export.export(model.eval(), (x,), dynamic_shapes=...)
    module = import_program(program)
    pathlib.Path("model.mlir").write_text(module.text)

Needs PyTorch; the rest of diffattn does not.
"""

import collections
import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import torch

from diffattn import progress
from diffattn.importer.emit import Locations, attribute
from diffattn.importer.errors import ImportFailure, Place, UnsupportedOperation
from diffattn.importer.graph import Program, Weight, Weights, write_function

__all__ = [
    "ImportFailure",
    "ImportedModule",
    "Place",
    "Program",
    "UnsupportedOperation",
    "Weight",
    "import_graph",
    "import_program",
]


@dataclasses.dataclass(frozen=True)
class ImportedModule:
    """What `import_program` makes."""

    text: str
    """The module."""
    weights: dict[str, Weight]
    """The weights that it reads, by their names in the weights file."""
    summary: dict[str, dict[str, int]]
    """For each function, how often each operation of PyTorch occurs."""


def import_program(
    programs: Mapping[str, torch.export.ExportedProgram] | torch.export.ExportedProgram,
    *,
    model: dict[str, Any] | None = None,
    names: Mapping[str, str] | Callable[[str], str] | None = None,
    held: Collection[str] | None = None,
    weight_dtypes: Mapping[str, torch.dtype] | None = None,
    arguments: Mapping[str, Sequence[str]] | None = None,
    outputs: Mapping[str, Sequence[str]] | None = None,
    locations: bool = True,
) -> ImportedModule:
    """Writes programs as the functions of one module, which share their weights.

    A function takes the program's inputs (in order; `diffattn.name` is their name
    in the program) and returns its outputs. Parameters and persistent buffers are
    extern globals; other buffers and constants are in the text.

    Args:
        programs: The programs by the names of their functions; a single one
            becomes `forward`.
        model: Describes the model to `diffattn generate`: the module's attribute
            `diffattn.model`.
        names: For names in the state_dict, those in the weights file: a mapping
            (what it lacks keeps its name) or a function.
        held: The names in the weights file. Of tied weights, one of these is read.
        weight_dtypes: For names in the weights file, their types there, where they
            are not the program's; weights are converted as they are read.
        arguments: For names of functions, names of their arguments, in order.
        outputs: For names of functions, names of their outputs; else `result0`..
        locations: Whether the text says which line of Python and which module each
            operation comes from.

    Raises:
        UnsupportedOperation: An operation has no translation; the message names
            it, the line of Python and the nearest supported form.
        ImportFailure: Another reason, for example a size that is no function of
            the inputs' sizes.
    """
    if isinstance(programs, torch.export.ExportedProgram):
        programs = {"forward": programs}
    weights = Weights(_renaming(names), weight_dtypes or {})
    places = Locations(locations)
    lines: list[str] = []
    summary: dict[str, dict[str, int]] = {}
    # Tables of one choice for all functions: tied weights have one name.
    with progress.step("decompose"):
        ready = {name: p.run_decompositions({}) for name, p in programs.items()}
    for program in ready.values():
        weights.prefer(program.state_dict, frozenset(held) if held else None)
    for name, program in ready.items():
        with progress.step(f"translate {name}"):
            function = write_function(
                name,
                program,
                weights,
                places,
                (arguments or {}).get(name),
                (outputs or {}).get(name),
            )
        lines += ["", *function.lines]
        summary[name] = dict(collections.Counter(function.counts).most_common())
    head = "module {"
    if model is not None:
        head = f"module attributes {{diffattn.model = {attribute(model)}}} {{"
    body = [*weights.lines(), *lines]
    text = "\n".join([head, *body, "}", *places.lines()]) + "\n"
    return ImportedModule(text, weights.used, summary)


def import_graph(name: str, program: Program) -> ImportedModule:
    """Writes one graph as the function `name`. It changes nothing in place.

    Raises UnsupportedOperation or ImportFailure as `import_program` does.
    """
    weights, places = Weights(lambda state: state, {}), Locations()
    function = write_function(name, program, weights, places, has_caches=False)
    lines = ["module {", *weights.lines(), "", *function.lines, "}", *places.lines()]
    counts = {name: dict(collections.Counter(function.counts).most_common())}
    return ImportedModule("\n".join(lines) + "\n", weights.used, counts)


def _renaming(
    names: Mapping[str, str] | Callable[[str], str] | None,
) -> Callable[[str], str]:
    if names is None:
        return lambda name: name
    if isinstance(names, Mapping):
        return lambda name: names.get(name, name)
    return names
