"""Kernels of attention in the emulator with scores far from each other."""

import dataclasses

import numpy as np
import pytest
from attentions import Attention
from device_artifact import DeviceArtifact
from extremes import EXTREME, MASKED, OVERFLOWING, PLAIN, overflow
from generated import Shape, arrays_of
from gpu_setups import Compiler, Plan, Setup, why_wrong
from toolchain import Toolchain

FEATURES, VALUES = 4, 9
SHAPE = Shape.of(b=1, h=2, m=81, n=257, d=FEATURES, e=VALUES)
# Rows alone, and keys in parts.
PLANS = {
    "whole": Plan(2, 32, 2),
    "apart": Plan(2, 16, 3, maps_apart=True),
    "parts": Plan(2, 16, 2, split_rows=128, split_keys=64),
}
# One key, then many: each of those weighs 2^-28 of it.
FEW_BITS = Attention(
    "few_bits", q2=None, k2=None, lam=None, scale=1.0, sums=False, element="f16"
)


def in_element(kinds: tuple[Attention, ...], element: str) -> tuple[Attention, ...]:
    """The same kinds."""
    return tuple(dataclasses.replace(kind, element=element) for kind in kinds)


def setup_of(element: str, plan: str) -> Setup:
    """All kinds."""
    kinds = in_element((*MASKED, *PLAIN, OVERFLOWING), element)
    return Setup(f"{element}_{plan}", PLANS[plan], FEATURES, VALUES, kinds)


@pytest.fixture(scope="module")
def compiler(
    toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory
) -> Compiler:
    """All artifacts of this file."""
    return Compiler(toolchain, tmp_path_factory.mktemp("emulated_extremes"))


# Each plan, and each element type.
COMBINED = ("f32 whole", "f32 parts", "bf16 whole", "bf16 apart", "f16 parts")


@pytest.mark.parametrize("name", COMBINED)
def test_extreme_scores(name: str, compiler: Compiler) -> None:
    """Infinities, NaN, and scores far from each other."""
    element, plan = name.split()
    artifact = DeviceArtifact(compiler.path(setup_of(element, plan)))
    wrong = []
    for kind, change_name, change in EXTREME:
        (kind,) = in_element((kind,), element)
        given = arrays_of(kind, SHAPE)
        change(given)
        found = artifact.call(kind.name, given)
        wrong += [f"{change_name} {text}" for text in why_wrong(kind, given, found)]
    assert not wrong, "\n".join(wrong)
    if element != "f16":
        check_overflow(artifact, element)


def check_overflow(artifact: DeviceArtifact, element: str) -> None:
    """Scaled scores that f32 can't hold make their row NaN, and no other one."""
    (kind,) = in_element((OVERFLOWING,), element)
    given = arrays_of(kind, SHAPE)
    row = overflow(given)
    found = np.asarray(artifact.call(kind.name, given)["out"], np.float32)
    assert np.isnan(found[..., row, :]).all()
    assert np.isfinite(np.delete(found, row, axis=-2)).all()


def test_small_weights(compiler: Compiler) -> None:
    """Weights that f16 can't hold beside 1 still count."""
    setup = Setup("small_weights", Plan(1, 64, 2), 16, 16, (FEW_BITS,))
    artifact = DeviceArtifact(compiler.path(setup))
    given = arrays_of(FEW_BITS, Shape.of(b=1, h=1, m=1, n=1 << 16, d=16, e=16))
    given["q1"][...] = 1
    given["k1"][...] = -28 * np.log(2) / 16
    given["k1"][..., 0, :] = 0
    given["v"][...] = 1
    given["v"][..., 0, :] = 0
    assert not why_wrong(FEW_BITS, given, artifact.call("few_bits", given))
