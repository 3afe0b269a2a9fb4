"""The head layouts of models, read and written where they lie.

Each .mlir file here takes what projections produce ([batch, row, heads *
features]) and splits it by views. Under every schedule the numbers must be right
and nothing of query, key, value, cache or result may be copied.
"""

import dataclasses
import pathlib
from collections.abc import Callable

import numpy as np
import pytest
from artifact import Array, Artifact
from diffattn.reference import attention
from schedules import SCHEDULES
from toolchain import Toolchain

HERE = pathlib.Path(__file__).parent
# Of the largest result: a few roundings of f32 on sums of up to 16 terms.
TOLERANCE = 2.0**-18


@dataclasses.dataclass
class Layout:
    """Inputs and the expected contents of outputs."""

    inputs: dict[str, Array]
    expected: dict[str, Array]
    copies: int = 0


def random_source() -> Callable[..., Array]:
    """A function that makes f32 arrays of the given sizes, alike in every run."""
    random = np.random.default_rng(20)
    return lambda *shape: random.standard_normal(shape).astype(np.float32)


def flat(out: Array, rows: int) -> Array:
    """[batch, row, ...] as [batch, row, heads * features]."""
    return out.reshape(out.shape[0], rows, -1)


def hf() -> Layout:
    """Pairs (i, i + H/2); the value of a pair is two halves."""
    normal = random_source()
    q, k, v, lam = normal(2, 9, 64), normal(2, 9, 32), normal(2, 9, 32), 0.7
    qh = q.reshape(2, 9, 2, 2, 2, 8)
    kh, vh = k.reshape(2, 9, 2, 2, 8), v.reshape(2, 9, 2, 2, 8)
    result = attention(
        signal=(qh[:, :, 0], "b m g r d", kh[:, :, 0], "b n g d"),
        noise=(qh[:, :, 1], "b m g r d", kh[:, :, 1], "b n g d"),
        value=(vh, "b n e0 g e1"),
        lam=(lam, ""),
        out="b m g r e0 e1",
        causal=True,
        norm_eps=1e-5,
        out_scale=0.8,
    )
    inputs = {"q": q, "k": k, "v": v, "lambda": np.array(lam, np.float32)}
    return Layout(inputs, {"out": flat(result.out, 9)})


def unilm() -> Layout:
    """Pairs (2i, 2i + 1) of query and key heads."""
    normal = random_source()
    q, k, v, lam = normal(2, 9, 64), normal(2, 9, 32), normal(2, 9, 32), 0.7
    qh = q.reshape(2, 9, 2, 2, 2, 8)
    kh, vh = k.reshape(2, 9, 2, 2, 8), v.reshape(2, 9, 2, 16)
    result = attention(
        signal=(qh[..., 0, :], "b m g r d", kh[..., 0, :], "b n g d"),
        noise=(qh[..., 1, :], "b m g r d", kh[..., 1, :], "b n g d"),
        value=(vh, "b n g e"),
        lam=(lam, ""),
        out="b m g r e",
        causal=True,
        norm_eps=1e-5,
        out_scale=0.8,
    )
    inputs = {"q": q, "k": k, "v": v, "lambda": np.array(lam, np.float32)}
    return Layout(inputs, {"out": flat(result.out, 9)})


def v2() -> Layout:
    """Pairs (2i, 2i + 1) of query heads over one key head; logits a token."""
    normal = random_source()
    q, k, v, logits = normal(2, 9, 64), normal(2, 9, 16), normal(9, 2, 16), 0
    v, logits = v.reshape(2, 9, 16), normal(2, 9, 4)
    qh, kh, vh = (
        q.reshape(2, 9, 2, 2, 2, 8),
        k.reshape(2, 9, 2, 8),
        v.reshape(2, 9, 2, 8),
    )
    result = attention(
        signal=(qh[..., 0, :], "b m g r d", kh, "b n g d"),
        noise=(qh[..., 1, :], "b m g r d", kh, "b n g d"),
        value=(vh, "b n g e"),
        lam=(logits.reshape(2, 9, 2, 2), "b m g r"),
        out="b m g r e",
        causal=True,
        lambda_activation="sigmoid",
    )
    inputs = {"q": q, "k": k, "v": v, "lambda": logits}
    return Layout(inputs, {"out": flat(result.out, 9)})


def grouped() -> Layout:
    """8 signal, 4 signal key, 2 noise and 2 value heads."""
    normal = random_source()
    inputs = {
        "q1": normal(2, 9, 64),
        "k1": normal(2, 9, 32),
        "q2": normal(2, 9, 16),
        "k2": normal(2, 9, 16),
        "v": normal(2, 9, 32),
        "lambda": np.array(0.7, np.float32),
    }
    result = attention(
        signal=(
            inputs["q1"].reshape(2, 9, 2, 2, 2, 8),
            "b m g a r d",
            inputs["k1"].reshape(2, 9, 2, 2, 8),
            "b n g a d",
        ),
        noise=(
            inputs["q2"].reshape(2, 9, 2, 8),
            "b m g d",
            inputs["k2"].reshape(2, 9, 2, 8),
            "b n g d",
        ),
        value=(inputs["v"].reshape(2, 9, 2, 16), "b n g e"),
        lam=(0.7, ""),
        out="b m g a r e",
        causal=True,
        norm_eps=1e-5,
        out_scale=0.8,
    )
    return Layout(inputs, {"out": flat(result.out, 9)})


def decode() -> Layout:
    """DiffLlama's layout with caches; rows that are not valid hold NaN."""
    normal = random_source()
    q, new_key, new_value = normal(2, 1, 64), normal(2, 1, 32), normal(2, 1, 32)
    lengths, position = np.array([6, 4], np.int64), 5
    caches = [normal(2, 16, 32), normal(2, 16, 32)]
    for cache in caches:
        for b, length in enumerate(lengths):
            cache[b, length:] = np.nan
    keys, values = (cache.copy() for cache in caches)
    keys[:, position], values[:, position] = new_key[:, 0], new_value[:, 0]
    qh = q.reshape(2, 1, 2, 2, 2, 8)
    kh, vh = keys.reshape(2, 16, 2, 2, 8), values.reshape(2, 16, 2, 2, 8)
    result = attention(
        signal=(qh[:, :, 0], "b m g r d", kh[:, :, 0], "b n g d"),
        noise=(qh[:, :, 1], "b m g r d", kh[:, :, 1], "b n g d"),
        value=(vh, "b n e0 g e1"),
        lam=(0.7, ""),
        key_lengths=(lengths, "b"),
        out="b m g r e0 e1",
        causal=True,
        norm_eps=1e-5,
        out_scale=0.8,
    )
    inputs = {
        "q": q,
        "new_key": new_key,
        "new_value": new_value,
        "key_cache": caches[0],
        "value_cache": caches[1],
        "position": np.array(position, np.int64),
        "lengths": lengths,
        "lambda": np.array(0.7, np.float32),
    }
    expected = {"out": flat(result.out, 1), "key_cache": keys, "value_cache": values}
    # The new key and the new value row.
    return Layout(inputs, expected, copies=2)


LAYOUTS = {f.__name__: f for f in (hf, unilm, v2, grouped, decode)}


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("name", LAYOUTS)
def test_numbers(
    name: str, schedule: str, toolchain: Toolchain, tmp_path: pathlib.Path
) -> None:
    layout = LAYOUTS[name]()
    text = (HERE / f"{name}.mlir").read_text()
    library = toolchain.compile(text, tmp_path / "l.so", *SCHEDULES[schedule])
    found = Artifact(library).call(name, layout.inputs)
    for output, expected in layout.expected.items():
        limit = TOLERANCE * np.nanmax(np.abs(expected))
        np.testing.assert_allclose(found[output], expected, rtol=0, atol=limit)


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("name", LAYOUTS)
def test_copies(name: str, schedule: str, toolchain: Toolchain) -> None:
    text = toolchain.apply((HERE / f"{name}.mlir").read_text(), *SCHEDULES[schedule])
    buffers = toolchain.run(
        "diffattn-compile",
        "-",
        "--compile-to=buffers",
        "--emit=mlir",
        "-o",
        "-",
        stdin=text,
    )
    copies = [
        line.strip()
        for line in buffers.splitlines()
        if "memref.copy" in line or "linalg.copy" in line
    ]
    assert len(copies) == LAYOUTS[name]().copies, copies
