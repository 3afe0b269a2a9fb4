"""diffattn: the case compiled by diffattn-compile, called by the C interface."""

import ctypes
import pathlib
import re
import subprocess

import numpy as np
from harness import Unsuited

from attention_bench import program
from attention_bench.implementation import Prepared, Setting
from attention_bench.inputs import DTYPES, Array, aligned

# Values of diffattn_dtype (include/diffattn-c/Runtime.h).
NUMBERS = {DTYPES["bf16"]: 2, DTYPES["f32"]: 3}


class Tensor(ctypes.Structure):
    """diffattn_tensor."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("sizes", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("rank", ctypes.c_int32),
        ("dtype", ctypes.c_int32),
    ]

    @staticmethod
    def of(array: Array) -> "Tensor":
        """A view of an array in row-major order, which must outlive it."""
        sizes = (ctypes.c_int64 * array.ndim)(*array.shape)
        return Tensor(array.ctypes.data, sizes, None, array.ndim, NUMBERS[array.dtype])


ENTRY = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.POINTER(Tensor), ctypes.c_int64
)


def load_runtime(build: pathlib.Path) -> ctypes.CDLL:
    """The runtime library, with the types of what is used here."""
    runtime = ctypes.CDLL(str(build / "lib" / "libDiffAttnRuntime.so"))
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    for name, result, arguments in (
        ("diffattn_context_create", pointer, []),
        ("diffattn_context_error", text, [pointer]),
        ("diffattn_artifact_load", pointer, [pointer, text]),
        ("diffattn_artifact_entry", pointer, [pointer, pointer, text]),
        ("diffattn_set_num_threads", None, [ctypes.c_int32]),
    ):
        function = getattr(runtime, name)
        function.restype = result
        function.argtypes = arguments
    return runtime


def compile_artifact(setting: Setting) -> tuple[pathlib.Path, str]:
    """The shared library of the case, compiled for this processor, and the strategy
    that the compiler chose."""
    tool = setting.build / "bin" / "diffattn-compile"
    path = setting.cache / f"diffattn-{setting.case.name}.so"
    done = subprocess.run(
        [tool, "-", "-o", path, "--print-plan"],
        input=program.text_of(setting.case),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise Unsuited(done.stderr.strip()[:600])
    return path, strategy_of(done.stdout)


def strategy_of(plan: str) -> str:
    """The strategy in the table that --print-plan prints for one attention."""
    head, row = (re.split(r"  +", line.strip()) for line in plan.splitlines()[:2])
    return dict(zip(head, row))["strategy"]


def prepare(setting: Setting) -> Prepared:
    """The entry with a result that the caller owns, as hosts call it."""
    runtime = load_runtime(setting.build)
    runtime.diffattn_set_num_threads(setting.threads)
    context = runtime.diffattn_context_create()

    def check(found: object) -> object:
        if not found:
            raise Unsuited(runtime.diffattn_context_error(context).decode())
        return found

    path, strategy = compile_artifact(setting)
    artifact = check(runtime.diffattn_artifact_load(context, str(path).encode()))
    entry = ENTRY(
        check(runtime.diffattn_artifact_entry(context, artifact, b"attention"))
    )
    case = setting.case
    out = aligned(case.output_shape, DTYPES[case.dtype])
    out.fill(np.nan)
    arrays = [*setting.inputs.values(), out]
    tensors = (Tensor * len(arrays))(*map(Tensor.of, arrays))

    def call() -> Array:
        if entry(context, tensors, len(arrays)):
            raise RuntimeError(runtime.diffattn_context_error(context).decode())
        return out

    return Prepared(
        call,
        lambda result: np.asarray(result, np.float32),
        lambda: out.fill(np.nan),
        strategy,
    )
