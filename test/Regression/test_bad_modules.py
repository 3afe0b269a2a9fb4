"""Modules at which compilers of MLIR crash, assert or say nothing of use."""

import pathlib
import re

import pytest
from commands import passes, problem_of, refused, run

# Sizes ----------------------------------------------------------------------------

# 3090540^3 > 2^63.
HUGE = """
#id = affine_map<(i, j, k) -> (i, j, k)>
func.func @huge(%x: tensor<3090540x3090540x3090540xf32>)
    -> tensor<3090540x3090540x3090540xf32> {
  %empty = tensor.empty() : tensor<3090540x3090540x3090540xf32>
  %y = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<3090540x3090540x3090540xf32>)
      outs(%empty : tensor<3090540x3090540x3090540xf32>) {
  ^bb0(%a: f32, %unused: f32):
    %b = math.exp %a : f32
    linalg.yield %b : f32
  } -> tensor<3090540x3090540x3090540xf32>
  return %y : tensor<3090540x3090540x3090540xf32>
}
"""
HUGE_ATTENTION = """
func.func @huge(%q: tensor<3090540x3090540x8xf32>, %v: tensor<3090540x3090540x9xf32>,
    %o: tensor<3090540x3090540x9xf32>) -> tensor<3090540x3090540x9xf32> {
  %r = diffattn.attention
      signal(%q[b, m, d], %q[b, n, d] : tensor<3090540x3090540x8xf32>, tensor<3090540x3090540x8xf32>)
      value(%v[b, n, e] : tensor<3090540x3090540x9xf32>)
      outs(%o[b, m, e] : tensor<3090540x3090540x9xf32>)
  return %r : tensor<3090540x3090540x9xf32>
}
"""  # noqa: E501


# llvm/llvm-project#64638
@pytest.mark.parametrize("module", [HUGE, HUGE_ATTENTION], ids=["elements", "scores"])
@pytest.mark.parametrize("target", ["cpu", "cuda", "sim", "reference"])
def test_products_of_sizes_overflow(
    module: str, target: str, tmp_path: pathlib.Path
) -> None:
    """The compiler says so."""
    flags = ["--reference"] if target == "reference" else [f"--target={target}"]
    error = refused(
        *("diffattn-compile", "-", "-o", tmp_path / "m.so", *flags), stdin=module
    )
    assert "bytes overflow" in error or "fewer than 2^60 elements" in error
    assert not list(tmp_path.iterdir())


# llvm/llvm-project#64638
def test_products_of_sizes_overflow_in_a_pass() -> None:
    """Each pass alone ends, with a result or an error."""
    wrong = []
    for name in passes():
        outcome = run("diffattn-opt", f"--{name}", stdin=HUGE)
        problem = problem_of(outcome, lines=40) if outcome.status else ""
        if problem:
            wrong.append(f"{name}: {problem}")
    assert not wrong, "\n".join(wrong)


# Kernels --------------------------------------------------------------------------

ADDRESS_SPACES = """
func.func @f(%x: memref<4xf32, 7>) {
  %c0 = arith.constant 0 : index
  %a = memref.load %x[%c0] : memref<4xf32, 7>
  memref.store %a, %x[%c0] : memref<4xf32, 7>
  return
}
"""
ON_THE_STACK = """
func.func @f(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = memref.dim %x, %c0 : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%size) step (%c1) {
    %local = memref.alloca(%n) : memref<?xf32>
    %a = memref.load %x[%i] : memref<?xf32>
    memref.store %a, %local[%c0] : memref<?xf32>
    %b = memref.load %local[%c0] : memref<?xf32>
    memref.store %b, %x[%i] : memref<?xf32>
  }
  return
}
"""
LAUNCH = """
func.func @f(%x: memref<?xf32>, %grid: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%a, %b, %c) in (%d = %grid, %e = %c1, %f = %c1)
             threads(%g, %h, %i) in (%j = %c1, %k = %c1, %l = %c1) {
    %y = memref.load %x[%a] : memref<?xf32>
    memref.store %y, %x[%a] : memref<?xf32>
    gpu.terminator
  }
  return
}
"""
SPACES_IN_A_KERNEL = """
module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @k(%p: !llvm.ptr<9>) attributes {gpu.kernel, nvvm.kernel} {
      %c = llvm.mlir.constant(1.0 : f32) : f32
      llvm.store %c, %p : f32, !llvm.ptr<9>
      llvm.return
    }
  }
}
"""
KERNELS = {
    "address spaces": ADDRESS_SPACES,
    "stack": ON_THE_STACK,
    "launch": LAUNCH,
    "spaces": SPACES_IN_A_KERNEL,
}


# llvm/llvm-project#205267
@pytest.mark.parametrize("stage", ["input", "buffers", "kernels", "llvm"])
@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("target", ["cuda", "sim"])
def test_odd_kernels_crash_the_selection_of_instructions(
    target: str, name: str, stage: str, tmp_path: pathlib.Path
) -> None:
    """Address spaces that a GPU lacks, stacks of any size, launches by hand: what is
    not compiled is an error, from whatever stage on."""
    flags = [f"--target={target}", f"--compile-from={stage}", "-o", tmp_path / "m.so"]
    outcome = run("diffattn-compile", "-", *flags, stdin=KERNELS[name])
    if outcome.status:
        assert not problem_of(outcome, lines=3)
        assert not list(tmp_path.iterdir())


# Files of other versions ----------------------------------------------------------


# iree-org/iree-torch#58
def test_newer_files_are_not_told_from_broken_ones(tmp_path: pathlib.Path) -> None:
    """Bytecode says which version wrote it, and the message says which one reads."""
    newer = tmp_path / "newer.mlirbc"
    newer.write_bytes(b"ML\xefR" + bytes([2 * 100 + 1]) + b"MLIR99\0")
    error = refused("diffattn-compile", newer, "-o", tmp_path / "m.so")
    assert re.search(r"version 100 is newer than the current version \d+", error)


# iree-org/iree-torch#58
@pytest.mark.parametrize(
    "text",
    [
        "func.func @f() { gpu.barrier memfence [#gpu.address_space<global>] return }",
        "func.func @f(%a: !newer.type<3>) { return }",
        "func.func @f() attributes {a = #newer.attribute<3>} { return }",
        '"newer.op"() : () -> ()',
    ],
    ids=["syntax", "type", "attribute", "operation"],
)
def test_newer_syntax_has_no_place(text: str, tmp_path: pathlib.Path) -> None:
    """File, line and column, and what is not known."""
    file = tmp_path / "newer.mlir"
    file.write_text(text)
    error = refused("diffattn-compile", file, "-o", tmp_path / "m.so")
    assert re.match(rf"{re.escape(str(file))}:1:\d+: error: ", error)
    assert re.search("newer|memfence|barrier|expected", error)


# Maps -----------------------------------------------------------------------------

GENERIC = """
func.func @f(%a: tensor<4x5xf32>, %b: tensor<4x5xf32>) -> tensor<4x5xf32> {{
  %0 = linalg.generic {{indexing_maps = [{first}, {second}],
      iterator_types = [{iterators}]}}
      ins(%a : tensor<4x5xf32>) outs(%b : tensor<4x5xf32>) {{
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }} -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}}
"""
PARALLEL = '"parallel", "parallel"'
ID = "affine_map<(i, j) -> (i, j)>"
MAPS = [
    (first, second, iterators)
    for first, second, iterators in (
        ("affine_map<(i, j) -> (i)>", ID, PARALLEL),
        ("affine_map<() -> ()>", ID, PARALLEL),
        ("affine_map<(i, j) -> ()>", ID, PARALLEL),
        ("affine_map<(i, j, k) -> (i, j)>", ID, PARALLEL),
        ("affine_map<(i, j)[s] -> (i + s, j)>", ID, PARALLEL),
        ("affine_map<(i, j) -> (i * 1000000000000, j)>", ID, PARALLEL),
        ("affine_map<(i, j) -> (i floordiv 0, j)>", ID, PARALLEL),
        ("affine_map<(i, j) -> (i mod -3, j)>", ID, PARALLEL),
        ("affine_map<(i, j) -> (i - j, j)>", ID, PARALLEL),
        ("affine_map<(i, j) -> (-1, j)>", ID, PARALLEL),
        ("affine_map<(i, j) -> (7, j)>", ID, PARALLEL),
        ("affine_map<(i, j) -> (i, i)>", ID, PARALLEL),
        (ID, "affine_map<(i, j) -> (i, i)>", PARALLEL),
        (ID, "affine_map<(i, j) -> (0, j)>", PARALLEL),
        (ID, "affine_map<(i, j) -> (j, i)>", PARALLEL),
        ("affine_map<(i, j) -> (0, 0)>", "affine_map<(i, j) -> (0, 0)>", PARALLEL),
        (ID, ID, '"parallel"'),
        (ID, ID, '"parallel", "parallel", "parallel"'),
        (ID, ID, '"parallel", "junk"'),
        (ID, ID, ""),
        ("affine_map<>", ID, PARALLEL),
        ("3", ID, PARALLEL),
        ("affine_set<(i, j) : (i >= 0)>", ID, PARALLEL),
    )
]


# llvm/llvm-project#173568
@pytest.mark.parametrize("maps", MAPS, ids=lambda m: " ".join(m)[:60])
@pytest.mark.parametrize("flags", [(), ("--reference",), ("--target=sim",)], ids=str)
def test_odd_maps_of_linalg_assert(
    maps: tuple[str, str, str], flags: tuple[str, ...], tmp_path: pathlib.Path
) -> None:
    """They are compiled, or an error."""
    first, second, iterators = maps
    text = GENERIC.format(first=first, second=second, iterators=iterators)
    library = tmp_path / "m.so"
    outcome = run("diffattn-compile", "-", "-o", library, *flags, stdin=text)
    if outcome.status:
        assert not problem_of(outcome, lines=3)
        assert not library.exists()
    else:
        outcome = run("diffattn-run", library, *["--input=4x5xf32=1"] * 2)
        assert outcome.status in (0, 1), outcome.err
