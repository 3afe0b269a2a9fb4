"""NumPy arrays as arguments of entries, for programs around functions.mlir."""

import ctypes
import importlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

F32 = 3


class Tensor(ctypes.Structure):
    """diffattn_tensor."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("sizes", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("rank", ctypes.c_int32),
        ("dtype", ctypes.c_int32),
    ]


Entry = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.POINTER(Tensor), ctypes.c_int64
)


def use(module: str) -> None:
    """Imports `module`, numpy or torch, and lets its threads work."""
    library = importlib.import_module(module)
    square = library.ones((512, 512))
    assert float((square @ square)[0, 0]) == 512


def view(array: NDArray[np.float32]) -> Tensor:
    """A tensor that shares the memory of `array`, with its strides."""
    extents = ctypes.c_int64 * array.ndim
    strides = [stride // array.itemsize for stride in array.strides]
    return Tensor(
        array.ctypes.data, extents(*array.shape), extents(*strides), array.ndim, F32
    )


def softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Causal softmax of each row."""
    rows, keys = scores.shape
    scores = np.where(np.tri(rows, keys, keys - rows) > 0, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def check_attend(attend: Any, context: int) -> None:
    """Calls @attend on every other row, and compares with NumPy."""
    random = np.random.default_rng(0)
    shapes = [(6, 4), (10, 4), (6, 4), (10, 4), (10, 3)]
    inputs = [random.standard_normal(s, dtype=np.float32)[::2] for s in shapes]
    scale, out = np.array(0.3, np.float32), np.zeros((3, 3), np.float32)[:, ::-1]
    arguments = (Tensor * 7)(*map(view, [*inputs, scale, out]))
    assert attend(context, arguments, 7) == 0
    q1, k1, q2, k2, v = inputs
    maps = softmax(q1 @ k1.T / 2) - scale * softmax(q2 @ k2.T / 2)
    np.testing.assert_allclose(out, maps @ v, atol=1e-5)
