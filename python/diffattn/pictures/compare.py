"""What tells two models apart that have read the same text: a model and its
quantised form, or two states of its training."""

import dataclasses
from collections.abc import Sequence

import numpy as np

from diffattn.errors import ModelError
from diffattn.pictures.observe import Array, Attention, Observation
from diffattn.pictures.statistics import Head, Layer, describe


@dataclasses.dataclass(frozen=True)
class HeadChange:
    """A head of both models."""

    number: int
    """Of its attention."""
    before: Head
    after: Head

    @property
    def name(self) -> str:
        """As the statistics call it."""
        return self.after.statistics.name

    @property
    def change(self) -> Array:
        """The difference of differences [rows, keys]."""
        change: Array = self.after.difference - self.before.difference
        return change

    @property
    def moved(self) -> float:
        """How much weight a row has elsewhere: the mean over rows of the sum of
        magnitudes."""
        return float(np.abs(self.change).sum(axis=-1).mean())


@dataclasses.dataclass(frozen=True)
class LayerChange:
    """An attention of both models."""

    before: Layer
    after: Layer
    heads: Sequence[HeadChange]
    result: float
    """How far the result is from what it was: the root mean square of the difference,
    relative to that of the result before."""

    @property
    def moved(self) -> float:
        """The mean over heads."""
        return float(np.mean([head.moved for head in self.heads]))


@dataclasses.dataclass(frozen=True)
class Comparison:
    """Two models that have read one text."""

    tokens: Sequence[str]
    layers: Sequence[LayerChange]

    def heads(self) -> list[HeadChange]:
        """All heads, those first whose maps are no numbers any more, then those that
        have changed most."""
        heads = [head for layer in self.layers for head in layer.heads]
        return sorted(heads, key=lambda h: (not np.isnan(h.moved), -h.moved))


def compare(before: Observation, after: Observation) -> Comparison:
    """Compares attention by attention. Raises ModelError if the models don't have the
    same tokens, attentions and heads."""
    if before.tokens != after.tokens:
        raise ModelError(
            "--diff: expected models to which the text is the same tokens, found "
            f"{len(before.tokens)} tokens and {len(after.tokens)} others"
        )
    check("the model", before.attentions, after.attentions, "attentions")
    pairs = zip(before.attentions, after.attentions)
    return Comparison(after.tokens, [compare_attentions(*pair) for pair in pairs])


def check(
    place: str, before: Sequence[object], after: Sequence[object], what: str
) -> None:
    """Raises ModelError if there are not as many."""
    if len(before) != len(after):
        raise ModelError(
            f"--diff: {place}: expected {len(before)} {what}, as the first model has, "
            f"found {len(after)}"
        )


def compare_attentions(before: Attention, after: Attention) -> LayerChange:
    """Compares one attention of both models."""
    place = f"attention {after.number}"
    layers = describe(before, None), describe(after, None)
    check(place, layers[0].heads, layers[1].heads, "heads")
    outs = [each.arrays["out"][0] for each in (before, after)]
    if outs[0].shape != outs[1].shape:
        raise ModelError(
            f"--diff: {place}: expected a result of {list(outs[0].shape)}, as the "
            f"first model has, found {list(outs[1].shape)}"
        )
    pairs = zip(layers[0].heads, layers[1].heads)
    heads = [HeadChange(after.number, *pair) for pair in pairs]
    scale = np.sqrt(np.mean(outs[0] ** 2))
    distance = np.sqrt(np.mean((outs[1] - outs[0]) ** 2))
    return LayerChange(*layers, heads, float(distance / scale) if scale else 0.0)
