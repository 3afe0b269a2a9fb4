"""Results that others write over what is still read."""

import numpy as np
import pytest
from artifact import Array
from backends import Backends, in_every_backend

Q, V = "tensor<2x6x8xf32>", "tensor<2x6x8xf32>"


def attention(name: str, query: str, out: str) -> str:
    """%NAME: differential attention of `query` with itself, both maps sharing keys."""
    return f"""
    %{name} = diffattn.attention
      signal({query}[h, m, d], %k[h, n, d] : {Q}, {Q})
      noise(%q2[h, m, d], %k[h, n, d] : {Q}, {Q})
      value(%v[h, n, e] : {V}) lambda(%lam[] : tensor<f32>)
      outs({out}[h, m, e] : {Q})"""


ARGUMENTS = (
    f'%q: {Q} {{diffattn.name = "q"}}, %q2: {Q} {{diffattn.name = "q2"}}, '
    f'%k: {Q} {{diffattn.name = "k"}}, %v: {V} {{diffattn.name = "v"}}, '
    '%lam: tensor<f32> {diffattn.name = "lam"}'
)

# Each iteration's query is the result before; all write to one array.
LOOP = f"""
func.func @loop({ARGUMENTS}) -> ({Q} {{diffattn.name = "out"}}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %out = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %q) -> ({Q}) {{
{attention("y", "%x", "%x")}
    scf.yield %y : {Q}
  }}
  return %out : {Q}
}}
"""

# One array is the destination of both iterations' attentions, the sum is carried.
SHARED = f"""
func.func @shared({ARGUMENTS}) -> ({Q} {{diffattn.name = "out"}}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %init = tensor.empty() : {Q}
  %out = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %q) -> ({Q}) {{
{attention("y", "%x", "%init")}
    %empty = tensor.empty() : {Q}
    %sum = linalg.add ins(%x, %y : {Q}, {Q}) outs(%empty : {Q}) -> {Q}
    scf.yield %sum : {Q}
  }}
  return %out : {Q}
}}
"""

# The array that is written to is read behind, too, and so is the result.
BOTH = f"""
func.func @both({ARGUMENTS})
    -> ({Q} {{diffattn.name = "out"}}, {Q} {{diffattn.name = "twice"}}) {{
  %empty = tensor.empty() : {Q}
  %init = linalg.add ins(%q, %q : {Q}, {Q}) outs(%empty : {Q}) -> {Q}
{attention("y", "%q", "%init")}
  %other = tensor.empty() : {Q}
  %sum = linalg.add ins(%y, %init : {Q}, {Q}) outs(%other : {Q}) -> {Q}
  return %sum, %init : {Q}, {Q}
}}
"""


@pytest.fixture
def inputs() -> dict[str, Array]:
    """Random ones."""
    random = np.random.default_rng(11)
    found = {
        name: random.standard_normal((2, 6, 8)).astype(np.float32)
        for name in ("q", "q2", "k", "v")
    }
    return found | {"lam": np.array(0.4, np.float32)}


def exact(x: Array, given: dict[str, Array]) -> Array:
    """The attention of the functions, in f64."""

    def softmax(query: Array) -> Array:
        scores = query @ given["k"].astype(np.float64).swapaxes(1, 2) / np.sqrt(8)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        return weights / weights.sum(-1, keepdims=True)

    weights = softmax(x) - np.float64(given["lam"]) * softmax(
        given["q2"].astype(np.float64)
    )
    return weights @ given["v"].astype(np.float64)


# llvm/llvm-project#90019
@in_every_backend("buffers loop")
def test_loops_overwrite_what_they_read(
    backend: str, backends: Backends, inputs: dict[str, Array]
) -> None:
    """The query of an iteration and its destination are one tensor."""
    found = backends.load(LOOP, backend).call("loop", inputs)["out"]
    x = inputs["q"].astype(np.float64)
    for _ in range(4):
        x = exact(x, inputs)
    np.testing.assert_allclose(found, x, rtol=0, atol=2.0**-19)


# llvm/llvm-project#90019
@in_every_backend("buffers shared")
def test_iterations_share_a_destination(
    backend: str, backends: Backends, inputs: dict[str, Array]
) -> None:
    """What is carried from one to the next is not overwritten."""
    found = backends.load(SHARED, backend).call("shared", inputs)["out"]
    x = inputs["q"].astype(np.float64)
    for _ in range(3):
        x = x + exact(x, inputs)
    np.testing.assert_allclose(found, x, rtol=0, atol=2.0**-17)


# llvm/llvm-project#61386
@in_every_backend("buffers both")
@pytest.mark.parametrize("tiled", [False, True], ids=["whole", "tiled"])
def test_a_destination_that_is_read_again_is_overwritten(
    tiled: bool, backend: str, backends: Backends, inputs: dict[str, Array]
) -> None:
    """Both the result and what was in its place are used behind; also tiled first."""
    text = BOTH
    if tiled:
        tiling = "func.func(diffattn-tile-attention{query-tile=4})"
        text = backends.toolchain.apply(BOTH, tiling)
        assert "scf.for" in text
    before = {name: array.copy() for name, array in inputs.items()}
    found = backends.load(text, backend).call("both", inputs)
    q = inputs["q"].astype(np.float64)
    np.testing.assert_array_equal(found["twice"], 2 * inputs["q"])
    np.testing.assert_allclose(
        found["out"], exact(q, inputs) + 2 * q, rtol=0, atol=2.0**-19
    )
    for name, array in before.items():
        np.testing.assert_array_equal(inputs[name], array)


WEIGHTS = np.arange(-6, 6, dtype=np.float32).reshape(3, 4) / 4
RESOURCES = f"""
func.func @first(%x: tensor<2x3xf32> {{diffattn.name = "x"}})
    -> (tensor<2x4xf32> {{diffattn.name = "y"}}, tensor<3x4xf32> {{diffattn.name = "w"}}) {{
  %w = arith.constant dense_resource<weights> : tensor<3x4xf32>
  %again = arith.constant dense_resource<weights> : tensor<3x4xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x4xf32>
  %filled = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4xf32>) -> tensor<2x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x3xf32>, tensor<3x4xf32>)
      outs(%filled : tensor<2x4xf32>) -> tensor<2x4xf32>
  %copy = tensor.empty() : tensor<3x4xf32>
  %z = linalg.add ins(%again, %again : tensor<3x4xf32>, tensor<3x4xf32>)
      outs(%copy : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %y, %z : tensor<2x4xf32>, tensor<3x4xf32>
}}
{{-# dialect_resources: {{
  builtin: {{weights: "0x04000000{WEIGHTS.tobytes().hex().upper()}"}}
}} #-}}
"""  # noqa: E501


# llvm/torch-mlir#4625
@in_every_backend("buffers resources")
def test_weights_that_are_resources_are_not_known(
    backend: str, backends: Backends
) -> None:
    """Two operations share one `dense_resource`."""
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    found = backends.load(RESOURCES, backend).call("first", {"x": x})
    np.testing.assert_array_equal(found["y"], x @ WEIGHTS)
    np.testing.assert_array_equal(found["w"], 2 * WEIGHTS)
