"""Compiled functions as Python callables.

    artifact = Artifact("layer.so")
    out = artifact["layer"](q, k, v)

Arguments are views of the caller's memory, with any strides: NumPy arrays and
whatever else speaks DLPack on the CPU, PyTorch tensors for instance. Calls let
other threads run, and any number of them may run the same function at once.
"""

import collections
import json
import os
import pathlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffattn.errors import ModelError, RunError, UnavailableError, UsageError

try:
    from diffattn import _native
except ImportError as error:
    raise UnavailableError(
        f"the extension of diffattn can't be loaded ({error}): install the package "
        "with pip, or build it with nanobind in .venv"
    ) from error

try:
    from ml_dtypes import bfloat16
except ImportError:
    bfloat16 = np.uint16

Array = NDArray[Any]
Path = str | os.PathLike[str]

MAX_THREADS = 65535

# Element types by the manifest's names: the value of diffattn_dtype, and what
# NumPy has for it. Without ml_dtypes, bfloat16 are the bits as uint16.
DTYPES: dict[str, tuple[int, np.dtype[Any]]] = {
    name: (number, np.dtype(type_))
    for number, (name, type_) in enumerate(
        {
            "f16": np.float16,
            "bf16": bfloat16,
            "f32": np.float32,
            "f64": np.float64,
            "bool": np.bool_,
            "i8": np.int8,
            "i16": np.int16,
            "i32": np.int32,
            "i64": np.int64,
        }.items(),
        start=1,
    )
}
NAMES = {number: name for name, (number, _) in DTYPES.items()}


@dataclass(frozen=True)
class Argument:
    """An argument of a function, as the manifest has it (docs/artifact.md)."""

    name: str
    kind: str
    """`input`, `parameter` (a weight), or `output`."""
    dtype: str
    shape: tuple[int | None, ...]
    """None: any size."""
    sizes_from: tuple[tuple[int, int] | None, ...]
    """Of a result: for a dynamic size the argument and dimension it equals."""
    is_result: bool
    """An output that is only written, and allocated if it is not given. Others
    are the caller's memory, which the function changes: caches."""

    @property
    def type(self) -> str:
        """`2x?xf32`, for messages."""
        return type_text(self.dtype, self.shape)


def native_path(path: Path) -> str:
    """A path for the library. Raises RunError for one that it can't have."""
    text = os.fsdecode(path)
    if "\0" in text or has_surrogates(text):
        raise RunError(f"{text!r}: expected a path in UTF-8")
    return text


def has_surrogates(text: str) -> bool:
    """Whether the text stands for bytes that are no UTF-8."""
    return any("\ud800" <= character <= "\udfff" for character in text)


def type_text(dtype: str, shape: Sequence[int | None]) -> str:
    """`2x?xf32`; the element type alone for rank 0."""
    return "x".join([*("?" if n is None else str(n) for n in shape), dtype])


def read_arguments(descriptions: Sequence[Mapping[str, Any]]) -> list[Argument]:
    """The arguments of a function of a manifest."""
    arguments = []
    inputs = [i for i, d in enumerate(descriptions) if d["kind"] != "output"]
    for index, description in enumerate(descriptions):
        shape = tuple(description["shape"])
        sources = description.get("sizes_from") or [None] * len(shape)
        is_behind_inputs = not inputs or index > inputs[-1]
        arguments.append(
            Argument(
                name=description["name"],
                kind=description["kind"],
                dtype=description["dtype"],
                shape=shape,
                sizes_from=tuple(source and tuple(source) for source in sources),
                is_result=description["kind"] == "output"
                and is_behind_inputs
                and description.get("strides") is None,
            )
        )
    return arguments


def view(value: Any, argument: Argument, function: str) -> "_native.Tensor":
    """A view of an array that is given for an argument.

    Numbers and lists become arrays of the argument's element type. Raises RunError
    for what is no array, or none that can be written to for an output; whether
    dtype and shape are right is checked by the call.
    """
    is_output = argument.kind == "output"
    if isinstance(value, _native.Tensor):
        return value
    if not is_output and isinstance(value, (bool, int, float, list, tuple)):
        value = make_array(value, argument, function)
    elif isinstance(value, np.generic) and not is_output:
        value = np.asarray(value)
    try:
        if isinstance(value, np.ndarray) and value.dtype.name == "bfloat16":
            return _native.Tensor(value.view(np.uint16), is_output)
        return _native.Tensor(value, is_output)
    except TypeError as error:
        found = getattr(value, "dtype", type(value).__name__)
        # nanobind explains at length what is no object at all.
        problem = "" if value is None else f": {error}"
        raise RunError(
            f"argument '{argument.name}' of function '{function}': expected an array "
            f"({argument.type}){' to write to' if is_output else ''}, found "
            f"{found}{problem}"
        ) from None


def make_array(value: Any, argument: Argument, function: str) -> Array:
    """Numbers and lists as an array of the argument's element type. Raises RunError
    for numbers that the type doesn't have, and for what is no array."""
    dtype = DTYPES[argument.dtype][1]
    try:
        array = np.asarray(value)
        if array.size and array.dtype.kind == "f" and dtype.kind in "iub":
            raise ValueError("it has numbers that are not whole")
        return np.asarray(value, dtype)
    except (ValueError, TypeError, OverflowError) as error:
        text = str(error)
        raise RunError(
            f"argument '{argument.name}' of function '{function}': expected an array "
            f"({argument.type}), found a {type(value).__name__}: "
            f"{text[:1].lower()}{text[1:].rstrip('.')}"
        ) from None


class Contexts:
    """The contexts of calls: as many as there were calls at the same time."""

    def __init__(self) -> None:
        self._free: collections.deque[_native.Context] = collections.deque()

    def take(self) -> "_native.Context":
        """A context that no other call uses."""
        try:
            return self._free.pop()
        except IndexError:
            return _native.Context()

    def give_back(self, context: "_native.Context") -> None:
        """Makes the context free again."""
        self._free.append(context)


class Function:
    """A compiled function. Use `Artifact[name]` to get one."""

    def __init__(
        self,
        name: str,
        arguments: Sequence[Argument],
        entry: "_native.Entry",
        bound: Mapping[str, "_native.Tensor"] | None = None,
    ):
        self.name = name
        self.arguments = tuple(arguments)
        self._entry = entry
        self._bound = dict(bound or {})
        self._contexts = Contexts()

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
        """The function with its parameters given, once for all calls.

        Raises RunError if a weight is missing or, from `Weights`, has another dtype
        or shape than its parameter.
        """
        if isinstance(weights, Weights):
            bound = weights.bind(self.parameters)
        else:
            bound = {
                p.name: view(weights[p.name], p, self.name)
                for p in self.parameters
                if p.name in weights
            }
            for p in self.parameters:
                if p.name not in bound:
                    raise RunError(f"no weight for parameter '{p.name}' ({p.type})")
        return Function(self.name, self.arguments, self._entry, self._bound | bound)

    def __call__(self, *inputs: Any, out: Any = None, **named: Any) -> Any:
        """Calls the function.

        Inputs (and caches, which are changed in place) are given by position or
        by name, results by `out`: an array if there is one result, else a
        dictionary by name; those that are not given are allocated. Returns the
        result, or a dictionary of them if there isn't exactly one. Raises RunError
        if arguments don't fit or a check inside the function fails.
        """
        given = self._by_name(inputs, named, out)
        views: list[_native.Tensor] = []
        results: dict[str, Any] = {}
        for argument in self.arguments:
            tensor = self._bound.get(argument.name)
            if argument.name in given:
                tensor = view(given[argument.name], argument, self.name)
            elif argument.is_result:
                given[argument.name] = self._allocate(argument, views)
                tensor = view(given[argument.name], argument, self.name)
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
            self._entry(context, tuple(views))
        finally:
            self._contexts.give_back(context)
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

    def _allocate(self, argument: Argument, before: Sequence[Any]) -> Array:
        """An array for a result, its sizes taken from the arguments before it."""
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
        return np.empty(shape, DTYPES[argument.dtype][1])

    def __repr__(self) -> str:
        takes = ", ".join(f"{a.name}: {a.type}" for a in self.inputs)
        gives = ", ".join(f"{a.name}: {a.type}" for a in self.results)
        return f"<diffattn function {self.name}({takes}) -> ({gives})>"


class Artifact(Mapping[str, Function]):
    """The functions of a compiled module, by name.

    `Artifact(path)` loads what `diffattn compile` or diffattn-compile wrote; the
    functions of `diffattn.compiler` return others. Raises RunError for a file that
    is no artifact.
    """

    def __init__(self, path: Path):
        self.path: pathlib.Path | None = pathlib.Path(path)
        context = _native.Context()
        artifact = _native.Artifact(context, native_path(path))
        self._fill(artifact.manifest, lambda name: artifact.entry(context, name))

    @classmethod
    def of_program(
        cls, session: "_native.Session", program: "_native.Program"
    ) -> "Artifact":
        """What was compiled into this process."""
        artifact = cls.__new__(cls)
        artifact.path = None
        artifact._fill(program.manifest, lambda name: program.entry(session, name))
        return artifact

    def _fill(self, manifest: str, find: Any) -> None:
        self.manifest: dict[str, Any] = json.loads(manifest)
        self.diagnostics = ""
        """What the compiler had to say: warnings and remarks, a line each."""
        self._functions = {
            function["name"]: Function(
                function["name"],
                read_arguments(function["arguments"]),
                find(function["name"]),
            )
            for function in self.manifest["functions"]
        }

    def __getitem__(self, name: str) -> Function:
        if name not in self._functions:
            raise RunError(
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

    Raises RunError if a file can't be read or is damaged.
    """

    def __init__(self, *paths: Path):
        self._context = _native.Context()
        self._weights = _native.Weights(self._context, [native_path(p) for p in paths])
        self._names = self._weights.names()

    @classmethod
    def of_folder(cls, folder: Path, files: Sequence[str] = ()) -> "Weights":
        """The weights of a model: `files` in its folder, else what Hugging Face
        calls them (model.safetensors, or the files that its index lists)."""
        root = pathlib.Path(folder)
        index = root / "model.safetensors.index.json"
        if not files and index.exists() and not (root / "model.safetensors").exists():
            files = read_index(index)
        return cls(*(root / file for file in files or ["model.safetensors"]))

    def bind(self, parameters: Sequence[Argument]) -> dict[str, "_native.Tensor"]:
        """The weights of parameters, by name."""
        wanted = [
            _native.Parameter(
                p.name,
                DTYPES[p.dtype][0],
                [-1 if size is None else size for size in p.shape],
            )
            for p in parameters
        ]
        tensors = self._weights.bind(self._context, wanted)
        return {p.name: tensor for p, tensor in zip(parameters, tensors)}

    def __getitem__(self, name: str) -> Array:
        tensor = self._weights.get(self._context, name)
        array = tensor.numpy()
        return array.view(DTYPES[NAMES[tensor.dtype]][1])

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def read_index(path: pathlib.Path) -> list[str]:
    """The files that an index of weights lists."""
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
    if not 0 <= count <= MAX_THREADS:
        raise UsageError(f"threads: expected 0 to {MAX_THREADS}, found {count}")
    _native.set_num_threads(count)


def get_num_threads() -> int:
    """The number of threads that calls use."""
    return _native.get_num_threads()
