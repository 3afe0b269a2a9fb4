"""Tensors of a PyTorch graph as the importer sees them.

A tensor is a `View` of an SSA value, or `Computed`, a formula of its indices.

PyTorch's `transpose`, `unsqueeze` and `expand` only change how a `View` reads its
SSA value: `axes` says which dim of the SSA value stands at each dim of the tensor,
None where the tensor repeats along a dim (or has size 1). SSA values never have
dims whose size is statically 1, except where an operation demands it.

`Computed` tensors (position ids, causal masks) have no SSA value. Their formula
is a SymPy expression of `DIMS[0]`, `DIMS[1]`, ... and of the symbols of sizes;
operations on them fold, and what reads them computes them in place.
"""

import dataclasses
import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import sympy
import torch

__all__ = [
    "DIMS",
    "ELEMENTS",
    "Computed",
    "Size",
    "Value",
    "View",
    "drop_units",
    "is_float",
    "product",
    "size_of",
    "tensor_type",
]

Size: TypeAlias = int | sympy.Expr
Formula: TypeAlias = Any
"""A sympy.Expr (integers), a sympy Boolean (i1), or a float."""

ELEMENTS: dict[torch.dtype, str] = {
    torch.float16: "f16",
    torch.bfloat16: "bf16",
    torch.float32: "f32",
    torch.float64: "f64",
    torch.bool: "i1",
    torch.int8: "i8",
    torch.int16: "i16",
    torch.int32: "i32",
    torch.int64: "i64",
}

DIMS = [sympy.Symbol(f"index{i}", integer=True, nonnegative=True) for i in range(16)]


@dataclasses.dataclass(frozen=True)
class View:
    """A tensor that reads an SSA value."""

    name: str
    """The SSA value, `%3`."""
    element: str
    shape: tuple[Size, ...]
    """Sizes of the SSA value."""
    sizes: tuple[Size, ...]
    """Sizes of the tensor."""
    axes: tuple[int | None, ...]
    """For each dim of the tensor the dim of the SSA value, or None."""

    @property
    def type(self) -> str:
        """The type of the SSA value."""
        return tensor_type(self.shape, self.element)

    @property
    def dims(self) -> list[int]:
        """The dims that have an axis, in the order of the SSA value's dims."""
        return sorted(
            (i for i, axis in enumerate(self.axes) if axis is not None),
            key=lambda i: self.axes[i] or 0,
        )

    def is_plain(self) -> bool:
        """Whether the SSA value has the tensor's dims, but those of size 1."""
        wanted = [i for i, size in enumerate(self.sizes) if size != 1]
        return self.dims == wanted


@dataclasses.dataclass(frozen=True)
class Computed:
    """A tensor that is a formula of its indices."""

    element: str
    sizes: tuple[Size, ...]
    formula: Formula


Value: TypeAlias = View | Computed


def drop_units(
    sizes: Sequence[Size],
) -> tuple[tuple[Size, ...], tuple[int | None, ...]]:
    """Shape and axes of a tensor whose SSA value lacks its dims of size 1."""
    axes: list[int | None] = []
    shape: list[Size] = []
    for size in sizes:
        axes.append(None if size == 1 else len(shape))
        if size != 1:
            shape.append(size)
    return tuple(shape), tuple(axes)


def size_of(size: Any) -> Size:
    """An int, or the SymPy expression of a torch.SymInt."""
    if isinstance(size, torch.SymInt):
        size = size.node.expr
    if isinstance(size, int):
        return size
    return int(size) if size.is_number else sympy.expand(size)


def product(sizes: Sequence[Size]) -> Size:
    """The number of elements."""
    return size_of(math.prod(sizes, start=sympy.Integer(1)))


def tensor_type(shape: Sequence[Size], element: str) -> str:
    """`tensor<?x4xf32>`."""
    dims = "".join(f"{n if isinstance(n, int) else '?'}x" for n in shape)
    return f"tensor<{dims}{element}>"


def is_float(element: str) -> bool:
    """Whether an element type is one of floats."""
    return element in ("f16", "bf16", "f32", "f64")
