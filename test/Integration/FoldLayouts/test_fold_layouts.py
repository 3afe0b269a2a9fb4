"""Folding the layouts of models into maps does not change a number.

Every function of the .mlir files here runs as it is written and after
diffattn-fold-layouts, on the same random inputs. Both run the same sums in the
same order, so the results are equal, not only close.
"""

import pathlib

import numpy as np
import pytest
from artifact import DTYPES, Array, Artifact
from toolchain import Toolchain

HERE = pathlib.Path(__file__).parent
FILES = [path.stem for path in HERE.glob("*.mlir")]
# Batch, rows, keys.
SIZES = [(2, 5, 7), (1, 1, 9), (3, 8, 8)]


def make_inputs(arguments: list[dict], sizes: tuple[int, int, int]) -> dict[str, Array]:
    """Random inputs. The name of an argument says what its `?` are, in order: b, m
    for a query, b, n for a key or value, b, m, n for a mask."""
    batch, rows, keys = sizes
    random = np.random.default_rng(4)
    inputs: dict[str, Array] = {}
    for argument in arguments:
        if argument["kind"] == "output":
            continue
        name = argument["name"]
        dynamic = {"q": [batch, rows], "mask": [batch, rows, keys]}.get(
            name, [batch, keys]
        )
        shape = [
            dynamic.pop(0) if size is None or size < 0 else size
            for size in argument["shape"]
        ]
        dtype = DTYPES[argument["dtype"]][1]
        if argument["dtype"] == "bool":
            inputs[name] = random.random(shape) < 0.7
        else:
            inputs[name] = random.standard_normal(shape).astype(dtype)
    return inputs


@pytest.mark.parametrize("file", FILES)
def test_numbers(file: str, toolchain: Toolchain, tmp_path: pathlib.Path) -> None:
    text = (HERE / f"{file}.mlir").read_text()
    before = Artifact(toolchain.compile(text, tmp_path / "before.so"))
    after = Artifact(
        toolchain.compile(text, tmp_path / "after.so", "diffattn-fold-layouts")
    )
    for function, arguments in before.functions.items():
        for sizes in SIZES:
            inputs = make_inputs(arguments, sizes)
            expected = before.call(function, inputs)
            found = after.call(function, inputs)
            for name, array in expected.items():
                assert np.all(np.isfinite(array)), (function, sizes, name)
                np.testing.assert_array_equal(
                    found[name], array, err_msg=f"{function} {sizes} {name}"
                )
