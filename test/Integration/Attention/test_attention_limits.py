"""Kernels with the blocks of real plans at large sizes, and with extreme scores."""

import dataclasses

import numpy as np
import pytest
from artifact import Array
from attention_oracle import evaluate, problems
from attentions import Attention, Blocks, write
from extremes import EXTREME, MASKED, OVERFLOWING, PLAIN, overflow
from generated import BLOCKS, GROUPS, V1, Shape, arrays_of, make_inputs
from kernels import Kernels, need
from setups import ANY, AVX2, DOT, FORCED, WIDE
from twins import HALVES


def problems_of(
    attention: Attention, given: dict[str, Array], found: dict[str, Array]
) -> list[str]:
    """What misses the tolerance rule."""
    expected = evaluate(attention, given)
    half = HALVES.get(attention.element)
    reference = evaluate(attention, given, np.float32, half)
    return problems(attention, found, expected, reference)


# Large sizes ---------------------------------------------------------------------

LARGE = (
    Attention("large_v1", **V1),
    Attention("large_causal", causal=True, **GROUPS, **V1),
    Attention("large_window", causal=True, window_left=600, k2="k1"),
)
# Rows around a block; keys around value products, steps and parts, and primes.
SIZES = [
    *((m, n) for m, n in zip((1, 23, 24, 25, 6, 7), (255, 256, 257, 511, 512, 513))),
    *((m, n) for m, n in zip((25, 24, 1, 23), (1021, 1023, 1024, 1025))),
    *((m, n) for m, n in zip((24, 1, 25, 48, 49), (2047, 2048, 2049, 2050, 2051))),
    (331, 2051),
]


@pytest.mark.parametrize(
    ("cpu", "element", "strategy"),
    [
        pytest.param(c, e, s, marks=pytest.mark.xdist_group(f"large {c} {e} {s}"))
        for c, e in ((WIDE, "f32"), (DOT, "bf16"))
        for s in FORCED
    ],
)
def test_large(cpu: str, element: str, strategy: str, kernels: Kernels) -> None:
    """Around the edges of the blocks that plans have, with many keys."""
    need(cpu)
    kinds = tuple(dataclasses.replace(a, element=element) for a in LARGE)
    artifact = kernels.get(kinds, strategy, Blocks(), cpu)
    wrong = []
    for i, (m, n) in enumerate(SIZES):
        kind = kinds[i % len(kinds)]
        shape = Shape.of(b=1, h=1, r=2, m=m, n=n, d=64, e=128)
        given = arrays_of(kind, shape)
        found = artifact.call(kind.name, given)
        wrong += [f"{shape} {text}" for text in problems_of(kind, given, found)]
    assert not wrong, "\n".join(wrong)


# Extreme scores --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cpu", "strategy"),
    [
        pytest.param(c, s, marks=pytest.mark.xdist_group(f"extreme {c} {s}"))
        for c in (WIDE, AVX2, ANY)
        for s in FORCED
    ],
)
def test_extreme_scores(cpu: str, strategy: str, kernels: Kernels) -> None:
    """Infinities, NaN, and scores far from each other."""
    need(cpu)
    artifact = kernels.get(MASKED + PLAIN, strategy, BLOCKS, cpu)
    wrong = []
    for kind, name, change in EXTREME:
        given = arrays_of(kind, Shape.of(b=1, h=2, m=81, n=257, d=4, e=9))
        change(given)
        found = artifact.call(kind.name, given)
        wrong += [f"{name} {text}" for text in problems_of(kind, given, found)]
    assert not wrong, "\n".join(wrong)


# Static sizes ------------------------------------------------------------------------

STATIC = (
    Attention("static_v1", causal=True, weight="e", **GROUPS, **V1),
    Attention("static_v2", k2="k1", lam="b m h r", sigmoid=True, **GROUPS),
    Attention("static_lengths", mask="b m n", lengths="b", softcap=3.0),
)


@pytest.mark.parametrize(
    "strategy",
    [pytest.param(s, marks=pytest.mark.xdist_group(f"static {s}")) for s in FORCED],
)
def test_static_sizes(strategy: str, kernels: Kernels) -> None:
    """Sizes and strides that the types tell."""
    need(WIDE)
    shape = Shape.of(b=2, h=2, r=3, m=13, n=131, d=20, e=36)
    schedule = BLOCKS.schedule(strategy)
    text = "\n".join(write(a, schedule, dict(shape.sizes)) for a in STATIC)
    artifact = kernels.load(text, len(STATIC), WIDE)
    wrong = []
    for kind in STATIC:
        given = make_inputs(kind, shape)
        found = artifact.call(kind.name, given)
        wrong += problems_of(kind, given, found)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("strategy", FORCED)
def test_overflow(strategy: str, kernels: Kernels) -> None:
    """Scaled scores that f32 can't hold make their row NaN, and no other one."""
    artifact = kernels.get((OVERFLOWING,), strategy, BLOCKS, ANY)
    given = arrays_of(OVERFLOWING, Shape.of(b=1, h=2, m=81, n=257, d=4, e=9))
    row = overflow(given)
    found = artifact.call(OVERFLOWING.name, given)["out"]
    assert np.isnan(found[..., row, :]).all()
    assert np.isfinite(np.delete(found, row, axis=-2)).all()
