"""Optional rewrites that change results elsewhere: approximations and fusion."""

import dataclasses
import functools
import random

import numpy as np
import pytest
from artifact import Array
from backends import Backends, in_every_backend
from toolchain import Toolchain

# Functions ------------------------------------------------------------------------

FUNCTIONS = ("exp", "tanh", "log", "sqrt", "rsqrt", "sin", "erf", "log1p", "expm1")
# What people run before a compiler. ({} stands for the default.)
PASSES = (
    "func.func(math-uplift-to-fma)",
    "func.func(math-expand-ops)",
    "func.func(math-extend-to-supported-types)",
    "func.func(diffattn-approximate-math)",
    "func.func(linalg-generalize-named-ops)",
    "func.func(linalg-fuse-elementwise-ops)",
    "func.func(linalg-fold-unit-extent-dims)",
    "canonicalize",
    "cse",
)


def function_of(name: str) -> str:
    """@NAME on a vector: f(x) * x + x, so that there is something to fuse."""
    return f"""
func.func @{name}(%in: tensor<?xf32> {{diffattn.name = "x"}})
    -> (tensor<?xf32> {{diffattn.name = "y"}}) {{
  %c0 = arith.constant 0 : index
  %size = tensor.dim %in, %c0 : tensor<?xf32>
  %empty = tensor.empty(%size) : tensor<?xf32>
  %f = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}} ins(%in : tensor<?xf32>) outs(%empty : tensor<?xf32>) {{
  ^bb0(%x: f32, %unused: f32):
    %r = math.{name} %x : f32
    linalg.yield %r : f32
  }} -> tensor<?xf32>
  %p = linalg.mul ins(%f, %in : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %y = linalg.add ins(%p, %in : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}}"""  # noqa: E501


MODULE = "\n".join(map(function_of, FUNCTIONS))


def exact(name: str, x: Array) -> Array:
    """In f64."""
    if name == "erf":
        import math

        return np.vectorize(math.erf)(x) * x + x
    value = 1 / np.sqrt(x) if name == "rsqrt" else getattr(np, name)(x)
    return np.asarray(value * x + x)


# llvm/llvm-project#118784
@in_every_backend("rewrites math")
@pytest.mark.parametrize("rewrite", ["", *PASSES])
def test_results_change_with_an_approximation(
    rewrite: str, backend: str, backends: Backends
) -> None:
    """Each pass of a list, or none: the same few roundings are allowed."""
    text = backends.toolchain.apply(MODULE, *([rewrite] if rewrite else []))
    artifact = backends.load(text, backend)
    random = np.random.default_rng(2)
    x = np.exp(random.uniform(-8, 2, 4099)).astype(np.float32)
    x[:3] = 0.5, 1, 2
    for name in FUNCTIONS:
        expected = exact(name, x.astype(np.float64))
        found = artifact.call(name, {"x": x})["y"]
        # Of the larger of two terms.
        scale = np.maximum(np.abs(expected - x), np.abs(x)) * 2.0**-24
        off = np.abs(found - expected) / scale
        assert off.max() <= 12, (name, x[off.argmax()], off.max())


# Graphs ---------------------------------------------------------------------------

GRAPHS = 150
OPERATIONS: dict[str, tuple[int, str]] = {
    "add": (2, "%r = arith.addf %a, %b : f32"),
    "sub": (2, "%r = arith.subf %a, %b : f32"),
    "mul": (2, "%r = arith.mulf %a, %b : f32"),
    "max": (2, "%r = arith.maximumf %a, %b : f32"),
    "tanh": (1, "%r = math.tanh %a : f32"),
    "abs": (1, "%r = math.absf %a : f32"),
    "neg": (1, "%r = arith.negf %a : f32"),
}
# Of [m, n]: as it is, its first row, its first column, transposed. m = n here.
MAPS = {
    "id": "affine_map<(m, n) -> (m, n)>",
    "row": "affine_map<(m, n) -> (n)>",
    "column": "affine_map<(m, n) -> (m)>",
    "swap": "affine_map<(m, n) -> (n, m)>",
}
SIZE = 13
TENSOR, VECTOR = f"tensor<{SIZE}x{SIZE}xf32>", f"tensor<{SIZE}xf32>"
SLICES = {"row": f"[1, {SIZE}]", "column": f"[{SIZE}, 1]"}


@dataclasses.dataclass(frozen=True)
class Node:
    """One elementwise operation or sum over rows."""

    operation: str
    operands: tuple[tuple[int, str], ...]
    """Numbers of nodes, where -1 and -2 are the arguments, and how they are read."""


@functools.cache
def graphs() -> tuple[tuple[Node, ...], ...]:
    """Random graphs of 2 to 9 operations; their last result is returned."""
    draw = random.Random(119852)
    found = []
    for _ in range(GRAPHS):
        nodes: list[Node] = []
        for i in range(draw.randint(2, 9)):
            operation = draw.choice([*OPERATIONS, "sum"])
            count = 1 if operation == "sum" else OPERATIONS[operation][0]
            operands = tuple(
                (draw.randint(-2, i - 1), draw.choice(["id", "id", *MAPS]))
                for _ in range(count)
            )
            # Later operations use the last result, or nothing would be left of it.
            if i and operands[0][0] != i - 1:
                operands = ((i - 1, operands[0][1]), *operands[1:])
            nodes.append(Node(operation, operands))
        found.append(tuple(nodes))
    return tuple(found)


def write(number: int, nodes: tuple[Node, ...]) -> str:
    """@g_NUMBER."""
    lines = [
        f'func.func @g_{number}(%in1: {TENSOR} {{diffattn.name = "a"}}, '
        f'%in2: {TENSOR} {{diffattn.name = "b"}}) -> ({TENSOR} '
        '{diffattn.name = "y"}) {',
        "  %zero = arith.constant 0.0 : f32",
        f"  %empty = tensor.empty() : {TENSOR}",
    ]
    for i, node in enumerate(nodes):
        names = [f"%in{-at}" if at < 0 else f"%v{at}" for at, _ in node.operands]
        maps = [MAPS[kind] for _, kind in node.operands]
        types = [TENSOR] * len(names)
        for k, (_, kind) in enumerate(node.operands):
            if kind in SLICES and node.operation != "sum":
                lines.append(
                    f"  %s{i}_{k} = tensor.extract_slice {names[k]}[0, 0] "
                    f"{SLICES[kind]} [1, 1] : {TENSOR} to {VECTOR}"
                )
                names[k], types[k] = f"%s{i}_{k}", VECTOR
        if node.operation == "sum":
            lines.append(
                f"  %z{i} = linalg.fill ins(%zero : f32) outs(%empty : {TENSOR}) "
                f"-> {TENSOR}"
            )
            # Sums along k of a[m, k], for each n.
            lines.append(
                f"  %v{i} = linalg.generic {{indexing_maps = "
                "[affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (m, n)>], "
                'iterator_types = ["parallel", "parallel", "reduction"]} '
                f"ins({names[0]} : {TENSOR}) outs(%z{i} : {TENSOR}) {{\n"
                "  ^bb0(%a: f32, %acc: f32):\n"
                "    %r = arith.addf %acc, %a : f32\n    linalg.yield %r : f32\n"
                f"  }} -> {TENSOR}"
            )
            continue
        arguments = ", ".join(f"%{letter}: f32" for letter in "ab"[: len(names)])
        lines.append(
            f"  %v{i} = linalg.generic {{indexing_maps = [{', '.join(maps)}, "
            f'{MAPS["id"]}], iterator_types = ["parallel", "parallel"]}} '
            f"ins({', '.join(names)} : {', '.join(types)}) outs(%empty : {TENSOR}) {{\n"
            f"  ^bb0({arguments}, %unused: f32):\n"
            f"    {OPERATIONS[node.operation][1]}\n    linalg.yield %r : f32\n"
            f"  }} -> {TENSOR}"
        )
    return "\n".join([*lines, f"  return %v{len(nodes) - 1} : {TENSOR}", "}"])


def sum_rows(x: Array, dx: Array) -> tuple[Array, Array]:
    """The sums of rows, and how far off they are."""
    off = dx.sum(1, keepdims=True)
    off = off + SIZE * 2.0**-24 * np.abs(x).sum(1, keepdims=True)
    shape = x.shape
    return np.broadcast_to(x.sum(1, keepdims=True), shape), np.broadcast_to(off, shape)


def apply(
    operation: str, x: Array, dx: Array, y: Array | int = 0, dy: Array | int = 0
) -> tuple[Array, Array]:
    """The result of an operation, and how far off it is if operands are."""
    if operation == "add":
        return x + y, dx + dy
    if operation == "sub":
        return x - y, dx + dy
    if operation == "mul":
        return x * y, np.abs(x) * dy + np.abs(y) * dx + dx * dy
    if operation == "max":
        return np.maximum(x, y), np.maximum(dx, dy)
    return {"tanh": np.tanh(x), "abs": np.abs(x), "neg": -x}[operation], dx


def evaluate(nodes: tuple[Node, ...], a: Array, b: Array) -> tuple[Array, Array]:
    """In f64: the result, and how far rounding each step to f32 may take it."""
    values: dict[int, tuple[Array, Array]] = {
        -1: (a, np.zeros_like(a)),
        -2: (b, np.zeros_like(b)),
    }
    reads = {
        "id": lambda x: x,
        "row": lambda x: np.broadcast_to(x[:1], x.shape),
        "column": lambda x: np.broadcast_to(x[:, :1], x.shape),
        "swap": lambda x: x.T,
    }
    for i, node in enumerate(nodes):
        if node.operation == "sum":
            value, off = sum_rows(*values[node.operands[0][0]])
        else:
            value, off = apply(
                node.operation,
                *(reads[kind](x) for at, kind in node.operands for x in values[at]),
            )
        values[i] = (value, off + 4 * 2.0**-24 * np.abs(value))
    return values[len(nodes) - 1]


# llvm/llvm-project#119852
@in_every_backend("rewrites graphs", "kernels", "loops")
def test_fused_graphs_compute_something_else(backend: str, backends: Backends) -> None:
    """150 random graphs, with all of the fusion there is and with none: both are what
    NumPy has in f64, up to the rounding of each step."""
    text = "\n".join(write(i, nodes) for i, nodes in enumerate(graphs()))
    artifact = backends.load(text, backend)
    draw, skipped = np.random.default_rng(6), 0
    for i, nodes in enumerate(graphs()):
        a, b = draw.uniform(-1.5, 1.5, (2, SIZE, SIZE)).astype(np.float32)
        found = artifact.call(f"g_{i}", {"a": a, "b": b})["y"]
        expected, off = evaluate(nodes, a.astype(np.float64), b.astype(np.float64))
        if np.abs(expected).max() > 1e30:
            skipped += 1  # f32 may not have it.
            continue
        assert (np.abs(found - expected) <= off + 1e-30).all(), write(i, nodes)
    assert skipped < GRAPHS // 20


def test_graphs_are_fused_at_all(toolchain: Toolchain) -> None:
    """Or nothing would be tried."""
    text = "\n".join(write(i, nodes) for i, nodes in enumerate(graphs()[:50]))
    fused = toolchain.run(
        *("diffattn-compile", "-", "--compile-to=buffers", "-o", "-"), stdin=text
    )
    assert fused.count("linalg.generic") < 0.8 * text.count("linalg.generic")
