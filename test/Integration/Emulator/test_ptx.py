"""PTX that NVIDIA's assembler takes."""

import dataclasses
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from attentions import Attention, write
from cases import load
from emulated_programs import PROGRAMS, elementary_functions
from function_writer import Form
from generate import module_of
from toolchain import Toolchain

MODULES = {
    "cases": lambda: module_of(load()[::4], Form("tensor"), differences=False),
    "cases_f64": lambda: module_of(
        [case.in_f64() for case in load()][1:24:3], Form("memref", dynamic=True), False
    ),
    "functions": elementary_functions,
    "programs": lambda: PROGRAMS,
}


def find_ptxas() -> str:
    """In the PATH, else where the package `nvidia-cuda-nvcc` has it."""
    if found := shutil.which("ptxas"):
        return found
    folders = [pathlib.Path(path) / "nvidia" for path in sys.path]
    found = [path for folder in folders for path in folder.glob("*/bin/ptxas")]
    assert found, "there is no ptxas: tools/dev/setup.sh installs one"
    return str(found[0])


def assemble(ptx: pathlib.Path, arch: str, *flags: str) -> str:
    """What ptxas says of registers and memory."""
    command = [find_ptxas(), f"-arch={arch}", "-v", *flags, str(ptx)]
    command += ["-o", f"{ptx}.cubin"]
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
    assemble(path, "sm_80")
    # Once is enough for ptxas's optimiser.
    assemble(path, "sm_90a", "-O0")


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


WITH_ALL = "causal, softcap = 30.0, window_left = 100"
# Element type, features, values, maps with one key, and what else.
KERNELS = {
    f"{element} {features} {values}{' one key' if one_key else ''} {options}": (
        (element, features, values, one_key, options)
    )
    for element, features, values, one_key, options in (
        ("bf16", 64, 128, False, ""),
        ("bf16", 64, 128, False, WITH_ALL),
        ("f16", 64, 128, False, WITH_ALL),
        ("f32", 64, 128, False, ""),
        ("bf16", 128, 256, False, ""),
        ("bf16", 128, 256, False, WITH_ALL),
        ("f32", 128, 256, False, ""),
        ("bf16", 128, 128, True, WITH_ALL),
        ("f16", 48, 96, False, ""),
        ("bf16", 32, 256, False, WITH_ALL),
        ("bf16", 256, 256, False, ""),
        ("bf16", 20, 36, False, WITH_ALL),
    )
}


@pytest.mark.parametrize("name", KERNELS)
def test_attention(name: str, toolchain: Toolchain, tmp_path: pathlib.Path) -> None:
    """Kernels of attention keep their numbers in registers, on each chip."""
    element, features, values, one_key, options = KERNELS[name]
    attention = Attention("attention", k2="k1" if one_key else "b h n d", eps=1e-5)
    attention = dataclasses.replace(attention, element=element)
    text = toolchain.apply(
        write(attention, options or None, fixed={"d": features, "e": values}),
        "diffattn-describe-arguments",
        "diffattn-schedule-gpu",
    )
    path = tmp_path / "kernels.ptx"
    arguments = ("--compile-from=buffers", "--target=cuda", "--emit=ptx")
    toolchain.run("diffattn-compile", *arguments, "-", "-o", path, stdin=text)
    for arch in ("sm_80", "sm_90a"):
        memory = memory_of_threads(assemble(path, arch))
        # Of vectors and of elements, for all keys and for parts, and the merge.
        assert len(memory) == 5
        assert set(memory.values()) == {0}, memory


def memory_of_threads(said: str) -> dict[str, int]:
    """Bytes of the stack of a thread, which spilled registers are in, by kernel."""
    found = re.findall(
        r"entry function '(\w+)'.*?(\d+) bytes stack frame", said, re.DOTALL
    )
    return {kernel: int(stack) for kernel, stack in found}
