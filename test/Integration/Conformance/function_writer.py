"""Writes one MLIR function over tensors or memrefs whose dims have names."""

import dataclasses
import math
from collections.abc import Iterable, Sequence

Dim = tuple[str, int]
"""Name and extent."""


CONTAINERS = ("tensor", "memref", "destination")


@dataclasses.dataclass(frozen=True)
class Form:
    """What a function works on.

    tensor       tensors in, tensors out
    memref       memrefs throughout; the last arguments are written
    destination  memref arguments at the boundary, seen as tensors inside, as
                 models have it whose caller owns results and caches
    """

    container: str = "tensor"
    dynamic: bool = False

    @property
    def inside(self) -> str:
        """What operations work on."""
        return "memref" if self.container == "memref" else "tensor"


@dataclasses.dataclass(frozen=True)
class Size:
    """A dim of a value. Dynamic if it has an origin: the text of the value, its
    type, the dim there, and what to divide that dim's size by."""

    name: str
    extent: int
    origin: tuple[str, str, int, int] | None = None

    @property
    def in_type(self) -> str:
        """As in a type."""
        return "?" if self.origin else str(self.extent)


@dataclasses.dataclass(frozen=True)
class Value:
    """An SSA value of shaped type with named dims."""

    ssa: str
    type: str
    dims: tuple[Size, ...]

    @property
    def named(self) -> str:
        """`%q1[b, m, d]`"""
        return f"{self.ssa}[{', '.join(d.name for d in self.dims)}]"


class FunctionWriter:
    """Collects arguments and operations; `text` joins them."""

    def __init__(self, name: str, form: Form):
        self.name = name
        self.form = form
        self.arguments: list[str] = []
        self.body: list[str] = []
        self.sizes: dict[tuple[str, str, int, int], str] = {}

    def emit(self, name: str, operation: str) -> str:
        """Appends `%name_N = operation`; returns that name."""
        ssa = f"%{name}_{len(self.body)}"
        self.body.append(f"{ssa} = {operation}")
        return ssa

    def shaped(self, sizes: Iterable[str], element: str) -> str:
        """The type, inside the function, with the given sizes."""
        return f"{self.form.inside}<{'x'.join([*sizes, element])}>"

    def size(self, size: Size) -> str:
        """A size as an operand: a number, or the value that computes it."""
        if not size.origin:
            return str(size.extent)
        if size.origin not in self.sizes:
            ssa, type, index, factor = size.origin
            at = self.emit("at", f"arith.constant {index} : index")
            found = self.emit("size", f"{self.form.inside}.dim {ssa}, {at} : {type}")
            if factor != 1:
                by = self.emit("factor", f"arith.constant {factor} : index")
                found = self.emit("groups", f"arith.divui {found}, {by} : index")
            self.sizes[size.origin] = found
        return self.sizes[size.origin]

    def argument(
        self, name: str, element: str, shape: Sequence[int], fixed: Sequence[int] = ()
    ) -> tuple[str, str]:
        """A new argument as it is seen inside, and its type. Dims in `fixed` are
        never dynamic."""
        sizes = [
            "?" if self.form.dynamic and i not in fixed else str(size)
            for i, size in enumerate(shape)
        ]
        type = self.shaped(sizes, element)
        outer = type
        if self.form.container == "destination":
            outer = type.replace("tensor", "memref")
        self.arguments.append(f'%{name}: {outer} {{diffattn.name = "{name}"}}')
        if outer == type:
            return f"%{name}", type
        view = f"bufferization.to_tensor %{name} restrict writable : {outer} to {type}"
        return self.emit(name, view), type

    def store(self, name: str, ssa: str, type: str) -> None:
        """Writes a tensor to the memref argument `name`."""
        memref = type.replace("tensor", "memref")
        self.body.append(
            f"bufferization.materialize_in_destination {ssa} in restrict writable "
            f"%{name} : ({type}, {memref}) -> ()"
        )

    def operand(
        self, name: str, element: str, groups: Sequence[Sequence[Dim]]
    ) -> Value:
        """A new argument with a dim a group, seen through a view that splits
        each dim into those of its group. Inner sizes stay static; in tensor form,
        outer ones of groups do as well: the size of a result must be known to be
        that of an argument, not of a multiple of a part of it."""
        shape = [math.prod(extent for _, extent in group) for group in groups]
        fixed = [
            i
            for i, group in enumerate(groups)
            if len(group) > 1 and self.form.container == "tensor"
        ]
        ssa, type = self.argument(name, element, shape, fixed)
        dims: list[Size] = []
        for index, group in enumerate(groups):
            inner = math.prod(extent for _, extent in group[1:])
            dynamic = self.form.dynamic and index not in fixed
            origin = (ssa, type, index, inner) if dynamic else None
            dims.append(Size(*group[0], origin))
            dims.extend(Size(*dim) for dim in group[1:])
        if len(dims) == len(groups):
            return Value(ssa, type, tuple(dims))
        view_type = self.shaped((d.in_type for d in dims), element)
        sizes = ", ".join(self.size(d) for d in dims)
        view = self.emit(
            name,
            f"{self.form.inside}.expand_shape {ssa} {reassociation(groups)} "
            f"output_shape [{sizes}] : {type} into {view_type}",
        )
        return Value(view, view_type, tuple(dims))

    def broadcast_operand(self, name: str, element: str, dims: Sequence[Dim]) -> Value:
        """A new argument, seen through a view that drops dims of size 1, by which
        it is broadcast. The last dim always stays."""
        shape = [extent for _, extent in dims]
        dropped = [i for i, extent in enumerate(shape[:-1]) if extent == 1]
        ssa, type = self.argument(name, element, shape, fixed=dropped)
        kept = tuple(
            Size(*dim, (ssa, type, i, 1) if self.form.dynamic else None)
            for i, dim in enumerate(dims)
            if i not in dropped
        )
        view_type = self.shaped((d.in_type for d in kept), element)
        if dropped:
            groups = dropping_reassociation(len(dims), dropped)
            ssa = self.emit(
                name,
                f"{self.form.inside}.collapse_shape {ssa} {groups} : "
                f"{type} into {view_type}",
            )
        return Value(ssa, view_type, kept)

    def empty(self, element: str, dims: Sequence[Size]) -> Value:
        """A tensor without contents."""
        sizes = ", ".join(self.size(d) for d in dims if d.origin)
        type = self.shaped((d.in_type for d in dims), element)
        return Value(
            self.emit("init", f"tensor.empty({sizes}) : {type}"), type, tuple(dims)
        )

    def join(
        self, value: Value, element: str, group_sizes: Sequence[int]
    ) -> tuple[str, str]:
        """The tensor `value` with its dims joined in groups, and its type."""
        groups: list[tuple[Size, ...]] = []
        rest = value.dims
        for size in group_sizes:
            groups.append(rest[:size])
            rest = rest[size:]
        if len(groups) == len(value.dims):
            return value.ssa, value.type
        sizes = [
            "?" if any(d.origin for d in g) else str(math.prod(d.extent for d in g))
            for g in groups
        ]
        type = self.shaped(sizes, element)
        joined = self.emit(
            "joined",
            f"tensor.collapse_shape {value.ssa} {reassociation(groups)} : "
            f"{value.type} into {type}",
        )
        return joined, type

    def text(self, results: Sequence[tuple[str, str, str]]) -> str:
        """The function; `results` are (name, SSA value, type)."""
        types = ", ".join(f'{t} {{diffattn.name = "{n}"}}' for n, _, t in results)
        arrow = f" -> ({types})" if results else ""
        returned = "return"
        if results:
            values = ", ".join(ssa for _, ssa, _ in results)
            returned += f" {values} : {', '.join(t for _, _, t in results)}"
        lines = "\n".join(f"  {line}" for line in [*self.body, returned])
        arguments = ",\n    ".join(self.arguments)
        return f"func.func @{self.name}(\n    {arguments}){arrow} {{\n{lines}\n}}\n"


def reassociation(groups: Iterable[Sequence[object]]) -> str:
    """`[[0], [1, 2], [3]]` for groups of 1, 2 and 1 dims."""
    parts, at = [], 0
    for group in groups:
        parts.append(list(range(at, at + len(group))))
        at += len(group)
    return str(parts)


def dropping_reassociation(rank: int, dropped: Sequence[int]) -> str:
    """Joins each dropped (unit) dim with the next kept one."""
    groups: list[list[int]] = [[]]
    for index in range(rank):
        groups[-1].append(index)
        if index not in dropped and index != rank - 1:
            groups.append([])
    return str(groups)
