"""The PyTorch forms that benchmarks compare with compute what they should."""

import pathlib

import numpy as np
import pytest
from attention_bench import inputs
from attention_bench.cases import Case
from attention_bench.implementation import Setting
from harness import Unsuited

pytest.importorskip("torch")
from attention_bench import pytorch  # noqa: E402

CASES = [
    Case(f"{form}_{mask}_{dtype}", form, 8, 4, 9, 9, mask == "causal", dtype, True, 2)
    for form in ("v1", "v2")
    for mask in ("full", "causal")
    for dtype in ("f32", "bf16")
]
FORMS = ("eager", "sdpa2", "sdpa4", "padded")


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_form(case: Case, name: str) -> None:
    """Within the tolerance that is asked of every implementation."""
    if case.is_v1:
        case = Case(**{**vars(case), "key_heads": 0})
    given = inputs.make_inputs(case)
    setting = Setting(case, given, 1, pathlib.Path(), pathlib.Path())
    try:
        prepared = getattr(pytorch, name)(setting)
    except Unsuited:
        assert not case.is_v1 and name in ("sdpa4", "padded")
        return
    found = prepared.read(prepared.call())
    wanted = inputs.expected(case, given, np.arange(case.queries))
    assert found.shape == case.output_shape
    assert inputs.relative_error(found, wanted) < inputs.TOLERANCES[case.dtype]
