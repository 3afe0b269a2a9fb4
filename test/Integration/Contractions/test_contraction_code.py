"""What the machine code of contractions is like: no number leaves the registers in
the loops over the depth."""

import pathlib
import re

import pytest
from machine_instructions import (
    compile_object,
    disassemble,
    innermost_loops,
    uses_stack,
)
from test_weights import WEIGHTS, write_function, write_global
from toolchain import Toolchain

# For each target and weights: the products of its loops, and how many the tiles of
# each height have: a row has 2 vectors.
WIDE, DOT, NARROW = (24, 16, 8, 4, 2), (24, 16, 8, 4, 2), (12, 8, 4, 2)
CODE = {
    ("x86-64-v4", "nk_f32_131_530"): (r"vfn?madd\w+ps\b.*%zmm", WIDE),
    ("znver4", "nk_bf16_131_530"): (r"vdpbf16ps\b.*%zmm", DOT),
    ("x86-64-v4", "nk_f32_bf16_131_530"): (r"vfn?madd\w+ps\b.*%zmm", WIDE),
    ("x86-64-v3", "nk_f32_131_530"): (r"vfn?madd\w+ps\b.*%ymm", NARROW),
}


@pytest.mark.parametrize(("cpu", "name"), CODE)
def test_no_spills(
    cpu: str, name: str, toolchain: Toolchain, tmp_path: pathlib.Path
) -> None:
    """Tiles of every height are there, and keep their sums in registers."""
    weight = WEIGHTS[name]
    text = write_global(weight) + write_function(weight, start=False)
    path = compile_object(toolchain, tmp_path, cpu, text)
    pattern, tiles = CODE[cpu, name]
    product = re.compile(pattern)
    found = set()
    for function in disassemble(path):
        for loop in innermost_loops(function):
            products = sum(bool(product.search(i.text)) for i in loop)
            if products:
                assert not uses_stack(loop, function)
                # A step, or several of them unrolled.
                found.update(n for n in tiles if products % n == 0)
    assert found == set(tiles)
