"""`diffattn compile`: a model or a module as a shared library."""

import argparse
import pathlib
import sys
from typing import TYPE_CHECKING, Any, cast

from diffattn import progress
from diffattn.commands import import_
from diffattn.commands.files import check_outputs, discarding_temporaries, keep_models
from diffattn.errors import Error, UsageError

if TYPE_CHECKING:
    from diffattn.compiler import Options

NAME = "compile"
HELP = "compile a model folder, a .pt2 file or MLIR to a shared library"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "model", metavar="MODEL", help="a model folder, a .pt2 file or a .mlir file"
    )
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE.so", help="the library to write"
    )
    parser.add_argument(
        "--cpu",
        default="native",
        metavar="NAME",
        help="native (default), generic, multi (variants for several, of which the "
        "best one runs), or LLVM's name of a processor; +FEATURE may follow",
    )
    parser.add_argument(
        "--target",
        default="cpu",
        metavar="NAME",
        help="where functions compute: cpu (default), cuda (an NVIDIA GPU) or sim "
        "(the emulator)",
    )
    parser.add_argument(
        "--chip",
        metavar="NAME",
        help="the oldest NVIDIA GPU that kernels run on: sm_80 (default), sm_90a, ...",
    )
    parser.add_argument(
        "--cubin",
        metavar="NAMES",
        help="NVIDIA GPUs to add machine code for, so that their driver need not "
        "compile the kernels: sm_90,sm_100",
    )
    parser.add_argument(
        "--ptxas", metavar="FILE", help="the program that makes it, if not the usual"
    )
    parser.add_argument(
        "--matmul",
        metavar="NAME",
        help="what computes matrix products on an NVIDIA GPU: library (default; "
        "cuBLASLt, found when they run) or kernels",
    )
    parser.add_argument(
        "--quantize",
        metavar="NAME",
        help="what a CPU keeps of weights: none (default: numbers of their own type), "
        "int8 or int4 (integers of 8 or 4 bits with scales)",
    )
    parser.add_argument(
        "--emit-header", metavar="FILE.h", help="write a C header for the library"
    )
    parser.add_argument(
        "--dump-stages-to", metavar="FOLDER", help="write the module at each stage"
    )
    parser.add_argument(
        "--cache-dir",
        metavar="FOLDER",
        help="folder of what was compiled before, to take it from or leave it in",
    )
    parser.add_argument(
        "--schedule",
        metavar="FILE.json",
        help="says how attentions are computed (docs/schedules.md)",
    )
    parser.add_argument(
        "--observe",
        metavar="FUNCTION",
        help="a function that also returns what its attentions compute with, for "
        "diffattn inspect: forward",
    )
    remarks = parser.add_mutually_exclusive_group()
    remarks.add_argument(
        "--remarks",
        action="store_const",
        const="show",
        default="none",
        help="say which attentions were found and fused, what was not, and how they "
        "are computed",
    )
    remarks.add_argument(
        "--strict",
        dest="remarks",
        action="store_const",
        const="strict",
        help="what looks like differential attention and was not fused is an error",
    )
    parser.add_argument(
        "--reference", action="store_true", help="lower naively, to scalar loops"
    )
    parser.add_argument(
        "--no-optimize",
        dest="optimize",
        action="store_false",
        help="LLVM does not optimise code: compiled some times quicker, and slow",
    )
    import_.add_timing_argument(parser)
    import_.add_folder_arguments(parser)


# The compiler's options, by the names of arguments.
OPTIONS = (
    *("cpu", "target", "chip", "cubin", "ptxas", "matmul", "quantize", "remarks"),
    *("reference", "optimize", "dump_stages_to", "cache_dir", "schedule", "observe"),
)


def options_of(arguments: argparse.Namespace) -> "Options":
    """The compiler's options. Raises UsageError for what doesn't go together."""
    given = {name: getattr(arguments, name) for name in OPTIONS}
    given = {name: value for name, value in given.items() if value is not None}
    for name, value in given.items():
        if value == "":
            raise UsageError(f"--{name.replace('_', '-')} is empty")
    is_quantized = given.get("quantize", "none") != "none"
    if arguments.chip and arguments.target == "cpu":
        raise UsageError("--chip needs --target=cuda or --target=sim")
    if arguments.cubin and arguments.target != "cuda":
        raise UsageError("--cubin needs --target=cuda")
    if arguments.ptxas and not arguments.cubin:
        raise UsageError("--ptxas needs --cubin")
    if arguments.matmul and arguments.target == "cpu":
        raise UsageError("--matmul needs --target=cuda or --target=sim")
    if is_quantized and arguments.target != "cpu":
        raise UsageError("--quantize needs --target=cpu")
    if is_quantized and arguments.reference:
        raise UsageError("--quantize and --reference exclude each other")
    return cast("Options", given)


def run(arguments: argparse.Namespace) -> int:
    """Compiles and says what was found."""
    from diffattn.compiler import compile_file, compile_text

    options = options_of(arguments)
    output = pathlib.Path(arguments.output)
    header = pathlib.Path(arguments.emit_header) if arguments.emit_header else None
    outputs = {"output": output, "header": header}
    written = [output, header] if header else [output]
    check_outputs(arguments.model, written, [arguments.schedule])
    keep_models(written)
    import_.check_folder_options(arguments.model, arguments)
    if is_pytorch(arguments.model):
        # A folder's weights stay there; those of a file go beside the library.
        weights = import_.weights_beside(output)
        if not pathlib.Path(arguments.model).is_dir():
            check_outputs(arguments.model, [output, weights])
        with progress.step("import"):
            text = import_.import_text(arguments.model, arguments, weights)
        name = f"{pathlib.Path(arguments.model).resolve().name}.mlir"
        with discarding_temporaries(output, header):
            artifact = compile_text(text, name=name, **outputs, **options)
    else:
        with discarding_temporaries(output, header):
            artifact = compile_file(arguments.model, **outputs, **options)
    if artifact.diagnostics:
        print(artifact.diagnostics, file=sys.stderr, end="")
    print(summary(artifact.manifest))
    return 0


def is_pytorch(model: str) -> bool:
    """Whether it takes the importer to read `model`."""
    path = pathlib.Path(model)
    if not path.exists() and model != "-":
        raise Error(f"'{model}' does not exist")
    if path.is_block_device() or path.is_char_device():
        raise Error(f"'{model}': expected a file or a folder, found a device")
    if path.is_file():
        with path.open("rb") as file:
            if file.read(4) == b"\x7fELF":
                raise Error(f"'{model}': expected a module, found machine code")
    return path.is_dir() or path.suffix == ".pt2"


def summary(manifest: dict[str, Any]) -> str:
    """What was compiled: the model, its attentions and functions."""
    names = [function["name"] for function in manifest["functions"]]
    model = manifest.get("model") or {}
    # Each entry point of a language model is the whole model.
    is_whole = model.get("kind") == "causal-lm"
    lines = [f"model '{model['name']}'"] if "name" in model else []
    for kind in ("differential", "ordinary"):
        layers = (manifest.get("attentions") or {}).get(kind, 0)
        if is_whole and layers % len(names) == 0:
            layers //= len(names)
        fused = f", fused into {count(layers, 'kernel')}"
        if layers:
            lines.append(
                f"{count(layers, f'{kind} attention layer')} found"
                + (fused if kind == "differential" else "")
            )
    lines.append(f"{count(len(names), 'function')}: {', '.join(names)}")
    return "\n".join(lines)


def count(number: int, noun: str) -> str:
    """`1 kernel`, `2 kernels`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
