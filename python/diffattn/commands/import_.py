"""`diffattn import`: a PyTorch model as MLIR text."""

import argparse
import contextlib
import importlib.util
import logging
import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from diffattn import progress
from diffattn.commands.files import check_outputs, write_files
from diffattn.configuration import read_config
from diffattn.errors import UnavailableError, UsageError

if TYPE_CHECKING:
    from diffattn.importer import ImportedModule

NAME = "import"
HELP = "turn a Hugging Face model folder or a .pt2 file into MLIR"

ENTRIES = ("forward", "prefill", "decode")
DTYPES = ("float32", "bfloat16", "float16", "float64")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("model", metavar="MODEL", help="a model folder or a .pt2 file")
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE.mlir", help="the file to write"
    )
    parser.add_argument(
        "--weights",
        metavar="FILE.safetensors",
        help="of a .pt2 file, where to write the weights (default: beside FILE.mlir)",
    )
    add_timing_argument(parser)
    add_folder_arguments(parser)


def add_timing_argument(parser: argparse.ArgumentParser) -> None:
    """Declares whether to say what took how long."""
    parser.add_argument(
        "--timing",
        action="store_true",
        help="print where the time goes, as a tree, to the standard error",
    )


def add_folder_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares how a model folder is imported."""
    group = parser.add_argument_group("model folders")
    group.add_argument(
        "--entry",
        type=_entries,
        metavar="NAME,..",
        help="functions: forward, prefill, decode (default: all)",
    )
    group.add_argument(
        "--context",
        type=int,
        metavar="N",
        help="capacity of key/value caches (default: all positions of the model)",
    )
    group.add_argument(
        "--dtype", choices=DTYPES, default="float32", help="type to compute in"
    )
    group.add_argument(
        "--attention",
        choices=("diffattn", "eager", "sdpa"),
        default="diffattn",
        help="attention implementation; prefill and decode need diffattn (default)",
    )
    group.add_argument(
        "--trust-remote-code",
        action="store_true",
        help="run Python code that comes with the model",
    )


# The options of add_folder_arguments, and what they are if they are not given.
FOLDER_OPTIONS = {
    "entry": None,
    "context": None,
    "dtype": "float32",
    "attention": "diffattn",
    "trust_remote_code": False,
}


def check_folder_options(model: str, arguments: argparse.Namespace) -> None:
    """Raises UsageError if an option for model folders is given without one."""
    if Path(model).is_dir():
        return
    for name, default in FOLDER_OPTIONS.items():
        if getattr(arguments, name) != default:
            flag = name.replace("_", "-")
            raise UsageError(f"--{flag} is for model folders, and '{model}' is none")


def _entries(text: str) -> tuple[str, ...]:
    entries = tuple(text.split(","))
    for entry in entries:
        if entry not in ENTRIES or entries.count(entry) > 1:
            raise argparse.ArgumentTypeError(
                f"expected some of {','.join(ENTRIES)}, found '{text}'"
            )
    return entries


def run(arguments: argparse.Namespace) -> int:
    """Imports the model, says what was found and writes the text."""
    output = Path(arguments.output)
    if Path(arguments.model).is_dir():
        if arguments.weights:
            raise UsageError("--weights: a folder's weights stay where they are")
        check_outputs(arguments.model, [output])
        module = import_folder(arguments.model, arguments)
        write_files({output: module.text.encode()})
    else:
        check_folder_options(arguments.model, arguments)
        weights = Path(arguments.weights or weights_beside(output))
        check_outputs(arguments.model, [output, weights])
        module, tensors = import_program_file(arguments.model)
        with progress.step("write"):
            write_files({weights: tensors, output: module.text.encode()})
        print(f"wrote {weights}")
    for name, counts in module.summary.items():
        print(f"  @{name}: {sum(counts.values())} operations, {_attentions(counts)}")
    print(f"wrote {output}")
    return 0


def weights_beside(output: Path) -> Path:
    """Where the weights of a `.pt2` file go."""
    if not output.name:
        raise UsageError("--output: expected a file, found ''")
    return output.with_suffix(".safetensors")


def _attentions(counts: dict[str, int]) -> str:
    found = [
        f"{count} of {name}"
        for name, count in counts.items()
        if "attention" in name or "softmax" in name
    ]
    return ", ".join(found) or "no attention"


def import_text(model: str, arguments: argparse.Namespace, weights: Path) -> str:
    """The text of a model folder or `.pt2` file, for the compiler.

    It names the folder; the weights of a `.pt2` file are written to `weights`.
    `arguments` are those of `add_folder_arguments`.
    """
    if Path(model).is_dir():
        return import_folder(model, arguments, with_folder=True).text
    module, tensors = import_program_file(model)
    with progress.step("write weights"):
        write_files({weights: tensors})
    return module.text


def import_folder(
    model: str, arguments: argparse.Namespace, with_folder: bool = False
) -> "ImportedModule":
    """Imports a folder as the command line says, and prints what was found."""
    read_config(Path(model))
    with progress.step("load PyTorch"):
        _require("torch", "transformers")
        import torch

        from diffattn.importer import frontends

    with _quiet():
        return frontends.import_folder(
            model,
            arguments.entry,
            context=arguments.context,
            dtype=getattr(torch, arguments.dtype),
            attention=arguments.attention,
            trust_remote_code=arguments.trust_remote_code,
            with_folder=with_folder,
            report=progress.say,
        )


def import_program_file(model: str) -> "tuple[ImportedModule, bytes]":
    """Imports a `.pt2` file; also gives its weights as a safetensors file."""
    with progress.step("load PyTorch"):
        _require("torch")
        from diffattn.importer import frontends, import_program

    with _quiet():
        with progress.step("load program"):
            program = frontends.load_program(Path(model))
        module = import_program(program)
        with progress.step("collect weights"):
            return module, frontends.weights_of(module, program)


def _require(*packages: str) -> None:
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise UnavailableError(
                f"{package} is not installed: install diffattn[torch]"
            )


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """What PyTorch and transformers log of errors is in the error as well; and they
    warn of their own use of what they deprecate."""
    # transformers reads this when it is imported.
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    logger = logging.getLogger("torch.export")
    level = logger.level
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        warnings.simplefilter("ignore", UserWarning)
        logger.setLevel(logging.CRITICAL)
        try:
            yield
        finally:
            logger.setLevel(level)
