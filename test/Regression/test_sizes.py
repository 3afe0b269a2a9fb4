"""Head widths, head counts and empty sizes that make others fail or divide by zero."""

import numpy as np
import pytest
from attentions import Attention
from backends import Backends, draw, in_every_backend, of_element

GROUPS = dict(q1="b h r m d", q2="b h r m d", out="b h r m e")
V1 = dict(eps=1e-5, out_scale=0.8)

# Widths ---------------------------------------------------------------------------

ELEMENTS = ("f32", "bf16", "f16")
WIDE = Attention("wide", causal=True, **V1)
WIDES = tuple(of_element(WIDE, element) for element in ELEMENTS)


# pytorch/pytorch#133321, iree-org/iree#24135
@in_every_backend("sizes wide")
@pytest.mark.parametrize("attention", WIDES, ids=lambda a: a.element)
@pytest.mark.parametrize("width", [1, 3, 8, 24, 40, 59, 64, 96, 111, 128, 160, 256])
def test_widths_must_be_powers_of_two_or_work_in_one_type(
    width: int, attention: Attention, backend: str, backends: Backends
) -> None:
    """All widths, in all types, with values of twice the width."""
    values = max(2 * width, 5)
    inputs = draw(attention, b=1, h=2, m=19, n=37, d=width, e=values)
    found = backends.check(attention, inputs, backend, WIDES)
    assert found["out"].shape == (1, 2, 19, values)


# iree-org/iree#24319
@in_every_backend("sizes wide")
@pytest.mark.parametrize("rows, keys", [(1, 1), (1, 300), (33, 65)])
def test_heads_of_width_1_have_no_tile(
    rows: int, keys: int, backend: str, backends: Backends
) -> None:
    """Width 1, values of width 2."""
    inputs = draw(WIDES[0], b=2, h=3, m=rows, n=keys, d=1, e=2)
    backends.check(WIDES[0], inputs, backend, WIDES)


# Heads ----------------------------------------------------------------------------

# 8 query heads in pairs (h, r), 4 key and value heads of twice the width: V1.
PAIRS = Attention("pairs", causal=True, **GROUPS, **V1)
# The same key heads for 3 query heads each.
THREES = Attention("threes", causal=True, k2="k1", lam="b m h r", **GROUPS)
HEADS = (PAIRS, THREES)


# pytorch/pytorch#143331
@in_every_backend("sizes heads")
def test_values_twice_as_wide_give_the_wrong_shape(
    backend: str, backends: Backends
) -> None:
    """8 query heads, 4 key heads, width 64, values of 128, 100 rows."""
    inputs = draw(PAIRS, b=1, h=4, r=2, m=100, n=100, d=64, e=128)
    found = backends.check(PAIRS, inputs, backend, HEADS)
    assert found["out"].shape == (1, 4, 2, 100, 128)


# pytorch/pytorch#143117
@in_every_backend("sizes heads")
def test_three_query_heads_a_key_head_are_refused(
    backend: str, backends: Backends
) -> None:
    """6 query heads over 2 key heads, 5 rows."""
    inputs = draw(THREES, b=2, h=2, r=3, m=5, n=5, d=16, e=16)
    found = backends.check(THREES, inputs, backend, HEADS)["out"]
    # Each head is one of ordinary grouping: key head i serves query heads 3i to 3i+2.
    for group in range(2):
        for head in range(3):
            alone = {name: a for name, a in inputs.items()}
            for name in ("q1", "q2"):
                alone[name] = inputs[name][:, group : group + 1, head : head + 1]
            for name in ("k1", "v"):
                alone[name] = inputs[name][:, group : group + 1]
            alone["lam"] = inputs["lam"][:, :, group : group + 1, head : head + 1]
            one = backends.call(THREES, alone, backend, HEADS)["out"]
            np.testing.assert_allclose(
                one[0, 0, 0], found[0, group, head], rtol=0, atol=2.0**-19
            )


# Nothing is known before the run --------------------------------------------------

SHAPES = [
    dict(b=1, h=1, m=1, n=1, d=1, e=1),
    dict(b=2, h=3, m=5, n=7, d=4, e=8),
    dict(b=1, h=2, m=129, n=127, d=16, e=17),
    dict(b=3, h=1, m=1, n=513, d=64, e=128),
    dict(b=1, h=4, m=31, n=0, d=8, e=16),
    dict(b=1, h=1, m=64, n=1025, d=33, e=1),
]


# iree-org/iree#23277
@in_every_backend("sizes wide")
def test_dynamic_sizes_have_no_strategy(backend: str, backends: Backends) -> None:
    """Every size is `?`; one library computes all shapes."""
    for sizes in SHAPES:
        inputs = draw(WIDES[0], **sizes)
        backends.check(WIDES[0], inputs, backend, WIDES)


# Nothing there --------------------------------------------------------------------

FULL = dict(b=2, h=2, m=3, n=4, d=5, e=6)


# pytorch/pytorch#141218
@in_every_backend("sizes wide")
@pytest.mark.parametrize("empty", [*FULL, "all"])
def test_sizes_of_0_kill_the_process(
    empty: str, backend: str, backends: Backends
) -> None:
    """Each size in turn, and all at once."""
    sizes = {d: 0 if empty in (d, "all") else n for d, n in FULL.items()}
    inputs = draw(WIDES[0], **sizes)
    found = backends.check(WIDES[0], inputs, backend, WIDES)
    for name, array in found.items():
        assert array.shape == tuple(
            sizes[d] for d in ("bhme" if name == "out" else "bhm")
        )
        assert not np.isnan(array).any()


# Dao-AILab/flash-attention PR 2470
@in_every_backend("sizes wide")
@pytest.mark.parametrize("attention", WIDES, ids=lambda a: a.element)
@pytest.mark.parametrize("rows", [1, 16, 100])
def test_no_keys_end_in_an_illegal_instruction(
    rows: int, attention: Attention, backend: str, backends: Backends
) -> None:
    """All rows are 0, their logsumexps -inf."""
    inputs = draw(attention, b=2, h=2, m=rows, n=0, d=16, e=32)
    found = backends.check(attention, inputs, backend, WIDES)
    assert found["out"].size and not found["out"].any()
    assert np.isneginf(found["lse1"]).all() and np.isneginf(found["lse2"]).all()


LENGTHS = Attention("lengths", lengths="b", causal=True, **V1)


# Dao-AILab/flash-attention PR 2470
@in_every_backend("sizes lengths")
def test_lengths_of_0_end_in_an_illegal_instruction(
    backend: str, backends: Backends
) -> None:
    """One sequence of a batch has no keys; what its memory holds doesn't matter."""
    inputs = draw(LENGTHS, b=3, h=2, m=5, n=40, d=16, e=32)
    inputs["lengths"] = np.array([40, 0, 3])
    for name in ("k1", "k2", "v"):
        inputs[name][1] = np.nan
    found = backends.check(LENGTHS, inputs, backend)["out"]
    assert not found[1].any() and found[0].any()
