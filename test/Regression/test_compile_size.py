"""Sizes and numbers of layers at which others compile for minutes or hours. Operations
and instructions are counted, not seconds: they are the same on every machine."""

import re

import pytest
from layers import model
from toolchain import Toolchain

LENGTHS = (127, 128, 129, 509, 1021, 1025)
LAYERS = (2, 4, 8, 16)
TARGETS = {"CPU": (), "reference": ("--reference",), "emulator": ("--target=sim",)}
targets = pytest.mark.parametrize("target", TARGETS)


def operations(toolchain: Toolchain, text: str, stage: str, *flags: str) -> int:
    """How many operations the module has at a stage."""
    found = toolchain.run(
        *("diffattn-compile", "-", f"--compile-to={stage}", "-o", "-", *flags),
        stdin=text,
    )
    return len(re.findall(r"(?m)^\s+(?:%\S+(?:, %\S+)* = )?\"?[a-z_]+\.[\w.]+", found))


def instructions(toolchain: Toolchain, text: str, *flags: str) -> int:
    """How many there are in LLVM's IR when all is done."""
    found = toolchain.run(
        *("diffattn-compile", "-", "--emit=llvm", "--cpu=x86-64-v3", "-o", "-", *flags),
        stdin=text,
    )
    return len(re.findall(r"(?m)^  [%a-z].*", found))


def assert_alike(counts: dict[int, int], factor: float) -> None:
    """None is more than `factor` of another."""
    assert min(counts.values()) > 100, counts
    assert max(counts.values()) <= factor * min(counts.values()), counts


# pytorch/pytorch#182060
@targets
@pytest.mark.parametrize("stage", ["kernels", "llvm"])
def test_some_lengths_take_many_operations(
    stage: str, target: str, toolchain: Toolchain
) -> None:
    """Around powers of two, and primes."""
    counts = {
        tokens: operations(toolchain, model(2, tokens), stage, *TARGETS[target])
        for tokens in LENGTHS
    }
    assert_alike(counts, 2)


# pytorch/pytorch#182060
@pytest.mark.parametrize("target", ["CPU", "reference"])
def test_some_lengths_take_many_instructions(target: str, toolchain: Toolchain) -> None:
    """What LLVM makes of it: unrolled loops and the rests of vectors count."""
    counts = {
        tokens: instructions(toolchain, model(2, tokens), *TARGETS[target])
        for tokens in LENGTHS
    }
    assert_alike(counts, 2)


def assert_linear(counts: dict[int, int]) -> None:
    """Each layer adds as much as one before, up to 2 %, or less: what layers share is
    computed once, which a few of them do not pay for."""
    steps = [
        (counts[more] - counts[fewer]) / (more - fewer)
        for fewer, more in zip(LAYERS, LAYERS[1:])
    ]
    assert min(steps) > 0, counts
    for before, after in zip(steps, steps[1:]):
        assert after <= 1.02 * before, (counts, steps)


# iree-org/iree#19687
@targets
@pytest.mark.parametrize("stage", ["fused", "buffers", "kernels", "llvm"])
def test_more_layers_take_more_operations_each(
    stage: str, target: str, toolchain: Toolchain
) -> None:
    """2, 4, 8 and 16 layers."""
    assert_linear(
        {
            layers: operations(toolchain, model(layers, 40), stage, *TARGETS[target])
            for layers in LAYERS
        }
    )


# iree-org/iree#19687
def test_more_layers_take_more_instructions_each(toolchain: Toolchain) -> None:
    assert_linear(
        {layers: instructions(toolchain, model(layers, 40)) for layers in LAYERS}
    )
