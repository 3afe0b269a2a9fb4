"""Products of matrices, as linalg.generic that reads operands as they lie."""

from collections.abc import Sequence

import sympy

from diffattn.importer.builder import Builder
from diffattn.importer.elementwise import cast, compute_type
from diffattn.importer.shape import reshape, slice_dim
from diffattn.importer.table import Call, lowers
from diffattn.importer.values import Size, Value, View, is_float, size_of

__all__ = ["contract"]


def contract(
    builder: Builder,
    left: Value,
    left_dims: Sequence[str],
    right: Value,
    right_dims: Sequence[str],
    dims: Sequence[str],
    sizes: Sequence[Size],
    element: str,
) -> View:
    """The sum, of type `element`, over the dims that `dims` lacks.

    Dims are names; a dim of size 1 of an operand repeats.
    """
    views = [
        (_summable(builder, value, names, dims), names)
        for value, names in ((left, left_dims), (right, right_dims))
    ]
    varying = [[names[i] for i in view.dims] for view, names in views]
    used = {name for names in varying for name in names}
    order = [name for name in varying[0] if name in dims]
    order += [name for name in dims if name in used and name not in order]
    if sorted(order, key=list(dims).index) != order:
        order = [name for name in dims if name in used]
    summed = [name for names in varying for name in names if name not in dims]
    iterators = [*order, *dict.fromkeys(summed)]
    shape = tuple(sizes[list(dims).index(name)] for name in order)
    multiply, add = ("arith.mulf", "arith.addf")
    if not is_float(element):
        multiply, add = ("arith.muli", "arith.addi")

    def body(names: list[str]) -> str:
        x, y = (
            builder.convert(name, view.element, element)
            for name, (view, _) in zip(names, views)
        )
        op = builder.writer.op
        return op(
            f"{add} {names[2]}, {op(f'{multiply} {x}, {y} : {element}')} : {element}"
        )

    name = builder.generic(
        [view for view, _ in views],
        [
            *([iterators.index(n) for n in names] for names in varying),
            list(range(len(order))),
        ],
        ["parallel" if n in order else "reduction" for n in iterators],
        builder.filled(shape, 0, element),
        shape,
        element,
        body,
    )
    axes = tuple(order.index(n) if n in order else None for n in dims)
    return View(name, element, shape, tuple(sizes), axes)


def _summable(
    builder: Builder, value: Value, names: Sequence[str], dims: Sequence[str]
) -> View:
    """A view that does not repeat along a dim that is summed over."""
    view = builder.view(value)
    for axis, size, name in zip(view.axes, view.sizes, names):
        if axis is None and size != 1 and name not in dims:
            return builder.materialize(view)
    return view


@lowers("aten.linear.default")
def _linear(call: Call) -> Value:
    return _affine(call, call["input"], call["weight"], call["bias"], ["n", "k"])


def _affine(
    call: Call, value: Value, weight: Value, bias: Value | None, weight_dims: list[str]
) -> Value:
    """value x weight + bias; f32 up to the end for half floats."""
    builder = call.builder
    batch = [f"b{i}" for i in range(len(value.sizes) - 1)]
    result = contract(
        builder,
        value,
        [*batch, "k"],
        weight,
        weight_dims,
        [*batch, "n"],
        call.sizes,
        compute_type(call.element),
    )
    if bias is None:
        return cast(builder, result, call.element)
    return _plus(call, result, bias)


def _plus(call: Call, left: Value, right: Value) -> Value:
    """The sum in the type of `left`, then rounded to the result's."""
    builder, t = call.builder, left.element
    add = "arith.addf" if is_float(t) else "arith.addi"

    def body(names: list[str]) -> str:
        added = builder.convert(names[1], right.element, t)
        total = builder.writer.op(f"{add} {names[0]}, {added} : {t}")
        return builder.convert(total, t, call.element)

    return builder.elementwise([left, right], call.sizes, call.element, body)


@lowers("aten.addmm.default")
def _addmm(call: Call) -> Value:
    if call["beta"] != 1 or call["alpha"] != 1:
        raise call.unsupported("beta or alpha other than 1")
    return _affine(call, call["mat1"], call["mat2"], call["self"], ["k", "n"])


@lowers(
    "aten.mm.default",
    "aten.bmm.default",
    "aten.matmul.default",
    "aten.mv.default",
    "aten.dot.default",
)
def _matmul(call: Call) -> Value:
    builder = call.builder
    left, right = call["self"], call.arguments.get("other")
    if right is None:
        right = next(
            call.arguments[n] for n in ("mat2", "vec", "tensor") if n in call.arguments
        )
    if len(left.sizes) == 1:
        left = reshape(builder, left, [1, *left.sizes])
    if len(right.sizes) == 1:
        right = reshape(builder, right, [*right.sizes, 1])
    rank = max(len(left.sizes), len(right.sizes)) - 2
    names = [f"b{i}" for i in range(rank)]
    left_dims = [*names[rank - len(left.sizes) + 2 :], "m", "k"]
    right_dims = [*names[rank - len(right.sizes) + 2 :], "k", "n"]
    sizes = {
        name: size
        for value, dims in ((left, left_dims), (right, right_dims))
        for name, size in sorted(zip(dims, value.sizes), key=lambda pair: pair[0])
        if size != 1
    }
    dims = [*names, "m", "n"]
    result = contract(
        builder,
        left,
        left_dims,
        right,
        right_dims,
        dims,
        [sizes.get(n, 1) for n in dims],
        compute_type(call.element),
    )
    return reshape(builder, cast(builder, result, call.element), call.sizes)


# Convolution -------------------------------------------------------------------------


@lowers("aten.conv2d.default", "aten.convolution.default")
def _convolution(call: Call) -> Value:
    """Patches that do not overlap are a product of matrices."""
    value, weight, stride = call["input"], call["weight"], list(call["stride"])
    if call.arguments.get("transposed") or call["groups"] != 1:
        raise call.unsupported("transposed or grouped")
    if any(call["padding"]) or len(weight.sizes) != 4:
        raise call.unsupported(
            "padding, or other than two dims", "two dims without padding"
        )
    if stride != list(weight.sizes[2:]) or any(n != 1 for n in call["dilation"]):
        raise call.unsupported(
            "patches that overlap or have gaps", "a stride of the kernel's size"
        )
    builder, element = call.builder, compute_type(call.element)
    patches = _patches(builder, value, call.sizes[2:], stride)
    result: Value = contract(
        builder,
        patches,
        ["b", "c", "y", "i", "x", "j"],
        weight,
        ["n", "c", "i", "j"],
        ["b", "n", "y", "x"],
        call.sizes,
        element,
    )
    if call["bias"] is not None:
        bias = reshape(builder, call["bias"], [*call["bias"].sizes, 1, 1])
        result = _plus(call, result, bias)
    return cast(builder, result, call.element)


def _patches(
    builder: Builder, value: Value, counts: Sequence[Size], stride: Sequence[int]
) -> Value:
    """[batch, channel, row of patches, row, column of patches, column]."""
    sizes = [size_of(sympy.sympify(n) * step) for n, step in zip(counts, stride)]
    for dim, size in enumerate(sizes):
        value = slice_dim(builder, value, dim + 2, 0, size)
    rows, columns = zip(counts, stride)
    return reshape(builder, value, [*value.sizes[:2], *rows, *columns])
