"""What the generated attentions are compiled for."""

import dataclasses

import pytest
from artifact import Artifact
from attentions import Attention, Blocks
from generated import KINDS
from kernels import Kernels

# Which kinds are tried where all of them would take too long.
SOME = (
    "v1_causal_weight",
    "window_wide",
    "lengths",
    "lengths_of_heads",
    "mask_add",
    "softcap",
    "v2",
    "grouped",
    "many_dims",
)
FEW = ("v1_causal_weight", "lengths", "mask_add", "v2")
DOT, WIDE, AVX2, ANY = (
    "x86-64-v4+avx512bf16",
    "x86-64-v4",
    "x86-64-v3",
    "generic",
)


@dataclasses.dataclass(frozen=True)
class Setup:
    """What kinds are compiled for."""

    cpu: str
    element: str
    strategy: str

    def __str__(self) -> str:
        return f"{self.cpu} {self.element} {self.strategy}"

    @property
    def optimize(self) -> bool:
        """Whether LLVM's optimiser runs, too: for the widest vectors, and products of
        bf16."""
        return self.cpu == DOT or (self.cpu == WIDE and self.element == "f32")

    @property
    def kinds(self) -> tuple[Attention, ...]:
        """All kinds, or some."""
        if self.cpu == WIDE and self.element == "f32":
            return KINDS
        chosen = SOME if self.element == "f32" or self.cpu == DOT else FEW
        kinds = [kind for kind in KINDS if kind.name in chosen]
        return tuple(dataclasses.replace(k, element=self.element) for k in kinds)

    def compile(self, kernels: Kernels, blocks: Blocks) -> Artifact:
        """Its kinds, once for all tests."""
        return kernels.get(self.kinds, self.strategy, blocks, self.cpu, self.optimize)


FORCED = ("held", "online", "split")
SETUPS = [
    Setup(cpu, element, strategy)
    for cpu, element in (
        (WIDE, "f32"),
        (AVX2, "f32"),
        (ANY, "f32"),
        (DOT, "bf16"),
        (WIDE, "bf16"),
        (WIDE, "f16"),
    )
    for strategy in FORCED
]

# Those with all kinds.
WHOLE = [setup for setup in SETUPS if setup.kinds == KINDS]


def marked(setup: Setup) -> pytest.MarkDecorator:
    """Tests of a setup stay on one worker, which compiles it once."""
    return pytest.mark.xdist_group(f"generated {setup}")
