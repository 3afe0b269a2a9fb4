"""Machine code, disassembled: its loops, and whether they use the stack."""

import dataclasses
import pathlib
import re
import subprocess
from collections.abc import Iterator

from toolchain import Toolchain


@dataclasses.dataclass(frozen=True)
class Instruction:
    """One line of a disassembly."""

    address: int
    text: str

    @property
    def target(self) -> int | None:
        """Where a jump goes."""
        found = re.match(r"j\w+\s+0x([0-9a-f]+)", self.text)
        return int(found[1], 16) if found else None


def disassemble(object_file: pathlib.Path) -> list[list[Instruction]]:
    """The functions of an object file."""
    done = subprocess.run(
        ["llvm-objdump-22", "-d", "--no-show-raw-insn", str(object_file)],
        capture_output=True,
        text=True,
        check=True,
    )
    functions: list[list[Instruction]] = []
    for line in done.stdout.splitlines():
        if re.match(r"[0-9a-f]+ <.*>:$", line):
            functions.append([])
        elif found := re.match(r"\s*([0-9a-f]+):\s+(\S.*)", line):
            text = re.sub(r"\s+", " ", found[2])
            functions[-1].append(Instruction(int(found[1], 16), text))
    return functions


def innermost_loops(function: list[Instruction]) -> Iterator[list[Instruction]]:
    """Stretches from the target of a jump backwards to the jump, which have no
    such stretch inside."""
    spans = sorted(
        (i.target, i.address)
        for i in function
        if i.target is not None and i.target <= i.address
    )
    for first, last in spans:
        inside = [s for s in spans if first <= s[0] and s[1] <= last]
        if inside == [(first, last)]:
            yield [i for i in function if first <= i.address <= last]


def uses_stack(loop: list[Instruction], function: list[Instruction]) -> list[str]:
    """Instructions that read or write the frame."""
    registers = ["rsp"]
    if any(re.match(r"movq? %rsp, %rbp", i.text) for i in function):
        registers.append("rbp")
    frame = re.compile(rf"\(%({'|'.join(registers)})\b")
    return [i.text for i in loop if frame.search(i.text)]


def compile_object(
    toolchain: Toolchain, folder: pathlib.Path, cpu: str, text: str, *more: str
) -> pathlib.Path:
    """The object file of a module, in `folder`; `more` are flags."""
    path = folder / "module.o"
    flags = ["--emit=object", f"--cpu={cpu}", "-", "-o", path, *more]
    toolchain.run("diffattn-compile", *flags, stdin=text)
    return path
