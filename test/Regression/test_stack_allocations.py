"""Stack that grows until a function returns.

An allocation on the stack that is not in a function's entry block is made each time
its block runs, in a loop again and again. All tools of tests that run generated code
do so with little stack (toolchain.py), but small loops would not be seen there.
"""

import re

import pytest
from cases import load
from function_writer import Form
from generate import module_of
from toolchain import ROOT, Toolchain

TARGETS = {
    "kernels": ("--cpu=x86-64-v4+avx512bf16",),
    "loops": ("--reference",),
    "emulator": ("--target=sim", "--matmul=kernels"),
}


def late_allocations(text: str) -> list[str]:
    """The stack allocations of a module in the LLVM dialect that are in no entry
    block."""
    function, in_entry, found = "", True, []
    for line in text.splitlines():
        if name := re.search(r"llvm\.func .*?(@[^(\s]+)", line):
            function, in_entry = name[1], True
        elif re.match(r"\s*\^bb\d+", line):
            in_entry = False
        elif "llvm.alloca" in line and not in_entry:
            found.append(f"{function}: {line.strip()}")
    return found


def lower(toolchain: Toolchain, text: str, *flags: str) -> str:
    """A module in the LLVM dialect, with entries."""
    stage = ("--compile-to=llvm", "--emit=mlir")
    lowered = toolchain.run(
        "diffattn-compile", "-", "-o", "-", *stage, *flags, stdin=text
    )
    assert "llvm.func @diffattn_entry_" in lowered
    return lowered


def test_what_counts_as_late() -> None:
    """An allocation in a loop is found, one at the start of a function is none."""
    text = """llvm.func @f(%arg0: i64) {
    %0 = llvm.alloca %arg0 x f32 : (i64) -> !llvm.ptr
    llvm.br ^bb1
  ^bb1:  // pred: ^bb0
    %1 = llvm.alloca %arg0 x f64 : (i64) -> !llvm.ptr
  }
  llvm.func @g() {
    %0 = llvm.alloca %arg0 x f32 : (i64) -> !llvm.ptr"""
    assert late_allocations(text) == [
        "@f: %1 = llvm.alloca %arg0 x f64 : (i64) -> !llvm.ptr"
    ]


@pytest.mark.parametrize("target", TARGETS)
def test_attentions_allocate_stack_in_loops(target: str, toolchain: Toolchain) -> None:
    """Every other one of the conformance cases, with sizes that are not known."""
    text = module_of(load()[::2], Form("tensor", True), False)
    assert late_allocations(lower(toolchain, text, *TARGETS[target])) == []


@pytest.mark.parametrize("flags", [(), ("--target=cuda",)])
def test_models_allocate_stack_in_loops(
    flags: tuple[str, ...], toolchain: Toolchain
) -> None:
    """A whole model."""
    text = (ROOT / "examples/kjv-diffllama/model.mlir").read_text()
    assert late_allocations(lower(toolchain, text, *flags)) == []
