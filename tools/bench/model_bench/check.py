"""Whether logits are right."""

import math

import numpy as np

from model_bench.implementation import Array

# Largest error of the logits as a whole (root of the sum of squares), relative to
# them, against f32 with attention written out, from the same weights. Those of 4
# bits are off by a tenth themselves, if they are random, and layers add to that.
TOLERANCES = {"f32": 2e-5, "bf16": 5e-2, "int8": 5e-2, "int4": 7e-1}
GAP = 4.0
"""The most likely token has to be the same where the reference's two most likely
ones are further apart than so many times the allowed error of a logit."""


def relative_error(found: Array, wanted: Array) -> float:
    """Of a result as a whole. Infinite if anything in it is not finite."""
    found = np.asarray(found, np.float64)
    if found.shape != wanted.shape or not np.isfinite(found).all():
        return math.inf
    return float(np.linalg.norm(found - wanted) / np.linalg.norm(wanted))


def problem_of(found: Array, wanted: Array, precision: str) -> str:
    """What is wrong; "" if nothing is."""
    error, allowed = relative_error(found, wanted), TOLERANCES[precision]
    if not error < allowed:
        return f"wrong logits: relative error {error:.1e}, expected below {allowed:.0e}"
    second, first = np.sort(wanted)[-2:]
    size = float(np.sqrt(np.mean(np.square(wanted, dtype=np.float64))))
    is_clear = first - second > GAP * allowed * size
    best, expected = int(found.argmax()), int(wanted.argmax())
    if is_clear and best != expected:
        return f"wrong token: expected {expected}, found {best}"
    return ""
