"""How v1-layer.safetensors and decode.safetensors were made.

Usage: make_inputs.py [FOLDER]          (default: this folder)

Writes inputs, `expected_NAME` (double precision) and `reference_NAME` (the same
in single precision, which tells what rounding alone does) of both examples, the
maths written head by head.
"""

import pathlib
import sys

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file

Array = NDArray[np.floating]

PAIRS, GROUPS, FEATURES = 4, 2, 8
LAMBDA_INIT = 0.2


def softmax(scores: Array) -> Array:
    """Over the last dim; hidden scores are -inf, but never a whole row."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def rms_norm(x: Array) -> Array:
    """x / sqrt(mean(x^2) + eps) over the last dim."""
    eps = x.dtype.type(1e-5)
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + eps)


def head(
    q: Array, k: Array, v: Array, pair: int, lam: Array, visible: NDArray[np.bool_]
) -> Array:
    """One pair of heads of one sequence: (P1 - lambda P2) v, normed.

    q [rows, 64], k and v [keys, 32]; query heads 2i and 2i + 1 are pair i, key
    heads likewise, and PAIRS / GROUPS pairs share a group of keys and values.
    """
    group = pair // (PAIRS // GROUPS)
    maps = []
    for member in (0, 1):
        query = q[:, (2 * pair + member) * FEATURES :][:, :FEATURES]
        key = k[:, (2 * group + member) * FEATURES :][:, :FEATURES]
        scores = query @ key.T / q.dtype.type(FEATURES**0.5)
        maps.append(softmax(np.where(visible, scores, q.dtype.type(-np.inf))))
    value = v[:, 2 * group * FEATURES :][:, : 2 * FEATURES]
    return rms_norm((maps[0] - lam * maps[1]) @ value)


def heads(
    q: Array, k: Array, v: Array, lam: Array, weight: Array, lengths: list[int]
) -> Array:
    """All heads of all sequences, causal up to each sequence's length."""
    results = []
    for b, length in enumerate(lengths):
        rows = q.shape[1]
        row, key = np.arange(rows)[:, None], np.arange(length)[None, :]
        visible = key <= row + length - rows
        per_pair = [
            head(q[b], k[b, :length], v[b, :length], pair, lam, visible) * weight
            for pair in range(PAIRS)
        ]
        results.append(np.concatenate(per_pair, axis=-1))
    return np.stack(results) * q.dtype.type(1 - LAMBDA_INIT)


def layer(t: dict[str, Array]) -> dict[str, Array]:
    """v1-layer.mlir."""
    x = t["x"]
    q, k, v = (x @ t[name] for name in ("q_proj", "k_proj", "v_proj"))
    lam = (
        np.exp(t["lambda_q1"] @ t["lambda_k1"])
        - np.exp(t["lambda_q2"] @ t["lambda_k2"])
        + x.dtype.type(LAMBDA_INIT)
    )
    mixed = heads(q, k, v, lam, t["norm_weight"], [x.shape[1]] * x.shape[0])
    return {"out": mixed @ t["o_proj"]}


def decode(t: dict[str, Array]) -> dict[str, Array]:
    """decode.mlir."""
    position = int(t["position"])
    keys, values = t["key_cache"].copy(), t["value_cache"].copy()
    keys[:, position] = t["new_key"][:, 0]
    values[:, position] = t["new_value"][:, 0]
    lengths = [int(length) for length in t["lengths"]]
    weight = np.ones(2 * FEATURES, keys.dtype)
    out = heads(t["q"], keys, values, t["lambda"], weight, lengths)
    return {"out": out, "key_cache": keys, "value_cache": values}


def layer_inputs(random: np.random.Generator) -> dict[str, Array]:
    """Two sequences of 16 tokens, and weights of a size that training gives."""

    def normal(*shape: int, deviation: float = 1.0) -> Array:
        return (random.standard_normal(shape) * deviation).astype(np.float32)

    return {
        "x": normal(2, 16, 64),
        "q_proj": normal(64, 64, deviation=0.2),
        "k_proj": normal(64, 32, deviation=0.2),
        "v_proj": normal(64, 32, deviation=0.125),
        "o_proj": normal(64, 64, deviation=0.125),
        "lambda_q1": normal(8, deviation=0.3),
        "lambda_k1": normal(8, deviation=0.3),
        "lambda_q2": normal(8, deviation=0.3),
        "lambda_k2": normal(8, deviation=0.3),
        "norm_weight": 1 + normal(16, deviation=0.1),
    }


def decode_inputs(random: np.random.Generator) -> dict[str, Array]:
    """Caches of 16 rows; the new row is row 5, the last valid row of the first
    sequence. The second sequence is shorter: its rows 4 and up are not valid."""

    def normal(*shape: int) -> Array:
        return random.standard_normal(shape).astype(np.float32)

    return {
        "q": normal(2, 1, 64),
        "new_key": normal(2, 1, 32),
        "new_value": normal(2, 1, 32),
        "key_cache": normal(2, 16, 32),
        "value_cache": normal(2, 16, 32),
        "position": np.array(5, np.int64),
        "lengths": np.array([6, 4], np.int64),
        "lambda": np.array(0.7, np.float32),
    }


def widened(tensors: dict[str, Array]) -> dict[str, Array]:
    """The same numbers in double precision."""
    return {
        name: t.astype(np.float64) if t.dtype == np.float32 else t
        for name, t in tensors.items()
    }


def main() -> None:
    """Writes both files."""
    here = pathlib.Path(__file__).parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here
    random = np.random.default_rng(20)
    for name, inputs, function in (
        ("v1-layer", layer_inputs(random), layer),
        ("decode", decode_inputs(random), decode),
    ):
        tensors = dict(inputs)
        for result, value in function(widened(inputs)).items():
            tensors[f"expected_{result}"] = np.ascontiguousarray(value)
        for result, value in function(inputs).items():
            assert value.dtype == np.float32, (name, result, value.dtype)
            tensors[f"reference_{result}"] = np.ascontiguousarray(value)
        save_file(tensors, folder / f"{name}.safetensors")


if __name__ == "__main__":
    main()
