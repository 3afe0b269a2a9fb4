"""Masks and alignments that make others give NaN, wrong rows or wrong numbers."""

import dataclasses

import numpy as np
import pytest
from artifact import Array
from attentions import Attention
from backends import Backends, draw, in_every_backend, of_element

V1 = dict(eps=1e-5, out_scale=0.8)
HALF_MINIMUM = np.finfo(np.float16).min

# Rows without keys ----------------------------------------------------------------

ELEMENTS = ("bf16", "f16", "f32")
HIDDEN = Attention("hidden", mask="b h m n", mask_element="f32")
HIDDEN_NORM = dataclasses.replace(HIDDEN, name="hidden_norm", **V1)
HIDDEN_ALL = tuple(
    of_element(kind, element) for kind in (HIDDEN, HIDDEN_NORM) for element in ELEMENTS
)
TINY = dict(b=1, h=1, m=1, n=2, d=4, e=8)
hidden = pytest.mark.parametrize("attention", HIDDEN_ALL, ids=lambda a: a.name)


# iree-org/iree#24175
@in_every_backend("masks hidden")
@hidden
def test_fully_masked_rows_are_nan(
    attention: Attention, backend: str, backends: Backends
) -> None:
    """They are 0, before and after the norm."""
    inputs = draw(attention, **TINY)
    inputs["mask"][...] = -np.inf
    found = backends.check(attention, inputs, backend, HIDDEN_ALL)
    assert not found["out"].any()
    assert np.isneginf(found["lse1"]).all() and np.isneginf(found["lse2"]).all()


# iree-org/iree#24175
@in_every_backend("masks hidden")
@hidden
@pytest.mark.parametrize("branch", ["1", "2"])
def test_rows_masked_in_one_map_are_nan(
    branch: str, attention: Attention, backend: str, backends: Backends
) -> None:
    """A map all of whose scores are -inf is 0; the other one counts."""
    inputs = draw(attention, **TINY)
    inputs[f"q{branch}"][...] = 1
    inputs[f"k{branch}"][...] = -np.inf
    found = backends.check(attention, inputs, backend, HIDDEN_ALL)
    assert np.isneginf(found[f"lse{branch}"]).all()
    assert np.isfinite(found["out"].astype(np.float32)).all() and found["out"].any()


# pytorch/pytorch#109517
@in_every_backend("masks hidden")
@hidden
def test_rows_of_the_lowest_number_are_nan(
    attention: Attention, backend: str, backends: Backends
) -> None:
    """The lowest number of f32 hides no key, and outweighs the scores."""
    inputs = draw(attention, **TINY)
    inputs["mask"][...] = np.finfo(np.float32).min
    found = backends.check(attention, inputs, backend, HIDDEN_ALL)
    if attention.eps is None:
        mean = inputs["v"].astype(np.float64).mean(axis=-2, keepdims=True)
        expected = mean * (1 - inputs["lam"])
        rounding = {"bf16": 2.0**-8, "f16": 2.0**-11, "f32": 2.0**-22}
        np.testing.assert_allclose(
            found["out"].astype(np.float64),
            expected,
            rtol=0,
            atol=2 * rounding[attention.element] * np.abs(expected).max(),
        )


LOWEST_HALF = Attention(
    "lowest_half", mask="b h m n", mask_element="f16", element="f16"
)


# pytorch/pytorch#109517
@in_every_backend("masks lowest half")
def test_rows_of_the_lowest_half_float_are_nan(
    backend: str, backends: Backends
) -> None:
    """-65504 is no -inf, either: equal scores share their row."""
    inputs = draw(LOWEST_HALF, b=1, h=1, m=3, n=5, d=4, e=8)
    inputs["mask"][...] = HALF_MINIMUM
    inputs["q1"][...] = 0
    inputs["q2"][...] = 0
    found = backends.check(LOWEST_HALF, inputs, backend)["out"].astype(np.float64)
    mean = inputs["v"].astype(np.float64).mean(axis=-2, keepdims=True)
    expected = np.broadcast_to(mean * (1 - inputs["lam"]), found.shape)
    np.testing.assert_allclose(found, expected, rtol=0, atol=2.0**-10)


# Fused and apart ------------------------------------------------------------------

TWO_CALLS = """
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#none = affine_map<(d0, d1, d2) -> ()>
!q = tensor<2x6x8xf32>
!k = tensor<2x7x8xf32>
!v = tensor<2x7x16xf32>
!o = tensor<2x6x16xf32>
!m = tensor<2x6x7xi1>
func.func @apart(%q1: !q {diffattn.name = "q1"}, %k1: !k {diffattn.name = "k1"},
    %q2: !q {diffattn.name = "q2"}, %k2: !k {diffattn.name = "k2"},
    %v: !v {diffattn.name = "v"}, %lam: tensor<f32> {diffattn.name = "lam"},
    %mask: !m {diffattn.name = "mask"}) -> (!o {diffattn.name = "out"}) {
  %empty = tensor.empty() : !o
  %p1 = diffattn.attention
    signal(%q1[h, m, d], %k1[h, n, d] : !q, !k) value(%v[h, n, e] : !v)
    mask(%mask[h, m, n] : !m) outs(%empty[h, m, e] : !o)
  %p2 = diffattn.attention
    signal(%q2[h, m, d], %k2[h, n, d] : !q, !k) value(%v[h, n, e] : !v)
    mask(%mask[h, m, n] : !m) outs(%empty[h, m, e] : !o)
  %0 = linalg.generic {indexing_maps = [#id, #id, #none, #id],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p1, %p2, %lam : !o, !o, tensor<f32>) outs(%empty : !o) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %x = arith.mulf %b, %c : f32
    %y = arith.subf %a, %x : f32
    linalg.yield %y : f32
  } -> !o
  return %0 : !o
}
"""


# pytorch/pytorch#100318
@in_every_backend("masks fused")
def test_masked_rows_differ_once_fused(backend: str, backends: Backends) -> None:
    """The same graph, with its two attentions fused and with both apart."""
    random = np.random.default_rng(1)
    shapes = dict(
        q1=(2, 6, 8), k1=(2, 7, 8), q2=(2, 6, 8), k2=(2, 7, 8), v=(2, 7, 16), lam=()
    )
    inputs: dict[str, Array] = {
        name: np.asarray(random.standard_normal(shape), np.float32)
        for name, shape in shapes.items()
    }
    inputs["mask"] = random.random((2, 6, 7)) < 0.6
    inputs["mask"][:, ::2] = False
    assert "fused" in backends.toolchain.run("diffattn-compile", "--help")
    stage = backends.toolchain.run(
        "diffattn-compile", "-", "--compile-to=fused", "-o", "-", stdin=TWO_CALLS
    )
    assert stage.count("diffattn.attention") == 1 and "noise(" in stage
    fused = backends.load(TWO_CALLS, backend)
    apart = backends.load(TWO_CALLS, backend, "--compile-from=fused")
    one, two = (a.call("apart", inputs)["out"] for a in (fused, apart))
    assert not one[:, ::2].any() and not two[:, ::2].any()
    np.testing.assert_allclose(one, two, rtol=0, atol=2.0**-20)


# Causal, with as many rows as keys or not -----------------------------------------

ALIGNED = tuple(
    Attention(f"causal_{alignment}", causal=True, alignment=alignment)
    for alignment in ("bottom_right", "top_left")
)
WRITTEN_OUT = Attention("written_out", mask="m n")
PLAIN = Attention("plain")
CAUSAL = (*ALIGNED, WRITTEN_OUT, PLAIN)
aligned = pytest.mark.parametrize("attention", ALIGNED, ids=lambda a: a.alignment)


def mask_by_hand(rows: int, keys: int, alignment: str) -> Array:
    """Which keys a causal row sees, spelled by loops."""
    mask = np.zeros((rows, keys), np.bool_)
    for i in range(rows):
        last = i + keys - rows if alignment == "bottom_right" else i
        for j in range(keys):
            mask[i, j] = j <= last
    return mask


# ml-explore/mlx#2835
@in_every_backend("masks causal")
@aligned
@pytest.mark.parametrize("rows, keys", [(2, 5), (5, 2), (4, 4), (17, 33)])
def test_causal_rows_are_aligned_to_the_wrong_corner(
    rows: int, keys: int, attention: Attention, backend: str, backends: Backends
) -> None:
    """Each alignment is the mask that one writes by hand for it."""
    inputs = draw(attention, b=1, h=2, m=rows, n=keys, d=8, e=16)
    found = backends.check(attention, inputs, backend, CAUSAL)
    inputs["mask"] = mask_by_hand(rows, keys, attention.alignment)
    by_hand = backends.check(WRITTEN_OUT, inputs, backend, CAUSAL)
    for name, array in by_hand.items():
        np.testing.assert_allclose(found[name], array, rtol=0, atol=2.0**-19)


# microsoft/onnxruntime#29020
@in_every_backend("masks causal")
@aligned
def test_one_causal_row_sees_other_keys_on_other_devices(
    attention: Attention, backend: str, backends: Backends
) -> None:
    """In decoding, the one row sees all 16 keys; the first one, if top left."""
    inputs = draw(attention, b=1, h=2, m=1, n=16, d=8, e=16)
    found = backends.check(attention, inputs, backend, CAUSAL)["out"]
    if attention.alignment == "bottom_right":
        expected = backends.check(PLAIN, inputs, backend, CAUSAL)["out"]
    else:
        expected = inputs["v"][..., :1, :] * (1 - inputs["lam"])
    np.testing.assert_allclose(found, expected, rtol=0, atol=2.0**-19)


# Dao-AILab/flash-attention#1778
@in_every_backend("masks causal")
def test_rows_before_the_first_key_are_not_zero(
    backend: str, backends: Backends
) -> None:
    """Of 5 bottom-right rows over 2 keys, the first three see none."""
    attention = ALIGNED[0]
    inputs = draw(attention, b=1, h=2, m=5, n=2, d=8, e=16)
    found = backends.check(attention, inputs, backend, CAUSAL)
    assert not found["out"][..., :3, :].any()
    assert found["out"][..., 3:, :].all()
    assert np.isneginf(found["lse1"][..., :3]).all()


# Large masks ----------------------------------------------------------------------

BIASED = Attention("biased", mask="h m n", mask_element="f32", causal=True, softcap=9.0)
LARGE = (BIASED, HIDDEN_NORM)


# pytorch/pytorch#153799
@in_every_backend("masks large")
def test_mask_and_score_change_of_odd_lengths_are_nan(
    backend: str, backends: Backends
) -> None:
    """1025 keys: one beyond a multiple of every block, with a mask that hides and a
    bias of the scores."""
    rows = 1025 if backend != "emulator" else 33
    inputs = draw(BIASED, b=1, h=2, m=rows, n=1025, d=8, e=16)
    random = np.random.default_rng(4)
    bias = random.standard_normal((2, rows, 1025)).astype(np.float32)
    shown = random.random(bias.shape) > 0.3
    shown[:, 5] = False
    inputs["mask"] = np.where(shown, bias, np.float32(-np.inf))
    found = backends.check(BIASED, inputs, backend, LARGE)
    assert not found["out"][..., 5, :].any()


# llvm/llvm-project PR 213797
@in_every_backend("masks large")
@pytest.mark.parametrize("hidden", [16, 128, 512, 1024])
def test_a_first_block_without_keys_poisons_the_rest(
    hidden: int, backend: str, backends: Backends
) -> None:
    """The first keys are hidden, as many as a block has: the running state is empty
    when the first visible key comes."""
    inputs = draw(HIDDEN_NORM, b=1, h=1, m=40, n=1100, d=8, e=16)
    inputs["mask"][..., :hidden] = -np.inf
    inputs["mask"][..., ::7, :] = -np.inf
    inputs["mask"][..., 3::7, hidden + 1 :] = -np.inf
    found = backends.check(HIDDEN_NORM, inputs, backend, LARGE)["out"]
    assert not found[..., ::7, :].any()
    assert found[..., 1, :].all() and found[..., 3, :].all()


# Differences ----------------------------------------------------------------------

WEIGHTS = Attention("weights")


# microsoft/unilm#1637
@in_every_backend("masks weights")
def test_scores_are_subtracted_and_not_their_softmax(
    backend: str, backends: Backends
) -> None:
    """Values of 1 in one key show its weight: the difference of two softmaxes, which
    may be negative and is not made a distribution again."""
    inputs = draw(WEIGHTS, b=1, h=1, m=5, n=6, d=4, e=6)
    inputs["v"][...] = np.eye(6)
    inputs["lam"] = np.array(0.7, np.float32)
    found = backends.check(WEIGHTS, inputs, backend)["out"][0, 0]

    def softmax(scores: Array) -> Array:
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        return weights / weights.sum(-1, keepdims=True)

    one, two = (inputs[f"q{i}"][0, 0] @ inputs[f"k{i}"][0, 0].T / 2 for i in (1, 2))
    right = softmax(one) - 0.7 * softmax(two)
    np.testing.assert_allclose(found, right, rtol=0, atol=2.0**-20)
    np.testing.assert_allclose(found.sum(-1), 0.3, rtol=0, atol=2.0**-20)
    assert (found < -0.01).any()
    for wrong in (softmax(one - 0.7 * two), np.maximum(right, 0), softmax(right)):
        assert np.abs(wrong - found).max() > 0.01
