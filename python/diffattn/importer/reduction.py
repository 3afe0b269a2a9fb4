"""Sums, means, maxima, softmax, norms, running sums."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import sympy
import torch

from diffattn.importer import scalars
from diffattn.importer.builder import Builder
from diffattn.importer.elementwise import cast, compute_type
from diffattn.importer.shape import reshape
from diffattn.importer.table import Call, lowers, wrap
from diffattn.importer.values import (
    DIMS,
    Computed,
    Size,
    Value,
    View,
    is_float,
    product,
    tensor_type,
)

__all__: list[str] = []


def _dims(call: Call, name: str = "dim") -> list[int]:
    """The dims to reduce; all of them by default."""
    rank = len(call["self"].sizes)
    dims = call.arguments.get(name)
    if dims is None or dims == []:
        return list(range(rank))
    return sorted(
        {wrap(dim, rank) for dim in (dims if isinstance(dims, list) else [dims])}
    )


def _sum(builder: Builder, value: Value, dims: Sequence[int], element: str) -> View:
    """A sum in `element`; the reduced dims stay, with size 1."""
    add = "arith.addf" if is_float(element) else "arith.addi"
    return builder.reduce(
        value,
        dims,
        element,
        0,
        lambda x, sum: builder.writer.op(
            f"{add} {sum}, {builder.convert(x, value.element, element)} : {element}"
        ),
    )


def _wide(builder: Builder, values: Sequence[Value], body: Callable[..., str]) -> View:
    """Elementwise in the type that PyTorch computes in; the result too."""
    wide = compute_type(values[0].element)
    return builder.elementwise(
        values,
        values[0].sizes,
        wide,
        lambda names: body(
            *(
                builder.convert(name, value.element, wide)
                for name, value in zip(names, values)
            )
        ),
    )


@lowers("aten.sum.dim_IntList", "aten.sum.default")
def _sum_dims(call: Call) -> Value:
    wide = compute_type(call.element)
    result = _sum(call.builder, call["self"], _dims(call), wide)
    return reshape(call.builder, cast(call.builder, result, call.element), call.sizes)


@lowers("aten.mean.dim", "aten.mean.default")
def _mean(call: Call) -> Value:
    result = _mean_over(
        call.builder, call["self"], _dims(call), compute_type(call.element)
    )
    return reshape(call.builder, cast(call.builder, result, call.element), call.sizes)


def _mean_over(
    builder: Builder, value: Value, dims: Sequence[int], element: str
) -> View:
    count = _count(builder, [value.sizes[i] for i in dims], element)
    total = _sum(builder, value, dims, element)
    return _wide(
        builder,
        [total],
        lambda x: builder.writer.op(f"arith.divf {x}, {count()} : {element}"),
    )


def _count(builder: Builder, sizes: Sequence[Size], element: str) -> Callable[[], str]:
    """Writes the number of elements as a float."""
    number = product(sizes)
    if isinstance(number, int):
        return lambda: builder.writer.constant(float(number), element)
    size = builder.writer.size(number)
    integer = builder.writer.head(f"arith.index_cast {size} : index to i64")
    name = builder.writer.head(f"arith.sitofp {integer} : i64 to {element}")
    return lambda: name


@lowers("aten.amax.default", "aten.amin.default")
def _extreme(call: Call) -> Value:
    value = call["self"]
    if not is_float(value.element):
        raise call.unsupported(f"on elements of {value.element}")
    name = "maximumf" if "amax" in call.target else "minimumf"
    init = float("-inf") if "amax" in call.target else float("inf")
    element, writer = value.element, call.builder.writer
    result = call.builder.reduce(
        value,
        _dims(call),
        element,
        init,
        lambda x, top: writer.op(f"arith.{name} {top}, {x} : {element}"),
    )
    return reshape(call.builder, result, call.sizes)


@lowers("aten.any.default", "aten.any.dim", "aten.all.default", "aten.all.dim")
def _any(call: Call) -> Value:
    builder, value = call.builder, call["self"]
    name, init = ("ori", 0) if ".any." in call.target else ("andi", 1)
    result = builder.reduce(
        value,
        _dims(call),
        "i1",
        init,
        lambda x, known: builder.writer.op(
            f"arith.{name} {known}, {builder.convert(x, value.element, 'i1')} : i1"
        ),
    )
    return reshape(builder, result, call.sizes)


# Softmax -----------------------------------------------------------------------------


@lowers("aten.softmax.int", "aten._softmax.default", "aten._safe_softmax.default")
def _softmax(call: Call) -> Value:
    if "_safe" in call.target:
        raise call.unsupported("softmax that gives 0 where nothing is visible")
    return cast(call.builder, _softmax_wide(call), call.element)


@lowers("aten.log_softmax.int", "aten._log_softmax.default")
def _log_softmax(call: Call) -> Value:
    """x - max - log(sum(exp(x - max)))."""
    builder, value = call.builder, call["self"]
    op, t = builder.writer.op, compute_type(call.element)
    dims = [call.dim("dim", len(value.sizes))]
    top = builder.reduce(
        value,
        dims,
        t,
        float("-inf"),
        lambda x, m: op(
            f"arith.maximumf {m}, {builder.convert(x, value.element, t)} : {t}"
        ),
    )
    shifted = _wide(
        builder, [value, top], lambda x, m: op(f"arith.subf {x}, {m} : {t}")
    )
    exp = _wide(builder, [shifted], lambda x: op(f"math.exp {x} : {t}"))
    total = _sum(builder, exp, dims, t)
    log = _wide(builder, [total], lambda x: op(f"math.log {x} : {t}"))
    result = _wide(
        builder, [shifted, log], lambda x, y: op(f"arith.subf {x}, {y} : {t}")
    )
    return cast(builder, result, call.element)


def _softmax_wide(call: Call) -> View:
    """linalg.softmax in the type that PyTorch computes in."""
    builder, value = call.builder, call["self"]
    dim = call.dim("dim", len(value.sizes))
    wide = builder.view(cast(builder, value, compute_type(call.element)))
    if wide.axes[dim] is None:
        wide = builder.materialize(wide)
    if wide.axes[dim] is None:
        wide = builder.with_dims(wide, [dim])
    name = builder.writer.op(
        f"linalg.softmax dimension({wide.axes[dim]}) ins({wide.name} : {wide.type}) "
        f"outs({builder.empty(wide.shape, wide.element)} : {wide.type}) -> {wide.type}"
    )
    return builder.without_units(dataclasses.replace(wide, name=name))


# Norms -------------------------------------------------------------------------------


def _trailing(value: Value, shape: Sequence[Size]) -> list[int]:
    return list(range(len(value.sizes) - len(shape), len(value.sizes)))


def _times(builder: Builder, left: Value, right: Value) -> View:
    t = compute_type(left.element)
    return _wide(
        builder,
        [left, right],
        lambda a, b: builder.writer.op(f"arith.mulf {a}, {b} : {t}"),
    )


def _inverse_root(builder: Builder, mean: View, eps: float) -> View:
    """1 / sqrt(mean + eps)."""
    op, t = builder.writer.op, mean.element
    shifted = _wide(
        builder,
        [mean],
        lambda x: op(f"arith.addf {x}, {builder.writer.constant(eps, t)} : {t}"),
    )
    return _wide(builder, [shifted], lambda x: op(f"math.rsqrt {x} : {t}"))


@lowers("aten.rms_norm.default")
def _rms_norm(call: Call) -> Value:
    """x / sqrt(mean(x^2) + eps) * weight, in f32 up to the end."""
    builder, value = call.builder, call["input"]
    dims = _trailing(value, call["normalized_shape"])
    eps = call["eps"]
    if eps is None:
        eps = torch.finfo(
            torch.float64 if value.element == "f64" else torch.float32
        ).eps
    mean = _mean_over(
        builder, _times(builder, value, value), dims, compute_type(value.element)
    )
    result = _times(builder, value, _inverse_root(builder, mean, eps))
    if call["weight"] is not None:
        result = _times(builder, result, call["weight"])
    return cast(builder, result, call.element)


@lowers("aten.layer_norm.default")
def _layer_norm(call: Call) -> Value:
    return _normalize(call)[0]


@lowers("aten.native_layer_norm.default")
def _native_layer_norm(call: Call) -> list[Value]:
    return list(_normalize(call))


def _normalize(call: Call) -> tuple[Value, Value, Value]:
    """Result, mean and 1 / deviation of a layer norm."""
    builder, value = call.builder, call["input"]
    dims = _trailing(value, call["normalized_shape"])
    op, t = builder.writer.op, compute_type(value.element)
    mean = _mean_over(builder, value, dims, t)
    centred = _wide(
        builder, [value, mean], lambda x, m: op(f"arith.subf {x}, {m} : {t}")
    )
    variance = _mean_over(builder, _times(builder, centred, centred), dims, t)
    inverse = _inverse_root(builder, variance, call["eps"])
    result = _times(builder, centred, inverse)
    if call["weight"] is not None:
        result = _times(builder, result, call["weight"])
    if call["bias"] is not None:
        result = _wide(
            builder,
            [result, call["bias"]],
            lambda x, b: op(f"arith.addf {x}, {b} : {t}"),
        )
    meta = call.meta[0] if isinstance(call.meta, (list, tuple)) else call.meta
    return cast(builder, result, call.element_of(meta.dtype)), mean, inverse


# Running sums ------------------------------------------------------------------------


@lowers("aten.cumsum.default")
def _cumsum(call: Call) -> Value:
    value = cast(call.builder, call["self"], call.element)
    dim = call.dim("dim", len(value.sizes))
    if isinstance(value, Computed) and isinstance(value.formula, sympy.Integer):
        formula: Any = sympy.expand(value.formula * (DIMS[dim] + 1))
        return Computed(call.element, call.sizes, formula)
    return _scan(call.builder, value, dim)


def _scan(builder: Builder, value: Value, dim: int) -> View:
    """A loop along the dim that carries the sum of what is behind it."""
    writer, element = builder.writer, value.element
    add = "arith.addf" if is_float(element) else "arith.addi"
    view = builder.materialize(value)
    axis = view.axes[dim]
    if axis is None:
        return view
    rows = [i for i in range(len(view.shape)) if i != axis]
    row_shape = tuple(view.shape[i] for i in rows)
    row_type = tensor_type(row_shape, element)
    ones = ", ".join("1" for _ in view.shape)
    part = writer.mixed([1 if i == axis else n for i, n in enumerate(view.shape)])
    zero, one = writer.size(0), writer.size(1)
    count = writer.size(view.shape[axis])
    init, sums = (
        builder.empty(view.shape, element),
        builder.filled(row_shape, 0, element),
    )
    result, i, out, sum = (writer.fresh() for _ in range(4))
    identity = list(range(len(rows)))
    with writer.region(
        f"{result}:2 = scf.for {i} = {zero} to {count} step {one} "
        f"iter_args({out} = {init}, {sum} = {sums}) -> ({view.type}, {row_type}) {{"
    ):
        offsets = ", ".join(i if a == axis else "0" for a in range(len(view.shape)))
        row = writer.op(
            f"tensor.extract_slice {view.name}[{offsets}] [{part}] [{ones}] : "
            f"{view.type} to {row_type}"
        )
        total = builder.generic(
            [View(row, element, row_shape, row_shape, tuple(identity))],
            [identity, identity],
            ["parallel"] * len(rows),
            sum,
            row_shape,
            element,
            lambda names: writer.op(f"{add} {names[1]}, {names[0]} : {element}"),
        )
        new = writer.op(
            f"tensor.insert_slice {total} into {out}[{offsets}] [{part}] [{ones}] : "
            f"{row_type} into {view.type}"
        )
        writer.line(f"scf.yield {new}, {total} : {view.type}, {row_type}")
    return View(f"{result}#0", element, view.shape, view.sizes, view.axes)


@lowers("aten.diff.default")
def _diff(call: Call) -> Value:
    """x[i] - x[i - 1] along a dim."""
    value, before = call["self"], call["prepend"]
    dim = call.dim("dim", len(value.sizes))
    if call["n"] != 1 or call["append"] is not None:
        raise call.unsupported("n other than 1, or append", "use one diff a step")
    step = _constant_step(value, before, dim)
    if step is not None:
        return Computed(call.element, call.sizes, step)
    raise call.unsupported("on tensors of data", "subtract slices")


def _constant_step(value: Value, before: Value | None, dim: int) -> Any:
    """The difference where it is the same everywhere."""
    if not isinstance(value, Computed) or is_float(value.element):
        return None
    previous = scalars.rename(value, {DIMS[dim]: DIMS[dim] - 1})
    step = sympy.expand(value.formula - previous)
    if not step.is_Integer:
        return None
    if before is None:
        return step
    if not isinstance(before, Computed) or before.sizes[dim] != 1:
        return None
    at_zero = {DIMS[dim]: sympy.Integer(0)}
    first = sympy.expand(
        scalars.rename(value, at_zero) - scalars.rename(before, at_zero)
    )
    return step if first == step else None
