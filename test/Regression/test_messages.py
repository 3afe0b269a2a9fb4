"""Errors and notes that nothing else provokes: each is one line that says what is
wrong, with what was found."""

import pathlib

import pytest
from commands import problem_of, refused, run

LLVM = """
module attributes {{{attributes}}} {{
  llvm.func @diffattn_entry_f(%c: !llvm.ptr, %x: !llvm.ptr, %n: i64) -> i32
      attributes {{diffattn.signature = {{}}}} {{
    %0 = llvm.mlir.constant(0 : i32) : i32
    llvm.return %0 : i32
  }}
{kernels}
}}
"""
SLICE = """
func.func @f(%s: tensor<?xf32> {diffattn.name = "s"}, %d: tensor<8xf32> {diffattn.name = "d"},
    %n: i64 {diffattn.name = "n"}) -> tensor<8xf32> {
  %size = arith.index_cast %n : i64 to index
  %0 = tensor.insert_slice %s into %d[0] [%size] [1] : tensor<?xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""  # noqa: E501
PRODUCT = """
func.func @f(%a: tensor<{m}x4x{t}>, %b: tensor<4x{m}x{t}>, %c: tensor<{m}x{m}x{t}>)
    -> tensor<{m}x{m}x{t}> {{
  %0 = linalg.matmul ins(%a, %b : tensor<{m}x4x{t}>, tensor<4x{m}x{t}>)
      outs(%c : tensor<{m}x{m}x{t}>) -> tensor<{m}x{m}x{t}>
  return %0 : tensor<{m}x{m}x{t}>
}}
"""
ATTENTION = """
func.func @f(%q: tensor<40x8xf32>, %k: tensor<6x8xf32>, %o: tensor<40x8xf32>)
    -> tensor<40x8xf32> {{
  %a = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<40x8xf32>, tensor<6x8xf32>)
      value(%k[n, e] : tensor<6x8xf32>) outs(%o[m, e] : tensor<40x8xf32>) {{{schedule}}}
  return %a : tensor<40x8xf32>
}}
"""
SCHEDULE = (
    "diffattn.schedule = #diffattn.schedule<held, row_block = 24, key_block = 512, "
    "value_block = 256, held_bytes = 786432, held_keys = 8192, split_rows = 8, "
    "split_keys = 1024>"
)
KERNELS = 'diffattn.kernels = {chip = "sm_80", messages = [], names = ["k"]}'


def llvm(attributes: str = KERNELS, kernels: str = "") -> str:
    """A module of stage llvm."""
    return LLVM.format(attributes=attributes, kernels=kernels)


COMPILING: dict[str, tuple[str, tuple[str, ...], str]] = {
    "elided": (
        "func.func @f() -> tensor<4xf32> { %0 = arith.constant "
        "dense_resource<__elided__> : tensor<4xf32>  return %0 : tensor<4xf32> }",
        (),
        "has a constant in attribute 'value' whose data is not in the file (it was "
        "elided when the file was written)",
    ),
    "entry": (
        "func.func private @diffattn_entry_f()\nfunc.func @f() { return }",
        (),
        "symbol 'diffattn_entry_f'",
    ),
    "no signature": (
        "llvm.func @f() { llvm.return }",
        ("--compile-from=llvm",),
        "module has no entry (a function with 'diffattn.signature')",
    ),
    "brackets": (
        "module attributes {x.a = " + "[" * 5000 + "}",
        (),
        "brackets are nested too deep, expected at most",
    ),
}


@pytest.mark.parametrize("name", COMPILING)
def test_modules(name: str, tmp_path: pathlib.Path) -> None:
    text, flags, message = COMPILING[name]
    library = tmp_path / "m.so"
    assert message in refused(
        "diffattn-compile", "-", "-o", library, *flags, stdin=text
    )
    assert not library.exists()


MODULE = "gpu.module @diffattn_kernels {{ {} }}"
KERNEL = "llvm.func @k({}) attributes {{gpu.kernel, nvvm.kernel}} {{ {} llvm.return }}"
OF_KERNELS: dict[str, tuple[str, str, str]] = {
    "no list": ("", "", "has no kernels (attribute 'diffattn.kernels')"),
    "another kind": (
        "diffattn.kernels = 1",
        "",
        "has no kernels (attribute 'diffattn.kernels')",
    ),
    "no chip": (
        'diffattn.kernels = {messages = [], names = ["k"]}',
        MODULE.format(KERNEL.format("", "")),
        "expected 'diffattn.kernels' to have lists 'names' and 'messages', and a "
        "'chip', found {messages = [], names = [\"k\"]}",
    ),
    "a number for a name": (
        'diffattn.kernels = {chip = "sm_80", messages = [], names = [1]}',
        MODULE.format(KERNEL.format("", "")),
        'found {chip = "sm_80", messages = [], names = [1]}',
    ),
    "no module": (
        KERNELS,
        "",
        "has no 'gpu.module @diffattn_kernels', which its kernels are in",
    ),
    "large argument": (
        KERNELS,
        MODULE.format(KERNEL.format("%x: !llvm.array<4096 x i64>", "")),
        "kernel 'k' takes 32768 bytes of arguments, expected at most 32764",
    ),
    "flags": (
        KERNELS,
        MODULE.format(
            'llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 2 : i32>] '
            "llvm.func @diffattn_exp(f64) -> f64 "
            + KERNEL.format(
                "%x: f64", "%y = llvm.call @diffattn_exp(%x) : (f64) -> f64"
            )
        ),
        "linking module flags 'wchar_size': IDs have conflicting values",
    ),
    "missing function": (
        KERNELS,
        MODULE.format(
            "llvm.func @g() " + KERNEL.format("", "llvm.call @g() : () -> ()")
        ),
        "kernels call 'g', which they don't have",
    ),
}


@pytest.mark.parametrize("name", OF_KERNELS)
def test_kernels(name: str) -> None:
    """Modules of the last stage that no pipeline made."""
    attributes, kernels, message = OF_KERNELS[name]
    flags = ("-", "--compile-from=llvm", "--target=cuda", "--emit=ptx")
    text = llvm(attributes, kernels)
    assert message in refused("diffattn-compile", *flags, stdin=text)


def test_largest_arguments_of_kernels() -> None:
    """32,764 bytes are all that PTX has; from 4,097 on its version is 8.1."""
    flags = ("-", "--compile-from=llvm", "--target=cuda", "--emit=ptx")
    for count, version in ((1024, "8.0"), (1025, "8.1"), (8191, "8.1")):
        kernel = KERNEL.format(f"%x: !llvm.array<{count} x i32>", "")
        text = llvm(kernels=MODULE.format(kernel))
        outcome = run("diffattn-compile", *flags, stdin=text)
        assert f".version {version}" in outcome.out


PASSES: dict[str, tuple[str, str, str]] = {
    "name": (
        "func.func private @diffattn_local_f()\nfunc.func private @f() { return }",
        "diffattn-record-signatures",
        "can't be renamed to \"diffattn_local_f\", which is another's name",
    ),
}


@pytest.mark.parametrize("name", PASSES)
def test_passes(name: str) -> None:
    text, pipeline, message = PASSES[name]
    flag = f"--pass-pipeline=builtin.module({pipeline})"
    outcome = run("diffattn-opt", flag, stdin=text)
    # MLIR shows the operation below.
    assert not problem_of(outcome, lines=20)
    assert message in outcome.err


def test_slices_of_another_size(tmp_path: pathlib.Path) -> None:
    """A check at run time."""
    library = tmp_path / "m.so"
    assert run("diffattn-compile", "-", "-o", library, stdin=SLICE).status == 0
    arguments = ("--input=3xf32=1", "--input=8xf32=0", "--input=i64=2")
    error = refused("diffattn-run", library, *arguments)
    assert "has a source whose size 0 is not the size of the slice" in error


def test_products_by_kernels_of_ours(tmp_path: pathlib.Path) -> None:
    """Remarks say why the library does not compute them."""
    flags = ("-", "--target=sim", "--remarks", "-o", tmp_path / "m.so")
    outcome = run("diffattn-compile", *flags, stdin=PRODUCT.format(m=4, t="f32"))
    assert "it is of 64 products of numbers, a call pays from" in outcome.err


def test_plans_of_attentions_without_one() -> None:
    """What was scheduled by hand, or not at all."""
    flags = ("-", "--compile-from=scheduled", "--print-plan")
    outcome = run("diffattn-compile", *flags, stdin=ATTENTION.format(schedule=""))
    assert "decomposed: no schedule" in outcome.out
    text = ATTENTION.format(schedule=SCHEDULE)
    outcome = run("diffattn-compile", *flags, "--target=sim", stdin=text)
    assert "decomposed: scheduled for another device" in outcome.out


def test_files_of_runs(tmp_path: pathlib.Path) -> None:
    """What diffattn-run says of arguments and results."""
    library = tmp_path / "m.so"
    text = ATTENTION.format(schedule="")
    assert run("diffattn-compile", "-", "-o", library, stdin=text).status == 0
    empty = tmp_path / "none.safetensors"
    empty.write_bytes(b"\x02" + bytes(7) + b"{}")
    error = refused("diffattn-run", library, f"--inputs={empty}")
    assert f"no --input gives it, nor has '{empty}' a tensor of that name" in error
    error = refused("diffattn-run", library, "--input=40x8=1")
    assert "'40x8' is neither a type nor an argument" in error
    nothing = "func.func @f(%x: f32) { return }"
    error = refused(
        "diffattn-run", "-", "--input=f32=1", f"--expected={empty}", stdin=nothing
    )
    assert "function 'f' has no outputs to compare" in error
