"""Devices: GPUs, and the emulator of one.

device = Device("cuda:1")
x = device.upload(numpy_array)
y = Artifact("layer.so", device)["layer"](x).numpy()
"""

import importlib.util
import math
import os
import threading
import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np

from diffattn.arrays import (
    DTYPES,
    NAMES,
    Argument,
    Array,
    _native,
    is_native,
    type_text,
    view,
)
from diffattn.errors import RunError, UsageError

# What __cuda_array_interface__ calls the element types, and PyTorch.
TYPE_STRINGS = {
    dtype.str: name for name, (_, dtype) in DTYPES.items() if name != "bf16"
}
TORCH_TYPES = {
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "bool": "bool",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
}


class Device:
    """A device by its name: `cuda` (the first GPU), `cuda:1`, `sim` (the emulator),
    `sim:OPTIONS`. Raises RunError if there is none.

    Functions queue their work on `stream`, a CUstream (PyTorch: `cuda_stream` of a
    stream); 0 is the default one, which is PyTorch's, too. Calls wait for their
    work, unless `waits` is False: then those whose arrays are all on the device
    return at once, and checks that fail show in `synchronize`.

    `kind` is what artifacts call it: `cuda` or `sim`.
    """

    def __init__(self, name: str, stream: int = 0, waits: bool = True):
        self.kind = kind_of(name)
        if self.kind == "cuda":
            tell_packages()
        self.stream = stream
        self.waits = waits
        self._context = _native.Context()
        self._lock = threading.Lock()
        self._contexts: weakref.WeakSet[_native.Context] = weakref.WeakSet()
        self.native = _native.Device(self._context, name)
        self._context.use_device(self.native, stream)

    @property
    def name(self) -> str:
        """What it is, for people: `cuda:0 (NVIDIA H200, sm_90)`."""
        return self.native.name

    @property
    def index(self) -> int | None:
        """The number of a GPU."""
        prefix = self.name.split(" ")[0]
        return int(prefix[len("cuda:") :]) if self.kind == "cuda" else None

    def make_context(self) -> "_native.Context":
        """A context for functions on this device."""
        context = _native.Context()
        context.use_device(self.native, self.stream)
        with self._lock:
            self._contexts.add(context)
        return context

    def synchronize(self) -> None:
        """Waits for the work of all calls. Raises RunError if a check inside one
        failed."""
        with self._lock:
            contexts = list(self._contexts)
        for context in contexts:
            context.synchronize()

    def empty(self, shape: Sequence[int], dtype: str) -> "DeviceArray":
        """An array of a type by the manifest's name (`f32`) with any contents. Raises
        RunError if there is no memory for it."""
        return DeviceArray(self, tuple(int(size) for size in shape), dtype)

    def upload(self, array: Any) -> "DeviceArray":
        """A copy of an array of the host on the device. Raises RunError for another
        element type than those of `diffattn.runtime.DTYPES`, and if there is no memory
        for it."""
        argument = Argument("array", "input", "f32", (), (), False)
        return self.copy(view(np.asarray(array), argument, "upload"))

    def copy(self, tensor: "_native.Tensor") -> "DeviceArray":
        """A copy of what a view shows, without gaps."""
        result = self.empty(tensor.shape, NAMES[tensor.dtype])
        result.write(without_gaps(tensor))
        return result

    def __repr__(self) -> str:
        return f"<diffattn device {self.name}>"


def kind_of(name: Any) -> str:
    """What is before the options of a device. Raises UsageError for no name."""
    if not is_native(name):
        raise UsageError(f"device: expected a name such as cuda:1, found {name!r}")
    kind: str = name.split(":")[0]
    return kind


def tell_packages() -> None:
    """Tells the runtime where NVIDIA's packages of this Python are, among which it may
    find cuBLASLt."""
    spec = importlib.util.find_spec("nvidia")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    if folders:
        os.environ.setdefault("DIFFATTN_NVIDIA_PACKAGES", os.pathsep.join(folders))


class DeviceArray:
    """An array in the memory of a device, row-major without gaps. It has NumPy's
    attributes of shape and type, and the interface by which PyTorch, CuPy and
    others take arrays of GPUs (`torch.as_tensor(array)`). `Device.empty` and
    `Device.upload` make one."""

    def __init__(self, device: Device, shape: tuple[int, ...], dtype: str):
        number, self.dtype = DTYPES[dtype]
        self.device = device
        self.shape = shape
        self._name = dtype
        self._memory = _native.DeviceMemory(device._context, device.native, self.nbytes)
        self.tensor = _native.Tensor.at(
            self._memory.address, number, list(shape), row_major(shape), self._memory
        )

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Bytes of the elements."""
        return self.size * self.dtype.itemsize

    def numpy(self) -> Array:
        """A copy in the host's memory, when the work so far is done. Raises RunError if
        a check inside it failed."""
        self.device.synchronize()
        result: Array = np.empty(self.shape, self.dtype)
        self.read(view(result, as_output(self._name, self.shape), "numpy"))
        return result

    def write(self, tensor: "_native.Tensor") -> None:
        """Copies the elements of a view without gaps to the array."""
        self._memory.write(tensor)

    def read(self, tensor: "_native.Tensor") -> None:
        """Copies the array to a view without gaps that may be written to."""
        self._memory.read(tensor)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self.device.kind != "cuda" or self._name == "bf16":
            raise AttributeError(f"no array of CUDA's: {self!r}")
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self._memory.address, False),
            "version": 3,
            "strides": None,
            "stream": self.device.stream or 1,
        }

    def __repr__(self) -> str:
        return f"<{type_text(self._name, self.shape)} on {self.device.name}>"


def row_major(shape: Sequence[int]) -> list[int]:
    """The strides, in elements, of an array without gaps."""
    return [
        math.prod(max(size, 1) for size in shape[i + 1 :]) for i in range(len(shape))
    ]


def as_output(dtype: str, shape: Sequence[int | None]) -> Argument:
    """An argument that is written to."""
    return Argument("array", "output", dtype, tuple(shape), (), True)


def device_view(
    value: Any, device: Device, argument: Argument, function: str
) -> "_native.Tensor | None":
    """A view of an array that is on the device; None if it isn't. Raises RunError for
    one of another device."""
    if isinstance(value, DeviceArray):
        if value.device.native is not device.native:
            raise RunError(
                f"argument '{argument.name}' of function '{function}': expected an "
                f"array on {device.name}, found one on {value.device.name}"
            )
        return value.tensor
    if device.kind != "cuda":
        return None
    place = getattr(value, "device", None)
    if hasattr(value, "data_ptr") and getattr(place, "type", None) == "cuda":
        return torch_view(value, device, argument, function)
    interface = getattr(value, "__cuda_array_interface__", None)
    return interface and interface_view(value, interface, argument, function)


def torch_view(
    value: Any, device: Device, argument: Argument, function: str
) -> "_native.Tensor":
    """A view of a tensor of PyTorch on a GPU."""
    if value.device.index not in (None, device.index):
        raise RunError(
            f"argument '{argument.name}' of function '{function}': expected a tensor "
            f"on {device.name}, found one on {value.device}"
        )
    name = TORCH_TYPES.get(str(value.dtype).removeprefix("torch."))
    if name is None:
        raise no_type(argument, function, value.dtype)
    return _native.Tensor.at(
        value.data_ptr(),
        DTYPES[name][0],
        list(value.shape),
        list(value.stride()),
        value,
    )


def interface_view(
    value: Any, interface: dict[str, Any], argument: Argument, function: str
) -> "_native.Tensor":
    """A view of what has `__cuda_array_interface__`."""
    name = TYPE_STRINGS.get(interface["typestr"].replace("=", "<"))
    shape = list(interface["shape"])
    strides = interface.get("strides")
    address, is_read_only = interface["data"]
    if name is None:
        raise no_type(argument, function, interface["typestr"])
    if is_read_only and argument.kind == "output":
        raise RunError(
            f"argument '{argument.name}' of function '{function}': expected an array "
            "to write to, found one that can't be written to"
        )
    number, dtype = DTYPES[name]
    if strides and any(stride % dtype.itemsize for stride in strides):
        raise RunError(
            f"argument '{argument.name}' of function '{function}': expected strides "
            f"of whole elements, found {strides} bytes for {name}"
        )
    steps = [s // dtype.itemsize for s in strides] if strides else row_major(shape)
    return _native.Tensor.at(address, number, shape, steps, value)


def no_memory(argument: Argument, function: str, shape: Sequence[int]) -> RunError:
    """The error for an array that is too large."""
    return RunError(
        f"argument '{argument.name}' of function '{function}': no memory for "
        f"{type_text(argument.dtype, shape)}"
    )


def no_type(argument: Argument, function: str, found: Any) -> RunError:
    """The error for an element type that there is not."""
    return RunError(
        f"argument '{argument.name}' of function '{function}': expected an array "
        f"({argument.type}), found element type {found}"
    )


class Placement:
    """Where the functions of an artifact run: on a device that is opened when it is
    needed, if none is given, or on the CPU."""

    def __init__(self, kind: str, device: "Device | str | None", what: str):
        self.kind = kind
        found = device.kind if isinstance(device, Device) else device
        if found is not None and kind_of(found) != kind:
            raise RunError(f"{what} runs on {kind}, found device '{found}'")
        self._given = None if kind == "cpu" else (device or kind)
        self._lock = threading.Lock()

    @property
    def device(self) -> Device | None:
        """None: the CPU."""
        with self._lock:
            if isinstance(self._given, str):
                self._given = Device(self._given)
            return self._given

    def make_context(self) -> "_native.Context":
        """A context for a call."""
        device = self.device
        return device.make_context() if device else _native.Context()


class Call:
    """The arguments of one call: views of the caller's arrays, or, of those that are
    not on the device, copies there, which `finish` copies back."""

    def __init__(self, placement: Placement, function: str):
        self.device = placement.device
        self.function = function
        self.is_on_device = False
        """Whether an array is there already, so results should be, too."""
        self._copies: list[tuple[_native.Tensor, DeviceArray]] = []
        self._has_copies = False

    def view(self, value: Any, argument: Argument) -> "_native.Tensor":
        """A view for the library."""
        if self.device is None or argument.is_scalar:
            return view(value, argument, self.function)
        there = device_view(value, self.device, argument, self.function)
        if there is not None:
            self.is_on_device = True
            return there
        tensor = view(value, argument, self.function)
        if tensor.is_on_device:
            return tensor
        self._has_copies = True
        try:
            copy = self._copy(tensor, argument)
        except MemoryError:
            raise no_memory(argument, self.function, tensor.shape) from None
        if argument.kind == "output":
            self._copies.append((tensor, copy))
        return copy.tensor

    def _copy(self, tensor: "_native.Tensor", argument: Argument) -> DeviceArray:
        assert self.device is not None
        if argument.is_result:
            return self.device.empty(tensor.shape, NAMES[tensor.dtype])
        return self.device.copy(tensor)

    def weight(self, value: Any, argument: Argument) -> "_native.Tensor":
        """A view of a weight for this and later calls."""
        if self.device is None or argument.is_scalar:
            return view(value, argument, self.function)
        there = device_view(value, self.device, argument, self.function)
        if there is not None:
            return there
        return self.device.copy(view(value, argument, self.function)).tensor

    def allocate(self, shape: Sequence[int], argument: Argument) -> Any:
        """An array for a result."""
        if self.device is not None and self.is_on_device:
            return self.device.empty(shape, argument.dtype)
        try:
            return np.empty(shape, DTYPES[argument.dtype][1])
        except (MemoryError, ValueError):  # NumPy's own limit is a ValueError.
            raise no_memory(argument, self.function, shape) from None

    @property
    def waits(self) -> bool:
        """Whether the call has to wait for its work."""
        return self.device is not None and (self.device.waits or self._has_copies)

    def finish(self) -> None:
        """Copies outputs back."""
        for tensor, copy in self._copies:
            target = tensor.numpy()
            staging = np.empty(target.shape, target.dtype)
            copy.read(_native.Tensor(staging, True))
            np.copyto(target, staging)


def without_gaps(tensor: "_native.Tensor") -> "_native.Tensor":
    """The same elements in row-major order, copied if they aren't."""
    array = tensor.numpy()
    if array.flags.c_contiguous:
        return tensor
    return _native.Tensor(np.ascontiguousarray(array), False)
