"""Kernels of attention around every edge of their plan, under each strategy.

Expected is what f64 gives, within the tolerance rule of the conformance set.
"""

import functools
from collections.abc import Callable

import numpy as np
import pytest
from artifact import Array
from attention_oracle import evaluate, problems
from attentions import Attention
from generated import (
    BLOCKS,
    EMPTY,
    LAYOUTS,
    Shape,
    arrays_of,
    make_inputs,
    shapes,
)
from kernels import Kernels, need
from setups import SETUPS, WHOLE, Setup, marked
from twins import HALVES


@functools.cache
def expect(attention: Attention, shape: Shape) -> tuple[dict[str, Array], ...]:
    """What f64 and a plain program give."""
    inputs = make_inputs(attention, shape)
    half = HALVES.get(attention.element)
    return evaluate(attention, inputs), evaluate(attention, inputs, np.float32, half)


@pytest.mark.parametrize(
    ("setup", "attention"),
    [
        pytest.param(s, a, id=f"{s} {a.name}", marks=marked(s))
        for s in SETUPS
        for a in s.kinds
    ],
)
def test_edges(setup: Setup, attention: Attention, kernels: Kernels) -> None:
    """Around edges of rows and keys; dims of size 0 and 1."""
    need(setup.cpu)
    artifact = setup.compile(kernels, BLOCKS)
    wrong = []
    for shape in (*shapes(attention), *EMPTY):
        found = artifact.call(attention.name, arrays_of(attention, shape))
        texts = problems(attention, found, *expect(attention, shape))
        wrong += [f"{shape} {text}" for text in texts]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "setup", [pytest.param(s, id=str(s), marks=marked(s)) for s in WHOLE]
)
def test_layouts(
    setup: Setup, layout: Callable[[Array], Array], kernels: Kernels
) -> None:
    """Strides change nothing, to the bit; nor does memory between elements."""
    need(setup.cpu)
    artifact = setup.compile(kernels, BLOCKS)
    for attention in setup.kinds:
        shape = Shape.of(b=2, h=3, r=2, s=2, m=13, n=129, d=17, e=65)
        given = arrays_of(attention, shape)
        plain = artifact.call(attention.name, given)
        copies = arrays_of(attention, shape)
        strided = artifact.call(
            attention.name,
            {name: layout(a) if a.ndim else a for name, a in copies.items()},
        )
        for name, array in plain.items():
            np.testing.assert_array_equal(
                strided[name], array, err_msg=f"{attention.name} {name}"
            )
