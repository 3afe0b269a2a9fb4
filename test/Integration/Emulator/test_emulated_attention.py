"""Kernels of attention in the emulator: around every edge of their plan, under
schedules of threads by chance.

Expected is what f64 gives, within the tolerance rule of the conformance set.
"""

import dataclasses
import pathlib
import re

import numpy as np
import pytest
from artifact import Array
from attention_oracle import evaluate, problems
from attentions import Attention, write
from device_artifact import DeviceArtifact
from generated import KINDS, Shape, arrays_of, make_inputs
from toolchain import Toolchain
from twins import HALVES

DEVICES = ("sim", "sim:schedule=random,seed=1", "sim:schedule=ahead,seed=2")

# exp2 is off by 2^-22 in the emulator, as in the worst case on a GPU; the rule is
# about rounding to f32.
SUM_TOLERANCE = 2.0**-20


@dataclasses.dataclass(frozen=True)
class Plan:
    """The numbers of a `#diffattn.gpu_schedule`."""

    row_warps: int = 2
    key_tile: int = 16
    stages: int = 2
    maps_apart: bool = False
    queries_held: bool = True
    split_rows: int = 0
    split_keys: int = 64

    def schedule(self) -> str:
        """The attribute."""
        values = dataclasses.asdict(self).items()
        fields = ", ".join(f"{k} = {str(v).lower()}" for k, v in values)
        return f"diffattn.schedule = #diffattn.gpu_schedule<{fields}>"


def kinds(names: str, element: str) -> tuple[Attention, ...]:
    """Some of the kinds, in an element type."""
    return tuple(
        dataclasses.replace(kind, element=element)
        for kind in KINDS
        if kind.name in names.split()
    )


@dataclasses.dataclass(frozen=True)
class Setup:
    """What is compiled together: features are fixed."""

    name: str
    plan: Plan
    features: int
    values: int
    kinds: tuple[Attention, ...]

    @property
    def fixed(self) -> dict[str, int]:
        """Sizes of the dims of features."""
        values = {"e": self.values, "e0": 3, "e1": self.values}
        return {"d": self.features, "d0": self.features, "d1": 3} | values

    def text(self) -> str:
        """The module."""
        schedule = self.plan.schedule()
        return "\n".join(write(k, schedule, fixed=self.fixed) for k in self.kinds)

    def shapes(self) -> list[Shape]:
        """Around rows of workgroups, steps, stages and parts."""
        rows = 16 * self.plan.row_warps
        step, part = self.plan.key_tile, self.plan.split_keys
        ahead = step * (self.plan.stages - 1)
        few = max(self.plan.split_rows // 2, 1)
        sizes = [
            (rows, step),
            (rows + 1, step + 1),
            (rows - 1, step - 1),
            (1, ahead + 1),
            (17, ahead + step),
            (15, 2 * part + 1),
            (few, part),
            (few, part + 1),
            (few, 3 * part - 1),
            (1, 1),
            (5, 0),
            (0, 9),
            (2 * rows + 3, 101),
        ]
        return [
            Shape.of(b=1, h=2, r=2, s=1, m=m, n=n, d=self.features, e=self.values)
            for m, n in sizes
        ]


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


class Compiler:
    """Artifacts of modules of memref functions, each compiled once."""

    def __init__(self, toolchain: Toolchain, folder: pathlib.Path):
        self.toolchain = toolchain
        self.folder = folder
        self.done: dict[str, pathlib.Path] = {}

    def path(self, setup: Setup) -> pathlib.Path:
        """The artifact; no attention is left to other kernels."""
        if setup.name not in self.done:
            path = self.folder / f"{setup.name}.so"
            kernels = self.lower(setup.text(), "kernels")
            assert "diffattn.attention" not in kernels
            assert not re.search(r"linalg\.|scf\.parallel|@\w+_loop", kernels)
            self.toolchain.run(
                "diffattn-compile",
                "--compile-from=kernels",
                "--target=sim",
                "-",
                "-o",
                path,
                stdin=kernels,
            )
            self.done[setup.name] = path
        return self.done[setup.name]

    def lower(self, text: str, stage: str) -> str:
        """The module at a later stage."""
        # The checks of arguments before buffers would refuse lengths above the
        # number of keys, which kernels clamp.
        text = self.toolchain.apply(text, "diffattn-describe-arguments")
        return self.toolchain.run(
            "diffattn-compile",
            "--compile-from=buffers",
            f"--compile-to={stage}",
            "--target=sim",
            "-",
            "-o",
            "-",
            stdin=text,
        )


@pytest.fixture(scope="module")
def compiler(
    toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory
) -> Compiler:
    """All artifacts of this file."""
    return Compiler(toolchain, tmp_path_factory.mktemp("emulated_attention"))


def why_wrong(attention: Attention, shape: Shape, found: dict[str, Array]) -> list[str]:
    """What misses the rule."""
    inputs = make_inputs(attention, shape)
    half = HALVES.get(attention.element)
    expected = evaluate(attention, inputs)
    reference = evaluate(attention, inputs, np.float32, half)
    texts = [
        text
        for text in problems(attention, found, expected, reference)
        if " lse" not in f" {text}"
    ]
    for name in found.keys() - {"out"}:
        if not np.allclose(
            found[name],
            expected[name],
            rtol=SUM_TOLERANCE,
            atol=SUM_TOLERANCE,
            equal_nan=True,
        ):
            texts.append(f"{name} is wrong")
    return [f"{attention.name} {shape} {text}" for text in texts]


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
            wrong += why_wrong(attention, shape, found)
    assert not wrong, "\n".join(wrong)
