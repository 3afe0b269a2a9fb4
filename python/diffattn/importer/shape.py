"""Operations that only rearrange: views where PyTorch has views.

`transpose`, `unsqueeze` and `expand` write nothing: they change how a `View`
reads its SSA value. `view` becomes expand_shape and collapse_shape, slices become
extract_slice, of the SSA value with its own order of dims.
"""

from collections.abc import Sequence
from typing import Any

import sympy

from diffattn.importer import scalars
from diffattn.importer.builder import Builder
from diffattn.importer.table import Call, lowers, wrap
from diffattn.importer.values import (
    DIMS,
    Computed,
    Size,
    Value,
    View,
    product,
    size_of,
    tensor_type,
)

__all__ = ["expand", "permute", "reshape", "slice_dim"]


# Identity ------------------------------------------------------------------------


@lowers(
    "aten.alias.default",
    "aten.clone.default",
    "aten.contiguous.default",
    "aten.detach.default",
    "aten.detach_.default",
    "aten.lift_fresh_copy.default",
    "aten.view_as.default",
)
def _identity(call: Call) -> Value:
    return call.value("self")


@lowers("aten.dropout.default", "aten.native_dropout.default")
def _dropout(call: Call) -> Value:
    if call["train"] and call["p"] != 0:
        raise call.unsupported(
            "dropout in training mode", "call eval() on the model before exporting it"
        )
    return call.value("input")


# Order of dims ---------------------------------------------------------------------


def permute(value: Value, order: Sequence[int]) -> Value:
    """Dim i of the result is dim order[i] of the value."""
    sizes = tuple(value.sizes[i] for i in order)
    if isinstance(value, View):
        axes = tuple(value.axes[i] for i in order)
        return View(value.name, value.element, value.shape, sizes, axes)
    change = {DIMS[old]: DIMS[new] for new, old in enumerate(order)}
    return Computed(value.element, sizes, scalars.rename(value, change))


@lowers("aten.transpose.int", "aten.t.default", "aten.numpy_T.default")
def _transpose(call: Call) -> Value:
    value = call["self"]
    order = list(range(len(value.sizes)))
    if call.target == "aten.transpose.int":
        a, b = (call.dim(name, len(order)) for name in ("dim0", "dim1"))
        order[a], order[b] = order[b], order[a]
    else:
        order.reverse()
    return permute(value, order) if order else value


@lowers("aten.permute.default")
def _permute(call: Call) -> Value:
    value = call["self"]
    return permute(value, [wrap(dim, len(value.sizes)) for dim in call["dims"]])


# Repetition ------------------------------------------------------------------------


def expand(value: Value, sizes: Sequence[Size]) -> Value:
    """The value broadcast to sizes."""
    extra = len(sizes) - len(value.sizes)
    if isinstance(value, View):
        axes = (*(None for _ in range(extra)), *value.axes)
        return View(value.name, value.element, value.shape, tuple(sizes), axes)
    change = {
        DIMS[i]: sympy.Integer(0) if size == 1 else DIMS[i + extra]
        for i, size in enumerate(value.sizes)
    }
    return Computed(value.element, tuple(sizes), scalars.rename(value, change))


@lowers("aten.expand.default", "aten.broadcast_to.default", "aten.expand_as.default")
def _expand(call: Call) -> Value:
    return expand(call["self"], call.sizes)


@lowers("aten.repeat.default")
def _repeat(call: Call) -> Value:
    value = call["self"]
    repeats = list(call["repeats"])
    sizes = [1] * (len(repeats) - len(value.sizes)) + list(value.sizes)
    value = reshape(call.builder, value, sizes)
    # A dim of repetitions before each dim; then both are one.
    halves = reshape(call.builder, value, [n for size in sizes for n in (1, size)])
    wide = [n for pair in zip(repeats, sizes) for n in pair]
    return reshape(call.builder, expand(halves, wide), call.sizes)


@lowers("aten.repeat_interleave.self_int")
def _repeat_interleave(call: Call) -> Value:
    value, repeats = call["self"], call["repeats"]
    if call["dim"] is None:
        value = reshape(call.builder, value, [product(value.sizes)])
    dim = 0 if call["dim"] is None else call.dim("dim", len(value.sizes))
    front, size, rest = value.sizes[:dim], value.sizes[dim], value.sizes[dim + 1 :]
    split = reshape(call.builder, value, [*front, size, 1, *rest])
    wide = expand(split, [*front, size, repeats, *rest])
    return reshape(call.builder, wide, call.sizes)


# Sizes -----------------------------------------------------------------------------


@lowers(
    "aten.view.default",
    "aten._unsafe_view.default",
    "aten.reshape.default",
    "aten.flatten.using_ints",
    "aten.unflatten.int",
    "aten.unsqueeze.default",
    "aten.squeeze.default",
    "aten.squeeze.dim",
    "aten.squeeze.dims",
)
def _reshape(call: Call) -> Value:
    return reshape(call.builder, call["self"], call.sizes)


def reshape(builder: Builder, value: Value, sizes: Sequence[Size]) -> Value:
    """The value's elements, in row-major order, with other sizes."""
    if tuple(value.sizes) == tuple(sizes):
        return value
    if any(size == 0 for size in sizes):
        return builder.plain(builder.empty(sizes, value.element), value.element, sizes)
    groups = _groups(value.sizes, sizes)
    if all(len(old) == len(new) == 1 for old, new in groups):
        return _rename(value, groups, sizes)
    view = builder.view(value)
    if not all(_is_adjacent([view.axes[i] for i in old]) for old, _ in groups):
        view = builder.materialize(view)
    return _regroup(builder, view, groups, sizes)


Groups = list[tuple[list[int], list[int]]]


def _groups(old: Sequence[Size], new: Sequence[Size]) -> Groups:
    """The smallest groups of dims (those of size 1 left out) of equal product."""
    left = [i for i, size in enumerate(old) if size != 1]
    right = [i for i, size in enumerate(new) if size != 1]
    groups: Groups = []
    while left or right:
        group: tuple[list[int], list[int]] = ([], [])
        take_left = take_right = True
        while True:
            if take_left and left:
                group[0].append(left.pop(0))
            if take_right and right:
                group[1].append(right.pop(0))
            a = product([old[i] for i in group[0]])
            b = product([new[i] for i in group[1]])
            if a == b or not (left or right):
                break
            take_left, take_right = _which(a, b)
        groups.append(group)
    return groups


def _which(a: Size, b: Size) -> tuple[bool, bool]:
    """Which of two unequal products to enlarge."""
    if isinstance(a, int) and isinstance(b, int):
        return a < b, a > b
    top, bottom = sympy.fraction(sympy.cancel(sympy.sympify(a) / sympy.sympify(b)))
    if bottom == 1:
        return False, True
    return True, top != 1


def _is_adjacent(axes: Sequence[int | None]) -> bool:
    """Whether dims can become one without a copy."""
    if len(axes) == 1:
        return True
    first = axes[0] if axes else None
    return first is not None and list(axes) == list(range(first, first + len(axes)))


def _rename(value: Value, groups: Groups, sizes: Sequence[Size]) -> Value:
    """Only dims of size 1 come and go."""
    source = {new[0]: old[0] for old, new in groups}
    if isinstance(value, View):
        axes = tuple(
            value.axes[source[i]] if i in source else None for i in range(len(sizes))
        )
        return View(value.name, value.element, value.shape, tuple(sizes), axes)
    change: dict[sympy.Expr, Any] = {
        DIMS[i]: sympy.Integer(0) for i in range(len(value.sizes))
    }
    change |= {DIMS[old]: DIMS[new] for new, old in source.items()}
    return Computed(value.element, tuple(sizes), scalars.rename(value, change))


def _regroup(
    builder: Builder, view: View, groups: Groups, sizes: Sequence[Size]
) -> View:
    """collapse_shape, then expand_shape, of the SSA value."""
    present = [g for g in groups if g[0] and view.axes[g[0][0]] is not None]
    present.sort(key=lambda group: view.axes[group[0][0]] or 0)
    merged = tuple(product([view.sizes[i] for i in old]) for old, _ in present)
    name = builder.collapse(
        view.name,
        view.element,
        view.shape,
        [[view.axes[i] or 0 for i in old] for old, _ in present],
        merged,
    )
    axes: list[int | None] = [None] * len(sizes)
    lists: list[list[int]] = []
    shape: list[Size] = []
    for _, new in present:
        lists.append(list(range(len(shape), len(shape) + len(new))))
        for i in new:
            axes[i] = len(shape)
            shape.append(sizes[i])
    name = builder.expand(name, view.element, merged, lists, shape)
    return View(name, view.element, tuple(shape), tuple(sizes), tuple(axes))


# Parts -----------------------------------------------------------------------------


def slice_dim(
    builder: Builder, value: Value, dim: int, start: Size, count: Size, step: int = 1
) -> Value:
    """`count` elements along a dim, from `start`, every `step`-th."""
    sizes = tuple(count if i == dim else n for i, n in enumerate(value.sizes))
    if isinstance(value, Computed):
        change = {DIMS[dim]: DIMS[dim] * step + start}
        return Computed(value.element, sizes, _expanded(scalars.rename(value, change)))
    axis = value.axes[dim]
    if axis is None or (start == 0 and count == value.sizes[dim]):
        return View(value.name, value.element, value.shape, sizes, value.axes)
    rank = len(value.shape)
    part = [count if i == axis else n for i, n in enumerate(value.shape)]
    result = [n for i, n in enumerate(part) if i != axis or count != 1]
    offsets = builder.writer.mixed([start if i == axis else 0 for i in range(rank)])
    steps = ", ".join(str(step if i == axis else 1) for i in range(rank))
    name = builder.slice(
        f"{value.name}[{offsets}] [{builder.writer.mixed(part)}] [{steps}] : "
        f"{value.type}",
        result,
        value.element,
    )
    axes = tuple(
        a if a is None or count != 1 or a < axis else None if a == axis else a - 1
        for a in value.axes
    )
    return View(name, value.element, tuple(result), sizes, axes)


def _expanded(formula: Any) -> Any:
    return sympy.expand(formula) if isinstance(formula, sympy.Expr) else formula


def _drop_dim(value: Value, dim: int) -> Value:
    """Without a dim of size 1."""
    sizes = [n for i, n in enumerate(value.sizes) if i != dim]
    if isinstance(value, View):
        axes = tuple(a for i, a in enumerate(value.axes) if i != dim)
        return View(value.name, value.element, value.shape, tuple(sizes), axes)
    change: dict[Any, Any] = {DIMS[dim]: sympy.Integer(0)}
    change |= {DIMS[i]: DIMS[i - 1] for i in range(dim + 1, len(value.sizes))}
    return Computed(value.element, tuple(sizes), scalars.rename(value, change))


def _from_front(index: Any, size: Size) -> Size:
    """A start that may be negative or absent."""
    if index is None:
        return 0
    if isinstance(index, int) and index < 0:
        index = size_of(sympy.sympify(size) + index)
        return max(index, 0) if isinstance(index, int) else index
    if isinstance(index, int) and isinstance(size, int):
        return min(index, size)
    return index


@lowers("aten.slice.Tensor")
def _slice(call: Call) -> Value:
    value = call["self"]
    dim = call.dim("dim", len(value.sizes))
    start = _from_front(call["start"], value.sizes[dim])
    return slice_dim(call.builder, value, dim, start, call.sizes[dim], call["step"])


@lowers("aten.narrow.default")
def _narrow(call: Call) -> Value:
    value = call["self"]
    dim = call.dim("dim", len(value.sizes))
    start = _from_front(call["start"], value.sizes[dim])
    return slice_dim(call.builder, value, dim, start, call["length"])


@lowers("aten.select.int")
def _select(call: Call) -> Value:
    value = call["self"]
    dim = call.dim("dim", len(value.sizes))
    start = _from_front(call["index"], value.sizes[dim])
    return _drop_dim(slice_dim(call.builder, value, dim, start, 1), dim)


@lowers("aten.unbind.int")
def _unbind(call: Call) -> list[Value]:
    value = call["self"]
    dim = call.dim("dim", len(value.sizes))
    return [
        _drop_dim(slice_dim(call.builder, value, dim, i, 1), dim)
        for i in range(len(call.meta))
    ]


@lowers("aten.split.Tensor", "aten.split_with_sizes.default", "aten.chunk.default")
def _split(call: Call) -> list[Value]:
    value = call["self"]
    dim = call.dim("dim", len(value.sizes))
    parts: list[Value] = []
    start: Size = 0
    for part in call.meta:
        count = size_of(part.shape[dim])
        parts.append(slice_dim(call.builder, value, dim, start, count))
        start = size_of(sympy.sympify(start) + count)
    return parts


# Joining ---------------------------------------------------------------------------


@lowers("aten.cat.default")
def _cat(call: Call) -> Value:
    # PyTorch lets empty tensors of one dim stand for nothing.
    values = [v for v in call["tensors"] if tuple(v.sizes) != (0,)]
    dim = call.dim("dim", len(call.sizes))
    return _join(call, values, dim, [v.sizes[dim] for v in values])


@lowers("aten.slice_scatter.default")
def _slice_scatter(call: Call) -> Value:
    if call["step"] != 1:
        raise call.unsupported(f"expected step 1, found {call['step']}")
    value, part = call["self"], call["src"]
    dim = call.dim("dim", len(value.sizes))
    return _replace(call, part, dim, _from_front(call["start"], value.sizes[dim]))


@lowers("aten.select_scatter.default")
def _select_scatter(call: Call) -> Value:
    value = call["self"]
    dim = call.dim("dim", len(value.sizes))
    sizes = [1 if i == dim else n for i, n in enumerate(value.sizes)]
    part = reshape(call.builder, call["src"], sizes)
    return _replace(call, part, dim, _from_front(call["index"], value.sizes[dim]))


def _replace(call: Call, part: Value, dim: int, start: Size) -> Value:
    """`self` with `part` in place of what it has along a dim from `start` on."""
    value, count = call["self"], part.sizes[dim]
    end = size_of(sympy.sympify(start) + count)
    rest = size_of(sympy.sympify(value.sizes[dim]) - end)
    pieces = [
        slice_dim(call.builder, value, dim, 0, start) if start != 0 else None,
        part if count != 0 else None,
        slice_dim(call.builder, value, dim, end, rest) if rest != 0 else None,
    ]
    kept = [(p, n) for p, n in zip(pieces, (start, count, rest)) if p is not None]
    return _join(call, [p for p, _ in kept], dim, [n for _, n in kept])


@lowers("aten.stack.default")
def _stack(call: Call) -> Value:
    dim = call.dim("dim", len(call.sizes))
    sizes = [*call.sizes[:dim], 1, *call.sizes[dim + 1 :]]
    values = [reshape(call.builder, v, sizes) for v in call["tensors"]]
    return _join(call, values, dim, [1] * len(values))


def _join(call: Call, values: list[Value], dim: int, counts: list[Size]) -> Value:
    """Puts values one after the other along a dim."""
    builder = call.builder
    if len(values) == 1:
        return values[0]
    views = [builder.view(value) for value in values]
    others = _common_order(views, dim)
    first = next((view.dims for view in views if dim in view.dims), None)
    if first is not None and [i for i in first if i != dim] == others:
        order = first
    elif others == sorted(others):
        order = sorted([*others, dim])
    else:
        order = [*others, dim]
    parts = [_in_order(builder, view, order, dim) for view in views]
    shape = tuple(call.sizes[i] for i in order)
    axis = order.index(dim)
    if all(part.dims == order for part in parts):
        name = _concat(builder, parts, axis, shape)
    else:
        name = _insert_all(builder, parts, counts, axis, shape)
    axes = tuple(order.index(i) if i in order else None for i in range(len(call.sizes)))
    return View(name, parts[0].element, shape, call.sizes, axes)


def _common_order(views: Sequence[View], dim: int) -> list[int]:
    """The dims but `dim` that some view varies along, in the order of the first
    view that has them all."""
    used = {i for view in views for i in view.dims if i != dim}
    for view in views:
        dims = [i for i in view.dims if i != dim]
        if set(dims) == used:
            return dims
    return sorted(used)


def _in_order(builder: Builder, view: View, order: list[int], dim: int) -> View:
    """The view with an SSA value that has the dims of `order` (`dim` if it can)."""
    wanted = order if view.sizes[dim] != 1 else [i for i in order if i != dim]
    if view.dims == wanted:
        return view
    first = lambda names: names[0]  # noqa: E731
    return builder.elementwise([view], view.sizes, view.element, first, order=wanted)


def _concat(
    builder: Builder, parts: Sequence[View], axis: int, shape: tuple[Size, ...]
) -> str:
    names = ", ".join(part.name for part in parts)
    types = ", ".join(part.type for part in parts)
    type = tensor_type(shape, parts[0].element)
    inferred = tensor_type(_concatenated(parts, axis), parts[0].element)
    name = builder.writer.op(
        f"tensor.concat dim({axis}) {names} : ({types}) -> {inferred}"
    )
    if inferred != type:
        name = builder.writer.op(f"tensor.cast {name} : {inferred} to {type}")
    builder.unsized.add(name)
    return name


def _concatenated(parts: Sequence[View], axis: int) -> list[Size]:
    """The shape that tensor.concat infers."""
    shape: list[Size] = []
    for i in range(len(parts[0].shape)):
        sizes = [part.shape[i] for part in parts]
        static = [n for n in sizes if isinstance(n, int)]
        if i == axis:
            shape.append(
                sum(static) if len(static) == len(sizes) else sympy.Symbol("any")
            )
        else:
            shape.append(static[0] if static else sizes[0])
    return shape


def _insert_all(
    builder: Builder,
    parts: Sequence[View],
    counts: Sequence[Size],
    axis: int,
    shape: tuple[Size, ...],
) -> str:
    writer = builder.writer
    type = tensor_type(shape, parts[0].element)
    name = builder.empty(shape, parts[0].element)
    start: Size = 0
    for part, count in zip(parts, counts):
        offsets = writer.mixed([start if i == axis else 0 for i in range(len(shape))])
        sizes = writer.mixed([count if i == axis else n for i, n in enumerate(shape)])
        ones = ", ".join("1" for _ in shape)
        name = writer.op(
            f"tensor.insert_slice {part.name} into {name}[{offsets}] [{sizes}] "
            f"[{ones}] : {part.type} into {type}"
        )
        start = size_of(sympy.sympify(start) + count)
    return name
