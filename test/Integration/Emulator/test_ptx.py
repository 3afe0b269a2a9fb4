"""PTX that NVIDIA's assembler takes, where it is at hand."""

import pathlib
import shutil
import subprocess

import pytest
from cases import load
from function_writer import Form
from generate import module_of
from programs import PROGRAMS, elementary_functions
from toolchain import Toolchain

MODULES = {
    "cases": lambda: module_of(load(), Form("tensor"), differences=False),
    "cases_f64": lambda: module_of(
        [case.in_f64() for case in load()][:12], Form("memref", dynamic=True), False
    ),
    "functions": elementary_functions,
    "programs": lambda: PROGRAMS,
}


def assemble(ptx: pathlib.Path, arch: str) -> str:
    """What ptxas says of registers and memory."""
    if not shutil.which("ptxas"):
        pytest.skip("there is no ptxas")
    command = ["ptxas", f"-arch={arch}", "-v", str(ptx), "-o", f"{ptx}.cubin"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stderr


@pytest.mark.parametrize("name", MODULES)
def test_ptx(name: str, toolchain: Toolchain, tmp_path: pathlib.Path) -> None:
    """Code for sm_80 assembles for it and for sm_90a; nothing is left to link."""
    path = tmp_path / "kernels.ptx"
    toolchain.run(
        "diffattn-compile",
        "-",
        "--target=cuda",
        "--emit=ptx",
        "-o",
        path,
        stdin=MODULES[name](),
    )
    text = path.read_text()
    assert ".target sm_80" in text
    assert ".extern" not in text
    for arch in ("sm_80", "sm_90a"):
        assemble(path, arch)


@pytest.mark.parametrize("chip", ["sm_90a", "sm_100a", "sm_120"])
def test_chips(chip: str, toolchain: Toolchain, tmp_path: pathlib.Path) -> None:
    """Code for newer chips."""
    path = tmp_path / "kernels.ptx"
    toolchain.run(
        "diffattn-compile",
        "-",
        "--target=cuda",
        f"--chip={chip}",
        "--emit=ptx",
        "-o",
        path,
        stdin=PROGRAMS,
    )
    assert f".target {chip}" in path.read_text()
    assemble(path, chip)
