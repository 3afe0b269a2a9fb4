"""Attentions and sizes around every edge of a plan.

A `Kind` is an attention that is compiled once; `shapes` are the sizes that it is
called with. Blocks are small, so that their edges are near.
"""

import dataclasses
import zlib
from collections.abc import Iterator

import numpy as np
from artifact import DTYPES, Array
from attentions import Attention, Blocks

# Edges of rows: tiles of 12 or 6, blocks of 24, or of 48 that nothing shrinks as
# held_bytes are so few. Of keys: tiles of 32, 16 or 8,
# steps and value products of 128, parts of 288, which split scores 256 at a time.
BLOCKS = Blocks(
    row_block=24,
    key_block=128,
    value_block=128,
    held_bytes=1,
    held_keys=200,
    split_rows=8,
    split_keys=288,
)

ROWS = (13, 1, 24, 6, 25, 48, 5, 12, 47, 7, 23, 3, 11, 49)
KEYS = (
    *(64, 289, 1, 127, 65, 17, 256, 129, 288, 8, 63, 287, 7, 128, 257, 15, 9, 16),
    *(383, 2, 31, 385, 33, 32, 97),
)
DEPTHS = (16, 3, 64, 17, 1, 33, 15, 2, 48)
FEATURES = (32, 5, 64, 17, 65, 1, 128, 63, 16, 15, 210)

V1 = dict(eps=1e-5, out_scale=0.8)
GROUPS = dict(q1="b h r m d", q2="b h r m d", out="b h r m e")

KINDS: tuple[Attention, ...] = (
    Attention("v1", **V1),
    Attention("v1_causal_weight", causal=True, weight="e", **GROUPS, **V1),
    Attention("top_left", causal=True, alignment="top_left", lam="h"),
    Attention("window_self", window_left=0, window_right=0, sums=False),
    Attention("window_narrow", window_left=5, window_right=2, alignment="top_left"),
    Attention("window_wide", window_left=140, causal=True, lam="m", **V1),
    Attention("lengths", lengths="b", causal=True, **V1),
    Attention("lengths_of_heads", lengths="b r", **GROUPS),
    Attention("mask_bool", mask="b m n", lengths="b", **V1),
    Attention("mask_add", mask="h m n", mask_element="f32", causal=True),
    Attention("mask_keys", mask="n", q2="h m d", lam="b h"),
    Attention("softcap", softcap=2.5, window_left=30, lam="b m h"),
    Attention(
        "v2", causal=True, k2="k1", lam="b m h r", sigmoid=True, sums=False, **GROUPS
    ),
    Attention(
        "grouped",
        q1="b h r s m d",
        k1="b h r n d",
        q2="b h m d",
        out="b h r s m e",
        causal=True,
        weight="e",
        **V1,
    ),
    Attention(
        "ordinary",
        q1="b h r m d",
        q2=None,
        k2=None,
        out="b h r m e",
        causal=True,
    ),
    Attention(
        "many_dims",
        q1="d0 h m d1",
        k1="n d0 h d1",
        q2="h d1 d0 m",
        k2="h d0 d1 n",
        v="n h e0 e1",
        out="m e1 h e0",
        weight="e1 e0",
        scale=0.2,
        **V1,
    ),
    Attention("offsets", offsets=True, causal=True, window_left=90, lengths="b"),
)


@dataclasses.dataclass(frozen=True)
class Shape:
    """Sizes of dims, by name."""

    sizes: tuple[tuple[str, int], ...]

    @staticmethod
    def of(**sizes: int) -> "Shape":
        """From keywords; batch-like dims are small ones by default."""
        found = {"b": 1, "h": 2, "r": 2, "s": 2, **sizes}
        if "d" in found:
            found |= {"d0": found["d"], "d1": 3}
        if "e" in found:
            found |= {"e0": 3, "e1": found["e"]}
        return Shape(tuple(found.items()))

    def __str__(self) -> str:
        known = dict(self.sizes)
        return "-".join(f"{dim}{known[dim]}" for dim in "bhmnde")


EMPTY = [
    Shape.of(m=5, n=0, d=4, e=6),
    Shape.of(m=0, n=9, d=4, e=6),
    Shape.of(m=5, n=9, d=0, e=6),
    Shape.of(m=5, n=9, d=4, e=0),
    Shape.of(b=0, m=5, n=9, d=4, e=6),
    Shape.of(h=0, m=5, n=9, d=4, e=6),
    Shape.of(b=0, h=0, m=0, n=0, d=0, e=0),
    Shape.of(b=1, h=1, r=1, s=1, m=1, n=1, d=1, e=1),
]


def shapes(attention: Attention) -> Iterator[Shape]:
    """Sizes for a kind: each key count once, with rows, depths and features that
    differ from kind to kind, so that all kinds together have most pairs."""
    start = zlib.crc32(attention.name.encode()) % 1000
    # The norm of one feature is its sign, whatever a half type left of it.
    least = 5 if attention.eps is not None and attention.element != "f32" else 1
    for i, keys in enumerate(KEYS):
        at = start + i
        rows = ROWS[at % len(ROWS)]
        features = max(FEATURES[at * 3 % len(FEATURES)], least)
        # Few numbers say little about the error of a plain program.
        more = 3 if rows * features < 100 else 0
        yield Shape.of(
            b=1 + at % 2,
            h=1 + at % 3 + more,
            r=1 + at // 2 % 3,
            s=1 + at // 3 % 2,
            m=rows,
            n=keys,
            d=DEPTHS[at // 2 % len(DEPTHS)],
            e=features,
        )


def numpy_type(element: str) -> type:
    """NumPy's type of an element type of MLIR."""
    return DTYPES["bool" if element == "i1" else element][1]


def make_inputs(
    attention: Attention, shape: Shape, gain: float = 1.0
) -> dict[str, Array]:
    """Random inputs, alike in every run. Behind lengths there is NaN."""
    sizes = dict(shape.sizes)
    seed = zlib.crc32(f"{attention.name} {shape}".encode())
    random = np.random.default_rng(seed)
    inputs: dict[str, Array] = {}
    for name, (dims, element) in attention.operands().items():
        extents = [sizes[d] for d in dims.split()]
        kind = numpy_type(element)
        if name == "lengths":
            inputs[name] = draw_lengths(random, extents, sizes["n"])
        elif name == "mask":
            inputs[name] = draw_mask(random, extents, dims, kind)
        elif name == "query_offset":
            inputs[name] = np.array(random.integers(-sizes["n"], 40))
        elif name == "key_offset":
            inputs[name] = np.array(random.integers(0, 70))
        else:
            values = random.standard_normal(extents)
            if name in ("q1", "q2"):
                values = values * gain
            inputs[name] = np.asarray(values).astype(np.float32).astype(kind)
    if attention.lengths is not None:
        forget_behind_lengths(attention, inputs)
    return inputs


def draw_lengths(random: np.random.Generator, extents: list[int], keys: int) -> Array:
    """0, 1, all, more than all, and around tiles."""
    choices = [0, 1, keys, keys + 3, keys - 1, 31, 32, 33, 64, 15, 16, 17, 127, 129]
    return random.choice(choices, size=extents).astype(np.int64)


def draw_mask(
    random: np.random.Generator, extents: list[int], dims: str, kind: type
) -> Array:
    """A third is hidden, and all of some rows. In masks of floats, some rows have
    the lowest finite number everywhere, and some ascend: each key outweighs all
    before it."""
    shown = np.asarray(random.random(extents) > 0.35)
    if kind is np.bool_:
        if "m" in dims.split():
            shown[..., 2::5, :] = False
        return shown
    mask = np.where(shown, random.standard_normal(extents), -np.inf)
    if "m" in dims.split():
        mask[..., 2::5, :] = -np.inf
        mask[..., 3::5, :] = 0.5 * np.arange(extents[-1])
        mask[..., 4::5, :] = np.finfo(np.float32).min
    with np.errstate(over="ignore"):
        return mask.astype(np.float32).astype(kind)


def forget_behind_lengths(attention: Attention, inputs: dict[str, Array]) -> None:
    """Keys and values that no head may use become NaN."""
    most = inputs["lengths"]
    start = int(inputs["key_offset"]) if attention.offsets else 0
    own = (attention.lengths or "").split()
    for name in ("k1", "k2", "v"):
        if name not in inputs:
            continue
        dims = attention.operands()[name][0].split()
        reduced = [i for i, d in enumerate(own) if d not in dims]
        longest = most.max(axis=tuple(reduced), initial=0)
        kept = [d for d in own if d in dims]
        array = np.moveaxis(inputs[name], dims.index("n"), -1)
        others = [d for d in dims if d != "n"]
        spread = longest.reshape(
            [array.shape[i] if d in kept else 1 for i, d in enumerate(others)] + [1]
        )
        key = np.arange(array.shape[-1]) + start
        array[np.broadcast_to(key >= spread, array.shape)] = np.nan


# Layouts ---------------------------------------------------------------------


def padded(array: Array) -> Array:
    """The same numbers with gaps between all elements."""
    room = np.ones([2 * size for size in array.shape], array.dtype)
    view = room[tuple(slice(None, None, 2) for _ in array.shape)]
    view[...] = array
    return view


def reversed_dims(array: Array) -> Array:
    """The same numbers, the first dim innermost in memory."""
    return np.asfortranarray(array)


def backwards(array: Array) -> Array:
    """The same numbers with negative strides."""
    flip = tuple(slice(None, None, -1) for _ in array.shape)
    return array[flip].copy()[flip]


def heads_inside(array: Array) -> Array:
    """The same numbers, the last dim innermost and next to it the first: BSHD for
    BHSD. Rows of different heads are neighbours."""
    if array.ndim < 3:
        return array
    return np.moveaxis(np.moveaxis(array, -2, 0).copy(), 0, -2)


LAYOUTS = (padded, reversed_dims, backwards, heads_inside)


def empty_results(attention: Attention, shape: Shape) -> dict[str, Array]:
    """Memory for the results, filled with NaN."""
    sizes = dict(shape.sizes)
    return {
        name: np.full([sizes[d] for d in dims.split()], np.nan, numpy_type(element))
        for name, (dims, element) in attention.results().items()
    }


def arrays_of(attention: Attention, shape: Shape) -> dict[str, Array]:
    """Inputs and memory for results."""
    return make_inputs(attention, shape) | empty_results(attention, shape)
