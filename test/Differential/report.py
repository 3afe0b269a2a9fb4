"""What was run, and what failed."""

import collections
import dataclasses
from typing import Any

# Of each kind: what one fault breaks would fill pages.
MOST_FAILURES = 200


@dataclasses.dataclass(frozen=True)
class Failure:
    """Something that gave a wrong result, or none."""

    number: int
    """Of the case or graph."""
    where: str
    """The pipeline."""
    call: str
    what: str

    def __str__(self) -> str:
        return f"{self.number}, {self.where}: {self.what}\n    {self.call}"


@dataclasses.dataclass
class Report:
    """What was run."""

    counts: collections.Counter[str] = dataclasses.field(
        default_factory=collections.Counter
    )
    failures: list[Failure] = dataclasses.field(default_factory=list)

    def add(self, failure: Failure) -> None:
        """Notes a failure."""
        self.counts["failures"] += 1
        if len(self.failures) < MOST_FAILURES:
            self.failures.append(failure)

    def merge(self, other: "Report") -> None:
        """Adds what was run apart."""
        self.counts.update(other.counts)
        self.failures += other.failures

    def to_json(self) -> dict[str, Any]:
        """As a value of JSON."""
        return {
            "counts": dict(sorted(self.counts.items())),
            "failures": [dataclasses.asdict(f) for f in self.failures],
        }

    @staticmethod
    def of_json(value: dict[str, Any]) -> "Report":
        """What `to_json` made."""
        failures = [Failure(**f) for f in value["failures"]]
        return Report(collections.Counter(value["counts"]), failures)
