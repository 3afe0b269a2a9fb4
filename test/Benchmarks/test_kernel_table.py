"""The table of what kernels for GPUs take."""

import subprocess
import sys

import pytest
from kernel_table.machine_code import Counts, count, kernel_code
from toolchain import BUILD, ROOT

# As nvdisasm prints it. Of the two loops the inner one counts; of that not what
# the branch to .L_x_3 skips.
LISTING = """
	.section	.text.other,"ax",@progbits
        /*0000*/                   EXIT ;
	.section	.text.kernel,"ax",@progbits
.L_x_1:
        /*0000*/                   FADD R1, R2, R3 ;
.L_x_2:
        /*0010*/                   LDSM.16.M88.4 R4, [R5] ;
        /*0020*/                   HMMA.16816.F32.BF16 R8, R4, R6, R8 ;
        /*0030*/              @!P0 BRA `(.L_x_3) ;
        /*0040*/                   FMUL R1, R2, R3 ;
        /*0050*/                   FMUL R1, R2, R3 ;
.L_x_3:
        /*0060*/                   FFMA R1, R2, R3, R1 ;
        /*0070*/                   LDS.64 R4, [R5] ;
        /*0080*/               @P1 BRA `(.L_x_2) ;
        /*0090*/               @P2 BRA `(.L_x_1) ;
        /*00a0*/                   EXIT ;
"""


def test_counts() -> None:
    """6 instructions for 8 cycles of products."""
    assert count(LISTING, "kernel") == Counts((512 + 256) / 4096, 6 / 8, 2 / 8)


def test_without_products() -> None:
    """Nothing to compare with."""
    assert count(LISTING.replace("HMMA", "FFMA"), "kernel") is None
    assert "FADD" not in kernel_code(LISTING, "other")


@pytest.mark.parametrize("case", ["V1 64 / 128 causal bf16", "decoding V1 64"])
def test_table(case: str) -> None:
    """Kernels of the table have their numbers in registers."""
    command = [sys.executable, "-m", "kernel_table", f"--bin={BUILD}/bin"]
    said = subprocess.run(
        [*command, "--case", case],
        cwd=ROOT / "tools/bench",
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    *_, row = said.strip().splitlines()
    name, sizes, registers, stack, shared, *_ = row.strip("| ").split(" | ")
    assert name.startswith(case)
    assert sizes.endswith("x 32, 3 stages")
    assert 64 < int(registers) <= 255
    assert stack == "0"
    assert shared in ("70.6 KiB", "57.0 KiB")


def test_unknown_case() -> None:
    """One clear error."""
    done = subprocess.run(
        [sys.executable, "-m", "kernel_table", "--case=nothing"],
        cwd=ROOT / "tools/bench",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "no case contains 'nothing'" in done.stderr
