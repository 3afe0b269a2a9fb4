"""Key and value caches: buffers of the caller, written in place."""

import sympy

from diffattn.importer.builder import Builder
from diffattn.importer.table import Call, lowers
from diffattn.importer.values import Size, Value, View, tensor_type

__all__: list[str] = []

_ANY = sympy.Symbol("any")


@lowers("diffattn.cache_append.default")
def _cache_append(call: Call) -> Value:
    """A loop over the batch that inserts the rows that are there.

    With T new rows and a length n, the last min(T, n) rows of `new` go to the
    positions from max(n - T, 0) on.
    """
    builder, writer, sizes = call.builder, call.builder.writer, call.sizes
    buffer, type = builder.whole(call["buffer"])
    new = builder.with_dims(call["new"], range(4))
    lengths = builder.with_dims(call["lengths"], [0])
    result, batch, carried = writer.fresh(), writer.fresh(), writer.fresh()
    zero, one, count = (writer.size(n) for n in (0, 1, sizes[0]))
    rows = writer.size(call["new"].sizes[2])
    with writer.region(
        f"{result} = scf.for {batch} = {zero} to {count} step {one} "
        f"iter_args({carried} = {buffer}) -> ({type}) {{"
    ):
        length = _length(builder, lengths, batch, sizes[2])
        past = writer.op(f"arith.subi {length}, {rows} : index")
        start = writer.op(f"arith.maxsi {past}, {zero} : index")
        visible = writer.op(f"arith.subi {length}, {start} : index")
        first = writer.op(f"arith.subi {rows}, {visible} : index")
        part, part_type, order = _part(builder, new, batch, first, visible)
        at = (
            f"[{batch}, 0, {start}, 0] "
            f"[1, {writer.mixed([sizes[1]])}, {visible}, {writer.mixed([sizes[3]])}] "
            "[1, 1, 1, 1]"
        )
        if order != [0, 1, 2]:
            # [head, row, feature], in place.
            wanted = tensor_type([sizes[1], _ANY, sizes[3]], new.element)
            target = writer.op(
                f"tensor.extract_slice {carried}{at} : {type} to {wanted}"
            )
            part = writer.op(
                f"linalg.transpose ins({part} : {part_type}) "
                f"outs({target} : {wanted}) permutation = {order}"
            )
            part_type = wanted
        inserted = writer.op(
            f"tensor.insert_slice {part} into {carried}{at} : {part_type} into {type}"
        )
        writer.line(f"scf.yield {inserted} : {type}")
    return builder.plain(result, new.element, sizes)


def _length(builder: Builder, lengths: View, batch: str, capacity: Size) -> str:
    """The checked length of a batch row."""
    writer = builder.writer
    number = writer.op(f"tensor.extract {lengths.name}[{batch}] : {lengths.type}")
    length = writer.op(f"arith.index_cast {number} : {lengths.element} to index")
    above = writer.op(f"arith.cmpi ule, {length}, {writer.size(capacity)} : index")
    writer.line(
        f'cf.assert {above}, "lengths: expected numbers from 0 to the capacity of '
        'the cache"'
    )
    return length


def _part(
    builder: Builder, new: View, batch: str, first: str, visible: str
) -> tuple[str, str, list[int]]:
    """The rows of `new` [batch, head, row, feature] that are visible, without the
    batch dim; and the permutation to [head, row, feature]."""
    writer = builder.writer
    dims = new.dims
    offsets = ", ".join({0: batch, 2: first}.get(i, "0") for i in dims)
    sizes = ", ".join(
        {0: "1", 2: visible}.get(i) or writer.mixed([new.sizes[i]]) for i in dims
    )
    rest = [i for i in dims if i != 0]
    shape = [_ANY if i == 2 else new.sizes[i] for i in rest]
    type = tensor_type(shape, new.element)
    name = writer.op(
        f"tensor.extract_slice {new.name}[{offsets}] [{sizes}] [1, 1, 1, 1] : "
        f"{new.type} to {type}"
    )
    return name, type, [rest.index(i) for i in (1, 2, 3)]
