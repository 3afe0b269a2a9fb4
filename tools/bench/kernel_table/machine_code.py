"""Counts instructions of the loop over keys in the machine code of a kernel.

Cycles are those that a quarter of a processor of sm_80 needs to issue or execute
the instructions of a warp, if nothing stalls: 256 multiply-adds of a tensor core a
cycle, 16 lanes for f32, an instruction issued each cycle.
"""

import re
from dataclasses import dataclass

TENSOR_MULTIPLY_ADDS = 256
F32_CYCLES = 2
F32 = {"FADD", "FMUL", "FFMA", "FMNMX", "FSEL", "FSETP", "FSET", "FCHK"}
# Multiply-adds of a warp.
PRODUCTS = {"HMMA.16816": 16 * 8 * 16, "HMMA.1688": 16 * 8 * 8}


@dataclass(frozen=True)
class Instruction:
    """`HMMA.16816.F32.BF16` and where it may go to, if it is a branch."""

    name: str
    target: str | None

    @property
    def multiply_adds(self) -> int:
        """Of the tensor cores."""
        return PRODUCTS.get(".".join(self.name.split(".")[:2]), 0)

    @property
    def shared_bytes(self) -> int:
        """What a warp reads from or writes to shared memory."""
        kind = self.name.split(".")[0]
        if kind == "LDSM":
            return 128 * int(self.name[-1]) if self.name[-1].isdigit() else 128
        if kind not in ("LDS", "STS"):
            return 0
        return 32 * (16 if ".128" in self.name else 8 if ".64" in self.name else 4)


@dataclass(frozen=True)
class Counts:
    """Of the instructions that are executed in each step."""

    bytes_per_flop: float
    issue: float
    """Cycles over those of the tensor cores."""
    f32: float
    """The same."""


def kernel_code(disassembly: str, kernel: str) -> str:
    """The part of what nvdisasm printed that belongs to `kernel`."""
    parts = re.split(r"^\s*\.section\s+\.text\.(\w+)", disassembly, flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    return found[kernel]


def parse(text: str) -> tuple[list[Instruction], dict[str, int]]:
    """The instructions, and which one each label stands before."""
    instructions: list[Instruction] = []
    labels: dict[str, int] = {}
    for line in text.splitlines():
        if label := re.match(r"\s*(\.L_x?_?\w+):", line):
            labels[label[1]] = len(instructions)
        if code := re.search(r"\*/\s+(?:@!?U?P\w+\s+)?([A-Z][\w.]*)([^;]*);", line):
            target = re.search(r"`\((\.L\w+)\)", code[2])
            is_branch = code[1].startswith("BRA") and target is not None
            instructions.append(Instruction(code[1], target[1] if is_branch else None))
    return instructions, labels


def find_loop(
    instructions: list[Instruction], labels: dict[str, int]
) -> tuple[int, int]:
    """The first and the last instruction of the loop with most products, the
    shortest of those."""
    loops = [
        (labels[instruction.target], end)
        for end, instruction in enumerate(instructions)
        if instruction.target in labels and labels[instruction.target] <= end
    ]

    def rank(loop: tuple[int, int]) -> tuple[int, int]:
        start, end = loop
        products = sum(x.multiply_adds for x in instructions[start : end + 1])
        return products, start - end

    return max(loops, key=rank)


def common_path(
    instructions: list[Instruction], labels: dict[str, int]
) -> list[Instruction]:
    """The loop without what a branch within it can skip: rescaling accumulators,
    hiding keys."""
    start, end = find_loop(instructions, labels)
    skipped: set[int] = set()
    for i in range(start, end + 1):
        target = labels.get(instructions[i].target or "", 0)
        if i < target <= end:
            skipped.update(range(i + 1, target))
    return [instructions[i] for i in range(start, end + 1) if i not in skipped]


def count(disassembly: str, kernel: str) -> Counts | None:
    """None: the kernel has no products of tensor cores."""
    loop = common_path(*parse(kernel_code(disassembly, kernel)))
    multiply_adds = sum(x.multiply_adds for x in loop)
    if not multiply_adds:
        return None
    cycles = multiply_adds / TENSOR_MULTIPLY_ADDS
    f32 = sum(x.name.split(".")[0] in F32 for x in loop)
    return Counts(
        sum(x.shared_bytes for x in loop) / (2 * multiply_adds),
        len(loop) / cycles,
        f32 * F32_CYCLES / cycles,
    )
