"""Reads safetensors files with NumPy and ml_dtypes."""

import json
import pathlib

import ml_dtypes
import numpy as np
from artifact import Array

DTYPES = {
    "F32": np.float32,
    "F64": np.float64,
    "F16": np.float16,
    "BF16": ml_dtypes.bfloat16,
    "I64": np.int64,
    "BOOL": np.bool_,
}


def read(path: pathlib.Path) -> dict[str, Array]:
    """The tensors of a safetensors file, bf16 too, floats widened to f64."""
    raw = path.read_bytes()
    start = 8 + int.from_bytes(raw[:8], "little")
    tensors = {}
    for name, entry in json.loads(raw[8:start]).items():
        begin, end = entry["data_offsets"]
        data = np.frombuffer(raw[start + begin : start + end], DTYPES[entry["dtype"]])
        is_float = entry["dtype"] not in ("I64", "BOOL")
        tensors[name] = data.astype(np.float64 if is_float else data.dtype).reshape(
            entry["shape"]
        )
    return tensors
