"""The compiler: from MLIR to functions to call.

layer = compile_text(text)["layer"]
compile_file("layer.mlir", output="layer.so")
"""

import os
import pathlib
import shutil
import sys
from collections.abc import Mapping
from typing import TypedDict, Unpack, cast

from diffattn.arrays import _native
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
    compiler's messages, for what is no valid module.
    """
    session = make_session(options)
    data = (
        text.encode("utf-8", "surrogateescape")
        if isinstance(text, str)
        else bytes(text)
    )
    return _finish(session, _native.Source(session, data, name), output, header)


def compile_file(
    path: Path,
    *,
    output: Path | None = None,
    header: Path | None = None,
    **options: Unpack[Options],
) -> Artifact:
    """Compiles the module in the file at `path`; as compile_text. Raises CompileError
    also for a file that can't be read or written."""
    session = make_session(options)
    return _finish(session, _native.Source(session, native_path(path)), output, header)


def make_session(options: Options) -> "_native.Session":
    """A compiler with these options. Raises CompileError if there is none such."""
    session = _native.Session()
    if "cubin" in options and "ptxas" not in options:
        options = options | find_ptxas()
    for name, value in cast("Mapping[str, Path | bool]", options).items():
        text = str(value).lower() if isinstance(value, bool) else os.fspath(value)
        session.set_option(name.replace("_", "-"), text)
    return session


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
    compiled = _native.Object(source)
    diagnostics = session.diagnostics
    if header is not None:
        compiled.write_header(native_path(header), pathlib.Path(header).name)
    if output is None:
        artifact = Artifact.of_program(session, compiled.load())
    else:
        compiled.link(native_path(output))
        artifact = Artifact(output)
    artifact.diagnostics = diagnostics
    return artifact
