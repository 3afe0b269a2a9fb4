"""Positions, masks, and reading by index."""

from collections.abc import Sequence
from typing import Any

import sympy

from diffattn.importer import scalars
from diffattn.importer.builder import Builder
from diffattn.importer.elementwise import cast
from diffattn.importer.shape import reshape
from diffattn.importer.table import Call, lowers
from diffattn.importer.values import DIMS, Computed, Size, Value, View, is_float

__all__ = ["constant"]


def constant(value: Any, element: str, sizes: Sequence[Size]) -> Computed:
    """A tensor of one value."""
    formula: Any = sympy.sympify(bool(value)) if element == "i1" else value
    if is_float(element):
        formula = float(value)
    elif element != "i1":
        formula = sympy.sympify(value)
    return Computed(element, tuple(sizes), formula)


@lowers("aten.arange.default", "aten.arange.start", "aten.arange.start_step")
def _arange(call: Call) -> Value:
    start, step = call.arguments.get("start", 0), call.arguments.get("step", 1)
    if isinstance(start, float) or isinstance(step, float):
        raise call.unsupported("steps that are no integers", "scale an integer arange")
    formula = sympy.expand(DIMS[0] * step + start)
    return cast(call.builder, Computed("i64", call.sizes, formula), call.element)


@lowers(
    "aten.zeros.default",
    "aten.zeros_like.default",
    "aten.new_zeros.default",
    "aten.empty.memory_format",
    "aten.new_empty.default",
    "aten.empty_like.default",
)
def _zeros(call: Call) -> Value:
    return constant(0, call.element, call.sizes)


@lowers("aten.ones.default", "aten.ones_like.default", "aten.new_ones.default")
def _ones(call: Call) -> Value:
    return constant(1, call.element, call.sizes)


@lowers("aten.full.default", "aten.full_like.default", "aten.new_full.default")
def _full(call: Call) -> Value:
    return constant(call["fill_value"], call.element, call.sizes)


@lowers("aten.fill.Scalar")
def _fill(call: Call) -> Value:
    return constant(call["value"], call.element, call.sizes)


@lowers("aten.scalar_tensor.default")
def _scalar_tensor(call: Call) -> Value:
    return constant(call["s"], call.element, ())


@lowers("aten.tril.default", "aten.triu.default")
def _triangle(call: Call) -> Value:
    value = call["self"]
    row, column = DIMS[len(value.sizes) - 2], DIMS[len(value.sizes) - 1]
    edge = row + call["diagonal"]
    inside = column <= edge if "tril" in call.target else column >= edge
    if isinstance(value, Computed) and value.element == "i1":
        return Computed("i1", call.sizes, sympy.And(value.formula, inside))
    builder, element = call.builder, call.element

    def body(names: list[str]) -> str:
        zero = builder.writer.constant(0, element)
        return builder.writer.op(
            f"arith.select {names[0]}, {names[1]}, {zero} : {element}"
        )

    mask = Computed("i1", call.sizes, inside)
    return builder.elementwise([mask, value], call.sizes, element, body)


# Reading by index --------------------------------------------------------------------


@lowers("aten.embedding.default")
def _embedding(call: Call) -> Value:
    indices = call["indices"]
    rows = _gather(call, call["weight"], [indices], 0, indices.sizes)
    return cast(call.builder, rows, call.element)


@lowers("aten.index_select.default")
def _index_select(call: Call) -> Value:
    value = call["self"]
    dim = call.dim("dim", len(value.sizes))
    return _gather(call, value, [call["index"]], dim, call["index"].sizes)


@lowers("aten.index.Tensor")
def _index(call: Call) -> Value:
    """Neighbouring dims are replaced by the dims of the index tensors."""
    value, indices = call["self"], list(call["indices"])
    given = [i for i, index in enumerate(indices) if index is not None]
    if given != list(range(given[0], given[0] + len(given))):
        raise call.unsupported("index tensors that are not at neighbouring dims")
    if any(indices[i].element == "i1" for i in given):
        raise call.unsupported("a mask as index", "sizes that depend on data")
    picked = [indices[i] for i in given]
    rank = max(len(index.sizes) for index in picked)
    sizes = call.sizes[given[0] : given[0] + rank]
    return _gather(call, value, picked, given[0], sizes)


def _gather(
    call: Call,
    value: Value,
    indices: Sequence[Value],
    first: int,
    sizes: Sequence[Size],
) -> Value:
    """Replaces dims from `first` on, one an index tensor, by dims of `sizes`."""
    count, added = len(indices), len(sizes)
    formulas = [_index_formula(index, first, sizes) for index in indices]
    later = {
        DIMS[i]: DIMS[i - count + added] for i in range(first + count, len(value.sizes))
    }
    if isinstance(value, Computed) and all(f is not None for f in formulas):
        change = {DIMS[first + i]: f for i, f in enumerate(formulas)} | later
        return Computed(value.element, call.sizes, scalars.rename(value, change))
    if isinstance(value, View):
        if (view := _as_view(value, formulas, first, added, call.sizes)) is not None:
            return view
    return _extract(call, call.builder.view(value), indices, first, sizes)


def _index_formula(index: Value, first: int, sizes: Sequence[Size]) -> Any:
    """The formula of an index in the dims of the result; None if it has none."""
    if not isinstance(index, Computed):
        return None
    shift = first + len(sizes) - len(index.sizes)
    change = {
        DIMS[i]: sympy.Integer(0) if size == 1 else DIMS[i + shift]
        for i, size in enumerate(index.sizes)
    }
    return scalars.rename(index, change)


def _as_view(
    value: View,
    formulas: Sequence[Any],
    first: int,
    added: int,
    sizes: tuple[Size, ...],
) -> View | None:
    """Indices that just count along whole dims only rename dims."""
    axes: list[int | None] = [None] * len(sizes)
    count = len(formulas)
    for i, formula in enumerate(formulas):
        if value.axes[first + i] is None:
            continue
        if formula not in DIMS:
            return None
        target = DIMS.index(formula)
        if axes[target] is not None or sizes[target] != value.sizes[first + i]:
            return None
        axes[target] = value.axes[first + i]
    for i, axis in enumerate(value.axes):
        if not first <= i < first + count:
            axes[i if i < first else i - count + added] = axis
    return View(value.name, value.element, value.shape, sizes, tuple(axes))


def _extract(
    call: Call,
    view: View,
    indices: Sequence[Value],
    first: int,
    sizes: Sequence[Size],
) -> Value:
    """tensor.extract in the body; indices below 0 count from the end."""
    builder, writer = call.builder, call.builder.writer
    count, added = len(indices), len(sizes)
    shape = call.sizes
    tail = len(value_sizes := view.sizes) - first - count
    spread = [
        reshape(builder, index, [*index.sizes, *([1] * tail)]) for index in indices
    ]
    # Dims that are read as they are.
    counted = {
        i: (i if i < first else i - count + added)
        for i in range(len(value_sizes))
        if not first <= i < first + count and view.axes[i] is not None
    }
    counters = [Computed("i64", shape, DIMS[target]) for target in counted.values()]

    def body(names: list[str]) -> str:
        at: dict[int, str] = {}
        for i, name in enumerate(names[:count]):
            index = writer.op(f"arith.index_cast {name} : {spread[i].element} to index")
            at[first + i] = _wrapped(builder, index, value_sizes[first + i], spread[i])
        for i, name in zip(counted, names[count:]):
            at[i] = writer.op(f"arith.index_cast {name} : i64 to index")
        coordinates = ", ".join(at[i] for i in view.dims)
        return writer.op(f"tensor.extract {view.name}[{coordinates}] : {view.type}")

    return builder.elementwise([*spread, *counters], shape, view.element, body)


def _wrapped(builder: Builder, index: str, size: Size, source: Value) -> str:
    """index, or index + size if it is below 0."""
    if isinstance(source, Computed):
        return index
    writer = builder.writer
    zero, whole = writer.size(0), writer.size(size)
    below = writer.op(f"arith.cmpi slt, {index}, {zero} : index")
    from_end = writer.op(f"arith.addi {index}, {whole} : index")
    return writer.op(f"arith.select {below}, {from_end}, {index} : index")
