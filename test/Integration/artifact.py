"""Calls artifacts through the runtime's C interface, with any strides.

A test's own view of include/diffattn-c/Runtime.h, independent of diffattn-run.
"""

import ctypes
import json
import pathlib
from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from toolchain import BUILD

Array = NDArray[Any]

# Element types by name: the value of diffattn_dtype, and NumPy's type.
DTYPES: dict[str, tuple[int, type]] = {
    "f16": (1, np.float16),
    "bf16": (2, ml_dtypes.bfloat16),
    "f32": (3, np.float32),
    "f64": (4, np.float64),
    "bool": (5, np.bool_),
    "i8": (6, np.int8),
    "i16": (7, np.int16),
    "i32": (8, np.int32),
    "i64": (9, np.int64),
}
NUMBERS = {np.dtype(numpy): number for number, numpy in DTYPES.values()}


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
        """A view of `array`, which must outlive it."""
        extents = ctypes.c_int64 * array.ndim
        strides = [stride // array.itemsize for stride in array.strides]
        return Tensor(
            array.ctypes.data,
            extents(*array.shape),
            extents(*strides),
            array.ndim,
            NUMBERS[array.dtype],
        )


class CallFailed(Exception):
    """An entry returned a failure; the text is its message."""


def load_runtime() -> ctypes.CDLL:
    """The runtime of the build, with the types of what is used here."""
    runtime = ctypes.CDLL(str(BUILD / "lib" / "libDiffAttnRuntime.so"))
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    for name, result, arguments in (
        ("diffattn_context_create", pointer, []),
        ("diffattn_context_destroy", None, [pointer]),
        ("diffattn_context_error", text, [pointer]),
        ("diffattn_context_workspace", ctypes.c_int64, [pointer]),
        ("diffattn_artifact_load", pointer, [pointer, text]),
        ("diffattn_artifact_close", None, [pointer]),
        ("diffattn_artifact_manifest", text, [pointer]),
        ("diffattn_artifact_cpu", text, [pointer]),
        ("diffattn_artifact_entry", pointer, [pointer, pointer, text]),
        ("diffattn_set_num_threads", None, [ctypes.c_int32]),
        ("diffattn_get_num_threads", ctypes.c_int32, []),
    ):
        function = getattr(runtime, name)
        function.restype = result
        function.argtypes = arguments
    return runtime


class Artifact:
    """A loaded artifact and a context to call it with."""

    ENTRY = ctypes.CFUNCTYPE(
        ctypes.c_int32, ctypes.c_void_p, ctypes.POINTER(Tensor), ctypes.c_int64
    )

    def __init__(self, path: pathlib.Path):
        self.runtime = load_runtime()
        self.context = self.runtime.diffattn_context_create()
        self.handle = self.runtime.diffattn_artifact_load(
            self.context, str(path).encode()
        )
        if not self.handle:
            raise CallFailed(self.error())
        manifest = json.loads(self.runtime.diffattn_artifact_manifest(self.handle))
        self.functions = {f["name"]: f["arguments"] for f in manifest["functions"]}

    @property
    def cpu(self) -> str:
        """The processor that the code in use is for."""
        return self.runtime.diffattn_artifact_cpu(self.handle).decode()

    def call_on_threads(
        self, function: str, given: dict[str, Array], counts: Sequence[int] = (1, 2, 3)
    ) -> list[dict[str, Array]]:
        """Outputs of a call for each number of threads."""
        try:
            results = []
            for count in counts:
                self.runtime.diffattn_set_num_threads(count)
                results.append(self.call(function, given))
            return results
        finally:
            self.runtime.diffattn_set_num_threads(0)

    def error(self) -> str:
        """The message of the last failure."""
        return self.runtime.diffattn_context_error(self.context).decode()

    def call(self, function: str, given: dict[str, Array]) -> dict[str, Array]:
        """Calls a function. Outputs that are not given are allocated, filled with
        NaN (floats) or ones; all outputs are returned."""
        arguments = self.functions[function]
        arrays: list[Array] = []
        for argument in arguments:
            if argument["name"] in given:
                arrays.append(given[argument["name"]])
            else:
                arrays.append(allocate(argument, arrays))
        entry = self.runtime.diffattn_artifact_entry(
            self.context, self.handle, function.encode()
        )
        if not entry:
            raise CallFailed(self.error())
        tensors = (Tensor * len(arrays))(*map(Tensor.of, arrays))
        if self.ENTRY(entry)(self.context, tensors, len(arrays)) != 0:
            raise CallFailed(self.error())
        return {
            argument["name"]: array
            for argument, array in zip(arguments, arrays)
            if argument["kind"] == "output"
        }

    def workspace(self) -> int:
        """Bytes that the context keeps for later calls."""
        return self.runtime.diffattn_context_workspace(self.context)

    def close(self) -> None:
        """Unloads."""
        self.runtime.diffattn_artifact_close(self.handle)
        self.runtime.diffattn_context_destroy(self.context)


def allocate(argument: dict[str, Any], before: list[Array]) -> Array:
    """An array for an output, its dynamic sizes taken from earlier arguments."""
    if argument["kind"] != "output":
        raise ValueError(f"input '{argument['name']}' is not given")
    shape = list(argument["shape"])
    for dim, source in enumerate(argument.get("sizes_from") or ()):
        if source is not None:
            shape[dim] = before[source[0]].shape[source[1]]
    dtype = DTYPES[argument["dtype"]][1]
    is_float = argument["dtype"] in ("f16", "bf16", "f32", "f64")
    return np.full(shape, np.nan if is_float else 1, dtype)
