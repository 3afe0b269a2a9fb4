"""bfloat16 arguments where ml_dtypes is not installed: their bits."""

import importlib.util

import numpy as np
from diffattn.compiler import compile_text

assert importlib.util.find_spec("ml_dtypes") is None
text = """
func.func @double(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  %y = arith.addf %x, %x : tensor<?xbf16>
  return %y : tensor<?xbf16>
}
"""
one, two = 0x3F80, 0x4000
found = compile_text(text)["double"](np.array([one, one], np.uint16))
assert found.dtype == np.uint16 and found.tolist() == [two, two], found
