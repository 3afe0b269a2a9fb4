"""What the host does with memory of a GPU: it never looks into it.

The fake CUDA driver's pointers are no addresses, and it knows which are of memory
that is there; kernels do nothing. The emulator, whose memory is that of the host,
could not tell.
"""

import os
import pathlib
import re
import subprocess

from cases import Case, load
from function_writer import Form
from generate import module_of
from toolchain import BUILD, Toolchain

FAKES = BUILD / "test" / "Unit" / "Runtime" / "Artifacts"
# These have the most of sizes and strides to compute.
FORM = Form("memref", dynamic=True)


def test_host_code(toolchain: Toolchain, tmp_path: pathlib.Path) -> None:
    """Each case queues its kernels on memory that is there, and frees it."""
    library = tmp_path / "cases.so"
    text = module_of(load(), FORM, differences=False)
    toolchain.run("diffattn-compile", "-", "--target=cuda", "-o", library, stdin=text)
    for case in load():
        check(case, library)


def check(case: Case, library: pathlib.Path) -> None:
    """Runs a case."""
    done = subprocess.run(
        [
            BUILD / "bin" / "diffattn-run",
            library,
            f"--function={case.name}",
            f"--inputs={case.path}",
            # Tells sizes; what is compared is rubbish.
            f"--expected={case.path}",
            "--device=cuda",
        ],
        env=os.environ
        | {
            "DIFFATTN_CUDA_DRIVER": str(FAKES / "libFakeCuda.so"),
            "DIFFATTN_CUBLASLT": str(FAKES / "libFakeCublasLt.so"),
            "FAKE_CUDA_ANY_KERNEL": "1",
            "FAKE_CUDA_REPORT": "1",
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1), f"{case.name}: {done.stderr}"
    # Neither a fault nor an error, but of sizes that a kernel should have computed.
    report = (
        r"(diffattn-run: error: the size of a buffer is negative or too large\n)?"
        r"FakeCuda: [1-9]\d* launches, left over: 0 bytes, 0 modules, 0 contexts\n"
    )
    assert re.fullmatch(report, done.stderr), f"{case.name}: {done.stderr}"
