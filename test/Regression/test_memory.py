"""Stacks and memory that others need too much of, when they compile or run."""

import os
import pathlib
import resource
import subprocess
import sys

import numpy as np
import pytest
from artifact import Array
from attentions import Attention, write
from backends import draw
from commands import run
from toolchain import BUILD, ROOT, Toolchain

MEBIBYTE = 2**20
SMALL_STACK = 256 << 10

# Stacks ---------------------------------------------------------------------------

BATCHED = """
func.func @batched(%a: tensor<?x?x?xf32> {diffattn.name = "a"},
    %b: tensor<?x?x?xf32> {diffattn.name = "b"},
    %c: tensor<?x?x?xf32> {diffattn.name = "c"})
    -> (tensor<?x?x?xf32> {diffattn.name = "out"}) {
  %out = linalg.batch_matmul ins(%a, %b : tensor<?x?x?xf32>, tensor<?x?x?xf32>)
      outs(%c : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %out : tensor<?x?x?xf32>
}
"""


@pytest.fixture
def inputs(tmp_path: pathlib.Path) -> pathlib.Path:
    """Arguments of @batched and @attend in a file."""
    from safetensors.numpy import save_file

    random = np.random.default_rng(3)

    def normal(*shape: int) -> Array:
        return random.standard_normal(shape).astype(np.float32)

    attention = draw(
        Attention("attend", sums=False), b=1, h=2, m=700, n=900, d=64, e=128
    )
    arrays = {"a": normal(2, 300, 400), "b": normal(2, 400, 500)}
    arrays["c"] = np.zeros((2, 300, 500), np.float32)
    path = tmp_path / "inputs.safetensors"
    save_file(
        {k: np.array(a, order="C") for k, a in (arrays | attention).items()}, path
    )
    return path


# iree-org/iree#18898
@pytest.mark.parametrize("flags", [(), ("--reference",)], ids=["kernels", "loops"])
def test_dynamic_sizes_take_the_stack(
    flags: tuple[str, ...],
    inputs: pathlib.Path,
    toolchain: Toolchain,
    tmp_path: pathlib.Path,
) -> None:
    """Code for sizes that are not known runs with 256 KiB of it."""
    library = tmp_path / "m.so"
    text = BATCHED + write(Attention("attend", sums=False))
    toolchain.run("diffattn-compile", "-", "-o", library, *flags, stdin=text)
    for function, shape in (("batched", "out"), ("attend", "out=1x2x700x128")):
        shapes = [f"--output-shape={shape}"] if "=" in shape else []
        outcome = run(
            *("diffattn-run", library, f"--function={function}", "--threads=2"),
            *(f"--inputs={inputs}", f"--outputs={tmp_path}/{function}.safetensors"),
            *shapes,
            limits={resource.RLIMIT_STACK: SMALL_STACK},
        )
        assert outcome.status == 0, outcome.err


# Memory of a call -----------------------------------------------------------------

LONG = Attention(
    "long", q1="m d", k1="n d", q2="m d", k2="n d", v="n e", out="m e", causal=True,
    sums=False,
)  # fmt: skip

CALL = """
import sys
import numpy as np
from artifact import Artifact

artifact, rows = Artifact(sys.argv[1]), int(sys.argv[2])
shapes = dict(q1=16, k1=16, q2=16, k2=16, v=16, out=16)
given = {name: np.full((rows, size), 0.5, np.float32) for name, size in shapes.items()}
given["lam"] = np.array(0.25, np.float32)


def resident():
    with open("/proc/self/status") as file:
        return next(int(l.split()[1]) << 10 for l in file if l.startswith("VmHWM"))


before = resident()
out = artifact.call("long", given)["out"]
print(resident() - before, float(np.abs(out - 0.375).max()))
"""


def growth(library: pathlib.Path, rows: int) -> int:
    """Bytes by which the process has grown at most, in a call."""
    folders = ("test", "test/Integration")
    done = subprocess.run(
        [sys.executable, "-c", CALL, library, str(rows)],
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join(str(ROOT / f) for f in folders)},
        capture_output=True,
        text=True,
        check=True,
    )
    grown, error = done.stdout.split()
    assert float(error) < 1e-5
    return int(grown)


# pytorch/pytorch#134756
def test_masks_of_long_sequences_fill_the_memory(
    toolchain: Toolchain, tmp_path: pathlib.Path
) -> None:
    """Causal attention of 96,000 rows, of which a mask or the scores would take 9 GB
    and more: memory grows with the rows, not with their square."""
    library = tmp_path / "long.so"
    window = write(LONG).replace("{causal", "{window_left = 255, causal")
    toolchain.run("diffattn-compile", "-", "-o", library, stdin=window)
    few, many = growth(library, 24_000), growth(library, 96_000)
    assert many < 256 * MEBIBYTE
    assert many <= 4 * few + 16 * MEBIBYTE


# Memory of the compiler -----------------------------------------------------------


def peak(command: list[str], text: str) -> int:
    """The largest resident memory of a process, in bytes."""
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=os.environ
        | {
            "PYTHONPATH": os.pathsep.join([str(ROOT / "python"), str(BUILD / "python")])
        },
    ) as process:
        assert process.stdin is not None
        process.stdin.write(text.encode())
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_maxrss << 10


def compiler_peak(text: str, *flags: str) -> int:
    """That of diffattn-compile."""
    command = [str(BUILD / "bin/diffattn-compile"), "-", "--emit=object", "-o"]
    return peak([*command, os.devnull, *flags], text)


def norms(count: int) -> str:
    """So many RMS norms of ?x?x288, one after the other."""
    tensor, rows = "tensor<?x?x288xf32>", "tensor<?x?xf32>"
    body = ""
    for i in range(count):
        body += f"""
  %sum{i} = linalg.generic {{indexing_maps = [#x, #r],
      iterator_types = ["parallel", "parallel", "reduction"]}}
      ins(%x{i} : {tensor}) outs(%zeros : {rows}) {{
  ^bb0(%a: f32, %acc: f32):
    %s = arith.mulf %a, %a : f32
    %t = arith.addf %acc, %s : f32
    linalg.yield %t : f32
  }} -> {rows}
  %x{i + 1} = linalg.generic {{indexing_maps = [#x, #r, #w, #x],
      iterator_types = ["parallel", "parallel", "parallel"]}}
      ins(%x{i}, %sum{i}, %w : {tensor}, {rows}, tensor<288xf32>)
      outs(%empty : {tensor}) {{
  ^bb0(%a: f32, %sum: f32, %weight: f32, %unused: f32):
    %mean = arith.divf %sum, %count : f32
    %root = math.rsqrt %mean : f32
    %scaled = arith.mulf %a, %root : f32
    %y = arith.mulf %scaled, %weight : f32
    linalg.yield %y : f32
  }} -> {tensor}"""
    return f"""
#x = affine_map<(b, m, d) -> (b, m, d)>
#r = affine_map<(b, m, d) -> (b, m)>
#w = affine_map<(b, m, d) -> (d)>
func.func @norms(%x0: {tensor}, %w: tensor<288xf32>) -> {tensor} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 288.0 : f32
  %b = tensor.dim %x0, %c0 : {tensor}
  %m = tensor.dim %x0, %c1 : {tensor}
  %empty = tensor.empty(%b, %m) : {tensor}
  %sums = tensor.empty(%b, %m) : {rows}
  %zeros = linalg.fill ins(%zero : f32) outs(%sums : {rows}) -> {rows}{body}
  return %x{count} : {tensor}
}}
"""


# iree-org/iree#18869
@pytest.mark.parametrize("flags", [(), ("--reference",)], ids=["kernels", "loops"])
def test_dynamic_norms_take_memory_without_end(flags: tuple[str, ...]) -> None:
    """A norm of ?x?x288 takes 2 MiB of the compiler, and 16 of them 16 times as
    much at most."""
    none, one, many = (compiler_peak(norms(n), *flags) for n in (0, 1, 17))
    assert one - none < 64 * MEBIBYTE
    assert many - one < 16 * 2 * MEBIBYTE


def constants(megabytes: int) -> str:
    """A function that adds to a vector of so many MB, which the artifact has."""
    size = megabytes * 250_000
    values = np.random.default_rng(5).standard_normal(size).astype(np.float32)
    blob = "04000000" + values.tobytes().hex().upper()
    tensor = f"tensor<{size}xf32>"
    return f"""
func.func @add(%x: {tensor}) -> {tensor} {{
  %w = arith.constant dense_resource<w> : {tensor}
  %y = linalg.add ins(%x, %w : {tensor}, {tensor}) outs(%x : {tensor}) -> {tensor}
  return %y : {tensor}
}}
{{-# dialect_resources: {{builtin: {{w: "0x{blob}"}}}} #-}}
"""


COMPILE = """
import sys
from diffattn.compiler import compile_text

compile_text(sys.stdin.read(), output=sys.argv[1])
"""


# iree-org/iree#15098
def test_python_keeps_another_copy_of_what_is_compiled(tmp_path: pathlib.Path) -> None:
    """With 64 MB of constants, compiling from Python takes as much memory as the tool
    does, and the text."""
    text = constants(64)
    output = str(tmp_path / "m.so")
    tool = peak([str(BUILD / "bin/diffattn-compile"), "-", "-o", output], text)
    python = peak([sys.executable, "-c", COMPILE, output], text)
    # Python has the text, and its bytes.
    assert python <= 1.2 * tool + 2 * len(text)
