"""The conformance cases on kernels of each strategy, in each element type.

Blocks are small, so that the larger cases have several of them.
"""

import numpy as np
import pytest
from attention_oracle import why_wrong
from cases import Case, load
from generated import BLOCKS, numpy_type
from kernels import Kernels, need
from twins import Twin, twin

FORCED = ("held", "online", "split")

# Processor, element type (f32 stands for each case's own) and strategies. split
# does not use products of bf16.
SETUPS = [
    ("x86-64-v4", "f32", FORCED),
    ("x86-64-v4+avx512bf16", "bf16", FORCED),
    ("x86-64-v4", "bf16", ("held", "online")),
    ("x86-64-v4", "f16", FORCED),
]


def cases_of(element: str, strategy: str) -> list[Case]:
    """Of half types every other one, another half in "online" than in the rest. Cases
    of a half type have no twin in the other one."""
    if element == "f32":
        return list(load())
    return [c for c in load() if c.element == "f32"][strategy == "online" :: 2]


def wrong_results(twin: Twin, found: dict[str, np.ndarray]) -> list[str]:
    """What misses the tolerance rule."""
    texts = []
    for name, array in found.items():
        cancel = twin.cancellation if name == "out" else 1.0
        expected, reference = twin.expected[name], twin.reference[name]
        if why := why_wrong(array, expected, reference, cancel):
            texts.append(f"{name}: {why}")
    return texts


@pytest.mark.parametrize(
    ("cpu", "element", "strategy", "case"),
    [
        pytest.param(
            cpu,
            element,
            strategy,
            case,
            id=f"{cpu} {element} {strategy}:{case.name}",
            marks=pytest.mark.xdist_group(f"{cpu} {element} {strategy}"),
        )
        for cpu, element, strategies in SETUPS
        for strategy in strategies
        for case in cases_of(element, strategy)
    ],
)
def test_case(
    cpu: str, element: str, strategy: str, case: Case, kernels: Kernels
) -> None:
    """The results of the case are within its tolerance, and come from a kernel."""
    need(cpu)
    twins = [twin(c.name, element) for c in cases_of(element, strategy)]
    attentions = tuple(t.attention for t in twins)
    artifact = kernels.get(attentions, strategy, BLOCKS, cpu, optimize=False)
    this = twin(case.name, element)
    results = {
        name: np.full(this.expected[name].shape, np.nan, numpy_type(result_element))
        for name, (_, result_element) in this.attention.results().items()
    }
    found = artifact.call(case.name, this.inputs | results)
    assert not wrong_results(this, found)
    # Rows that see no key.
    assert (found["out"][np.isneginf(this.expected["lse1"])] == 0).all()
