"""Arguments of compiled functions, and arrays as the library views them."""

import pathlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import diffattn
from diffattn.errors import RunError, UnavailableError


def _why_unavailable(error: ImportError) -> str:
    """What is wrong with the extension, and what to do."""
    tag = str(sys.implementation.cache_tag)
    folders = map(pathlib.Path, diffattn.__path__)
    found = sorted(f for path in folders for f in path.glob("_native.cpython-*.so"))
    if found and not any(tag in file.name for file in found):
        return (
            f"'{found[0]}' is for another Python than this one, {tag}: install "
            f"diffattn with the pip of '{sys.executable}'"
        )
    return (
        f"the extension of diffattn can't be loaded ({error}): install the package "
        "with pip, or build it with nanobind in .venv"
    )


try:
    from diffattn import _native as _native
except ImportError as error:
    raise UnavailableError(_why_unavailable(error)) from error

try:
    from ml_dtypes import bfloat16 as bfloat16
except ImportError:
    bfloat16 = np.uint16

Array = NDArray[Any]

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
    is_scalar: bool = False
    """A number, in the host's memory wherever the function runs."""

    @property
    def type(self) -> str:
        """`2x?xf32`, for messages."""
        return type_text(self.dtype, self.shape)


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
                is_scalar=description.get("scalar", False),
            )
        )
    return arguments


def is_native(text: Any) -> bool:
    """Whether it is a text that the library can have: without NUL, and without what
    stands for bytes that are no UTF-8."""
    return (
        isinstance(text, str)
        and "\0" not in text
        and not any("\ud800" <= character <= "\udfff" for character in text)
    )


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
        return host_view(value, is_output)
    except TypeError as error:
        found = getattr(value, "dtype", type(value).__name__)
        # nanobind explains at length what is no object at all.
        problem = "" if value is None else f": {error}"
        raise RunError(
            f"argument '{argument.name}' of function '{function}': expected an array "
            f"({argument.type}){' to write to' if is_output else ''}, found "
            f"{found}{problem}"
        ) from None


def host_view(value: Any, writable: bool = False) -> "_native.Tensor":
    """A view of an array in the host's memory. Raises TypeError for what is none."""
    # PyTorch may negate numbers when they are read, not in memory.
    is_negated = getattr(value, "is_neg", None)
    if is_negated is not None and is_negated():
        if writable:
            raise TypeError("it is negated where it is read: give resolve_neg() of it")
        value = value.resolve_neg()
    if isinstance(value, np.ndarray) and value.dtype.name == "bfloat16":
        value = value.view(np.uint16)
    return _native.Tensor(value, writable)


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
