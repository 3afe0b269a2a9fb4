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
WIDE, NARROW = (24, 16, 8, 4, 2), (12, 8, 4, 2)
FMA, NARROW_FMA = r"vfn?madd\w+ps\b.*%zmm", r"vfn?madd\w+ps\b.*%ymm"
DOT = r"vdpbf16ps\b.*%zmm"
CODE = {
    ("x86-64-v4", "nk_f32_131_530", "none"): (FMA, WIDE),
    ("znver4", "nk_bf16_131_530", "none"): (DOT, WIDE),
    ("x86-64-v4", "nk_f32_bf16_131_530", "none"): (FMA, WIDE),
    ("x86-64-v3", "nk_f32_131_530", "none"): (NARROW_FMA, NARROW),
    # Also 4 words or 8 of a row, of 4 panels, and of more rows of fewer panels.
    ("znver4", "nk_bf16_131_530", "int4"): (DOT, (64, 32, *WIDE)),
    ("znver4", "nk_bf16_131_530", "int8"): (DOT, (64, 32, *WIDE)),
    ("x86-64-v4", "nk_f32_bf16_131_530", "int4"): (FMA, (128, 64, *WIDE)),
    ("x86-64-v4", "nk_f32_bf16_131_530", "int8"): (FMA, (128, 64, *WIDE)),
    ("x86-64-v3", "nk_f32_bf16_131_530", "int4"): (NARROW_FMA, (64, *NARROW)),
    ("x86-64-v3", "nk_f32_bf16_131_530", "int8"): (NARROW_FMA, (64, *NARROW)),
}


@pytest.mark.parametrize(("cpu", "name", "kind"), CODE)
def test_no_spills(
    cpu: str, name: str, kind: str, toolchain: Toolchain, tmp_path: pathlib.Path
) -> None:
    """Tiles of every height are there, and keep their sums in registers."""
    weight = WEIGHTS[name]
    text = write_global(weight) + write_function(weight, start=False)
    path = compile_object(toolchain, tmp_path, cpu, text, f"--quantize={kind}")
    pattern, tiles = CODE[cpu, name, kind]
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
