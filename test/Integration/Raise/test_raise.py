"""Raising to attention keeps the numbers.

The functions of the lit tests that say what is raised run as they are written
and after diffattn-raise, on the same random inputs.
"""

import pathlib
import re

import numpy as np
import pytest
from artifact import DTYPES, Array, Artifact
from toolchain import Toolchain

TESTS = pathlib.Path(__file__).parents[2] / "Conversion/LinalgToDiffAttn"
# Rounds scores to bf16; the op doesn't.
ROUNDED = {"rounded_between"}


def join(text: str) -> str:
    """One module of the parts of a split file, each with attribute aliases of
    its own."""
    return "\n".join(
        re.sub(r"(?<!\w)#([a-z]\w*)", rf"#\1_{number}", part)
        for number, part in enumerate(text.split("// -----"))
    )


def make_inputs(arguments: list[dict]) -> dict[str, Array] | None:
    """Random inputs; None if sizes are dynamic."""
    random = np.random.default_rng(7)
    inputs: dict[str, Array] = {}
    for argument in arguments:
        if argument["kind"] == "output":
            continue
        shape = argument["shape"]
        if any(size is None or size < 0 for size in shape):
            return None
        if argument["dtype"] == "bool":
            inputs[argument["name"]] = random.random(shape) < 0.3
        else:
            dtype = DTYPES[argument["dtype"]][1]
            inputs[argument["name"]] = random.standard_normal(shape).astype(dtype)
    return inputs


@pytest.mark.parametrize("file", ["raise", "raise-softmax"])
def test_numbers(file: str, toolchain: Toolchain, tmp_path: pathlib.Path) -> None:
    text = join((TESTS / f"{file}.mlir").read_text())
    raised = toolchain.apply(text, "diffattn-raise")
    assert "math.exp" not in raised and "linalg.softmax" not in raised
    before = Artifact(toolchain.compile(text, tmp_path / "before.so"))
    after = Artifact(toolchain.compile(raised, tmp_path / "after.so"))
    for function, arguments in before.functions.items():
        inputs = make_inputs(arguments)
        if inputs is None:
            continue
        expected = before.call(function, inputs)
        found = after.call(function, inputs)
        for name, array in expected.items():
            assert np.all(np.isfinite(array)), (function, name)
            tolerance = 2e-2 if function in ROUNDED else 2e-6
            np.testing.assert_allclose(
                found[name], array, tolerance, tolerance, err_msg=f"{function} {name}"
            )
