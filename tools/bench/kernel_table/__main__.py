"""Prints the table of docs/benchmarks-gpu.md: what kernels of attention take.

Needs no GPU. ptxas says which registers and how much of the stack a thread takes;
where nvdisasm is found, the instructions of the loop over keys are counted, too.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from .cases import CASES, Case
from .machine_code import count

HEADER = (
    "case (features of query / value)",
    "rows x keys",
    "registers",
    "stack",
    "shared memory",
    "bytes/flop",
    "issue",
    "f32",
    "compile",
)


def find_tool(name: str) -> str | None:
    """In the PATH, else where packages of NVIDIA and Triton have it."""
    if found := shutil.which(name):
        return found
    patterns = (f"nvidia/*/bin/{name}", f"triton/backends/nvidia/bin/{name}")
    for folder in map(pathlib.Path, sys.path):
        for pattern in patterns:
            if paths := sorted(folder.glob(pattern)):
                return str(paths[0])
    return None


def run(*command: str | pathlib.Path) -> str:
    """What it prints, errors behind output."""
    done = subprocess.run(
        [str(x) for x in command], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"{command[0]}: {done.stderr[-2000:]}")
    return done.stdout + done.stderr


def describe_plan(
    case: Case, compiler: pathlib.Path, module: pathlib.Path, chip: str
) -> list[str]:
    """Rows and keys of a step, and shared memory."""
    target = ("--target=cuda", f"--chip={chip}")
    header, row = (
        re.split(r"  +", line.strip())
        for line in run(compiler, module, *target, "--print-plan").splitlines()[:2]
    )
    plan = dict(zip(header, row, strict=False))
    rows = plan["split rows" if case.is_split else "rows"]
    launches = run(compiler, module, *target, "--compile-to=kernels", "-o", "-")
    shared = re.search(
        rf"@{case.kernel} .*?dynamic_shared_memory_size %c(\d+)_i32", launches
    )
    assert shared, launches
    sizes = f"{rows} x {plan['keys']}, {plan['stages']} stages"
    return [sizes, f"{int(shared[1]) / 1024:.1f} KiB"]


def measure(
    case: Case, compiler: pathlib.Path, chip: str, folder: pathlib.Path
) -> list[str]:
    """The row of a case."""
    module, ptx, cubin = (folder / f"kernel.{end}" for end in ("mlir", "ptx", "cubin"))
    module.write_text(case.module())
    sizes, shared = describe_plan(case, compiler, module, chip)
    start = time.perf_counter()
    run(
        compiler,
        module,
        "--target=cuda",
        f"--chip={chip}",
        "--emit=ptx",
        "-o",
        ptx,
    )
    compiled = time.perf_counter()
    assembler = find_tool("ptxas") or sys.exit("there is no ptxas")
    said = run(assembler, f"-arch={chip}", "-v", ptx, "-o", cubin)
    assembled = time.perf_counter()
    usage = re.search(
        rf"function '{case.kernel}'.*?(\d+) bytes stack.*?Used (\d+) registers",
        said,
        re.DOTALL,
    )
    assert usage, said
    counted = None
    if disassembler := find_tool("nvdisasm"):
        counted = count(run(disassembler, "-c", cubin), case.kernel)
    numbers = ["-"] * 3
    if counted:
        numbers = [
            f"{counted.bytes_per_flop:.4f}",
            f"{counted.issue:.2f}",
            f"{counted.f32:.2f}",
        ]
    seconds = f"{compiled - start:.1f} + {assembled - compiled:.1f} s"
    return [case.name, sizes, usage[2], usage[1], shared, *numbers, seconds]


def main() -> None:
    """Prints a row for each case as it is done."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--bin", type=pathlib.Path, default=pathlib.Path("build/dev/bin")
    )
    parser.add_argument("--chip", default="sm_80", help="default: %(default)s")
    parser.add_argument("--case", default="", help="cases whose name contains this")
    options = parser.parse_args()
    cases = [case for case in CASES if options.case in case.name]
    if not cases:
        parser.error(f"no case contains '{options.case}'")
    compiler = options.bin / "diffattn-compile"
    if not compiler.is_file():
        parser.error(f"--bin: '{compiler}' does not exist")
    print("|", " | ".join(HEADER), "|")
    print("|", " | ".join(["---"] * len(HEADER)), "|")
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            row = measure(case, compiler, options.chip, pathlib.Path(folder))
            print("|", " | ".join(row), "|", flush=True)


if __name__ == "__main__":
    main()
