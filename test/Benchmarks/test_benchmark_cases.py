"""The cases of the benchmarks at small sizes: what is timed is right.

Tolerance: twice the error of an ordinary run in the same precision, plus a few
roundings of the two terms that cancel (test/Integration has the same rule).
"""

import dataclasses
import json
import pathlib
from typing import Any

import numpy as np
import pytest
from artifact import Artifact
from attention_bench import inputs, program
from attention_bench.cases import CASES, Case, choose, load
from attention_bench.inputs import DTYPES, Array, Inputs
from diffattn import reference
from toolchain import Toolchain

ROWS = (5, 77)
DECODE_KEYS = (9, 1030)
FLOOR = 2.0**-21


def small_cases() -> list[Case]:
    """Each form of the file once a small size."""
    forms = {
        dataclasses.replace(
            case.resized(min(case.queries, 2), 2), name="", default=True
        )
        for case in load()
    }
    small = [
        form.resized(1, n) if form.is_decode else form.resized(n, n)
        for form in forms
        for n in (DECODE_KEYS if form.is_decode else ROWS)
    ]
    return sorted(map(named, small), key=lambda case: case.name)


def named(case: Case) -> Case:
    """With a name made of what it is."""
    mask = "causal" if case.causal else "full"
    parts = (case.form, case.features, case.queries, case.keys, mask, case.dtype)
    return dataclasses.replace(case, name="_".join(map(str, parts)))


def ordinary_run(case: Case, given: Inputs) -> tuple[Array, Array, Array]:
    """What two calls in the case's precision give: the result, and both terms before
    they are subtracted. Scores and sums in f32; maps and products are rounded."""

    def rounded(array: Array) -> Array:
        return array.astype(DTYPES[case.dtype]).astype(np.float32)

    q1, k1, q2, k2 = (x.astype(np.float32) for x in inputs.maps_of(case, given))
    share = case.heads // case.groups
    value = np.repeat(given["v"].astype(np.float32), share, axis=0)

    def term(query: Array, key: Array) -> Array:
        scores = query @ np.repeat(key, share, axis=0).swapaxes(1, 2)
        scores *= np.float32(case.features**-0.5)
        if case.causal:
            scores[:, np.triu(np.ones(scores.shape[1:], bool), 1)] = -np.inf
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return rounded(rounded(scores / scores.sum(-1, keepdims=True)) @ value)

    lam = given["lam"]
    if not case.is_v1:
        lam = (1 / (1 + np.exp(-lam)))[..., None]
    signal, noise = term(q1, k1), lam * term(q2, k2)
    out = rounded(signal - noise)
    if case.is_v1:
        mean = (out**2).mean(axis=-1, keepdims=True)
        out = out / np.sqrt(mean + np.float32(program.EPSILON))
        out = rounded(out * np.float32(program.OUT_SCALE))
    return out, signal, noise


def check(case: Case, given: Inputs, found: Array) -> None:
    """Fails if `found` is off by more than the tolerance."""
    rows = np.arange(case.queries)
    wanted = inputs.expected(case, given, rows)
    ordinary, signal, noise = ordinary_run(case, given)
    terms = np.abs(signal).max() + np.abs(noise).max()
    cancellation = max(1.0, terms / np.abs(signal - noise).max())
    allowed = 2 * np.abs(ordinary - wanted).max()
    allowed += FLOOR * cancellation * np.abs(wanted).max()
    assert np.isfinite(found).all()
    assert np.abs(found - wanted).max() <= allowed


@pytest.mark.parametrize("case", small_cases(), ids=lambda case: case.name)
def test_small(case: Case, toolchain: Toolchain, tmp_path: pathlib.Path) -> None:
    """The compiled program gives the case's result."""
    path = toolchain.compile(program.text_of(case), tmp_path / "case.so")
    artifact = Artifact(path)
    given = inputs.make_inputs(case)
    found = artifact.call("attention", given)["out"]
    artifact.close()
    assert found.shape == case.output_shape
    check(case, given, found.astype(np.float64))


@pytest.mark.parametrize("case", small_cases(), ids=lambda case: case.name)
def test_expected_is_the_reference(case: Case) -> None:
    """The expected values of the benchmarks are those of the written definition."""
    given = inputs.make_inputs(case)
    q1, k1, q2, k2 = inputs.maps_of(case, given)
    found = inputs.expected(case, given, np.arange(case.queries))
    share = case.heads // case.groups

    def split(array: Array) -> Array:
        return array.reshape(case.groups, share, *array.shape[1:])

    options: dict[str, Any] = {"causal": case.causal}
    if case.is_v1:
        options |= {
            "lam": (given["lam"], ""),
            "norm_eps": program.EPSILON,
            "out_scale": program.OUT_SCALE,
        }
    else:
        options |= {"lam": (split(given["lam"]), "g r m")}
        options |= {"lambda_activation": "sigmoid"}
    # Head by head: the definition has an axis for every dim at once.
    wanted = reference.attention(
        (split(q1), "g r m d", k1, "g n d"),
        (given["v"], "g n e"),
        "g r m e",
        noise=(split(q2), "g r m d", k2, "g n d"),
        **options,
    )
    np.testing.assert_allclose(found, wanted.out.reshape(found.shape), rtol=1e-9)


def test_names_say_what_cases_are() -> None:
    """Form, features, keys, mask and element type; once each."""
    names = [case.name for case in load()]
    assert len(set(names)) == len(names)
    for case in load():
        mask = "causal" if case.causal else "full"
        expected = f"{case.form}_{case.features}_{case.keys}_{mask}_{case.dtype}"
        if case.is_decode:
            expected = f"dec_{case.features}_{case.keys}_{case.dtype}"
        assert case.name == expected


def test_work_of_a_case() -> None:
    """Operations and bytes, counted by hand."""
    v1 = Case("", "v1", 2, 3, queries=4, keys=4, causal=False, dtype="f32")
    # 3 heads of 16 pairs: 2 score products of 2 * 2, a value product of 2 * 4.
    assert v1.flops == 3 * 16 * (2 * 4 + 8)
    # q1, q2, k1, k2 of 2 features, v and the result of 4.
    assert v1.bytes == 4 * 3 * 4 * (4 * 2 + 2 * 4)
    causal = dataclasses.replace(v1, causal=True)
    assert causal.flops == 3 * 10 * (2 * 4 + 8)
    v2 = Case("", "v2", 2, 4, 4, 4, True, "bf16", key_heads=2)
    assert v2.flops == 4 * 10 * (2 * 4 + 4)
    # Two query heads a head, one result; one key and one value a group.
    assert v2.bytes == 2 * 4 * (4 * (2 * 2 + 2) + 2 * (2 + 2))


def test_unknown_case_is_refused(tmp_path: pathlib.Path) -> None:
    """By name; and without names the default ones are chosen."""
    with pytest.raises(ValueError, match="no case 'v9'; there are: v1_64"):
        choose(["v9"])
    assert [case.name for case in choose([])] == [
        entry["name"] for entry in json.loads(CASES.read_text()) if entry["default"]
    ]
