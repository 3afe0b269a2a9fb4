"""The expected results of this folder against the definition and its data."""

import numpy as np
import pytest
from artifact import Array
from attention_oracle import evaluate
from attentions import Attention
from cases import Case, load
from diffattn.reference import attention as define
from generated import EMPTY, KINDS, Shape, make_inputs
from twins import twin

SHAPES = [Shape.of(b=2, h=3, m=13, n=17, d=3, e=5), Shape.of(m=7, n=5, d=2, e=4)]


def by_definition(attention: Attention, x: dict[str, Array]) -> dict[str, Array]:
    """What diffattn.reference gives."""

    def operand(name: str) -> tuple[Array, str] | None:
        return (x[name], attention.operands()[name][0]) if name in x else None

    def query_and_key(query: str, key: str) -> tuple[Array, str, Array, str]:
        dims = attention.operands()
        return x[query], dims[query][0], x[key], dims[key][0]

    value = operand("v")
    assert value is not None
    noise_key = "k1" if attention.k2 == "k1" else "k2"
    result = define(
        signal=query_and_key("q1", "k1"),
        noise=query_and_key("q2", noise_key) if attention.has_noise else None,
        value=value,
        lam=operand("lam"),
        mask=operand("mask"),
        key_lengths=operand("lengths"),
        norm_weight=operand("weight"),
        out=attention.out,
        scale=attention.scale,
        causal=attention.causal,
        alignment="top_left" if attention.alignment == "top_left" else "bottom_right",
        window_left=attention.window_left,
        window_right=attention.window_right,
        softcap=attention.softcap,
        lambda_activation="sigmoid" if attention.sigmoid else "none",
        norm_eps=attention.eps,
        out_scale=attention.out_scale,
        query_offset=int(x["query_offset"]) if attention.offsets else None,
        key_offset=int(x["key_offset"]) if attention.offsets else 0,
    )
    found = {"out": result.out, "lse1": result.signal_logsumexp}
    if result.noise_logsumexp is not None:
        found["lse2"] = result.noise_logsumexp
    return found


@pytest.mark.parametrize("shape", [*SHAPES, *EMPTY], ids=str)
@pytest.mark.parametrize("kind", [pytest.param(k, id=k.name) for k in KINDS])
def test_generated(kind: Attention, shape: Shape) -> None:
    """With matrix products the same as without."""
    inputs = make_inputs(kind, shape)
    expected, found = by_definition(kind, inputs), evaluate(kind, inputs)
    for name in kind.results():
        np.testing.assert_allclose(
            found[name], expected[name], rtol=1e-9, atol=1e-11, err_msg=name
        )


@pytest.mark.parametrize("case", [pytest.param(c, id=c.name) for c in load()])
def test_conformance(case: Case) -> None:
    """The same as in the files of the conformance cases."""
    this = twin(case.name, "f32")
    found = evaluate(this.attention, this.inputs)
    for name, expected in this.expected.items():
        np.testing.assert_allclose(
            found[name], expected, rtol=1e-9, atol=1e-11, err_msg=name
        )
