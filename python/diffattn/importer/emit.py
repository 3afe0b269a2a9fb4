"""MLIR text: names of values, lines of a function, constants, locations."""

import contextlib
import json
import math
import struct
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import sympy
import torch
from torch.utils._sympy.functions import FloorDiv, Max, Min, Mod, PythonMod

from diffattn.importer.errors import ImportFailure, Place
from diffattn.importer.values import Size, is_float

__all__ = ["Locations", "Writer", "attribute", "dense", "literal", "quote"]


def quote(text: str) -> str:
    """A string literal."""
    return json.dumps(text)


def attribute(value: Any) -> str:
    """A Python value as an attribute: dict, list, str, bool, int or float."""
    if isinstance(value, dict):
        items = (f"{_key(key)} = {attribute(item)}" for key, item in value.items())
        return "{" + ", ".join(items) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(attribute, value)) + "]"
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"{value} : i64"
    if isinstance(value, float):
        return f"{literal(value, 'f64')} : f64"
    raise TypeError(f"no attribute for {value!r}")


def _key(key: str) -> str:
    return key if key.isidentifier() else quote(key)


_BITS = {"f16": ("<e", "<H"), "f32": ("<f", "<I"), "f64": ("<d", "<Q")}


def literal(value: float | bool, element: str) -> str:
    """A number as a literal of an element type; floats are rounded to it."""
    if element == "i1":
        return "true" if value else "false"
    if not is_float(element):
        return str(int(value))
    if math.isfinite(value):
        text = repr(float(value))
        mantissa, e, exponent = text.partition("e")
        return mantissa + ("" if "." in mantissa else ".0") + e + exponent
    if element == "bf16":
        bits = struct.unpack("<I", struct.pack("<f", value))[0] >> 16
        return f"0x{bits:04X}"
    pack, unpack = _BITS[element]
    bits = struct.unpack(unpack, struct.pack(pack, value))[0]
    return f"0x{bits:0{2 * struct.calcsize(pack)}X}"


def dense(tensor: torch.Tensor, element: str) -> str:
    """The value of a constant tensor."""
    tensor = tensor.detach().cpu().contiguous()
    if tensor.numel() == 0:
        return "dense<>"
    if element == "i1":
        return f"dense<{json.dumps(tensor.tolist())}>"
    raw = tensor.reshape(-1).view(torch.uint8).numpy()
    return f'dense<"0x{np.asarray(raw).tobytes().hex().upper()}">'


class Locations:
    """Locations of a module, each written once, at its end."""

    def __init__(self, is_wanted: bool = True) -> None:
        self._is_wanted = is_wanted
        self._aliases: dict[str, str] = {}

    def of(self, place: Place | None) -> str:
        """` loc(#loc3)`, or nothing."""
        if place is None or not self._is_wanted:
            return ""
        text = f"loc({quote(place.portable_file)}:{place.line}:1)"
        if place.module:
            text = f"loc({quote(place.module)}({self._alias(text)}))"
        return f" loc({self._alias(text)})"

    def _alias(self, text: str) -> str:
        return self._aliases.setdefault(text, f"#loc{len(self._aliases)}")

    def lines(self) -> list[str]:
        """The definitions of all aliases."""
        return [f"{alias} = {text}" for text, alias in self._aliases.items()]


class Writer:
    """Lines of a function's body.

    What depends on sizes only stands before everything else, once for each
    expression, so that equal sizes are the same SSA value.
    """

    def __init__(self, locations: Locations, indent: str = "  ") -> None:
        self._locations = locations
        self._indent = indent
        self._count = 0
        self._head: list[str] = []
        self._body: list[str] = []
        self._constants: dict[str, str] = {}
        self._sizes: dict[sympy.Expr, str] = {}
        self.place: Place | None = None

    def lines(self) -> list[str]:
        """All lines."""
        return [*self._constants_lines(), *self._head, *self._body]

    def _constants_lines(self) -> list[str]:
        return [
            f"{self._indent}{name} = arith.constant {value}"
            for value, name in self._constants.items()
        ]

    def fresh(self, hint: str = "") -> str:
        """A new name of a value."""
        self._count += 1
        return f"%{hint}_{self._count}" if hint else f"%{self._count - 1}"

    def line(self, text: str) -> None:
        """Writes an operation without results."""
        self._body.append(f"{self._indent}{text}{self._locations.of(self.place)}")

    def op(self, text: str) -> str:
        """Writes an operation with one result and returns its name."""
        name = self.fresh()
        self.line(f"{name} = {text}")
        return name

    @contextlib.contextmanager
    def region(self, opening: str, closing: str = "}") -> Iterator[None]:
        """Writes an operation around what is written inside the context."""
        self._body.append(f"{self._indent}{opening}")
        self._indent += "  "
        yield
        self._indent = self._indent[2:]
        self.line(closing)

    def label(self, text: str) -> None:
        """Writes the label of a block."""
        self._body.append(f"{self._indent[2:]}{text}")

    def constant(self, value: float | bool, element: str) -> str:
        """A scalar constant."""
        text = literal(value, element)
        return self._constant(text if element == "i1" else f"{text} : {element}")

    def tensor_constant(self, value: str, type: str) -> str:
        """A constant tensor; `value` is `dense<...>`."""
        return self._constant(f"{value} : {type}")

    def _constant(self, text: str) -> str:
        if text not in self._constants:
            self._constants[text] = f"%c_{len(self._constants)}"
        return self._constants[text]

    # Sizes -------------------------------------------------------------------

    def bind(self, symbol: sympy.Expr, name: str) -> None:
        """Makes `name`, a value of type index that is there, stand for a symbol."""
        self._sizes.setdefault(symbol, name)

    def knows(self, symbol: sympy.Expr) -> bool:
        """Whether an SSA value of a size is there."""
        return symbol in self._sizes

    def head(self, text: str) -> str:
        """Writes an operation on sizes and returns its name."""
        name = self.fresh("n")
        self._head.append(f"{self._indent}{name} = {text}")
        return name

    def size(self, size: Size) -> str:
        """The SSA value, of type index, of a size."""
        if isinstance(size, int):
            return self.constant(size, "index")
        if size not in self._sizes:
            self._sizes[size] = self._compute(size)
        return self._sizes[size]

    def _compute(self, size: sympy.Expr) -> str:
        if size.is_Integer:
            return self.constant(int(size), "index")
        for kind, name in _INDEX_OPERATIONS.items():
            if isinstance(size, kind):
                first, *others = map(size_argument, size.args)
                result = self.size(first)
                for other in others:
                    result = self.head(f"{name} {result}, {self.size(other)} : index")
                return result
        raise ImportFailure(
            f"size '{size}' is not a function of the arguments' sizes", self.place
        )

    def mixed(self, sizes: Sequence[Size]) -> str:
        """Sizes in an operation's list: numbers, and SSA values for dynamic ones."""
        return ", ".join(str(n) if isinstance(n, int) else self.size(n) for n in sizes)

    def dynamic(self, sizes: Sequence[Size]) -> list[str]:
        """SSA values of the dynamic ones."""
        return [self.size(n) for n in sizes if not isinstance(n, int)]


def size_argument(expr: Any) -> Size:
    """An argument of an expression of sizes."""
    return int(expr) if expr.is_Integer else expr


_INDEX_OPERATIONS: dict[Any, str] = {
    sympy.Add: "arith.addi",
    sympy.Mul: "arith.muli",
    FloorDiv: "arith.floordivsi",
    Mod: "arith.remsi",
    PythonMod: "arith.remsi",
    Max: "arith.maxsi",
    Min: "arith.minsi",
    sympy.Max: "arith.maxsi",
    sympy.Min: "arith.minsi",
}
