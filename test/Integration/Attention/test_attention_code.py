"""What the machine code of kernels is like: no number leaves the registers in the
innermost loops, and the exponential is as accurate as it is said to be."""

import dataclasses
import pathlib
import re

import numpy as np
import pytest
from artifact import Array
from attentions import Attention, Blocks, write
from generated import GROUPS, V1, Shape, numpy_type
from kernels import Kernels, need
from machine_instructions import (
    compile_object,
    disassemble,
    innermost_loops,
    uses_stack,
)
from setups import ANY, AVX2, DOT, WIDE
from toolchain import Toolchain

# Spills ----------------------------------------------------------------------------

MAIN = {
    "v1": (
        Attention("v1", causal=True, sums=False, **V1),
        Shape.of(b=1, h=8, m=2048, n=2048, d=64, e=128),
    ),
    "v2": (
        Attention(
            "v2",
            k2="k1",
            lam="b m h r",
            sigmoid=True,
            causal=True,
            sums=False,
            **GROUPS,
        ),
        Shape.of(b=1, h=4, r=2, m=2048, n=2048, d=128, e=128),
    ),
}
# For each target: the products that inner loops are made of.
PRODUCTS = {
    (WIDE, "f32"): r"vfn?madd\w+ps\b.*%zmm",
    (DOT, "bf16"): r"vdpbf16ps\b.*%zmm",
    (AVX2, "f32"): r"vfn?madd\w+ps\b.*%ymm",
}
# Products of a step: 12 rows of 2 vectors, with AVX2 6 rows.
TILE = {(WIDE, "f32"): 24, (DOT, "bf16"): 24, (AVX2, "f32"): 12}


@pytest.mark.xdist_group("attention spills")
@pytest.mark.parametrize("strategy", ["held", "online"])
@pytest.mark.parametrize("name", MAIN)
@pytest.mark.parametrize(("cpu", "element"), PRODUCTS)
def test_no_spills(
    cpu: str,
    element: str,
    name: str,
    strategy: str,
    toolchain: Toolchain,
    tmp_path: pathlib.Path,
) -> None:
    """The loops over depth and over keys keep their tile in registers."""
    attention, shape = MAIN[name]
    attention = dataclasses.replace(attention, element=element)
    text = write(attention, Blocks().schedule(strategy), dict(shape.sizes))
    path = compile_object(toolchain, tmp_path, cpu, text)
    product = re.compile(PRODUCTS[cpu, element])
    tiles = 0
    for function in disassemble(path):
        for loop in innermost_loops(function):
            products = sum(bool(product.search(i.text)) for i in loop)
            # A step, perhaps several of them unrolled.
            if products and products % TILE[cpu, element] == 0:
                tiles += 1
                assert not uses_stack(loop, function)
    # Of scores, and of outputs.
    assert tiles >= 2


# Products of loops of split: over depth, of 4 keys and 1 or 2 rows; over keys, in as
# many sums as half of the registers hold.
SUMS = {WIDE: 16, DOT: 16, AVX2: 8}
FEW = {"v1": {"r": 1}, "v2": {"r": 3}}


@pytest.mark.xdist_group("attention spills")
@pytest.mark.parametrize("name", MAIN)
@pytest.mark.parametrize(("cpu", "element"), PRODUCTS)
def test_no_spills_of_few_rows(
    cpu: str, element: str, name: str, toolchain: Toolchain, tmp_path: pathlib.Path
) -> None:
    """Nor do the loops of decoding, which ask for memory ahead."""
    attention, shape = MAIN[name]
    attention = dataclasses.replace(attention, element=element)
    sizes = dict(shape.sizes) | FEW[name] | {"m": 1}
    text = write(attention, Blocks().schedule("split"), sizes)
    path = compile_object(toolchain, tmp_path, cpu, text)
    product = re.compile(r"vfn?madd\w+ps\b")
    most = 0
    for function in disassemble(path):
        for loop in innermost_loops(function):
            if any("prefetch" in i.text for i in loop):
                products = sum(bool(product.search(i.text)) for i in loop)
                most = max(most, products)
                assert not uses_stack(loop, function)
    assert most >= SUMS[cpu]


# The exponential -------------------------------------------------------------------

# 64 weights of a row beside one of 1: together they do not change the sum, and the
# values tell them apart.
WEIGHTS = 64
EXPONENTIAL = Attention(
    "exponential",
    q1="m d",
    k1="h n d",
    q2=None,
    k2=None,
    v="n e",
    out="h m e",
    sums=False,
    # Scores are multiplied by log2(e): then they are what the exponential sees.
    scale=0.6931471805599453,
)


def exponents(random: np.random.Generator) -> Array:
    """Numbers from -125 to -32 in rows: at random; around integers, and around
    the halves between them, where the fraction is largest."""
    count = 4000 * WEIGHTS
    whole = -random.integers(32, 125, (3, count)).astype(np.float32)
    near = np.float32(2.0**-18) * random.integers(-9, 9, (3, count))
    whole[0] += random.random(count, np.float32)
    whole[1] += near[1].astype(np.float32)
    whole[2] += np.float32(0.5) + near[2].astype(np.float32)
    return np.minimum(whole, -31).reshape(-1, WEIGHTS)


def weigh(kernels: Kernels, attention: Attention, cpu: str, x: Array) -> Array:
    """2^x as a kernel has it. Features of a key add up to its number."""
    artifact = kernels.get((attention,), "held", Blocks(), cpu)
    heads = len(x)
    kind = numpy_type(attention.element)
    keys = np.zeros((heads, WEIGHTS + 1, 3), kind)
    rest = x.copy()
    for part in range(3):
        keys[:, 1:, part] = rest.astype(kind)
        rest -= keys[:, 1:, part].astype(np.float32)
    assert not rest.any()
    values = np.zeros((WEIGHTS + 1, WEIGHTS), kind)
    values[1:] = np.eye(WEIGHTS)
    results = artifact.call(
        attention.name,
        {
            "q1": np.ones((1, 3), kind),
            "k1": keys,
            "v": values,
            "out": np.full((heads, 1, WEIGHTS), np.nan, np.float32),
        },
    )
    return results["out"][:, 0, :]


@pytest.mark.xdist_group("attention exponential")
@pytest.mark.parametrize("cpu", [WIDE, AVX2, ANY])
def test_precise_exponential(cpu: str, kernels: Kernels) -> None:
    """Within 2 ulp for f32."""
    need(cpu)
    x = exponents(np.random.default_rng(2))
    found = weigh(kernels, EXPONENTIAL, cpu, x)
    exact = np.exp2(x.astype(np.float64))
    # From rounded down to the next number above.
    ulp = 2.0 ** (np.floor(np.log2(exact)) - 23)
    error = np.abs(found - exact) / ulp
    assert error.max() <= 2
    # Not all too good: these are results of the kernel's polynomial.
    assert error.max() > 0.5


@pytest.mark.xdist_group("attention exponential")
def test_fast_exponential(kernels: Kernels) -> None:
    """Within 2^-18 where weights are for products of bf16."""
    need(WIDE)
    attention = dataclasses.replace(
        EXPONENTIAL, name="fast", element="bf16", out_element="f32"
    )
    x = exponents(np.random.default_rng(3))
    found = weigh(kernels, attention, WIDE, x)
    exact = np.exp2(x.astype(np.float64))
    error = np.abs(found - exact) / exact
    assert 2.0**-24 < error.max() <= 2.0**-18
