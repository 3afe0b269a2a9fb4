"""The C API (include/diffattn-c), a class a handle. Internal: use
`diffattn.compiler` and `diffattn.runtime`.

What fails raises `RunError`, or `CompileError` for what is of a `Session`.
"""

from collections.abc import Callable, Sequence
from typing import Any, overload

from numpy.typing import NDArray

class Tensor:
    """A view of an array, which it keeps."""

    def __init__(self, array: Any, writable: bool) -> None:
        """Views an array of NumPy or DLPack. Raises TypeError for what is none, is
        not on the CPU, can't be written to though `writable`, or has elements of
        another type than those of `diffattn.runtime.DTYPES`; uint16 are bfloat16."""

    @staticmethod
    def at(
        address: int,
        dtype: int,
        sizes: Sequence[int],
        strides: Sequence[int],
        owner: Any,
    ) -> Tensor:
        """Memory of a device, which `owner` keeps; strides are in elements. Raises
        TypeError unless there are as many as sizes."""

    @property
    def is_on_device(self) -> bool: ...
    @property
    def dtype(self) -> int:
        """A diffattn_dtype."""

    @property
    def shape(self) -> list[int]: ...
    def numpy(self) -> NDArray[Any]:
        """The host's memory as an array, not writable unless this view is; bfloat16
        as uint16. Raises TypeError for memory of a device."""

class Context:
    """Workspace of one call at a time; others wait."""

    def __init__(self) -> None: ...
    @property
    def workspace(self) -> int:
        """Bytes that are held for later calls."""

    def use_device(self, device: Device, stream: int) -> None:
        """Makes it a context for functions on the device; `stream` is a CUstream."""

    def synchronize(self) -> None:
        """Waits for the work of calls."""

class Device:
    """A GPU, or the emulator."""

    def __init__(self, context: Context, name: str) -> None: ...
    @property
    def name(self) -> str: ...

class DeviceMemory:
    """A block of a device's memory, which keeps the device. `context`, one that uses
    the device, is for copies."""

    def __init__(self, context: Context, device: Device, bytes: int) -> None: ...
    @property
    def address(self) -> int: ...
    def write(self, source: Tensor) -> None:
        """Copies from the host. Raises TypeError for an array with gaps, of another
        size, or on a device."""

    def read(self, target: Tensor) -> None:
        """Copies to the host. Raises TypeError as `write`."""

class Entry:
    """A compiled function. It keeps what it is of."""

    def __call__(
        self, context: Context, arguments: tuple[Tensor, ...], waits: bool
    ) -> None:
        """Calls it; with `waits`, work that it queued on a device is done then."""

class Artifact:
    """A loaded shared library."""

    def __init__(self, context: Context, path: str) -> None: ...
    @property
    def manifest(self) -> str: ...
    def entry(self, context: Context, name: str) -> Entry: ...

class Parameter:
    """What a weight has to be; -1 in `sizes` is any size."""

    def __init__(self, name: str, dtype: int, sizes: Sequence[int]) -> None: ...

class Weights:
    """Mapped safetensors files, or views of arrays without gaps."""

    @overload
    def __init__(self, context: Context, paths: Sequence[str]) -> None: ...
    @overload
    def __init__(
        self, context: Context, names: Sequence[str], tensors: list[Tensor]
    ) -> None: ...
    def names(self) -> list[str]: ...
    def get(self, context: Context, name: str) -> Tensor: ...
    def bind(
        self, context: Context, parameters: Sequence[Parameter]
    ) -> list[Tensor]: ...

class Session:
    """A compiler; one call at a time, others wait."""

    def __init__(self) -> None: ...
    def set_option(self, name: str, value: str) -> None: ...
    def listen(self, listener: Callable[[str, bool], None] | None) -> None:
        """Calls it with the name of each step of calls that follow, when it begins
        (True) and ends (False)."""

    @property
    def diagnostics(self) -> str:
        """What the last call had to say."""

class Source:
    """A module that was read and verified."""

    @overload
    def __init__(self, session: Session, text: bytes, name: str) -> None: ...
    @overload
    def __init__(self, session: Session, path: str) -> None: ...
    def to_mlir(self, stage: str) -> str: ...
    def to_llvm_ir(self) -> str: ...
    def plan(self) -> str:
        """The tables of `diffattn-compile --print-plan`."""

class Object:
    """Machine code."""

    def __init__(self, source: Source) -> None: ...
    @property
    def manifest(self) -> str: ...
    def write(self, path: str) -> None: ...
    def write_header(self, path: str, name: str) -> None: ...
    def link(self, path: str) -> None: ...
    def load(self) -> Program: ...

class Program:
    """Machine code in this process."""

    @property
    def manifest(self) -> str: ...
    def entry(self, session: Session, name: str) -> Entry: ...

def set_num_threads(count: int) -> None: ...
def get_num_threads() -> int: ...
def version() -> str: ...
def measure_peak(unit: str, threads: int, seconds: float) -> float | None:
    """The processor's peak of `f32` or `bf16` operations, or of `read`ing memory, in
    10^9 a second; None if it has no such instruction."""
