"""Kernels of attention in the emulator: around every edge of their plan, under
schedules of threads by chance.
"""

import dataclasses

import pytest
from attentions import Attention
from device_artifact import DeviceArtifact
from generated import KINDS, arrays_of, make_inputs
from gpu_setups import Compiler, Plan, Setup, why_wrong
from toolchain import Toolchain

DEVICES = ("sim", "sim:schedule=random,seed=1", "sim:schedule=ahead,seed=2")


def kinds(names: str, element: str) -> tuple[Attention, ...]:
    """Some of the kinds, in an element type."""
    return tuple(
        dataclasses.replace(kind, element=element)
        for kind in KINDS
        if kind.name in names.split()
    )


MOST = "v1_causal_weight window_wide lengths_of_heads mask_add softcap v2 grouped"
SETUPS = [
    Setup(
        "bf16", Plan(split_rows=4, split_keys=48), 24, 40, kinds(f"{MOST} v1", "bf16")
    ),
    Setup(
        "bf16_apart",
        Plan(1, 32, 3, True, False, 16, 64),
        32,
        16,
        kinds("v1_causal_weight lengths mask_bool v2", "bf16"),
    ),
    Setup(
        "f16",
        Plan(1, 32, 4, split_rows=2, split_keys=32),
        16,
        48,
        kinds("many_dims ordinary offsets lengths", "f16"),
    ),
    Setup(
        "f32",
        Plan(2, 16, 2, queries_held=False, split_rows=4, split_keys=32),
        17,
        23,
        (
            *kinds("v1_causal_weight mask_add offsets v2", "f32"),
            # Alike but for the scale.
            Attention("scale_above", causal=True, scale=0.25),
            Attention("scale_below", causal=True, scale=-0.25),
            Attention("scale_tiny", causal=True, scale=1.5e-50),
        ),
    ),
    Setup(
        "f32_apart",
        Plan(1, 16, 3, True, False),
        8,
        9,
        kinds("v1 window_narrow", "f32"),
    ),
]


@pytest.fixture(scope="module")
def compiler(
    toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory
) -> Compiler:
    """All artifacts of this file."""
    return Compiler(toolchain, tmp_path_factory.mktemp("emulated_attention"))


@pytest.mark.parametrize(
    ("setup", "device"),
    [
        pytest.param(
            setup,
            device,
            id=f"{setup.name} {device}",
            marks=pytest.mark.xdist_group(f"emulated attention {setup.name}"),
        )
        for setup in SETUPS
        for device in DEVICES
    ],
)
def test_edges(setup: Setup, device: str, compiler: Compiler) -> None:
    """Around edges of rows and keys, under each schedule of threads."""
    artifact = DeviceArtifact(compiler.path(setup), device)
    wrong = []
    for attention in setup.kinds:
        for shape in setup.shapes():
            found = artifact.call(attention.name, arrays_of(attention, shape))
            inputs = make_inputs(attention, shape)
            texts = why_wrong(attention, inputs, found)
            wrong += [f"{shape} {text}" for text in texts]
    assert not wrong, "\n".join(wrong)
