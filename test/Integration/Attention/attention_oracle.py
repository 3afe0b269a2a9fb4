"""Attention in NumPy with matrix products: exact in f64, and as a plain program.

diffattn.reference is the definition, but takes memory for every product; this is
for sizes beyond it. `test_attention_oracle` holds them against each other.
"""

from typing import Any

import ml_dtypes
import numpy as np
from artifact import Array
from attentions import Attention, is_batch, is_feature, is_value


def _stack(array: Array, dims: str, sizes: dict[str, int], order: list[str]) -> Array:
    """[all batch-like dims in one, rest...]: dims of one role joined, too."""
    names = dims.split()
    batch = [d for d in order if is_batch(d)]
    rest = [d for d in order if not is_batch(d) and d in names]
    present = [d for d in batch if d in names] + rest
    array = array.transpose([names.index(d) for d in present])
    shape = [sizes[d] if d in names else 1 for d in batch]
    tail = [sizes[d] for d in rest]
    array = array.reshape([*shape, *tail])
    array = np.broadcast_to(array, [*(sizes[d] for d in batch), *tail])
    joined: list[int] = []
    before = ""
    for dim in rest:
        if before and dim[0] == before and dim not in "mn":
            joined[-1] *= sizes[dim]
        else:
            joined.append(sizes[dim])
        before = dim[0]
    count = int(np.prod([sizes[d] for d in batch]))
    return array.reshape(count, *joined)


def sizes_of(attention: Attention, arrays: dict[str, Array]) -> dict[str, int]:
    """The size of each dim, from the arrays of a call. Where only results have a
    dim, they must be there."""
    sizes: dict[str, int] = {}
    for name, (dims, _) in (attention.operands() | attention.results()).items():
        if name in arrays:
            sizes.update(zip(dims.split(), arrays[name].shape))
    return sizes


def _visible(
    attention: Attention,
    sizes: dict[str, int],
    lengths: Array,
    arrays: dict[str, Array],
) -> Array:
    """[batch, m, n]: what positions let rows see. `lengths`: [batch]."""
    offset, start = -sizes["m"], 0
    bottom_right = attention.alignment == "bottom_right"
    if not bottom_right:
        offset = 0
    if attention.offsets:
        offset, start = int(arrays["query_offset"]), int(arrays["key_offset"])
    lengths = np.clip(lengths, 0, start + sizes["n"])[:, None, None]
    position = np.arange(sizes["m"])[None, :, None] + offset
    position = position + (lengths if bottom_right else 0)
    key = np.arange(sizes["n"])[None, None, :] + start
    visible = np.broadcast_to(
        key < lengths, (len(lengths), sizes["m"], sizes["n"])
    ).copy()
    if attention.causal:
        visible &= key <= position
    if attention.window_left is not None:
        visible &= key >= position - attention.window_left
    if attention.window_right is not None:
        visible &= key <= position + attention.window_right
    return visible


def _multiply(
    left: Array, right: Array, order: np.random.Generator | None = None
) -> Array:
    """Products of matrices in stacks. BLAS adds up those of small or transposed
    matrices in several sums; here products are added one after the other, as plain
    programs do, or in random orders: one for some columns and another one for the
    others, as programs have it that treat those behind the last full vector apart."""
    count, rows, depth = left.shape
    cols = right.shape[-1]
    if order is not None:
        result = np.zeros((count, rows, cols), left.dtype)
        is_first = order.random(cols) < 0.5
        for some in (is_first, ~is_first):
            shuffled = order.permutation(depth)
            result[..., some] = _multiply(
                left[:, :, shuffled], right[:, shuffled][..., some]
            )
        return result
    padded_left = np.zeros((count, max(rows, 16), depth), left.dtype)
    padded_left[:, :rows] = left
    padded_right = np.zeros((count, depth, max(cols, 16)), right.dtype)
    padded_right[..., :cols] = right
    return np.matmul(padded_left, padded_right)[:, :rows, :cols]


def _add_up(terms: Array, order: np.random.Generator | None) -> Array:
    """Sums of rows. NumPy adds up in pairs; in an order, one after the other."""
    if order is None or not terms.shape[-1]:
        return terms.sum(axis=-1, keepdims=True)
    shuffled = terms[..., order.permutation(terms.shape[-1])]
    return np.cumsum(shuffled, axis=-1)[..., -1:]


def evaluate(
    attention: Attention,
    arrays: dict[str, Array],
    dtype: type = np.float64,
    half: Any = None,
    order: np.random.Generator | None = None,
) -> dict[str, Array]:
    """The results, and `cancellation`, for each number of `out`. With `half`,
    rounds to it where a plain program of two calls would: probabilities, both
    products, the difference, the result. With `order`, adds up in random orders,
    one number after the other, scales queries, for powers of 2, before that, and has a
    tanh that is off by a unit."""
    sizes = sizes_of(attention, arrays)
    dims = [d for d in attention.out.split() if is_batch(d)] + ["m", "n"]
    dims += sorted(d for d in sizes if is_feature(d))
    dims += sorted(d for d in sizes if is_value(d))
    count = int(np.prod([sizes[d] for d in dims if is_batch(d)]))

    def stack(name: str, names: str | None) -> Array:
        array = arrays[name]
        kind = array.dtype if array.dtype in (np.bool_, np.int64) else dtype
        return _stack(array.astype(kind), names or "", sizes, dims)

    def rounded(x: Array) -> Array:
        return x if half is None else x.astype(half).astype(dtype)

    start = int(arrays["key_offset"]) if attention.offsets else 0
    lengths = np.full(count, start + sizes["n"])
    if attention.lengths is not None:
        lengths = stack("lengths", attention.lengths)
    visible = _visible(attention, sizes, lengths, arrays)
    value = stack("v", attention.v)
    # What lies behind lengths is not used.
    used = np.arange(sizes["n"])[None, :, None] + start < lengths[:, None, None]
    value = np.where(used, value, 0)
    added: Any = 0
    if attention.mask is not None:
        names = attention.mask.split()
        mask = stack("mask", attention.mask)
        mask = mask.reshape(count, *(sizes[d] if d in names else 1 for d in ("m", "n")))
        if mask.dtype == np.bool_:
            visible &= mask
        else:
            visible &= mask != -np.inf
            added = np.where(mask == -np.inf, 0, mask)
    depth = int(np.prod([sizes[d] for d in dims if is_feature(d)]))
    scale = attention.scale
    if scale is None:
        scale = max(depth, 1) ** -0.5

    def softmax(query: str, key: str) -> tuple[Array, Array]:
        q, k = (stack(x, getattr(attention, x)) for x in (query, key))
        k = np.where(used, k, 0)
        before, after = dtype(1), dtype(scale)
        if order is not None:
            before, after = dtype(scale * np.log2(np.e)), dtype(np.log(2))
        scores = _multiply(q * before, k.transpose(0, 2, 1), order) * after
        if attention.softcap is not None:
            cap = dtype(attention.softcap)
            capped = np.tanh(scores / cap)
            if order is not None:
                # Libraries give the nearest number or one beside it.
                units = order.integers(-1, 2, size=capped.shape)
                capped = capped * (1 + units * np.finfo(dtype).eps).astype(dtype)
            scores = cap * capped
        scores = np.where(visible, scores + added, dtype(-np.inf))
        top = scores.max(axis=-1, keepdims=True, initial=-np.inf)
        top = np.where(np.isneginf(top), dtype(0), top)
        weights = np.exp(scores - top)
        total = _add_up(weights, order)
        return weights / np.where(total == 0, dtype(1), total), np.log(total) + top

    def product(weights: Array) -> Array:
        terms = _multiply(rounded(weights), value, order)
        return rounded(np.where(visible.any(axis=-1, keepdims=True), terms, 0))

    with np.errstate(all="ignore"):
        weights, signal = softmax("q1", "k1")
        o1 = product(weights)
        o, noise = o1, None
        if attention.has_noise:
            weights, noise = softmax("q2", "k1" if attention.k2 == "k1" else "k2")
            names = (attention.lam or "").split()
            factor = stack("lam", attention.lam)
            factor = factor.reshape(count, sizes["m"] if "m" in names else 1, 1)
            if attention.sigmoid:
                factor = 1 / (1 + np.exp(-factor))
            o = rounded(o1 - factor * product(weights))
        out = o
        if attention.eps is not None:
            mean = _add_up(o * o, order) / dtype(o.shape[-1])
            root = np.sqrt(mean + dtype(attention.eps))
            out = np.where(root == 0, 0, o / root)
        if attention.weight is not None:
            names = attention.weight.split()
            weight = arrays["weight"].astype(dtype)
            weight = weight.transpose(
                [names.index(d) for d in dims if d in names]
            ).reshape(-1)
            out = out * weight
        out = rounded(out * dtype(attention.out_scale))

    def unstack(x: Array, of: str, tail: list[str]) -> Array:
        kept, names = of.split(), [d for d in dims if is_batch(d)] + tail
        x = x.reshape([sizes[d] for d in names])
        x = x[tuple(slice(None) if d in kept else 0 for d in names)]
        names = [d for d in names if d in kept]
        return x.transpose([names.index(d) for d in kept])

    found = {}
    values = [d for d in dims if is_value(d)]
    cancel = cancellation(o1, o, of_rows=attention.eps is not None)
    cancel = np.broadcast_to(cancel, o.shape)
    found["cancellation"] = unstack(cancel, attention.out, ["m", *values])
    for name, (kept, _) in attention.results().items():
        if name == "out":
            found[name] = unstack(out, kept, ["m", *values])
        else:
            sums = signal if name == "lse1" else noise
            assert sums is not None
            found[name] = unstack(sums[..., 0], kept, ["m"])
    return found


def cancellation(o1: Array, o: Array, of_rows: bool) -> Array:
    """How much larger than their difference the terms are; at least 1. The norm
    makes rows alike, each with the cancellation of its own."""
    axis = -1 if of_rows else None

    def largest(x: Array) -> Array:
        finite = np.where(np.isfinite(x), np.abs(x), 0)
        return finite.max(axis=axis, keepdims=True, initial=0)

    terms = np.maximum(largest(o1), largest(o1 - o))
    difference = largest(o)
    return np.maximum(1.0, terms / np.where(difference == 0, np.inf, difference))


def why_wrong(
    found: Array,
    expected: Array,
    reference: Array,
    cancel: Array | float = 1.0,
    least: float = 0.0,
    floor: float = 2.0**-21,
    size: float = 0.0,
) -> str:
    """Empty if `found` meets the tolerance rule: twice the error of a plain
    program, plus some roundings of f32 (`floor`, of the largest number, or of
    `size`); infinities and NaN at the same places. `least`: that error is at least
    so much of the largest number's power of two."""
    x, e, r = (np.asarray(a, np.float64) for a in (found, expected, reference))
    if x.shape != e.shape:
        return f"shape {x.shape}, expected {e.shape}"
    finite = np.isfinite(e)
    if not np.array_equal(x[~finite], e[~finite], equal_nan=True):
        return "infinities or NaN differ"
    if not np.isfinite(x[finite]).all():
        return f"{(~np.isfinite(x[finite])).sum()} numbers are not finite"
    if not finite.any():
        return ""
    both = finite & np.isfinite(r)
    error = np.abs(x[finite] - e[finite])
    largest = np.abs(e[finite]).max()
    usual = least * 2.0 ** np.floor(np.log2(largest)) if largest > 0 else 0.0
    limit = 2 * max(np.abs(r[both] - e[both]).max(initial=0), usual)
    usual_size = max(largest, size)
    limit = limit + floor * usual_size * np.broadcast_to(cancel, e.shape)[finite]
    worst = np.argmax(error - limit)
    if error[worst] <= limit[worst]:
        return ""
    return f"error {error[worst]:.3e}, allowed {limit[worst]:.3e}"


def problems(
    attention: Attention,
    found: dict[str, Array],
    expected: dict[str, Array],
    reference: dict[str, Array],
) -> list[str]:
    """What misses the tolerance rule. A plain program rounds its result to half a
    unit of the last place, also where few results do not show it."""
    texts = []
    for name, array in found.items():
        is_sum = name != "out"
        cancel = 1.0 if is_sum else expected["cancellation"]
        least = 0.0 if is_sum else float(ml_dtypes.finfo(array.dtype).eps) / 2
        why = why_wrong(array, expected[name], reference[name], cancel, least)
        if why:
            texts.append(f"{attention.name} {name}: {why}")
    return texts
