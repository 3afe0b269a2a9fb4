"""The cases of test/Benchmarks/attention.json."""

import dataclasses
import json
import pathlib
from typing import Any

from harness import ROOT

CASES = ROOT / "test" / "Benchmarks" / "attention.json"


@dataclasses.dataclass(frozen=True)
class Case:
    """One attention.

    V1: two queries and keys [heads, rows, features], values twice as wide, one
    lambda, RMS norm and a scale. V2: query heads 2i and 2i + 1 are a pair; keys and
    values are shared by `heads / key_heads` pairs; lambda is a logit a head and row.
    """

    name: str
    form: str
    """v1 or v2."""
    features: int
    heads: int
    """Heads of the result: pairs of query heads."""
    queries: int
    keys: int
    causal: bool
    dtype: str
    """f32 or bf16."""
    default: bool = True
    """Whether it is timed if no case is asked for."""
    key_heads: int = 0
    """Heads of key and value; 0: as many as `heads`."""

    @property
    def is_v1(self) -> bool:
        """Whether the form is V1."""
        return self.form == "v1"

    @property
    def is_decode(self) -> bool:
        """One query row: reading keys and values is what takes the time."""
        return self.queries == 1

    @property
    def values(self) -> int:
        """Features of a value."""
        return 2 * self.features if self.is_v1 else self.features

    @property
    def groups(self) -> int:
        """Heads of key and value."""
        return self.key_heads or self.heads

    @property
    def element_bytes(self) -> int:
        """Bytes of an element."""
        return 2 if self.dtype == "bf16" else 4

    @property
    def output_shape(self) -> tuple[int, int, int]:
        """Heads, rows, features of the result."""
        return (self.heads, self.queries, self.values)

    @property
    def result_bytes(self) -> int:
        """Bytes of the result."""
        return self.element_bytes * self.heads * self.queries * self.values

    @property
    def pairs(self) -> int:
        """Pairs of a query and a key that it sees, in a head."""
        n = self.queries
        return n * (n + 1) // 2 if self.causal else n * self.keys

    @property
    def flops(self) -> int:
        """Of two score products and one value product: 8d a pair for V1, 6d for V2.

        What a form does beyond them (a second value product, hidden keys) is its
        own loss; the share of the peak is in these for all.
        """
        return 2 * (2 * self.features + self.values) * self.pairs * self.heads

    @property
    def bytes(self) -> int:
        """All operands and the result, each moved once."""
        keys = 2 if self.is_v1 else 1
        shared = self.groups * self.keys * (keys * self.features + self.values)
        own = self.heads * self.queries * (2 * self.features + self.values)
        return self.element_bytes * (shared + own)

    @property
    def score_bytes(self) -> int:
        """The scores of one map, all heads: what an unfused form has in memory."""
        return self.element_bytes * self.heads * self.queries * self.keys

    def resized(self, queries: int, keys: int) -> "Case":
        """The same form at another size."""
        return dataclasses.replace(self, queries=queries, keys=keys)


def load(path: pathlib.Path = CASES) -> list[Case]:
    """All cases, in the order of the file."""
    entries: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return [Case(**entry) for entry in entries]


def choose(names: list[str], path: pathlib.Path = CASES) -> list[Case]:
    """The cases with these names; the default ones for no name. Raises ValueError
    for a name that no case has."""
    cases = load(path)
    if not names:
        return [case for case in cases if case.default]
    found = {case.name: case for case in cases}
    for name in names:
        if name not in found:
            raise ValueError(f"no case '{name}'; there are: {', '.join(found)}")
    return [found[name] for name in names]
