"""The conformance cases in f64: a precision of its own, not f32 widened.

Inputs are those of the files, widened; the expected results, which are computed
in f64 from the same numbers, stay.
"""

import numpy as np
import pytest
from artifact import Artifact
from cases import Case, load
from function_writer import Form
from generate import functions_of, module_of
from safetensors_file import read
from schedules import SCHEDULES
from toolchain import Toolchain

# Of the largest result, times the cancellation of the two maps. f32 misses it by
# six orders of magnitude.
TOLERANCE = 2.0**-46


@pytest.fixture(scope="module")
def artifacts(
    toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Artifact]:
    """All cases, by schedule."""
    folder = tmp_path_factory.mktemp("f64")
    text = module_of(
        [case.in_f64() for case in load()], Form("tensor"), differences=False
    )
    return {
        schedule: Artifact(
            toolchain.compile(text, folder / f"{schedule}.so", *SCHEDULES[schedule])
        )
        for schedule in ("direct", "online")
    }


@pytest.mark.xdist_group("f64")
@pytest.mark.parametrize("schedule", ["direct", "online"])
@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in load()])
def test_f64(schedule: str, case: Case, artifacts: dict[str, Artifact]) -> None:
    tensors = read(case.path)
    for function, _, results in functions_of(case, difference=False):
        found = artifacts[schedule].call(function, tensors)
        for name in results:
            expected = tensors[f"expected_{name}"]
            finite = np.abs(expected[np.isfinite(expected)])
            limit = TOLERANCE * case.cancellation * max(1.0, finite.max(initial=0))
            np.testing.assert_allclose(
                found[name], expected, rtol=0, atol=limit, equal_nan=False, err_msg=name
            )
