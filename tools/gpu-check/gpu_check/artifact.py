"""Calls artifacts through the runtime's C interface, by ctypes.

Data may be anything that has an address on the device: tensors of PyTorch, or
`Memory` of the runtime.
"""

import ctypes
import json
import pathlib
from collections.abc import Sequence
from typing import Any

# Values of diffattn_dtype (diffattn-c/Runtime.h), by the names of MLIR.
NUMBERS = {"f16": 1, "bf16": 2, "f32": 3, "f64": 4, "i1": 5, "i64": 9}

# What the runtime and the emulator need that a machine may lack: loaded first, so
# that they are found by their names. (Not for all to see: PyTorch has an OpenMP of
# its own.)
COMPANIONS = ("libomp.so*", "libboost_context.so*")


class Failure(Exception):
    """The runtime's message."""


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
    def at(
        address: int, element: str, sizes: Sequence[int], strides: Sequence[int]
    ) -> "Tensor":
        """A view; strides in elements."""
        extents = ctypes.c_int64 * len(sizes)
        return Tensor(
            address, extents(*sizes), extents(*strides), len(sizes), NUMBERS[element]
        )


ENTRY = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.POINTER(Tensor), ctypes.c_int64
)


class Runtime:
    """The runtime of a folder, with one device and a context that uses it."""

    def __init__(self, folder: pathlib.Path, device: str, stream: int = 0):
        for pattern in COMPANIONS:
            for path in sorted(folder.glob(pattern)):
                ctypes.CDLL(str(path))
        self._library = ctypes.CDLL(str(folder / "libDiffAttnRuntime.so"))
        self._declare()
        self.context = self._library.diffattn_context_create()
        self.device = self.check(
            self._library.diffattn_device_open(self.context, device.encode())
        )
        self.check(
            not self._library.diffattn_context_use_device(
                self.context, self.device, stream or None
            )
        )

    def _declare(self) -> None:
        pointer, text, size = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64
        status = ctypes.c_int32
        for name, result, arguments in (
            ("context_create", pointer, []),
            ("context_destroy", None, [pointer]),
            ("context_error", text, [pointer]),
            ("context_use_device", status, [pointer] * 3),
            ("synchronize", status, [pointer]),
            ("device_open", pointer, [pointer, text]),
            ("device_close", None, [pointer]),
            ("device_name", text, [pointer]),
            ("device_allocate", pointer, [pointer, pointer, size]),
            ("device_free", None, [pointer, pointer]),
            ("device_write", status, [pointer] * 4 + [size]),
            ("device_read", status, [pointer] * 4 + [size]),
            ("artifact_load", pointer, [pointer, text]),
            ("artifact_close", None, [pointer]),
            ("artifact_manifest", text, [pointer]),
            ("artifact_entry", pointer, [pointer, pointer, text]),
        ):
            function = getattr(self._library, f"diffattn_{name}")
            function.restype, function.argtypes = result, arguments

    def check(self, found: Any) -> Any:
        """`found`, unless it is false. Raises Failure."""
        if not found:
            raise Failure(self._library.diffattn_context_error(self.context).decode())
        return found

    @property
    def device_name(self) -> str:
        """`cuda:0 (NVIDIA H200, sm_90)`."""
        return self._library.diffattn_device_name(self.device).decode()

    def synchronize(self) -> None:
        """Waits for all work; checks that failed in kernels show here."""
        self.check(not self._library.diffattn_synchronize(self.context))

    def close(self) -> None:
        """Gives the device back. Memory and functions must be gone."""
        self._library.diffattn_context_destroy(self.context)
        self._library.diffattn_device_close(self.device)

    def load(self, path: pathlib.Path, name: str = "attention") -> "Function":
        """A function of an artifact."""
        return Function(self, path, name)

    def allocate(self, size: int) -> "Memory":
        """Memory of the device."""
        return Memory(self, size)


class Memory:
    """Memory of the device, freed with this object. Work that uses it must be done
    by then."""

    def __init__(self, runtime: Runtime, size: int):
        self._runtime, self.size = runtime, size
        self._library = runtime._library
        self.address = runtime.check(
            self._library.diffattn_device_allocate(
                runtime.context, runtime.device, size
            )
        )

    def write(self, address: int) -> None:
        """From the host's memory."""
        self._copy(self._library.diffattn_device_write, self.address, address)

    def read(self, address: int) -> None:
        """To the host's memory."""
        self._copy(self._library.diffattn_device_read, address, self.address)

    def _copy(self, function: Any, target: int, source: int) -> None:
        runtime = self._runtime
        status = function(runtime.context, runtime.device, target, source, self.size)
        runtime.check(not status)

    def __del__(self) -> None:
        if hasattr(self, "address"):
            self._library.diffattn_device_free(self._runtime.device, self.address)


class Function:
    """A function of an artifact, which stays loaded."""

    def __init__(self, runtime: Runtime, path: pathlib.Path, name: str):
        library = runtime._library
        self._runtime = runtime
        artifact = runtime.check(
            library.diffattn_artifact_load(runtime.context, str(path).encode())
        )
        entry = library.diffattn_artifact_entry(
            runtime.context, artifact, name.encode()
        )
        self._entry = ENTRY(runtime.check(entry))
        manifest = json.loads(library.diffattn_artifact_manifest(artifact))
        arguments = next(f for f in manifest["functions"] if f["name"] == name)
        self.names = [a["name"] for a in arguments["arguments"]]

    def bind(self, tensors: dict[str, Tensor]) -> "Call":
        """A call on these arguments, by name."""
        return Call(self._runtime, self._entry, [tensors[n] for n in self.names])


class Call:
    """Arguments of a function, laid out for the runtime once. What they point to must
    outlive it."""

    def __init__(self, runtime: Runtime, entry: Any, tensors: list[Tensor]):
        self._runtime, self._entry = runtime, entry
        self._tensors = (Tensor * len(tensors))(*tensors)

    def __call__(self) -> None:
        """Queues the work."""
        status = self._entry(self._runtime.context, self._tensors, len(self._tensors))
        self._runtime.check(not status)
