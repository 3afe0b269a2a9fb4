"""Attention kernels with one barrier, commit or wait less: under every schedule the
emulator finds each that the kernel needs."""

import pathlib
import re
import subprocess

import pytest
from toolchain import BUILD, Toolchain

SCHEDULES = ("sim", "sim:schedule=random", "sim:schedule=ahead")
# What diffattn-drop-sync counts, in the order of the text.
SYNC = re.compile(
    r"nvvm\.(barrier0|barrier|barrier\.arrive|bar\.warp\.sync"
    r"|cp\.async\.commit\.group|cp\.async\.wait\.group)\b(?!\.)"
)
KERNEL = re.compile(r"llvm\.func @(\w+)\(")


def attention(
    element: str,
    rows: int,
    keys: int,
    features: int,
    columns: str = "m, d",
    options: str = "",
) -> str:
    """Differential attention of 2 heads, and values of 32 features.

    `columns`: the dims of queries, "m, d", or "d, m" for features that are no
    neighbours. `options`: attributes.
    """
    q_sizes = f"{rows}x{features}" if columns == "m, d" else f"{features}x{rows}"
    q = f"tensor<2x{q_sizes}x{element}>"
    k = f"tensor<2x{keys}x{features}x{element}>"
    v = f"tensor<2x{keys}x32x{element}>"
    o = f"tensor<2x{rows}x32x{element}>"
    return f"""
func.func @f(%q1: {q}, %k1: {k}, %q2: {q}, %k2: {k}, %v: {v}, %l: tensor<f32>) -> {o} {{
  %init = tensor.empty() : {o}
  %r = diffattn.attention
      signal(%q1[h, {columns}], %k1[h, n, d] : {q}, {k})
      noise(%q2[h, {columns}], %k2[h, n, d] : {q}, {k})
      value(%v[h, n, e] : {v}) lambda(%l[] : tensor<f32>) outs(%init[h, m, e] : {o})
      {{{options}}}
  return %r : {o}
}}
"""


class Dropped:
    """A module at stage `llvm`, and what is compiled from it."""

    def __init__(self, toolchain: Toolchain, folder: pathlib.Path, text: str):
        self.toolchain, self.folder = toolchain, folder
        self.stage = folder / "stage.mlir"
        self.arguments = [
            f"--input={type}=0.5"
            for type in re.findall(r"%\w+: tensor<([^>]*)>", text.split("->")[0])
        ]
        toolchain.run(
            "diffattn-compile",
            "-",
            "--target=sim",
            "--compile-to=llvm",
            "-o",
            self.stage,
            stdin=text,
        )

    def syncs(self, kernel: str) -> list[int]:
        """The numbers of those in kernels whose name ends in `kernel`."""
        numbers, count, name = [], 0, ""
        for line in self.stage.read_text().splitlines():
            if found := KERNEL.search(line):
                name = found[1]
            if SYNC.search(line):
                if name.endswith(kernel):
                    numbers.append(count)
                count += 1
        return numbers

    def compile(self, module: pathlib.Path) -> pathlib.Path:
        """The artifact of a module of the stage."""
        library = module.with_suffix(".so")
        self.toolchain.run(
            "diffattn-compile",
            module,
            "--compile-from=llvm",
            "--target=sim",
            "-o",
            library,
        )
        return library

    def without(self, number: int) -> pathlib.Path:
        """The artifact without a sync."""
        module = self.folder / f"without{number}.mlir"
        self.toolchain.run(
            "diffattn-opt",
            self.stage,
            f"--diffattn-drop-sync=number={number}",
            "-o",
            module,
        )
        return self.compile(module)

    def run(self, library: pathlib.Path, device: str) -> str:
        """The error of a run; empty if there is none."""
        command = [
            BUILD / "bin/diffattn-run",
            library,
            f"--device={device}",
            *self.arguments,
        ]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode in (0, 1), done.stderr
        return done.stderr if done.returncode else ""


# Which kernel.
CASES = {
    "bf16": ("_vectors", attention("bf16", 40, 70, 64)),
    "elements": ("_elements", attention("f16", 40, 70, 20, "d, m")),
    "f32": ("_vectors", attention("f32", 40, 70, 16)),
    "decode": ("_part_vectors", attention("f16", 1, 2100, 64)),
    "apart": ("_vectors", attention("bf16", 40, 70, 128, options="causal")),
}


@pytest.mark.parametrize("case", CASES)
def test_dropped_sync(case: str, toolchain: Toolchain, tmp_path: pathlib.Path) -> None:
    """With all there is no error, without one there is."""
    kernel, text = CASES[case]
    dropped = Dropped(toolchain, tmp_path, text)
    library = dropped.compile(dropped.stage)
    assert [dropped.run(library, device) for device in SCHEDULES] == ["", "", ""]
    numbers = dropped.syncs(kernel)
    unnoticed = []
    for i, number in enumerate(numbers):
        library = dropped.without(number)
        errors = [dropped.run(library, device) for device in SCHEDULES]
        if not all(" of shared memory, " in error for error in errors):
            unnoticed.append(i)
    assert not unnoticed
    # What copies elements has the barrier of its steps alone: queries, which stay
    # in shared memory, arrive with the first of them.
    assert len(numbers) >= (1 if case == "elements" else 2)
