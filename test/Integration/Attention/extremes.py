"""Scores far from each other, infinite, or not numbers: changes of the inputs of
attentions, and which go with which."""

from collections.abc import Callable

import numpy as np
from artifact import Array
from attentions import Attention
from generated import V1

Change = Callable[[dict[str, Array]], None]


def steep(factor: float) -> Change:
    """A mask that ascends or descends steeply: in each block of keys, all scores
    exceed those before, or none matter."""

    def change(x: dict[str, Array]) -> None:
        x["mask"] = np.asarray(
            factor * np.arange(x["mask"].shape[-1], dtype=np.float32)
        )

    return change


def lowest(x: dict[str, Array]) -> None:
    """The lowest finite number: of no weight beside others, equal among its like."""
    x["mask"][:] = np.finfo(np.float32).min
    x["mask"][200:] = 0


def lowest_everywhere(x: dict[str, Array]) -> None:
    """All keys are alike."""
    x["mask"][:] = np.finfo(np.float32).min


def highest(x: dict[str, Array]) -> None:
    """One key outweighs all."""
    x["mask"][70] = 1e30


MASKED = (
    Attention("extreme_mask", mask="n", mask_element="f32"),
    Attention("extreme_causal", mask="n", mask_element="f32", causal=True, q2=None),
)
MASKS = {
    "ascending": steep(3.0),
    "ascending fast": steep(1e4),
    "descending": steep(-3.0),
    "descending fast": steep(-1e4),
    "lowest": lowest,
    "lowest everywhere": lowest_everywhere,
    "highest": highest,
}


def large_queries(x: dict[str, Array]) -> None:
    """Scores of some hundreds: a key takes all the weight."""
    x["q1"] *= 60
    x["q2"] *= 60


def ascending_keys(x: dict[str, Array]) -> None:
    """Each key's scores exceed those before by more than 8 powers of two."""
    for query, key in (("q1", "k1"), ("q2", "k2")):
        x[query][...] = 0.7
        x[key][...] = 1.4 * np.arange(x[key].shape[-2])[:, None]


def descending_keys(x: dict[str, Array]) -> None:
    """Of all weights but the first ones none is above the least number."""
    ascending_keys(x)
    x["q1"] *= -1
    x["q2"] *= -1


def nan_query(x: dict[str, Array]) -> None:
    """NaN scores of one row."""
    x["q1"][..., 3, 2] = np.nan


def nan_key(x: dict[str, Array]) -> None:
    """NaN scores of the rows that see one key."""
    x["k2"][..., 70, 1] = np.nan


def infinite_query(x: dict[str, Array]) -> None:
    """Scores of +inf and -inf in one row."""
    x["q2"][..., 5, 0] = np.inf


def infinite_key(x: dict[str, Array]) -> None:
    """Scores of +inf or -inf in the rows that see one key."""
    x["k1"][..., 64, 0] = -np.inf


def hidden_everywhere(x: dict[str, Array]) -> None:
    """Scores of -inf: not hidden, but of no weight."""
    x["q1"][..., 2, :] = 1
    x["k1"][..., 0] = -np.inf


PLAIN = (
    Attention("extreme", **V1),
    Attention("extreme_top_left", causal=True, alignment="top_left"),
)
SCORES = {
    change.__name__: change
    for change in (
        large_queries,
        ascending_keys,
        descending_keys,
        nan_query,
        nan_key,
        infinite_query,
        infinite_key,
        hidden_everywhere,
    )
}
EXTREME = [
    *((kind, name, MASKS[name]) for kind in MASKED for name in MASKS),
    *((kind, name, SCORES[name]) for kind in PLAIN for name in SCORES),
]

OVERFLOWING = Attention("overflowing", scale=4.0, **V1)


def overflow(x: dict[str, Array]) -> int:
    """Products in one row that f32 holds, but not four times as much; which row."""
    x["q1"][..., 3, :] = 0
    x["q1"][..., 3, 0] = 1.5e19
    x["k1"][..., 200, 0] = 1e19
    x["k1"][..., 3, 0] = -1e19
    return 3
