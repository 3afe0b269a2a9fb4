"""The compiler: from MLIR to functions to call.

layer = compile_text(text)["layer"]
compile_file("layer.mlir", output="layer.so")
"""

import os
import pathlib
import shutil
import sys
from collections.abc import Mapping
from typing import Any, TypedDict, Unpack, cast

from diffattn import progress
from diffattn.arrays import _native, is_native
from diffattn.errors import UsageError
from diffattn.runtime import Artifact, Path, native_path


class Options(TypedDict, total=False):
    """Options of compilation, as the flags of diffattn-compile."""

    cpu: str
    """native (default), generic, multi (variants for several, of which the best
    one runs), or LLVM's name of a processor, with "+FEATURE" behind it for what the
    name does not imply."""
    target: str
    """Where functions compute: cpu (default), cuda or sim, the emulator."""
    chip: str
    """The oldest NVIDIA GPU that kernels run on; sm_80 is the default."""
    cubin: str
    """NVIDIA GPUs that machine code is added for, so that their driver need not
    compile the kernels: sm_90,sm_100."""
    ptxas: Path
    """The program that makes it. Without this option, it is the one in PATH, in the
    CUDA toolkit (CUDA_HOME), or of the package nvidia-cuda-nvcc."""
    matmul: str
    """What computes matrix products on an NVIDIA GPU: library (default; cuBLASLt, found
    when they run) or kernels."""
    quantize: str
    """What a CPU keeps of weights: none (default), int8 or int4
    (docs/quantization.md)."""
    compile_from: str
    """The stage that the source is in; input is the default."""
    dump_stages_to: Path
    """A folder for the module at each stage."""
    cache_dir: Path
    """A folder of what was compiled before: taken from there if source, options,
    processor and compiler are the same, else left there."""
    remarks: str
    """none (default); show: the artifact's diagnostics say which attentions were
    found and fused, what was not, and how they are computed; strict: what was not
    fused is an error."""
    reference: bool
    """Lower naively, to scalar loops."""
    optimize: bool
    """Let LLVM optimise code (default). Without, compilation is some times quicker,
    and code slow."""
    schedule: Path
    """A JSON file that says how attentions are computed (docs/schedules.md)."""
    observe: str
    """A function that also returns what its attentions compute with
    (docs/artifact.md)."""


def compile_text(
    text: str | bytes,
    *,
    name: str = "<text>",
    output: Path | None = None,
    header: Path | None = None,
    **options: Unpack[Options],
) -> Artifact:
    """Compiles a module that is MLIR text or bytecode.

    The functions are loaded into this process, or, with `output`, into a shared
    library at that path, which is loaded from there. `header` is a path for a C
    header. `name` is what messages call the text. Raises CompileError, with the
    compiler's messages, for what is no valid module; UsageError for an option or a
    text that is none.
    """
    _check_path("output", output)
    _check_path("header", header)
    session = make_session(options)
    source = _native.Source(session, _bytes_of(text), _native_text("name", name))
    return _finish(session, source, output, header)


def compile_file(
    path: Path,
    *,
    output: Path | None = None,
    header: Path | None = None,
    **options: Unpack[Options],
) -> Artifact:
    """Compiles the module in the file at `path`; as compile_text. Raises CompileError
    also for a file that can't be read or written."""
    _check_path("output", output)
    _check_path("header", header)
    session = make_session(options)
    source = _native.Source(session, native_path(path))
    return _finish(session, source, output, header)


def make_session(options: Options) -> "_native.Session":
    """A compiler with these options. Raises CompileError if there is none such."""
    session = _native.Session()
    session.listen(progress.listener())
    if "cubin" in options and "ptxas" not in options:
        options = options | find_ptxas()
    for name, value in cast("Mapping[str, Any]", options).items():
        session.set_option(name.replace("_", "-"), _option_text(name, value))
    return session


def _option_text(name: str, value: Any) -> str:
    """The value of an option as the library takes it. Raises UsageError for what is
    none."""
    types = Options.__annotations__
    if name not in types:
        raise UsageError(f"options: expected {', '.join(types)}, found {name!r}")
    if types[name] is bool:
        if not isinstance(value, bool):
            raise UsageError(f"{name}: expected True or False, found {value!r}")
        return str(value).lower()
    is_path = types[name] is not str and isinstance(value, os.PathLike)
    return _native_text(name, os.fspath(value) if is_path else value)


def _native_text(name: str, text: Any) -> str:
    if not is_native(text):
        raise UsageError(f"{name}: expected a text in UTF-8, found {text!r}")
    return str(text)


def _check_path(name: str, path: Any) -> None:
    """Raises UsageError for what is no path of a file, or that of a pipe: from there
    what was written can't be loaded. So it is known before anything is compiled."""
    if path is None:
        return
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise UsageError(f"{name}: expected a path, found {path!r}")
    file = pathlib.Path(os.fsdecode(path))
    if name == "output" and file.is_fifo():
        raise UsageError(f"{name}: expected the name of a file, found '{file}'")


def _bytes_of(text: Any) -> bytes:
    """A module, text or bytecode, as bytes. Those that are no UTF-8 stay as they were
    read."""
    if isinstance(text, (bytes, bytearray, memoryview)):
        return bytes(text)
    if not isinstance(text, str):
        raise UsageError(
            f"text: expected a str or bytes, found a {type(text).__name__}"
        )
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise UsageError(
            f"text: expected UTF-8, found {text[error.start]!r} at character "
            f"{error.start}"
        ) from None


def find_ptxas() -> Options:
    """The option for the package's, if it is installed and nothing else is where the
    compiler looks."""
    home = os.environ.get("CUDA_HOME")
    toolkit = [pathlib.Path(home) / "bin" / "ptxas"] if home else []
    if shutil.which("ptxas") or any(path.exists() for path in toolkit):
        return {}
    folders = [pathlib.Path(path) / "nvidia" for path in sys.path]
    packages = sorted(p for f in folders for p in f.glob("*/bin/ptxas"))
    return {"ptxas": packages[0]} if packages else {}


def _finish(
    session: "_native.Session",
    source: "_native.Source",
    output: Path | None,
    header: Path | None,
) -> Artifact:
    with progress.step("compile"):
        compiled = _native.Object(source)
    diagnostics = session.diagnostics
    if header is not None:
        compiled.write_header(native_path(header), pathlib.Path(header).name)
    if output is None:
        with progress.step("load"):
            artifact = Artifact.of_program(session, compiled.load())
    else:
        compiled.link(native_path(output))
        artifact = Artifact(output)
    artifact.diagnostics = diagnostics
    return artifact
