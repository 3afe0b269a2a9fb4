"""Compiled functions as Python callables.

    artifact = Artifact("layer.so")
    out = artifact["layer"](q, k, v)

Arguments are views of the caller's memory, with any strides: NumPy arrays and
whatever else speaks DLPack on the CPU, PyTorch tensors for instance. Calls let
other threads run, and any number of them may run the same function at once.
"""

import collections
import copy
import json
import os
import pathlib
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from diffattn.arrays import (
    DTYPES,
    NAMES,
    Argument,
    Array,
    _native,
    host_view,
    is_native,
    make_array,
    read_arguments,
    type_text,
    view,
)
from diffattn.device import Call, Device, DeviceArray, Placement
from diffattn.errors import MissingError, ModelError, RunError, UsageError

__all__ = [
    "DTYPES",
    "Argument",
    "Array",
    "Artifact",
    "Device",
    "DeviceArray",
    "Function",
    "Weights",
    "get_num_threads",
    "make_array",
    "set_num_threads",
    "type_text",
    "version",
    "view",
]

Path = str | os.PathLike[str]

MAX_THREADS = 65535


def native_path(path: Path) -> str:
    """A path for the library. Raises RunError for one that it can't have."""
    try:
        text = os.fsdecode(path)
    except (TypeError, ValueError):
        raise RunError(f"expected a path, found {path!r}") from None
    if not is_native(text):
        raise RunError(f"expected a path in UTF-8, found {text!r}")
    return text


class Contexts:
    """The contexts of calls: as many as there were calls at the same time."""

    def __init__(self, make: "Callable[[], _native.Context]") -> None:
        self._make = make
        self._free: collections.deque[_native.Context] = collections.deque()

    def take(self) -> "_native.Context":
        """A context that no other call uses."""
        try:
            return self._free.pop()
        except IndexError:
            return self._make()

    def give_back(self, context: "_native.Context") -> None:
        """Makes the context free again."""
        self._free.append(context)


class Function:
    """A compiled function. Use `Artifact[name]` to get one.

    `arguments` are all of its arguments, in the order of the manifest; `inputs`,
    `parameters` and `results` are parts of them.
    """

    def __init__(
        self,
        name: str,
        arguments: Sequence[Argument],
        entry: "_native.Entry",
        placement: Placement,
        bound: Mapping[str, "_native.Tensor"] | None = None,
    ):
        self.name = name
        self.arguments = tuple(arguments)
        self._entry = entry
        self._placement = placement
        self._bound = dict(bound or {})
        self._contexts = Contexts(placement.make_context)

    @property
    def inputs(self) -> list[Argument]:
        """What a call takes by position: inputs and caches, no parameters."""
        return [a for a in self.arguments if a.kind != "parameter" and not a.is_result]

    @property
    def parameters(self) -> list[Argument]:
        """The weights."""
        return [a for a in self.arguments if a.kind == "parameter"]

    @property
    def results(self) -> list[Argument]:
        """What a call returns."""
        return [a for a in self.arguments if a.is_result]

    def bind(self, weights: "Weights | Mapping[str, Any]") -> "Function":
        """The function with its parameters given, once for all calls; for one on a
        device, they are copied there.

        Raises RunError if a weight is missing or, from `Weights`, has another dtype
        or shape than its parameter.
        """
        if not isinstance(weights, Mapping):
            raise RunError(
                "weights: expected Weights or a dictionary, found a "
                f"{type(weights).__name__}"
            )
        if isinstance(weights, Weights):
            bound = weights.bind(self.parameters, self._placement.device)
        else:
            call = Call(self._placement, self.name)
            bound = {
                p.name: call.weight(weights[p.name], p)
                for p in self.parameters
                if p.name in weights
            }
            for p in self.parameters:
                if p.name not in bound:
                    raise RunError(f"no weight for parameter '{p.name}' ({p.type})")
        return Function(
            self.name, self.arguments, self._entry, self._placement, self._bound | bound
        )

    def __call__(self, *inputs: Any, out: Any = None, **named: Any) -> Any:
        """Calls the function.

        Inputs (and caches, which are changed in place) are given by position or
        by name, results by `out`: an array if there is one result, else a
        dictionary by name; those that are not given are allocated, on the device
        if an argument is there. Returns the result, or a dictionary of them if
        there isn't exactly one. Raises RunError if arguments don't fit or a check
        inside the function fails.
        """
        given = self._by_name(inputs, named, out)
        call = Call(self._placement, self.name)
        views: list[_native.Tensor] = []
        results: dict[str, Any] = {}
        for argument in self.arguments:
            tensor = self._bound.get(argument.name)
            if argument.name in given:
                tensor = call.view(given[argument.name], argument)
            elif argument.is_result:
                shape = self._result_shape(argument, views)
                given[argument.name] = call.allocate(shape, argument)
                tensor = call.view(given[argument.name], argument)
            elif tensor is None:
                raise RunError(
                    f"no value for argument '{argument.name}' ({argument.type}) of "
                    f"function '{self.name}'"
                    + (": bind weights" if argument.kind == "parameter" else "")
                )
            views.append(tensor)
            if argument.is_result:
                results[argument.name] = given[argument.name]
        context = self._contexts.take()
        try:
            self._entry(context, tuple(views), call.waits)
        finally:
            self._contexts.give_back(context)
        call.finish()
        return next(iter(results.values())) if len(results) == 1 else results

    def _by_name(
        self, inputs: Sequence[Any], named: Mapping[str, Any], out: Any
    ) -> dict[str, Any]:
        """The values of a call by the names of their arguments."""
        takes = [argument.name for argument in self.inputs]
        if len(inputs) > len(takes):
            raise RunError(
                f"function '{self.name}' takes {len(takes)} inputs "
                f"({', '.join(takes) or 'none'}), found {len(inputs)}"
            )
        given = dict(zip(takes, inputs))
        if isinstance(out, Mapping):
            outputs = dict(out)
        elif out is not None and len(self.results) == 1:
            outputs = {self.results[0].name: out}
        elif out is not None:
            raise RunError(
                f"function '{self.name}' has {len(self.results)} results: expected a "
                "dictionary for out"
            )
        else:
            outputs = {}
        names = {argument.name for argument in self.arguments}
        for name, value in (*named.items(), *outputs.items()):
            if name not in names or name in given:
                problem = "two values for" if name in given else "no"
                raise RunError(f"{problem} argument '{name}' of '{self.name}'")
            given[name] = value
        return given

    def _result_shape(self, argument: Argument, before: Sequence[Any]) -> list[int]:
        """The sizes of a result, taken from the arguments before it."""
        shape = []
        for dim, (size, source) in enumerate(zip(argument.shape, argument.sizes_from)):
            if size is None and source and source[1] < len(before[source[0]].shape):
                size = before[source[0]].shape[source[1]]
            if size is None:
                raise RunError(
                    f"the size of dimension {dim} of result '{argument.name}' "
                    f"({argument.type}) of function '{self.name}' is not known: give "
                    "an array by out"
                )
            shape.append(size)
        return shape

    def __repr__(self) -> str:
        takes = ", ".join(f"{a.name}: {a.type}" for a in self.inputs)
        gives = ", ".join(f"{a.name}: {a.type}" for a in self.results)
        return f"<diffattn function {self.name}({takes}) -> ({gives})>"


class Artifact(Mapping[str, Function]):
    """The functions of a compiled module, by name.

    `Artifact(path)` loads what `diffattn compile` or diffattn-compile wrote; the
    functions of `diffattn.compiler` return others. Functions that were compiled for
    a device run on the first one of that kind, or on `device`, its name or a
    `Device`. Raises RunError for a file that is no artifact, or not for the device;
    for the name of a function that there is not, the RunError is a MissingError.

    `path` is the file, None for what was compiled into this process; `manifest` is
    what docs/artifact.md describes.
    """

    def __init__(self, path: Path, device: Device | str | None = None):
        name = native_path(path)
        self.path: pathlib.Path | None = pathlib.Path(name)
        context = _native.Context()
        artifact = _native.Artifact(context, name)
        self._fill(
            artifact.manifest, lambda name: artifact.entry(context, name), device
        )

    @classmethod
    def of_program(
        cls, session: "_native.Session", program: "_native.Program"
    ) -> "Artifact":
        """What was compiled into this process; it keeps `session` and `program`."""
        artifact = cls.__new__(cls)
        artifact.path = None
        artifact._fill(program.manifest, lambda name: program.entry(session, name))
        return artifact

    def _fill(
        self,
        manifest: str,
        find: "Callable[[str], _native.Entry]",
        device: Device | str | None = None,
    ) -> None:
        self.manifest: dict[str, Any] = json.loads(manifest)
        self.diagnostics = ""
        """What the compiler had to say: warnings and remarks, a line each."""
        self._find = find
        self._place(device)

    def _place(self, device: Device | str | None) -> None:
        kind = self.manifest.get("target", {}).get("device", "cpu")
        self._placement = Placement(kind, device, str(self))
        self._functions = {
            function["name"]: Function(
                function["name"],
                read_arguments(function["arguments"]),
                self._find(function["name"]),
                self._placement,
            )
            for function in self.manifest["functions"]
        }

    @property
    def device(self) -> Device | None:
        """What its functions run on, opened if need be; None: the CPU."""
        return self._placement.device

    def on(self, device: Device | str) -> "Artifact":
        """The same functions on another device. Raises RunError if they are not for
        such a one."""
        other = copy.copy(self)
        other._place(device)
        return other

    def __getitem__(self, name: str) -> Function:
        if name not in self._functions:
            raise MissingError(
                f"{self} has no function '{name}'; it has: "
                + ", ".join(f"'{function}'" for function in self._functions)
            )
        return self._functions[name]

    def __str__(self) -> str:
        return f"'{self.path}'" if self.path else "the module"

    def __contains__(self, name: object) -> bool:
        return name in self._functions

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)


class Weights(Mapping[str, Array]):
    """The tensors of safetensors files, mapped into memory, as read-only arrays.

    `Weights(path, ...)` takes files, `Weights.of_arrays` what is in memory. Raises
    RunError if a file can't be read or is damaged; for the name of a tensor that there
    is not, the RunError is a MissingError. An array has the shape and type that the
    file says; bfloat16 are those of ml_dtypes, or uint16 without that package.
    """

    def __init__(self, *paths: Path):
        context = _native.Context()
        files = [native_path(path) for path in paths]
        self._fill(context, _native.Weights(context, files))

    def _fill(self, context: "_native.Context", weights: "_native.Weights") -> None:
        self._context = context
        self._weights = weights
        self._names = self._weights.names()
        # What was copied to devices, by its name.
        self._copies: weakref.WeakKeyDictionary[Device, dict[str, _native.Tensor]] = (
            weakref.WeakKeyDictionary()
        )

    @classmethod
    def of_folder(cls, folder: Path, files: Sequence[str] = ()) -> "Weights":
        """The weights of a model: `files` in its folder, else what Hugging Face
        calls them (model.safetensors, or the files that its index lists). Raises
        RunError for files that can't be read, ModelError for such an index."""
        root = pathlib.Path(native_path(folder))
        index = root / "model.safetensors.index.json"
        if not files and index.exists() and not (root / "model.safetensors").exists():
            files = read_index(index)
        return cls(*(root / file for file in files or ["model.safetensors"]))

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, Any]) -> "Weights":
        """Arrays in memory, by name: of NumPy, PyTorch and whatever else speaks
        DLPack, on the CPU, in row-major order without gaps.

        They are kept, not copied. What multiplies by them packs them at the first
        call, as it does with files: who changes them later gets no right results.
        Raises RunError for what is no such array.
        """
        if not isinstance(arrays, Mapping):
            raise RunError(
                f"arrays: expected a dictionary, found a {type(arrays).__name__}"
            )
        tensors = []
        for name, array in arrays.items():
            if not is_native(name):
                raise RunError(
                    f"expected the name of a weight in UTF-8, found {name!r}"
                )
            try:
                tensors.append(host_view(array))
            except TypeError as error:
                raise RunError(f"weight '{name}': {error}") from None
        context = _native.Context()
        weights = cls.__new__(cls)
        weights._fill(context, _native.Weights(context, list(arrays), tensors))
        return weights

    def bind(
        self, parameters: Sequence[Argument], device: Device | None = None
    ) -> dict[str, "_native.Tensor"]:
        """The weights of parameters, by name; for a device, they are copied there,
        once for all functions. Raises RunError if one is missing, or has another dtype
        or shape than its parameter."""
        wanted = [
            _native.Parameter(
                p.name,
                DTYPES[p.dtype][0],
                [-1 if size is None else size for size in p.shape],
            )
            for p in parameters
        ]
        tensors = self._weights.bind(self._context, wanted)
        bound = {p.name: tensor for p, tensor in zip(parameters, tensors)}
        if device is None:
            return bound
        copies = self._copies.setdefault(device, {})
        for name, tensor in bound.items():
            if name not in copies:
                copies[name] = device.copy(tensor).tensor
        return {name: copies[name] for name in bound}

    def __getitem__(self, name: str) -> Array:
        if not is_native(name):
            raise MissingError(f"no tensor {name!r}")
        try:
            tensor = self._weights.get(self._context, name)
        except RunError as error:
            raise MissingError(str(error)) from None
        array = tensor.numpy()
        return array.view(DTYPES[NAMES[tensor.dtype]][1])

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def read_index(path: pathlib.Path) -> list[str]:
    """The files that an index of weights lists. Raises ModelError if it can't be read,
    or is none."""
    try:
        places = json.loads(path.read_text(encoding="utf-8"))["weight_map"]
        return sorted(set(map(os.fspath, places.values())))
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise ModelError(f"'{path}': no index of weights: {error}") from None


def version() -> str:
    """The version of the library, `0.1.0`."""
    return _native.version()


def set_num_threads(count: int) -> None:
    """Limits the threads of calls in this process; 0 restores the default. Raises
    UsageError for a number below 0 or above 65535."""
    is_number = isinstance(count, (int, np.integer))
    if not is_number or not 0 <= count <= MAX_THREADS:
        raise UsageError(f"threads: expected 0 to {MAX_THREADS}, found {count!r}")
    _native.set_num_threads(int(count))


def get_num_threads() -> int:
    """The number of threads that calls use."""
    return _native.get_num_threads()
