"""The peak that a case is held against."""

from collections.abc import Callable
from typing import Protocol


class Work(Protocol):
    """What a case does."""

    @property
    def is_decode(self) -> bool:
        """Whether reading memory is what takes the time."""

    @property
    def dtype(self) -> str:
        """f32 or bf16."""

    @property
    def flops(self) -> int:
        """Operations that are needed."""

    @property
    def bytes(self) -> int:
        """Memory that has to be read or written."""


class Peaks:
    """The unit of a case, and its peak."""

    def __init__(self, case: Work, measure: Callable[[str], float]):
        """`measure` gives the GFLOP/s or GB/s of a unit (machine.UNITS)."""
        self._case = case
        self._measure = measure
        self.unit = "read" if case.is_decode else "f32"
        if case.dtype == "bf16" and self.unit == "f32":
            # There are processors whose f32 is faster, or that have nothing else.
            self.unit = max(("f32", "bf16"), key=measure)

    def measure(self) -> float:
        """GFLOP/s or GB/s."""
        return self._measure(self.unit)

    def best(self) -> float:
        """Of a few."""
        return max(self.measure() for _ in range(3))

    def share(self, seconds: float, before: float, after: float) -> float:
        """Of a call, where the peaks before and after it are these."""
        amount = self._case.bytes if self.unit == "read" else self._case.flops
        return amount / seconds / 1e9 / ((before + after) / 2)
