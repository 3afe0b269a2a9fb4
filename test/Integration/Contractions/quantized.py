"""How weights are quantised (docs/quantization.md), in NumPy."""

import ml_dtypes
import numpy as np
from artifact import Array

GROUP = 64
BITS = {"int8": 8, "int4": 4}


def quantize(weights: Array, kind: str) -> Array:
    """What is multiplied in place of [columns, depth], in f64."""
    columns, depth = weights.shape
    end = 2 ** (BITS[kind] - 1)
    padded = np.zeros((columns, -(-depth // GROUP) * GROUP), np.float32)
    padded[:, :depth] = weights
    groups = padded.reshape(columns, -1, GROUP)
    # An infinity or NaN makes the scale NaN.
    with np.errstate(invalid="ignore", over="ignore"):
        poison = np.sum(groups - groups, axis=2, keepdims=True)
    at = np.argmax(np.abs(groups), axis=2, keepdims=True)
    scales = np.take_along_axis(groups, at, axis=2) * np.float32(-1 / end)
    scales[np.abs(scales) < 2.0**-126] = 0
    scales = (scales + poison).astype(ml_dtypes.bfloat16).astype(np.float32)
    with np.errstate(invalid="ignore"):
        numbers = groups / np.where(scales == 0, np.float32(1), scales)
    numbers = np.clip(np.rint(numbers), -end, end - 1)
    result = numbers.astype(np.float64) * scales
    return result.reshape(columns, -1)[:, :depth]
