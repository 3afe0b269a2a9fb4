"""Caches that are overwritten while what they held before is still read.

Once the write moved up to where its value is computed, or that was computed in the
cache itself.
"""

from typing import Any

import numpy as np
import pytest
from diffattn.compiler import compile_text
from numpy.typing import NDArray

Array = NDArray[Any]

MODULE = """
    // The write comes last, but its value first.
    func.func @moved(%x: tensor<1x2xf32>, %cache: memref<2x2xf32>) -> tensor<2x2xf32> {
      OLD
      %new = tensor.insert_slice %x into %old[0, 0] [1, 2] [1, 1]
          : tensor<1x2xf32> into tensor<2x2xf32>
      %e = tensor.empty() : tensor<2x2xf32>
      %y = linalg.exp ins(%old : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>)
          -> tensor<2x2xf32>
      WRITE
      return %y : tensor<2x2xf32>
    }

    // A part of the cache is read.
    func.func @view(%x: tensor<1x2xf32>, %cache: memref<2x2xf32>) -> tensor<1x2xf32> {
      OLD
      %row = tensor.extract_slice %old[0, 0] [1, 2] [1, 1]
          : tensor<2x2xf32> to tensor<1x2xf32>
      %new = tensor.insert_slice %x into %old[0, 0] [1, 2] [1, 1]
          : tensor<1x2xf32> into tensor<2x2xf32>
      %e = tensor.empty() : tensor<1x2xf32>
      %y = linalg.exp ins(%row : tensor<1x2xf32>) outs(%e : tensor<1x2xf32>)
          -> tensor<1x2xf32>
      WRITE
      return %y : tensor<1x2xf32>
    }

    // The new value is computed of the old one.
    func.func @product(%x: tensor<2x2xf32>, %cache: memref<2x2xf32>) {
      OLD
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<2x2xf32>
      %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>)
          -> tensor<2x2xf32>
      %new = linalg.matmul ins(%old, %x : tensor<2x2xf32>, tensor<2x2xf32>)
          outs(%zeros : tensor<2x2xf32>) -> tensor<2x2xf32>
      WRITE
      return
    }

    func.func @transposed(%cache: memref<2x2xf32>) {
      OLD
      %e = tensor.empty() : tensor<2x2xf32>
      %new = linalg.transpose ins(%old : tensor<2x2xf32>)
          outs(%e : tensor<2x2xf32>) permutation = [1, 0]
      WRITE
      return
    }

    // The new value has nothing to do with the old one, which is read later.
    func.func @later(%x: tensor<2x2xf32>, %cache: memref<2x2xf32>) -> tensor<2x2xf32> {
      OLD
      %e = tensor.empty() : tensor<2x2xf32>
      %new = linalg.add ins(%x, %x : tensor<2x2xf32>, tensor<2x2xf32>)
          outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
      %f = tensor.empty() : tensor<2x2xf32>
      %y = linalg.exp ins(%old : tensor<2x2xf32>) outs(%f : tensor<2x2xf32>)
          -> tensor<2x2xf32>
      WRITE
      return %y : tensor<2x2xf32>
    }

    // It is read in a branch.
    func.func @branch(%x: tensor<2x2xf32>, %cache: memref<2x2xf32>, %is: i1)
        -> tensor<2x2xf32> {
      OLD
      %e = tensor.empty() : tensor<2x2xf32>
      %new = linalg.add ins(%x, %x : tensor<2x2xf32>, tensor<2x2xf32>)
          outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
      %y = scf.if %is -> tensor<2x2xf32> {
        scf.yield %old : tensor<2x2xf32>
      } else {
        scf.yield %new : tensor<2x2xf32>
      }
      WRITE
      return %y : tensor<2x2xf32>
    }
"""
OLD = """%old = bufferization.to_tensor %cache restrict writable
    : memref<2x2xf32> to tensor<2x2xf32>"""
WRITE = """bufferization.materialize_in_destination %new in restrict writable %cache
    : (tensor<2x2xf32>, memref<2x2xf32>) -> ()"""

CACHE = np.array([[1, 2], [3, 4]], np.float32)
ROW = np.array([[5, 6]], np.float32)
X = np.array([[7, 8], [9, 10]], np.float32)
AFTER = np.concatenate([ROW, CACHE[1:]])

CASES: dict[str, tuple[list[Any], Array, Array | None]] = {
    "moved": ([ROW], AFTER, np.exp(CACHE)),
    "view": ([ROW], AFTER, np.exp(CACHE[:1])),
    "product": ([X], CACHE @ X, None),
    "transposed": ([], CACHE.T, None),
    "later": ([X], 2 * X, np.exp(CACHE)),
    "branch": ([X, True], 2 * X, CACHE),
}


@pytest.fixture(scope="module", params=[False, True], ids=["fast", "reference"])
def functions(request: pytest.FixtureRequest) -> Any:
    """All functions, compiled."""
    text = MODULE.replace("OLD", OLD).replace("WRITE", WRITE)
    return compile_text(text, reference=request.param)


@pytest.mark.xdist_group("caches")
@pytest.mark.parametrize("name", CASES)
def test_caches(functions: Any, name: str) -> None:
    inputs, after, expected = CASES[name]
    cache = CACHE.copy()
    arguments = [*inputs[:1], cache, *inputs[1:]] if inputs else [cache]
    result = functions[name](*arguments)
    np.testing.assert_allclose(cache, after, rtol=1e-6)
    if expected is not None:
        np.testing.assert_allclose(result, expected, rtol=1e-6)
