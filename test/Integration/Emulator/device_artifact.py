"""Calls artifacts whose kernels the emulator runs, with memory of its device."""

import ctypes
import pathlib
from collections.abc import Callable
from typing import Any

import numpy as np
from artifact import Array, Artifact, CallFailed, Tensor, allocate


class DeviceArtifact(Artifact):
    """A loaded artifact, and a context that uses the emulator."""

    def __init__(self, path: pathlib.Path, device: str = "sim"):
        super().__init__(path)
        pointer, size = ctypes.c_void_p, ctypes.c_int64
        status = ctypes.c_int32
        self._open = self._function("device_open", pointer, pointer, ctypes.c_char_p)
        self._allocate = self._function(
            "device_allocate", pointer, pointer, pointer, size
        )
        self._free = self._function("device_free", None, pointer, pointer)
        copied = (pointer, pointer, pointer, pointer, size)
        self._write = self._function("device_write", status, *copied)
        self._read = self._function("device_read", status, *copied)
        self._use = self._function(
            "context_use_device", status, pointer, pointer, pointer
        )
        self._synchronize = self._function("synchronize", status, pointer)
        self.device = self._open(self.context, device.encode())
        self._check(0 if self.device else 1)
        self._check(self._use(self.context, self.device, None))

    def _function(self, name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
        function = getattr(self.runtime, f"diffattn_{name}")
        function.restype, function.argtypes = result, arguments
        return function

    def _check(self, status: int) -> None:
        if status != 0:
            raise CallFailed(self.error())

    def _to_device(self, array: Array) -> Tensor:
        """A copy of `array`, in row-major order."""
        tensor = Tensor.of(array)
        tensor.data = self._allocate(self.context, self.device, array.nbytes)
        self._check(0 if tensor.data else 1)
        self._check(
            self._write(
                self.context, self.device, tensor.data, array.ctypes.data, array.nbytes
            )
        )
        return tensor

    def call(self, function: str, given: dict[str, Array]) -> dict[str, Array]:
        """As on the CPU. What is not a number is copied to the device and back."""
        arguments = self.functions[function]
        arrays: list[Array] = []
        for argument in arguments:
            array = given.get(argument["name"])
            if array is None:
                array = allocate(argument, arrays)
            # Not of ascontiguousarray, which makes numbers arrays of rank 1.
            arrays.append(np.array(array, order="C"))
        entry = self.runtime.diffattn_artifact_entry(
            self.context, self.handle, function.encode()
        )
        self._check(0 if entry else 1)
        tensors = [
            Tensor.of(array) if argument.get("scalar") else self._to_device(array)
            for argument, array in zip(arguments, arrays)
        ]
        try:
            self._check(
                self.ENTRY(entry)(
                    self.context, (Tensor * len(tensors))(*tensors), len(tensors)
                )
            )
            self._check(self._synchronize(self.context))
            found = self._outputs(arguments, arrays, tensors)
            for name in found.keys() & given.keys():
                np.copyto(given[name], found[name])
            return found
        finally:
            self._synchronize(self.context)
            for argument, tensor in zip(arguments, tensors):
                if not argument.get("scalar"):
                    self._free(self.device, tensor.data)

    def _outputs(
        self,
        arguments: list[dict[str, Any]],
        arrays: list[Array],
        tensors: list[Tensor],
    ) -> dict[str, Array]:
        """What a call wrote."""
        found = {}
        for argument, array, tensor in zip(arguments, arrays, tensors):
            if argument["kind"] != "output":
                continue
            data = (array.ctypes.data, tensor.data, array.nbytes)
            self._check(self._read(self.context, self.device, *data))
            found[argument["name"]] = array
        return found
