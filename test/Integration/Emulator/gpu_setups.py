"""Attentions under given plans for GPUs, compiled for the emulator, and what is
expected of them: what f64 gives, within the tolerance rule of the conformance set.
"""

import dataclasses
import pathlib
import re

import numpy as np
from artifact import Array
from attention_oracle import evaluate, problems
from attentions import Attention, write
from generated import Shape
from toolchain import Toolchain
from twins import HALVES

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


def why_wrong(
    attention: Attention, inputs: dict[str, Array], found: dict[str, Array]
) -> list[str]:
    """What misses the rule."""
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
    return [f"{attention.name} {text}" for text in texts]
