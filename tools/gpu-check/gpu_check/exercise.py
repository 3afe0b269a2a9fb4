"""Launches kernels on numbers that nobody looks at, without PyTorch: what
compute-sanitizer watches, which makes everything slow.

    python -m gpu_check.exercise FOLDER DEVICE CASE...
"""

import array
import pathlib
import random
import struct
import sys
from typing import Any

from gpu_check import cases
from gpu_check.artifact import Memory, Runtime, Tensor
from gpu_check.attentions import TYPES, Attention

# Numbers from -2 to 2 by their bits.
PACKED = {
    "f16": lambda x: struct.pack("<e", x),
    "bf16": lambda x: struct.pack("<f", x)[2:],
    "f32": lambda x: struct.pack("<f", x),
    "i1": lambda x: bytes([x > -1]),
}


def numbers(chance: random.Random, element: str, count: int) -> bytes:
    """`count` elements: a few thousand by chance, again and again."""
    pack = PACKED[element]
    some = [pack(chance.uniform(-2, 2)) for _ in range(min(count, 4096))]
    if not some:
        return b""
    return b"".join(some * (count // len(some)) + some[: count % len(some)])


class Arguments:
    """Row-major arguments in memory of the device, results uninitialised."""

    def __init__(self, runtime: Runtime, attention: Attention, case: cases.Case):
        self.memory: list[Memory] = []
        self.views: dict[str, Tensor] = {}
        self._chance = random.Random(case.seed)
        sizes = case.sizes | attention.fixed
        for name, (dims, element) in attention.operands().items():
            extents = [sizes[d] for d in dims.split()]
            memory = self._add(runtime, name, element, extents)
            content = self._content(element, extents, sizes["n"])
            buffer = array.array("b", content)
            memory.write(buffer.buffer_info()[0])
        for name, (dims, element) in attention.results().items():
            self._add(runtime, name, element, [sizes[d] for d in dims.split()])

    def _content(self, element: str, extents: list[int], keys: int) -> bytes:
        count = product(extents)
        if element == "i64":
            lengths = (self._chance.randint(0, keys) for _ in range(count))
            return struct.pack(f"<{count}q", *lengths)
        return numbers(self._chance, element, count)

    def _add(
        self, runtime: Runtime, name: str, element: str, extents: list[int]
    ) -> Memory:
        memory = runtime.allocate(product(extents) * TYPES[element])
        strides = [product(extents[i + 1 :]) for i in range(len(extents))]
        self.memory.append(memory)
        self.views[name] = Tensor.at(memory.address, element, extents, strides)
        return memory


def product(sizes: list[int]) -> int:
    """Of all of them."""
    found = 1
    for size in sizes:
        found *= size
    return found


def run(folder: pathlib.Path, device: str, wanted: list[int]) -> None:
    """Launches the kernels of some cases."""
    attentions, known = cases.load(folder / "cases.json")
    runtime = Runtime(folder / "lib", device)
    for number in wanted:
        case = known[number]
        function = runtime.load(folder / "lib" / f"{case.attention}.so")
        arguments = Arguments(runtime, attentions[case.attention], case)
        function.bind(arguments.views)()
        # Memory must not go while kernels run.
        runtime.synchronize()
        del arguments
    runtime.close()


def smallest(known: list[cases.Case], count: int) -> list[int]:
    """The smallest case with keys and rows of each of `count` attentions."""

    def weights(case: cases.Case) -> int:
        return product(list(case.sizes.values()))

    found: dict[str, Any] = {}
    for case in known:
        other = found.get(case.attention)
        if weights(case) and (other is None or weights(case) < weights(other)):
            found[case.attention] = case
    by_size = sorted(found.values(), key=weights)
    return sorted(case.number for case in by_size[:count])


if __name__ == "__main__":
    run(pathlib.Path(sys.argv[1]), sys.argv[2], [int(n) for n in sys.argv[3:]])
