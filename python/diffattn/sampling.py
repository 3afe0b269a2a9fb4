"""Choosing the next token from logits.

In this order, in float64: temperature divides the logits; top-k keeps the k
largest; top-p keeps the most likely tokens whose probabilities first sum to p;
one of what is left is drawn. Of equal logits the lower id comes first. Temperature
0 takes the largest and draws nothing.
"""

import math
import numbers
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffattn.errors import RunError, UsageError


@dataclass(frozen=True)
class Sampling:
    """How tokens are chosen. Raises UsageError for values that mean nothing."""

    temperature: float = 0.0
    """0: the most likely token."""
    top_k: int = 0
    """0: all."""
    top_p: float = 1.0
    """1: all."""

    def __post_init__(self) -> None:
        above = math.ulp(0.0)
        for name, value, least, most, expected in (
            ("temperature", self.temperature, 0, sys.float_info.max, "0 or more"),
            ("top-k", self.top_k, 0, math.inf, "0 or more"),
            ("top-p", self.top_p, above, 1, "above 0, at most 1"),
        ):
            if not (is_finite(value) and least <= value <= most):
                raise UsageError(
                    f"{name}: expected a number {expected}, found {value!r}"
                )
        if not isinstance(self.top_k, int):
            raise UsageError(f"top-k: expected a whole number, found {self.top_k}")

    def choose(self, logits: NDArray[Any], random: np.random.Generator) -> int:
        """The next token for `logits` [vocabulary], of any float type. Uses one
        number of `random`, or none at temperature 0. Raises RunError if no logit
        is finite, or one is NaN."""
        values = np.asarray(logits, np.float64)
        best = int(values.argmax())
        if not np.isfinite(values[best]):
            raise RunError(f"the model's logits are not finite: {values[best]}")
        if self.temperature == 0:
            return best
        order = np.argsort(-values, kind="stable")
        if self.top_k:
            order = order[: self.top_k]
        # Differences first: they are exact enough for any temperature.
        with np.errstate(over="ignore"):
            weights = np.exp((values[order] - values[best]) / self.temperature)
        sums = np.cumsum(weights)
        if self.top_p < 1:
            kept = int(np.searchsorted(sums, self.top_p * sums[-1])) + 1
            sums = sums[:kept]
        place = np.searchsorted(sums, random.random() * sums[-1], side="right")
        return int(order[min(int(place), len(sums) - 1)])


def is_finite(value: Any) -> bool:
    """Whether it is a number, and neither infinite nor NaN."""
    if isinstance(value, numbers.Integral):  # However large.
        return True
    return isinstance(value, numbers.Real) and math.isfinite(value)


def make_randoms(seed: int | None, count: int) -> list[np.random.Generator]:
    """A source of random numbers for each of `count` texts: what a text gets does
    not depend on the others. Without a seed, another one each time."""
    if seed is not None and not (isinstance(seed, int) and seed >= 0):
        raise UsageError(f"seed: expected 0 or more, found {seed!r}")
    if seed is None:
        return [np.random.default_rng() for _ in range(count)]
    return [np.random.default_rng([seed, text]) for text in range(count)]
