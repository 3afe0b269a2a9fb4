"""Attention: one `diffattn.attention` each."""

import dataclasses
from collections.abc import Sequence

from diffattn.importer.elementwise import cast, compute_type
from diffattn.importer.positions import Options, positions
from diffattn.importer.shape import permute, reshape
from diffattn.importer.table import Call, lowers
from diffattn.importer.values import Computed, Size, Value, View, tensor_type

__all__ = ["Attention"]


class Attention:
    """Writes one attention.

    Tensors have the dims [batch..., head, row, feature]; the last batch-like dim of
    an operand may be smaller by a factor: groups of heads share it.
    """

    def __init__(
        self, call: Call, batch: Sequence[Size], heads: Sequence[Size]
    ) -> None:
        """`batch`: the batch-like sizes of the result, heads last; `heads`: the
        numbers of heads of all operands."""
        self.call = call
        self.builder = call.builder
        self.batch = tuple(batch)
        self.split = _split(self.batch[-1], heads) if self.batch else ()
        count = len(self.batch) - 1
        batches = ["b"] if count == 1 else [f"b{i}" for i in range(count)]
        groups = {0: [], 1: ["h"], 2: ["g", "r"]}
        many = [f"h{i}" for i in range(len(self.split))]
        self.names = batches + groups.get(len(self.split), many)
        self.parts: list[str] = []

    def add_maps(self, keyword: str, query: Value, key: Value) -> None:
        """A query and a key."""
        self.add(
            keyword, self.operand(query, ["m", "d"]), self.operand(key, ["n", "d"])
        )

    def add_lambda(self, value: Value) -> None:
        """A factor: [], [head], or [batch, row, head]."""
        if len(value.sizes) == 3:
            value = permute(value, [0, 2, 1])
            self.add("lambda", self.loose(value, ["m"], 1))
            return
        if len(value.sizes) == 0:
            value = reshape(self.builder, value, [1])
        value = reshape(self.builder, value, [1, *value.sizes])
        self.add("lambda", self.loose(value, [], 0))

    def add_mask(self, mask: Value, keys: Size | None, options: Options) -> Options:
        """A mask that is broadcast to [batch..., rows, keys].

        What only depends on positions becomes options, if `keys`, the number of keys
        that positions count from, is given.
        """
        rank = len(self.batch) + 2
        mask = reshape(
            self.builder, mask, [1] * (rank - len(mask.sizes)) + [*mask.sizes]
        )
        if isinstance(mask, Computed) and keys is not None:
            rows = self.call.sizes[-2]
            rest, options = positions(mask, rows, keys, options)
            if rest is None:
                return options
            mask = rest
        if mask.element not in ("i1", self.call.element):
            mask = cast(self.builder, mask, compute_type(self.call.element))
        self.add("mask", self.loose(mask, ["m", "n"], 2))
        return options

    def operand(self, value: Value, dims: Sequence[str]) -> tuple[str, str]:
        """`%q[b, m, h, d]` and the type of [batch..., head, *dims]."""
        view = self.builder.view(self._grouped(value, len(dims)))
        names = [*self.names, *dims]
        needed = [i for i, name in enumerate(names) if name in dims]
        if any(view.axes[i] is None and view.sizes[i] != 1 for i in needed):
            view = self.builder.materialize(view)
        return self._text(self.builder.with_dims(view, needed), names)

    def loose(self, value: Value, dims: Sequence[str], rank: int) -> tuple[str, str]:
        """An operand that may lack dims, all but `rank` of which are batch-like."""
        view = self.builder.view(self._grouped(value, rank))
        return self._text(view, [*self.names, *dims])

    def _text(self, view: View, names: Sequence[str]) -> tuple[str, str]:
        order = ", ".join(names[i] for i in view.dims)
        return f"{view.name}[{order}]", view.type

    def _grouped(self, value: Value, rank: int) -> Value:
        """With the head dim as the dims of all groups."""
        if len(self.split) < 2:
            return value
        front, (heads, *rest) = value.sizes[: -rank - 1], value.sizes[-rank - 1 :]
        whole: Size = 1
        sizes: list[Size] = []
        for part in self.split:
            sizes.append(part if _times(whole, part, heads) else 1)
            whole = whole * sizes[-1]
        if whole != heads:
            raise self.call.unsupported(
                f"{heads} heads beside {self.batch[-1]} of the result",
                "repeat heads before the attention",
            )
        return reshape(self.builder, value, [*front, *sizes, *rest])

    def add(self, keyword: str, *operands: tuple[str, str]) -> None:
        """An operand group of the operation."""
        names = ", ".join(text for text, _ in operands)
        types = ", ".join(type for _, type in operands)
        self.parts.append(f"{keyword}({names} : {types})")

    def write(self, rows: Size, width: Size, element: str, options: Options) -> Value:
        """The operation; the result is [batch..., head, row, width]."""
        builder = self.builder
        sizes = [*self.batch[:-1], *self.split]
        kept = [i for i, size in enumerate(sizes) if size != 1]
        count = len(self.batch) - 1 if self.batch else 0
        names = [self.names[i] for i in kept if i < count]
        shape: list[Size] = [sizes[i] for i in kept if i < count]
        names += ["m", *(self.names[i] for i in kept if i >= count), "e"]
        shape += [rows, *(sizes[i] for i in kept if i >= count), width]
        type = tensor_type(shape, element)
        init = builder.empty(shape, element)
        self.add("outs", (f"{init}[{', '.join(names)}]", type))
        name = builder.writer.op(
            f"diffattn.attention {' '.join(self.parts)}{options.text()}"
        )
        result: Value = builder.plain(name, element, shape)
        wanted = [*(self.names[i] for i in kept), "m", "e"]
        result = permute(result, [names.index(n) for n in wanted])
        return reshape(builder, result, [*self.batch, rows, width])


def _times(whole: Size, part: Size, heads: Size) -> bool:
    """Whether an operand with so many heads has this part of the heads."""
    product = whole * part
    return isinstance(product, int) and isinstance(heads, int) and heads % product == 0


def _split(heads: Size, counts: Sequence[Size]) -> tuple[Size, ...]:
    """Factors of `heads` so that each count is a product of the first ones."""
    parts: list[Size] = []
    whole = 1
    for count in sorted({n for n in counts if isinstance(n, int) and n != 1}):
        if count % whole == 0 and count != whole:
            parts.append(count // whole)
            whole = count
    return tuple(parts) if parts else (heads,)


@lowers(
    "aten.scaled_dot_product_attention.default",
    "diffattn.scaled_dot_product_attention.default",
)
def _scaled_dot_product_attention(call: Call) -> Value:
    query, key, value = call["query"], call["key"], call["value"]
    if call["dropout_p"] != 0:
        raise call.unsupported(
            "dropout in training mode", "call eval() on the model before exporting it"
        )
    batch = call.sizes[:-2]
    heads = [x.sizes[-3] for x in (query, key, value)] if batch else []
    writer = Attention(call, batch, heads)
    options = Options(
        scale=_scale(call["scale"], query.sizes[-1]),
        causal=call["is_causal"],
        alignment="top_left" if call["is_causal"] else "bottom_right",
    )
    writer.add_maps("signal", query, key)
    writer.add("value", writer.operand(value, ["n", "e"]))
    if call["attn_mask"] is not None:
        options = writer.add_mask(call["attn_mask"], key.sizes[-2], options)
    return writer.write(call.sizes[-2], call.sizes[-1], call.element, options)


@lowers("aten._scaled_dot_product_flash_attention_for_cpu.default")
def _flash_attention(call: Call) -> list[Value]:
    """What core ATen makes of it; its logsumexp only matters to gradients."""
    inner = dataclasses.replace(call, meta=call.meta[0])
    return [_scaled_dot_product_attention(inner)]


@lowers("diffattn.attention.default")
def _attention(call: Call) -> Value:
    """torch.ops.diffattn.attention: the operation as it is."""
    q1, k1, q2, k2, v = (call[name] for name in ("q1", "k1", "q2", "k2", "v"))
    rows, width = call.sizes[-2:]
    heads = [x.sizes[1] for x in (q1, k1, q2, k2, v) if x is not None]
    writer = Attention(call, call.sizes[:2], heads)
    fields = {field.name for field in dataclasses.fields(Options)} - {"scale"}
    options = Options(
        scale=_scale(call["scale"], q1.sizes[-1]),
        **{name: call[name] for name in fields},
    )
    wide = compute_type(q1.element)
    writer.add_maps("signal", q1, k1)
    if q2 is not None:
        writer.add_maps("noise", q2, k2)
    writer.add("value", writer.operand(v, ["n", "e"]))
    if call["lam"] is not None:
        writer.add_lambda(cast(call.builder, call["lam"], wide))
    mask, lengths, weight = (
        call[name] for name in ("mask", "key_lengths", "norm_weight")
    )
    if mask is not None:
        is_short = lengths is None
        options = writer.add_mask(mask, k1.sizes[-2] if is_short else None, options)
    if lengths is not None:
        spread = reshape(call.builder, lengths, [*lengths.sizes, 1])
        writer.add("key_lengths", writer.loose(spread, [], 0))
    if weight is not None:
        whole = call.builder.with_dims(weight, [0])
        writer.add("norm_weight", (f"{whole.name}[e]", whole.type))
    return writer.write(rows, width, call.element, options)


def _scale(scale: float | None, width: Size) -> float | None:
    """The scale, None if it is the default."""
    if scale is None or not isinstance(width, int) or width == 0:
        return scale
    return None if abs(scale - width**-0.5) <= 1e-15 * scale else scale
