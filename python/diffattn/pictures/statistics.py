"""A head of an attention in a few numbers."""

import dataclasses
from collections.abc import Sequence

import numpy as np

from diffattn import reference
from diffattn.pictures.observe import Array, Attention


@dataclasses.dataclass(frozen=True)
class Masses:
    """The share of a map's weight that lies on some keys. That of the difference is
    a share of its row sum, 1 - lambda."""

    signal: float
    noise: float | None
    difference: float | None


@dataclasses.dataclass(frozen=True)
class HeadStatistics:
    """Means over rows, if nothing else is said. None: the head has no noise."""

    name: str
    lam: float | None
    row_sum: float
    """Of the difference: 1 - lambda."""
    negative: float | None
    """The share of visible weights of the difference that are below 0."""
    first: Masses
    """On the first token, over all rows but its own."""
    span: Masses | None
    """On the marked tokens, in the last row."""
    largest_signal: float
    """The largest magnitude of a score of the signal."""
    largest_noise: float | None
    context_rms: float
    """Of the difference times the value, before norm and scale."""


@dataclasses.dataclass(frozen=True)
class Head:
    """A head with its maps [rows, keys]."""

    signal: Array
    noise: Array | None
    difference: Array
    statistics: HeadStatistics


@dataclasses.dataclass(frozen=True)
class Layer:
    """The heads of an attention."""

    number: int
    heads: Sequence[Head]
    largest_value: float
    """The largest magnitude in the value."""
    largest_out: float
    """The largest magnitude in the result, after norm and scale."""

    @property
    def lam(self) -> float | None:
        """The mean of lambda over heads."""
        found = [h.statistics.lam for h in self.heads if h.statistics.lam is not None]
        return float(np.mean(found)) if found else None


def describe(attention: Attention, span: range | None) -> Layer:
    """The heads of an attention of one text."""
    maps = attention.maps()
    context = compute_context(attention, maps)
    batched = np.ndindex(maps.signal.shape[:-2])
    heads = [make_head(attention, maps, context, index, span) for index in batched]
    return Layer(
        attention.number,
        heads,
        largest(attention.arrays["value"][0]),
        largest(attention.arrays["out"][0]),
    )


def make_head(
    attention: Attention,
    maps: reference.Maps,
    context: Array,
    index: tuple[int, ...],
    span: range | None,
) -> Head:
    """One head of the maps."""
    signal, difference = maps.signal[index], maps.difference[index]
    noise = None if maps.noise is None else maps.noise[index]
    noise_scores = None if maps.noise_scores is None else maps.noise_scores[index]
    lam = None
    if maps.lam is not None:
        lam = np.broadcast_to(maps.lam, (*maps.signal.shape[:-1], 1))[index]
    visible = maps.signal_scores[index] > -np.inf

    def mass(rows: slice, keys: slice) -> Masses:
        total = difference[rows].sum()
        return Masses(
            share(signal[rows, keys].sum(), signal[rows].sum()),
            None
            if noise is None
            else share(noise[rows, keys].sum(), noise[rows].sum()),
            None if noise is None else share(difference[rows, keys].sum(), total),
        )

    return Head(
        signal,
        noise,
        difference,
        HeadStatistics(
            name=name_head(attention, index),
            lam=None if lam is None else float(lam.mean()),
            row_sum=float(difference.sum(axis=-1).mean()),
            negative=None
            if noise is None
            else share(((difference < 0) & visible).sum(), visible.sum()),
            first=mass(slice(1, None), slice(0, 1)),
            span=None
            if span is None
            else mass(slice(-1, None), slice(span.start, span.stop)),
            largest_signal=largest(maps.signal_scores[index]),
            largest_noise=None if noise_scores is None else largest(noise_scores),
            context_rms=float(np.sqrt(np.mean(context[index] ** 2))),
        ),
    )


def name_head(attention: Attention, index: tuple[int, ...]) -> str:
    """`head 3`, or `group 1, head 0` if several dims tell heads apart."""
    numbers = index[len(index) - len(attention.heads) :]
    if len(numbers) < 2:
        return f"head {numbers[0] if numbers else 0}"
    *groups, head = numbers
    return f"group {'.'.join(map(str, groups))}, head {head}"


def compute_context(attention: Attention, maps: reference.Maps) -> Array:
    """(P1 - lambda P2) v, with the axes of the maps but `n`, and one of features."""
    value, dims = attention.arrays["value"]
    names = dims.split()
    # Heads that share values have none of their dims there; all value dims are one.
    order = [names.index(d) for d in [*attention.axes.split()[:-2], "n"] if d in names]
    order += [i for i in range(len(names)) if i not in order]
    spread = [
        value.shape[names.index(d)] if d in names else 1
        for d in attention.axes.split()[:-2]
    ]
    keys = value.shape[names.index("n")]
    wide = value.transpose(order).reshape([*spread, keys, -1])
    product: Array = maps.difference @ wide
    return product


def largest(array: Array) -> float:
    """The largest magnitude of what is finite; 0 for nothing."""
    return float(np.max(np.abs(array), initial=0, where=np.isfinite(array)))


def share(part: float, whole: float) -> float:
    """A part of a whole; 0 of nothing."""
    return float(part / whole) if whole else 0.0
