"""Fused attentions compute what the ops they were made of compute.

The modules are those of the lit tests: each function is called before and after
`diffattn-fuse` with the same random inputs.
"""

import pathlib

import numpy as np
import pytest
from artifact import DTYPES, Array, Artifact
from toolchain import ROOT, Toolchain

MODULES = ROOT / "test/Dialect/DiffAttn/Transforms"
# Of the largest element: a few roundings, in a narrow type one at each op that
# was fused.
TOLERANCES = {"f32": 2.0**-18, "bf16": 2.0**-5}
# What a dynamic size is.
SIZE = 7


def make(argument: dict, random: np.random.Generator) -> Array:
    """An input for an argument."""
    shape = [SIZE if size is None or size < 0 else size for size in argument["shape"]]
    dtype = DTYPES[argument["dtype"]][1]
    if argument["dtype"] == "bool":
        return random.random(shape) < 0.7
    if argument["dtype"].startswith("i"):
        return random.integers(1, SIZE, shape).astype(dtype)
    return random.standard_normal(shape).astype(dtype)


@pytest.mark.parametrize("name", ["fuse-difference", "fuse-epilogue", "fuse-mask"])
def test_same_results(name: str, toolchain: Toolchain, tmp_path: pathlib.Path) -> None:
    """Every result of every function, fused or not."""
    text = (MODULES / f"{name}.mlir").read_text()
    before = Artifact(toolchain.compile(text, tmp_path / "before.so"))
    after = Artifact(toolchain.compile(text, tmp_path / "after.so", "diffattn-fuse"))
    random = np.random.default_rng(3)
    assert before.functions
    for function, arguments in before.functions.items():
        inputs = {
            argument["name"]: make(argument, random)
            for argument in arguments
            if argument["kind"] != "output"
        }
        expected = before.call(function, inputs)
        found = after.call(function, inputs)
        for argument in arguments:
            if argument["kind"] != "output":
                continue
            result = argument["name"]
            wanted = expected[result].astype(np.float64)
            error = np.abs(found[result].astype(np.float64) - wanted).max()
            limit = TOLERANCES[argument["dtype"]] * np.abs(wanted).max()
            assert error <= limit, f"{function}: {result} is off by {error}"
    before.close()
    after.close()
