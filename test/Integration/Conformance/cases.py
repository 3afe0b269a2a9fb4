"""The op-level conformance cases: data/ops/cases.json and one file a case."""

import dataclasses
import functools
import json
import math
import pathlib
from typing import Any

DATA = pathlib.Path(__file__).parent / "data" / "ops"

ELEMENT_TYPES = {
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "int64": "i64",
    "bool": "i1",
}


@dataclasses.dataclass(frozen=True)
class Case:
    """One case of cases.json."""

    name: str
    attributes: dict[str, Any]
    shared_k: bool
    cancellation: float
    inputs: dict[str, tuple[str, tuple[int, ...]]]
    """Name in the file to MLIR element type and shape."""

    @property
    def path(self) -> pathlib.Path:
        """The file with inputs and expected results."""
        return DATA / f"{self.name}.safetensors"

    @property
    def element(self) -> str:
        """The element type of query, key, value and result."""
        return self.inputs["q1"][0]

    def shape(self, name: str) -> tuple[int, ...]:
        """The shape of an input."""
        return self.inputs[name][1]

    @property
    def has_epilogue(self) -> bool:
        """True if `o`, the difference of the maps, is not yet the result."""
        return (
            self.attributes["norm"] != "none"
            or self.attributes["out_scale"] != 1.0
            or "norm_weight" in self.inputs
        )

    def without_epilogue(self) -> "Case":
        """The same case ending with the difference of the maps."""
        inputs = {n: i for n, i in self.inputs.items() if n != "norm_weight"}
        attributes = {**self.attributes, "norm": "none", "out_scale": 1.0}
        return dataclasses.replace(self, attributes=attributes, inputs=inputs)

    def in_f64(self) -> "Case":
        """The same case with f64 in the place of every float type."""
        inputs = {
            name: ("f64" if element.endswith(("f16", "f32")) else element, shape)
            for name, (element, shape) in self.inputs.items()
        }
        return dataclasses.replace(self, inputs=inputs)


@dataclasses.dataclass(frozen=True)
class HeadGroups:
    """How the head counts of all operands nest.

    With counts 2, 4 and 8 (value, key, query heads) query heads are split into
    2 x 2 x 2 dims, keys have the first two of them and values the first.
    """

    counts: tuple[int, ...]

    @staticmethod
    def of(case: Case) -> "HeadGroups":
        """The nesting of a case's operands."""
        names = [n for n in ("q1", "k1", "q2", "k2", "v") if n in case.inputs]
        return HeadGroups(tuple(sorted({case.shape(n)[1] for n in names})))

    def factors(self, count: int) -> tuple[int, ...]:
        """The sizes that `count` heads are split into."""
        depth = self.counts.index(count) + 1
        outer = (1, *self.counts)
        return tuple(self.counts[i] // outer[i] for i in range(depth))

    def dims(self, count: int) -> tuple[str, ...]:
        """The names of the dims that `count` heads are split into."""
        return tuple(f"h{i}" for i in range(len(self.factors(count))))


@functools.cache
def load() -> tuple[Case, ...]:
    """All cases, in the order of the manifest."""
    return tuple(_parse(entry) for entry in json.loads(_manifest().read_text()))


def _manifest() -> pathlib.Path:
    return DATA / "cases.json"


def _parse(entry: dict[str, Any]) -> Case:
    inputs = {
        name: (ELEMENT_TYPES[dtype], tuple(shape))
        for name, (dtype, shape) in entry["inputs"].items()
    }
    if not math.isfinite(entry["cancellation"]):
        raise ValueError(f"{entry['name']}: cancellation is not finite")
    return Case(
        entry["name"],
        entry["attributes"],
        entry["shared_k"],
        entry["cancellation"],
        inputs,
    )
