"""Which sizes and memory layouts each attention is called with, by seed."""

import dataclasses
import json
import math
import pathlib
import random
from typing import Any

from gpu_check.attentions import Attention, read

LAYOUTS = ("dense", "heads_inside", "padded", "unaligned")
"""How operands lie in memory: row-major; rows of all heads side by side; rows with a
gap that keeps them aligned to 16 bytes; rows that are not aligned."""

MOST_WEIGHTS = 1 << 25
"""Of one map: rows times keys of all heads, which the expected result holds in f64."""


@dataclasses.dataclass(frozen=True)
class Case:
    """A call: sizes of the dims that are not fixed, the layout of operands."""

    number: int
    attention: str
    seed: int
    sizes: dict[str, int]
    layout: str

    def __str__(self) -> str:
        sizes = " ".join(f"{dim}={size}" for dim, size in self.sizes.items())
        return f"case {self.number}: {self.attention} {sizes} {self.layout}"


def draw(attentions: list[Attention], count: int, seed: int, small: bool) -> list[Case]:
    """`count` cases, in turn of each attention; `small` ones for the emulator."""
    chance = random.Random(seed)
    cases = []
    for number in range(count):
        attention = attentions[number % len(attentions)]
        sizes = draw_sizes(attention, chance, small)
        layout = chance.choices(LAYOUTS, weights=(5, 2, 1, 2))[0]
        name = attention.name
        cases.append(Case(number, name, chance.randrange(1 << 31), sizes, layout))
    return cases


def draw_sizes(
    attention: Attention, chance: random.Random, small: bool
) -> dict[str, int]:
    """Few rows and keys, around tiles, many, a few rows of many keys, nothing."""
    tile = (16, 32) if small else (64, 128)
    kinds = {
        "few": (chance.randint(1, tile[0]), chance.randint(1, tile[1])),
        "edges": (
            chance.randint(1, 3) * tile[0] + chance.randint(-1, 1),
            chance.randint(1, 4) * tile[1] // 2 + chance.randint(-1, 1),
        ),
        "many": (chance.randint(1, 12 * tile[0]), chance.randint(1, 12 * tile[1])),
        "decode": (chance.randint(1, 4), chance.randint(tile[1], 64 * tile[1])),
        "nothing": chance.choice([(0, 9), (5, 0)]),
    }
    weights = (3, 3, 0, 1, 1) if small else (3, 6, 6, 4, 1)
    rows, keys = kinds[chance.choices(list(kinds), weights=weights)[0]]
    most = 2 if small else 3
    sizes = {d: chance.randint(1, most) for d in attention.dims() if d not in "mn"}
    sizes |= {"m": rows, "n": keys}
    while math.prod(sizes.values()) > MOST_WEIGHTS:
        sizes["m"] //= 2
    return sizes


def save(
    path: pathlib.Path, attentions: list[Attention], cases: list[Case], seed: int
) -> None:
    """Writes what `load` reads."""
    content = {
        "seed": seed,
        "attentions": [dataclasses.asdict(a) for a in attentions],
        "cases": [dataclasses.asdict(c) for c in cases],
    }
    path.write_text(json.dumps(content, indent=1) + "\n")


def load(path: pathlib.Path) -> tuple[dict[str, Attention], list[Case]]:
    """Attentions by name, and cases."""
    content: dict[str, Any] = json.loads(path.read_text())
    attentions = {fields["name"]: read(fields) for fields in content["attentions"]}
    return attentions, [Case(**fields) for fields in content["cases"]]
