"""Structured operations on `Value`s: what translations of PyTorch's are made of."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import sympy

from diffattn.importer import scalars
from diffattn.importer.emit import Writer
from diffattn.importer.values import (
    DIMS,
    Computed,
    Size,
    Value,
    View,
    drop_units,
    tensor_type,
)

__all__ = ["Body", "Builder"]

Body: TypeAlias = Callable[[list[str]], str]
"""Writes scalar operations on the names of values, returns the result's name."""


class Builder:
    """Writes operations on tensors into a function."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        # SSA values whose types and operands don't say their sizes.
        self.unsized: set[str] = set()
        # Of SSA values without dims of size 1, those that they come from.
        self._whole: dict[str, tuple[str, tuple[Size, ...]]] = {}

    # Making tensors ----------------------------------------------------------

    def empty(self, shape: Sequence[Size], element: str) -> str:
        """An uninitialised tensor."""
        sizes = ", ".join(self.writer.dynamic(shape))
        return self.writer.op(f"tensor.empty({sizes}) : {tensor_type(shape, element)}")

    def filled(self, shape: Sequence[Size], value: float, element: str) -> str:
        """A tensor of one value."""
        type = tensor_type(shape, element)
        scalar = self.writer.constant(value, element)
        return self.writer.op(
            f"linalg.fill ins({scalar} : {element}) "
            f"outs({self.empty(shape, element)} : {type}) -> {type}"
        )

    def plain(
        self,
        name: str,
        element: str,
        shape: Sequence[Size],
        is_strided: bool = False,
    ) -> View:
        """The tensor of an SSA value with just its dims; drops those of size 1.

        Dims of an SSA value that may have any strides, as arguments have, are dropped
        by a slice: a collapse_shape would copy.
        """
        short, axes = drop_units(shape)
        if len(short) != len(shape):
            whole = name
            drop = self._slice_units if is_strided else self._drop_units
            name = drop(name, element, shape, short)
            self._whole[name] = (whole, tuple(shape))
        return View(name, element, short, tuple(shape), axes)

    def _slice_units(
        self, name: str, element: str, shape: Sequence[Size], short: Sequence[Size]
    ) -> str:
        zeros = ", ".join("0" for _ in shape)
        return self.slice(
            f"{name}[{zeros}] [{self.writer.mixed(shape)}] "
            f"[{zeros.replace('0', '1')}] : {tensor_type(shape, element)}",
            short,
            element,
        )

    def slice(self, what: str, shape: Sequence[Size], element: str) -> str:
        """`tensor.extract_slice {what} to TYPE`. MLIR refuses offset 0 along a dim of
        size 0; where there are no elements, any tensor will do."""
        if 0 in shape:
            return self.empty(shape, element)
        return self.writer.op(
            f"tensor.extract_slice {what} to {tensor_type(shape, element)}"
        )

    def without_units(self, view: View) -> View:
        """The view on an SSA value that has lost its dims of size 1."""
        short = self.plain(view.name, view.element, view.shape)
        axes = tuple(a if a is None else short.axes[a] for a in view.axes)
        return View(short.name, view.element, short.shape, view.sizes, axes)

    def whole(self, value: Value) -> tuple[str, str]:
        """An SSA value with all dims of the value, in order, and its type."""
        view = self.materialize(value)
        type = tensor_type(view.sizes, view.element)
        name, shape = self._whole.get(view.name, ("", None))
        if shape == view.sizes:
            return name, type
        groups: list[list[int]] = [[] for _ in view.shape]
        axis = -1
        for i, size in enumerate(view.sizes):
            axis += size != 1
            if groups:
                groups[max(axis, 0)].append(i)
        name = self.expand(view.name, view.element, view.shape, groups, view.sizes)
        return self._sized(name, view.sizes, type), type

    def _sized(self, name: str, sizes: Sequence[Size], type: str) -> str:
        """The same tensor, as a slice that says its sizes if nothing else does."""
        if name not in self.unsized:
            return name
        if 0 in sizes:  # No offset is inside.
            return name
        zeros = ", ".join("0" for _ in sizes)
        return self.writer.op(
            f"tensor.extract_slice {name}[{zeros}] [{self.writer.mixed(sizes)}] "
            f"[{zeros.replace('0', '1')}] : {type} to {type}"
        )

    def _drop_units(
        self, name: str, element: str, shape: Sequence[Size], short: Sequence[Size]
    ) -> str:
        groups: list[list[int]] = []
        kept = 0
        for i, size in enumerate(shape):
            if groups and (size == 1 or kept == 0):
                groups[-1].append(i)
            else:
                groups.append([i])
            kept += size != 1
        return self.collapse(name, element, shape, groups if short else [], short)

    # Views -------------------------------------------------------------------

    def collapse(
        self,
        name: str,
        element: str,
        shape: Sequence[Size],
        groups: Sequence[Sequence[int]],
        result: Sequence[Size],
    ) -> str:
        """tensor.collapse_shape, unless it does nothing."""
        if len(shape) == len(result):
            return name
        return self.writer.op(
            f"tensor.collapse_shape {name} {_lists(groups)} : "
            f"{tensor_type(shape, element)} into {tensor_type(result, element)}"
        )

    def expand(
        self,
        name: str,
        element: str,
        shape: Sequence[Size],
        groups: Sequence[Sequence[int]],
        result: Sequence[Size],
    ) -> str:
        """tensor.expand_shape, unless it does nothing.

        tensor.reshape where a dim becomes several of dynamic size, which upstream's
        expand-strided-metadata can't take.
        """
        if len(shape) == len(result):
            return name
        dynamic = [sum(not isinstance(result[i], int) for i in g) for g in groups]
        if max(dynamic, default=0) > 1:
            return self._reshape(name, element, shape, result)
        return self.writer.op(
            f"tensor.expand_shape {name} {_lists(groups)} "
            f"output_shape [{self.writer.mixed(result)}] : "
            f"{tensor_type(shape, element)} into {tensor_type(result, element)}"
        )

    def _reshape(
        self, name: str, element: str, shape: Sequence[Size], result: Sequence[Size]
    ) -> str:
        sizes = ", ".join(self.writer.size(n) for n in result)
        type = f"tensor<{len(result)}xindex>"
        target = self.writer.op(f"tensor.from_elements {sizes} : {type}")
        source = tensor_type(shape, element)
        new = self.writer.op(
            f"tensor.reshape {name}({target}) : ({source}, {type}) "
            f"-> {tensor_type(result, element)}"
        )
        self.unsized.add(new)
        return new

    def with_dims(self, value: Value, dims: Sequence[int]) -> View:
        """A view whose SSA value has all of `dims`, also those of size 1."""
        view = self.view(value)
        if any(view.axes[i] is None and view.sizes[i] != 1 for i in dims):
            view = self.materialize(view)
        missing = [i for i in dims if view.axes[i] is None]
        if not missing:
            return view
        # Units go behind the dims that are there.
        rank = len(view.shape)
        axes = list(view.axes)
        for offset, i in enumerate(missing):
            axes[i] = rank + offset
        shape = (*view.shape, *(1 for _ in missing))
        groups = [[i] for i in range(rank)]
        if rank:
            groups[-1] += range(rank, len(shape))
        name = self.expand(view.name, view.element, view.shape, groups, shape)
        return View(name, view.element, shape, view.sizes, tuple(axes))

    # Elementwise -------------------------------------------------------------

    def view(self, value: Value) -> View:
        """The value as a view; a formula is computed."""
        if isinstance(value, View):
            return value
        return self.elementwise([value], value.sizes, value.element, _first)

    def materialize(self, value: Value) -> View:
        """A view of a contiguous SSA value with the value's dims in order."""
        if isinstance(value, View) and value.is_plain():
            return value
        dims = [i for i, size in enumerate(value.sizes) if size != 1]
        if isinstance(value, View) and sorted(value.dims) == dims:
            return self._transpose(value)
        return self.elementwise([value], value.sizes, value.element, _first, order=dims)

    def _transpose(self, view: View) -> View:
        dims = sorted(view.dims)
        permutation = [view.axes[i] for i in dims]
        shape, axes = drop_units(view.sizes)
        type = tensor_type(shape, view.element)
        name = self.writer.op(
            f"linalg.transpose ins({view.name} : {view.type}) "
            f"outs({self.empty(shape, view.element)} : {type}) "
            f"permutation = {permutation}"
        )
        return View(name, view.element, shape, view.sizes, axes)

    def elementwise(
        self,
        operands: Sequence[Value],
        sizes: Sequence[Size],
        element: str,
        body: Body,
        *,
        order: Sequence[int] | None = None,
    ) -> View:
        """One result element from one of each operand, with broadcasting.

        `body` gets the operands' scalars, in their element types. The result keeps
        the order of dims in memory of the operand with the most dims (or takes
        `order`); dims along which no operand varies have no axis.
        """
        aligned = [self._align(operand, sizes) for operand in operands]
        dims = list(order) if order is not None else _order(aligned)
        shape = tuple(sizes[i] for i in dims)
        maps, inputs, slots = self._inputs(aligned, dims)
        place = {dim: i for i, dim in enumerate(dims)}

        def whole_body(names: list[str]) -> str:
            scalars_: list[str] = []
            for operand, slot in zip(aligned, slots):
                if isinstance(operand, View):
                    scalars_.append(names[slot])
                else:
                    scalars_.append(self.formula(operand, place))
            return body(scalars_)

        name = self.generic(
            inputs,
            [*maps, list(range(len(dims)))],
            ["parallel"] * len(dims),
            self.empty(shape, element),
            shape,
            element,
            lambda names: whole_body(names[:-1]),
        )
        axes = tuple(place.get(i) for i in range(len(sizes)))
        return View(name, element, shape, tuple(sizes), axes)

    def _inputs(
        self, operands: Sequence[Value], dims: Sequence[int]
    ) -> tuple[list[list[int]], list[View], list[int]]:
        """Maps and operands of a generic, each once, and which is whose."""
        place = {dim: i for i, dim in enumerate(dims)}
        maps: list[list[int]] = []
        inputs: list[View] = []
        seen: dict[tuple[str, tuple[int, ...]], int] = {}
        slots: list[int] = []
        for operand in operands:
            if not isinstance(operand, View):
                slots.append(-1)
                continue
            results = [place[i] for i in operand.dims]
            key = (operand.name, tuple(results))
            if key not in seen:
                seen[key] = len(inputs)
                inputs.append(operand)
                maps.append(results)
            slots.append(seen[key])
        return maps, inputs, slots

    def _align(self, value: Value, sizes: Sequence[Size]) -> Value:
        """The value broadcast to `sizes`."""
        extra = len(sizes) - len(value.sizes)
        if isinstance(value, View):
            axes = (*(None for _ in range(extra)), *value.axes)
            return View(value.name, value.element, value.shape, tuple(sizes), axes)
        change = {
            DIMS[i]: DIMS[i + extra] if size != 1 else sympy.Integer(0)
            for i, size in enumerate(value.sizes)
        }
        return Computed(value.element, tuple(sizes), scalars.rename(value, change))

    # Generics ----------------------------------------------------------------

    def generic(
        self,
        inputs: Sequence[View],
        maps: Sequence[Sequence[int]],
        iterators: Sequence[str],
        out: str,
        shape: Sequence[Size],
        element: str,
        body: Body,
    ) -> str:
        """linalg.generic with one result; `maps` are projected permutations.

        `body` gets the scalars of the inputs and of `out`.
        """
        writer = self.writer
        dims = ", ".join(f"d{i}" for i in range(len(iterators)))
        affine = ", ".join(
            f"affine_map<({dims}) -> ({', '.join(f'd{i}' for i in results)})>"
            for results in maps
        )
        kinds = ", ".join(f'"{kind}"' for kind in iterators)
        ins = ""
        if inputs:
            operands = ", ".join(view.name for view in inputs)
            ins = f"ins({operands} : {', '.join(view.type for view in inputs)}) "
        result = writer.fresh()
        elements = [view.element for view in inputs]
        elements.append(element)
        out_type = tensor_type(shape, element)
        names = [writer.fresh("x") for _ in elements]
        with writer.region(
            f"{result} = linalg.generic {{indexing_maps = [{affine}], "
            f"iterator_types = [{kinds}]}} {ins}outs({out} : {out_type}) {{",
            f"}} -> {out_type}",
        ):
            arguments = ", ".join(
                f"{name}: {element}" for name, element in zip(names, elements)
            )
            writer.label(f"^bb0({arguments}):")
            writer.line(f"linalg.yield {body(names)} : {elements[-1]}")
        return result

    def reduce(
        self,
        value: Value,
        dims: Sequence[int],
        element: str,
        init: float,
        combine: Callable[[str, str], str],
    ) -> View:
        """Reduces dims, which stay with size 1; sums and such are of `element`.

        `combine` gets a scalar of the value, in its element type, and the
        accumulator.
        """
        view = self.view(value)
        if any(view.axes[i] is None and view.sizes[i] != 1 for i in dims):
            view = self.materialize(view)
        sizes = tuple(1 if i in dims else n for i, n in enumerate(view.sizes))
        kept = [i for i in view.dims if i not in dims]
        shape = tuple(view.sizes[i] for i in kept)
        place = {dim: i for i, dim in enumerate(view.dims)}
        name = self.generic(
            [view],
            [list(range(len(view.shape))), [place[i] for i in kept]],
            ["reduction" if i in dims else "parallel" for i in view.dims],
            self.filled(shape, init, element),
            shape,
            element,
            lambda names: combine(*names),
        )
        axes = tuple(kept.index(i) if i in kept else None for i in range(len(sizes)))
        return View(name, element, shape, sizes, axes)

    # Scalars -----------------------------------------------------------------

    def formula(self, value: Computed, place: dict[int, int]) -> str:
        """The scalar of a formula in a body; `place`: iterators of the dims."""
        return scalars.emit_formula(self.writer, value, place)

    def index(self, iterator: int) -> str:
        """The index of an iterator of the generic whose body is written."""
        return self.writer.op(f"linalg.index {iterator} : index")

    def convert(self, scalar: str, source: str, target: str) -> str:
        """A scalar in another element type, as PyTorch converts."""
        return scalars.convert(self.writer, scalar, source, target)


def _first(names: list[str]) -> str:
    return names[0]


def _order(operands: Sequence[Value]) -> list[int]:
    """The dims that operands vary along, in the memory order of the result."""
    used: set[int] = set()
    best: list[int] = []
    for operand in operands:
        if isinstance(operand, View):
            used.update(operand.dims)
            if len(operand.dims) > len(best):
                best = operand.dims
        else:
            used.update(scalars.dims_of(operand))
    missing = sorted(used.difference(best))
    return (
        best
        if not missing
        else sorted(used)
        if best == sorted(best)
        else ([*missing, *best] if max(missing) < min(best) else sorted(used))
    )


def _lists(groups: Sequence[Sequence[int]]) -> str:
    return "[" + ", ".join(str(list(group)) for group in groups) + "]"
