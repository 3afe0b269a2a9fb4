"""Inputs of a case, what it must give, and whether a result is right."""

import math
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from attention_bench.cases import Case
from attention_bench.program import EPSILON, LAMBDA, OUT_SCALE

Array = NDArray[Any]
Inputs = dict[str, Array]

DTYPES = {"f32": np.dtype(np.float32), "bf16": np.dtype(ml_dtypes.bfloat16)}
ALIGNMENT = 64
CHECKED_ROWS = 40

# Largest error of a result as a whole (root of the sum of squares), relative to it.
# Scores of about 1 take little from f32; forms in bf16 round scores, maps or both.
TOLERANCES = {"f32": 2e-5, "bf16": 2e-2}


def aligned(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """An array that starts at a cache line, as those of most libraries do."""
    size = math.prod(shape) * dtype.itemsize
    memory = np.empty(size + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    return memory[start : start + size].view(dtype).reshape(shape)


def make_inputs(case: Case, seed: int = 1) -> Inputs:
    """The arguments of the case's function, by name and in its order; floats in
    [-1.7, 1.7)."""
    random = np.random.default_rng(seed)

    def tensor(*shape: int, dtype: str = case.dtype) -> Array:
        array = aligned(shape, DTYPES[dtype])
        array[...] = random.uniform(-1.7, 1.7, shape)
        return array

    query = (case.heads, case.queries, case.features)
    key = (case.groups, case.keys, case.features)
    if case.is_v1:
        return {
            "q1": tensor(*query),
            "k1": tensor(*key),
            "q2": tensor(*query),
            "k2": tensor(*key),
            "v": tensor(case.heads, case.keys, case.values),
            "lam": np.array(LAMBDA, np.float32),
        }
    return {
        "q": tensor(2 * case.heads, case.queries, case.features),
        "k": tensor(*key),
        "v": tensor(*key),
        "lam": tensor(case.heads, case.queries, dtype="f32"),
    }


def maps_of(case: Case, inputs: Inputs) -> tuple[Array, Array, Array, Array]:
    """q1, k1, q2, k2, whatever the form."""
    if case.is_v1:
        return inputs["q1"], inputs["k1"], inputs["q2"], inputs["k2"]
    return inputs["q"][0::2], inputs["k"], inputs["q"][1::2], inputs["k"]


def checked_rows(case: Case) -> Array:
    """Some query rows, the first and the last among them."""
    count = min(case.queries, CHECKED_ROWS)
    return np.unique(np.linspace(0, case.queries - 1, count).astype(np.int64))


def expected(case: Case, inputs: Inputs, rows: Array) -> Array:
    """The result in f64 at these rows: [heads, rows, values]."""
    q1, k1, q2, k2 = maps_of(case, inputs)
    share = case.heads // case.groups

    def wide(array: Array) -> Array:
        return np.repeat(array.astype(np.float64), share, axis=0)

    def probability(query: Array, key: Array) -> Array:
        scores = query[:, rows].astype(np.float64) @ wide(key).swapaxes(1, 2)
        scores *= case.features**-0.5
        if case.causal:
            scores[:, np.arange(case.keys) > rows[:, None]] = -np.inf
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return scores / scores.sum(axis=-1, keepdims=True)

    lam = inputs["lam"].astype(np.float64)
    if not case.is_v1:
        lam = 1 / (1 + np.exp(-lam[:, rows, None]))
    out = (probability(q1, k1) - lam * probability(q2, k2)) @ wide(inputs["v"])
    if case.is_v1:
        mean = (out**2).mean(axis=-1, keepdims=True)
        out *= OUT_SCALE / np.sqrt(mean + EPSILON)
    return out


def relative_error(found: Array, wanted: Array) -> float:
    """Of a result as a whole. Infinite if anything in it is not finite."""
    found = np.asarray(found, np.float64)
    if not np.isfinite(found).all():
        return math.inf
    return float(np.linalg.norm(found - wanted) / np.linalg.norm(wanted))
