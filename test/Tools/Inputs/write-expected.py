"""Writes the files of run-expected.test into a folder.

The function is `scale`: out = x * factor, total = the sum of out.
"""

import pathlib
import sys

import numpy as np
from safetensors.numpy import save_file

folder = pathlib.Path(sys.argv[1])
folder.mkdir(exist_ok=True)


def write(name: str, x: np.ndarray, error: float = 0.0, **changes: object) -> None:
    """A case whose expected out differs by `error` in its last element.

    `changes` replaces tensors, or leaves them out where it is None.
    """
    expected = 2.0 * x.astype(np.float64)
    expected[-1, -1] += error
    total = np.asarray(expected.sum())
    tensors = {
        "x": x.astype(np.float32),
        "factor": np.asarray(2, np.float32),
        "expected_out": expected,
        "reference_out": (expected + 0.0625).astype(np.float32),
        "expected_total": total,
        "reference_total": (total + 0.125).astype(np.float32),
    }
    tensors |= changes
    kept = {
        key: np.asarray(value) for key, value in tensors.items() if value is not None
    }
    save_file(kept, folder / f"{name}.st")


x = np.arange(1.0, 7.0).reshape(2, 3)
write("good", x, 0.0625)
write("far", x, 0.25, reference_total=np.float32(43.0))

zero_row = x * [[0], [1]]
expected = 2 * zero_row
reference = expected + [[0], [0.0625]]
tiny = zero_row.copy()
tiny[0, 1] = 5e-21
write("zero-row", tiny, expected_out=expected, reference_out=reference)

infinite = x.copy()
infinite[0, 0] = np.inf
write("infinite", infinite)
sign = 2 * infinite
sign[0, 0] = -np.inf
write("sign", infinite, expected_out=sign, reference_out=sign)

write("missing", x, expected_out=None)
write("useless", x, reference_out=np.where(x == 2, np.inf, 2 * x))
