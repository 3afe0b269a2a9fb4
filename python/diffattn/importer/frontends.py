"""From what users have to programs of torch.export, and to MLIR.

`import_model` takes a model folder, a `.pt2` file, an exported program or a module
with example arguments.
"""

import os
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import torch
from torch import nn
from torch.export import ExportedProgram

from diffattn import progress
from diffattn.errors import ModelError
from diffattn.importer import ImportedModule, import_program

if TYPE_CHECKING:
    from diffattn.huggingface.folder import LoadedModel

Report: TypeAlias = Callable[[str], None]
Source: TypeAlias = (
    str | os.PathLike[str] | ExportedProgram | Mapping[str, ExportedProgram] | nn.Module
)


def import_model(
    source: Source,
    arguments: tuple[Any, ...] = (),
    *,
    dynamic_shapes: Any = None,
    **folder_options: Any,
) -> ImportedModule:
    """Imports a model in any form.

    Args:
        source: A model folder or a `.pt2` file; an exported program, or several by
            the names of their functions; or a module in eval mode.
        arguments: For a module, examples of its arguments.
        dynamic_shapes: For a module, as `torch.export.export` takes them.
        folder_options: For a folder, as `import_folder` takes them.

    Raises:
        ModelError: If the source is none of these, or broken.
        ImportFailure: If an operation of the program has no translation.
    """
    if isinstance(source, nn.Module):
        source = export_module(source, arguments, dynamic_shapes)
    if isinstance(source, ExportedProgram | Mapping):
        return import_program(source)
    path = Path(source)
    if path.is_dir():
        return import_folder(path, **folder_options)
    return import_program(load_program(path))


def export_module(
    module: nn.Module, arguments: tuple[Any, ...], dynamic_shapes: Any = None
) -> ExportedProgram:
    """The program of a module at these arguments.

    Raises:
        ModelError: If the module is in training mode or cannot be exported.
    """
    if module.training:
        raise ModelError("expected a module in eval mode, found one in training mode")
    if not isinstance(arguments, tuple | list):
        kind = type(arguments).__name__
        raise ModelError(f"expected a tuple of arguments, found a {kind}")
    if not arguments:
        raise ModelError("expected examples of the module's arguments, found none")
    try:
        with torch.no_grad():
            return torch.export.export(
                module, tuple(arguments), dynamic_shapes=dynamic_shapes, strict=False
            )
    except Exception as error:
        problem = first_line(error)
        if found := re.search(r"Found <class '[\w.]*?(\w+)'> in output", problem):
            problem = (
                f"expected tensors as results, found a {found[1]}; call the model with "
                "use_cache=False, or import its folder: prefill and decode take caches"
            )
        raise ModelError(f"torch.export fails: {problem}") from error


def load_program(path: Path) -> ExportedProgram:
    """A program that `torch.export.save` wrote.

    Raises:
        ModelError: If the file is no such program.
    """
    if not path.is_file():
        raise ModelError(f"{path}: expected a model folder or a .pt2 file, found none")
    if path.suffix != ".pt2" or not zipfile.is_zipfile(path):
        raise ModelError(
            f"{path}: expected a .pt2 file of torch.export.save, found another file"
        )
    try:
        return torch.export.load(path)
    except Exception as error:
        problem = first_line(error)
        if "warnings above" in problem:  # They are not shown.
            problem = "no program of torch.export.save"
        raise ModelError(f"{path}: cannot be loaded: {problem}") from error


def first_line(error: Exception) -> str:
    """The kind of an error and the first line of its message."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0] if lines else 'no message'}"


# Folders -------------------------------------------------------------------------


def import_folder(
    path: str | os.PathLike[str],
    entries: Iterable[str] | None = None,
    *,
    context: int | None = None,
    dtype: torch.dtype | None = None,
    attention: str = "diffattn",
    trust_remote_code: bool = False,
    with_folder: bool = False,
    report: Report = lambda line: None,
) -> ImportedModule:
    """Imports entry points of a causal language model in a Hugging Face folder.

    Weights are not read: the module refers to the files by the tensors' names.

    Args:
        path: The folder.
        entries: Of "forward", "prefill" and "decode"; by default all of them, or
            "forward" alone if `attention` is not "diffattn".
        context: The capacity of key/value caches; by default all positions that
            the model has.
        dtype: The type to compute in, by default float32.
        attention: The attention implementation of transformers to export.
        trust_remote_code: Whether code in the folder may run.
        with_folder: Whether the module says where the folder is.
        report: Is called with lines that say what was found.

    Raises:
        ModelError: If the folder is wrong or the model has no such entry point.
        ImportFailure: If an operation of the model has no translation.
    """
    from diffattn.huggingface.export import (
        ENTRIES,
        argument_names,
        export_entries,
        weight_types,
    )
    from diffattn.huggingface.folder import load_folder
    from diffattn.huggingface.summary import describe

    with progress.step("load folder"):
        loaded = load_folder(
            path, dtype=dtype, trust_remote_code=trust_remote_code, weights=False
        )
    for line in describe(loaded):
        report(line)
    if entries is None:
        entries = ENTRIES if attention == "diffattn" else ("forward",)
    entries = tuple(entries)
    programs = export_entries(
        loaded, entries, context=context, attention_name=attention
    )
    layers = loaded.config.num_hidden_layers
    return import_program(
        programs,
        model=describe_model(loaded, context, with_folder),
        arguments={entry: argument_names(entry, layers) for entry in entries},
        outputs={entry: ["logits"] for entry in entries},
        weight_dtypes=weight_types(loaded),
    )


def describe_model(
    loaded: "LoadedModel", context: int | None, with_folder: bool
) -> dict[str, Any]:
    """The module's attribute `diffattn.model`."""
    from diffattn.huggingface.export import context_of

    model = {
        "kind": "causal-lm",
        "name": loaded.name,
        "weights": list(loaded.files.files),
        "eos": list(loaded.eos),
        "vocab": loaded.config.vocab_size,
        "max_positions": context_of(loaded, context),
    }
    if loaded.tokenizer is not None:
        model["tokenizer"] = loaded.tokenizer
    if with_folder:
        model["folder"] = str(loaded.folder.resolve())
    return model


# Weights of programs -------------------------------------------------------------


def weights_of(module: ImportedModule, program: ExportedProgram) -> bytes:
    """The weights that an imported program reads, as a safetensors file."""
    from safetensors.torch import save

    content: bytes = save(
        {
            name: program.state_dict[weight.state].detach().contiguous().clone()
            for name, weight in module.weights.items()
        },
        metadata={"format": "pt"},
    )
    return content
