"""Draws one example of a strategy for each number, and shrinks one that fails."""

import dataclasses
from collections.abc import Callable
from typing import Any, TypeVar

import hypothesis
import hypothesis.strategies as st
from hypothesis import HealthCheck, Phase, Verbosity
from instances import Instance, instances
from signatures import Signature, signatures

T = TypeVar("T")

# The first example that hypothesis tries is always the simplest one.
EXAMPLES = 2


@dataclasses.dataclass(frozen=True)
class Case:
    """An attention, and calls of it."""

    signature: Signature
    instances: tuple[Instance, ...]


@st.composite
def cases(draw: st.DrawFn, count: int) -> Case:
    """Any attention, and so many calls."""
    signature = draw(signatures())
    return Case(signature, tuple(draw(instances(signature)) for _ in range(count)))


class Failed(Exception):
    """An example fails."""


def explore(
    strategy: st.SearchStrategy[T], number: int, phases: list[Phase], look: Any
) -> None:
    """Shows `look` the examples for a number."""

    @hypothesis.seed(number)
    @hypothesis.settings(
        max_examples=EXAMPLES,
        phases=phases,
        database=None,
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    @hypothesis.given(strategy)
    def body(example: T) -> None:
        look(example)

    body()


def draw_one(strategy: st.SearchStrategy[T], number: int) -> T:
    """The example for a number: always the same one."""
    found: list[T] = []
    explore(strategy, number, [Phase.generate], found.append)
    return found[-1]


def shrink(
    strategy: st.SearchStrategy[T], number: int, fails: Callable[[T], bool]
) -> T | None:
    """A small example that fails, made from the one for a number. None if that one
    doesn't fail."""
    smallest: list[T] = []

    def look(example: T) -> None:
        if fails(example):
            smallest.append(example)
            raise Failed

    try:
        explore(strategy, number, [Phase.generate, Phase.shrink], look)
    except Failed:
        pass
    return smallest[-1] if smallest else None
