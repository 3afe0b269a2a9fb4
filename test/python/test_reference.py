"""The NumPy reference: conformance set, results by hand, and error messages."""

import math
import re
from typing import Any

import ml_dtypes  # noqa: F401 (makes bfloat16 known to NumPy)
import numpy as np
import pytest
from diffattn.reference import attention
from Integration.Conformance import cases
from numpy.testing import assert_allclose, assert_array_equal
from pytest import approx
from reference_cases import evaluate
from safetensors.numpy import load_file

NAN, INF = math.nan, math.inf


@pytest.mark.parametrize("case", cases.load(), ids=lambda case: case.name)
def test_conformance(case: cases.Case) -> None:
    file = load_file(case.path)
    for name, result in evaluate(file, case.attributes).items():
        expected = file[f"expected_{name}"]
        exact = ~np.isfinite(expected) | (expected == 0)
        assert_array_equal(result[exact], expected[exact])
        assert_allclose(result, expected, rtol=1e-11, atol=1e-11)


# Results by hand ---------------------------------------------------------------

# Values of keys 0, 1, 2, 3: which ones a row averages shows in the result.
POWERS = np.array([1.0, 2.0, 4.0, 8.0])


def averages(rows: int, keys: int, **options: Any) -> list[float]:
    """The result for scores of 0: averages of the visible keys' powers of 2."""
    result = attention(
        signal=(np.zeros((rows, 1)), "m d", np.zeros((keys, 1)), "n d"),
        value=(POWERS[:keys, None], "n e"),
        out="m e",
        **options,
    )
    return result.out[:, 0].tolist()


def test_ordinary_attention_averages_by_softmax() -> None:
    result = attention(
        signal=([[math.log(3)]], "m d", [[1.0], [0.0]], "n d"),
        value=([[1.0], [2.0]], "n e"),
        out="m e",
    )
    assert_allclose(result.out, [[1.25]])
    assert_allclose(result.signal_logsumexp, [math.log(4)])
    assert result.noise_logsumexp is None


def test_default_scale_is_the_root_of_all_features() -> None:
    q, k = np.zeros((1, 2, 2)), np.zeros((2, 2, 2))
    q[0, 0], k[0] = 1, math.log(3)
    result = attention((q, "m d0 d1", k, "n d1 d0"), ([[1.0], [2.0]], "n e"), "m e")
    assert_allclose(result.out, [[1.25]])


def test_rows_of_the_map_sum_to_one_minus_lambda() -> None:
    q1, k1, q2, k2 = np.random.default_rng(0).standard_normal((4, 6, 8))
    result = attention(
        signal=(q1, "m d", k1, "n d"),
        noise=(q2, "m d", k2, "n d"),
        value=(np.eye(6), "n e"),
        lam=(0.8, ""),
        out="m e",
    )
    assert_allclose(result.out.sum(axis=-1), np.full(6, 0.2))


def test_causal() -> None:
    assert averages(2, 3, causal=True) == approx([1.5, 7 / 3])
    assert averages(2, 3, causal=True, alignment="top_left") == [1, 1.5]


def test_windows() -> None:
    assert averages(3, 3, window_left=0) == approx([7 / 3, 3, 4])
    assert averages(3, 3, window_left=1, window_right=0) == [1, 1.5, 3]
    assert averages(1, 4, window_left=2**63, window_right=2**63) == [3.75]


def test_key_lengths() -> None:
    lengths = np.array([2, 0, 9, -1])
    result = attention(
        signal=(np.zeros((1, 1)), "m d", np.full((4, 1), NAN), "n d"),
        value=(POWERS[:, None], "n e"),
        out="b m e",
        mask=([True, True, False, False], "n"),
        key_lengths=(lengths, "b"),
        scale=0,
    )
    # A scale of 0 does not undo NaN.
    assert_array_equal(result.out[:, 0, 0], [NAN, 0, NAN, 0])
    assert averages(1, 3, key_lengths=(2, "")) == [1.5]
    assert averages(2, 4, key_lengths=(3, ""), causal=True) == approx([1.5, 7 / 3])


def test_what_hidden_keys_hold_does_not_matter() -> None:
    result = attention(
        signal=([[1.0]], "m d", [[0.0], [NAN], [INF]], "n d"),
        value=([[1.0], [NAN], [INF]], "n e"),
        out="m e",
        mask=([True, False, False], "n"),
    )
    assert_array_equal(result.out, [[1]])


def test_empty_rows_are_zero_whatever_lambda_is() -> None:
    q, k = np.zeros((3, 1)), np.zeros((1, 1))
    result = attention(
        signal=(q, "m d", k, "n d"),
        noise=(q, "m d", k, "n d"),
        value=([[1.0]], "n e"),
        lam=([NAN, INF, 0.25], "m"),
        out="m e",
        causal=True,
        norm_eps=0,
    )
    assert_array_equal(result.out, [[0], [0], [1]])
    assert_array_equal(result.difference, [[0], [0], [0.75]])
    assert_array_equal(result.signal_logsumexp, [-INF, -INF, 0])
    assert_array_equal(result.noise_logsumexp, [-INF, -INF, 0])


def test_the_norm_of_zeros_is_zero() -> None:
    result = attention(
        signal=(np.zeros((2, 1)), "m d", np.zeros((1, 1)), "n d"),
        value=([[0.0, 0.0]], "n e"),
        out="m e",
        norm_eps=0,
    )
    assert_array_equal(result.out, np.zeros((2, 2)))


def test_additive_mask() -> None:
    lowest = np.finfo(np.float64).min
    assert averages(1, 2, mask=([lowest, lowest], "n")) == [1.5]
    assert averages(1, 3, mask=([0, 0, -INF], "n")) == [1.5]


def test_softcap_comes_before_the_mask() -> None:
    result = attention(
        signal=([[1e300]], "m d", [[1.0], [0.0]], "n d"),
        value=([[1.0], [2.0]], "n e"),
        out="m e",
        softcap=2,
        mask=([0.0, 2.0], "n"),
    )
    assert_allclose(result.out, [[1.5]])


@pytest.mark.parametrize("score", [INF, NAN])
def test_scores_that_are_not_finite_give_nan(score: float) -> None:
    signal = ([[score], [1.0]], "m d", [[1.0], [1.0]], "n d")
    result = attention(signal, ([[1.0], [2.0]], "n e"), "m e")
    assert_array_equal(result.out, [[NAN], [1.5]])
    assert math.isnan(result.signal_logsumexp[0])


def test_norm_runs_over_all_value_dims() -> None:
    result = attention(
        signal=([[0.0]], "m d", [[0.0]], "n d"),
        value=([[[3.0], [4.0]]], "n e1 e0"),
        out="e0 m e1",
        norm_eps=3.5,
        norm_weight=([[1.0, 10.0]], "e0 e1"),
        out_scale=0.5,
    )
    assert_allclose(result.out, [[[0.375, 5]]])
    assert_allclose(result.difference, [[[3, 4]]])


def test_no_features_no_keys_no_rows() -> None:
    assert averages(2, 0) == [0, 0]
    assert averages(0, 2) == []
    signal = (np.zeros((1, 0)), "m d", np.zeros((2, 0)), "n d")
    assert attention(signal, ([[1.0], [2.0]], "n e"), "m e").out == 1.5


def test_groups_share_what_lacks_their_dim() -> None:
    rng = np.random.default_rng(1)
    q, k, v = rng.standard_normal((2, 3, 5, 4)), *rng.standard_normal((2, 2, 6, 4))
    grouped = attention((q, "g r m d", k, "g n d"), (v, "g n e"), "m r g e")
    for g in range(2):
        for r in range(3):
            one = attention((q[g, r], "m d", k[g], "n d"), (v[g], "n e"), "m e")
            assert_allclose(grouped.out[:, r, g], one.out)
            assert_allclose(grouped.signal_logsumexp[:, r, g], one.signal_logsumexp)


@pytest.mark.parametrize("alignment", ["bottom_right", "top_left"])
def test_tiles_stand_at_their_offsets(alignment: str) -> None:
    options: dict[str, Any] = {"alignment": alignment, "causal": True}
    rng = np.random.default_rng(2)
    q, k, v = rng.standard_normal((3, 8, 4))
    whole = attention((q, "m d", k, "n d"), (v, "n e"), "m e", **options)
    start = -8 if alignment == "bottom_right" else 0
    tile = attention(
        (q[2:5], "m d", k, "n d"), (v, "n e"), "m e", query_offset=start + 2, **options
    )
    assert_allclose(tile.out, whole.out[2:5])
    # Keys 3..: what row 5 sees of them, from a window of the whole.
    options["window_left"] = 2
    whole = attention((q, "m d", k, "n d"), (v, "n e"), "m e", **options)
    options |= {"query_offset": start + 5, "key_offset": 3}
    tile = attention((q[5:], "m d", k[3:], "n d"), (v[3:], "n e"), "m e", **options)
    assert_allclose(tile.out, whole.out[5:])


# Errors --------------------------------------------------------------------------

VALID: dict[str, Any] = {
    "signal": (np.zeros((2, 3, 4)), "b m d", np.zeros((2, 5, 4)), "b n d"),
    "value": (np.zeros((2, 5, 6)), "b n e"),
    "out": "b m e",
}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"value": (np.zeros((2, 5)), "b n e")},
            "value: expected 3 axes for dims 'b n e', found shape (2, 5)",
        ),
        (
            {"value": (np.zeros((2, 7, 6)), "b n e")},
            "value: expected size 5 for dim 'n', found 7",
        ),
        (
            {"value": (np.zeros((2, 3, 6)), "b m e")},
            "value: dim 'm' is a query dim, expected batch-like or key or value dims",
        ),
        (
            {"value": (np.zeros((5, 5)), "n n")},
            "value: dim 'n' occurs twice",
        ),
        ({"out": "b m"}, "out: expected a value dim, found none"),
        ({"out": "m e"}, "out: expected dim 'b', found 'm e'"),
        ({"out": "b c m e"}, "out: no operand has dim 'c'"),
        ({"out": "b m e n"}, "out: dim 'n' is a key dim"),
        (
            {"signal": (np.zeros(3), "m", np.zeros((5, 4)), "n d")},
            "signal query: expected a feature dim, found none",
        ),
        (
            {"noise": VALID["signal"]},
            "noise and lam: expected both or neither, found one",
        ),
        ({"lam": (0.5, "")}, "noise and lam: expected both or neither, found one"),
        (
            {"key_lengths": ([1.5, 2], "b")},
            "key_lengths: expected integers, found float64",
        ),
        (
            {"key_lengths": ([1, 2, 3], "m")},
            "key_lengths: dim 'm' is a query dim, expected batch-like dims",
        ),
        (
            {"mask": (np.zeros(4), "d")},
            "mask: dim 'd' is a feature dim",
        ),
        (
            {"alignment": "center"},
            "alignment: expected bottom_right or top_left, found 'center'",
        ),
        (
            {"lambda_activation": "tanh"},
            "lambda_activation: expected none or sigmoid, found 'tanh'",
        ),
        ({"window_left": -1}, "window_left: expected a number from 0, found -1"),
        ({"window_right": -1}, "window_right: expected a number from 0, found -1"),
        ({"norm_eps": NAN}, "norm_eps: expected a number from 0, found nan"),
        ({"softcap": 0}, "softcap: expected a number above 0, found 0"),
    ],
)
def test_errors(changes: dict[str, Any], message: str) -> None:
    attention(**VALID)
    with pytest.raises(ValueError, match=re.escape(message)):
        attention(**(VALID | changes))
