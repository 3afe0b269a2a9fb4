"""Sums, scores and functions that lose what half floats can't hold."""

import ml_dtypes
import numpy as np
import pytest
from artifact import Array
from attentions import Attention
from backends import Backends, draw, in_every_backend, of_element

PLAIN = Attention("plain")
HALVES = tuple(of_element(PLAIN, element) for element in ("bf16", "f16", "f32"))
half = pytest.mark.parametrize("attention", HALVES, ids=lambda a: a.element)


# pytorch/executorch PR 20089
@in_every_backend("half floats")
@half
@pytest.mark.parametrize("keys", [256, 257, 512, 4096])
def test_sums_of_equal_weights_stop_at_256(
    keys: int, attention: Attention, backend: str, backends: Backends
) -> None:
    """In bf16, 256 + 1 is 256. Equal scores, values of 1: the sum of all weights is
    1 - lambda, whatever their number."""
    inputs = draw(attention, b=1, h=2, m=5, n=keys, d=16, e=16)
    for name in ("q1", "q2"):
        inputs[name][...] = 0
    inputs["v"][...] = 1
    inputs["lam"] = np.array(0.25, np.float32)
    found = backends.check(attention, inputs, backend, HALVES)
    # 3/4 is a number of each type.
    np.testing.assert_allclose(
        found["out"].astype(np.float64), 0.75, rtol=0, atol=2.0**-20
    )
    np.testing.assert_allclose(found["lse1"], np.log(keys), rtol=2.0**-21)


# NVIDIA/TensorRT-LLM PR 18044
@in_every_backend("half floats")
@half
def test_products_beyond_65504_are_infinite(
    attention: Attention, backend: str, backends: Backends
) -> None:
    """Queries and keys of 256, width 128: products of 2^23, scores of 741,455."""
    inputs = draw(attention, b=1, h=2, m=3, n=40, d=128, e=16)
    for name in ("q1", "q2", "k1", "k2"):
        inputs[name][...] = 256
    found = backends.check(attention, inputs, backend, HALVES)
    assert np.isfinite(found["out"].astype(np.float64)).all()
    mean = inputs["v"].astype(np.float64).mean(-2, keepdims=True)
    expected = np.broadcast_to(mean * (1 - inputs["lam"]), found["out"].shape)
    eps = float(ml_dtypes.finfo(found["out"].dtype).eps)
    np.testing.assert_allclose(
        found["out"].astype(np.float64), expected, rtol=0, atol=max(eps, 2.0**-18)
    )
    np.testing.assert_allclose(
        found["lse1"], 2.0**23 / np.sqrt(128) + np.log(40), rtol=2.0**-21
    )


# Functions ------------------------------------------------------------------------

FUNCTIONS = {
    "exp": "math.exp %x : {t}",
    "rsqrt": "math.rsqrt %x : {t}",
    "square": "math.powf %x, %two : {t}",
    "power": "math.powf %x, %below : {t}",
    "tanh": "math.tanh %x : {t}",
    "log": "math.log %x : {t}",
}
EXPONENTS = {"square": 2.0, "power": -1.5}
KINDS = {"f16": np.float16, "bf16": ml_dtypes.bfloat16}


def function_of(name: str, element: str) -> str:
    """@NAME_ELEMENT: of each number of a vector."""
    tensor = f"tensor<?x{element}>"
    return f"""
func.func @{name}_{element}(%in: {tensor} {{diffattn.name = "x"}})
    -> ({tensor} {{diffattn.name = "y"}}) {{
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : {element}
  %below = arith.constant -1.5 : {element}
  %size = tensor.dim %in, %c0 : {tensor}
  %empty = tensor.empty(%size) : {tensor}
  %y = linalg.generic {{
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}} ins(%in : {tensor}) outs(%empty : {tensor}) {{
  ^bb0(%x: {element}, %unused: {element}):
    %r = {FUNCTIONS[name].format(t=element)}
    linalg.yield %r : {element}
  }} -> {tensor}
  return %y : {tensor}
}}"""


MODULE = "\n".join(function_of(name, kind) for name in FUNCTIONS for kind in KINDS)


def exact(name: str, x: Array) -> Array:
    """In f64."""
    if name in EXPONENTS:
        return np.power(x, EXPONENTS[name])
    if name == "rsqrt":
        return 1 / np.sqrt(x)
    return np.asarray(getattr(np, name)(x))


# iree-org/iree#15936
@in_every_backend("half functions")
@pytest.mark.parametrize("element", KINDS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_half_floats_give_nan_or_infinity(
    name: str, element: str, backend: str, backends: Backends
) -> None:
    """All 65,536 numbers: NaN and infinities where f64 has them once rounded, others
    off by one place at most."""
    x = np.arange(1 << 16, dtype=np.uint16).view(KINDS[element])
    found = backends.load(MODULE, backend).call(f"{name}_{element}", {"x": x})["y"]
    with np.errstate(all="ignore"):
        expected = exact(name, x.astype(np.float64)).astype(KINDS[element])
    nan = np.isnan(expected.astype(np.float64))
    np.testing.assert_array_equal(np.isnan(found.astype(np.float64)), nan)
    steps = np.abs(ordered(found)[~nan] - ordered(expected)[~nan])
    assert steps.max() <= 1, x[~nan][np.argmax(steps)]


def ordered(x: Array) -> Array:
    """Numbers of the floats in their order, zeros alike; infinities behind the last
    finite one."""
    bits = x.view(np.uint16).astype(np.int64)
    return np.where(bits < 0x8000, bits, 0x8000 - bits)
