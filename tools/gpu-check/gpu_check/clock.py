"""How long calls take, alternated."""

import statistics
import time
from collections.abc import Callable, Mapping
from typing import Protocol

import torch

Run = Callable[[], object]

ROUNDS = 9
WARM_UPS = 3


class Clock(Protocol):
    """Times one call."""

    def sample(self, run: Run) -> float:
        """Milliseconds."""


class CudaClock:
    """By CUDA's events. The L2 cache holds nothing of the operands, and the device is
    kept busy until all of a call's kernels are queued: what launching costs the host
    does not count, for nobody."""

    FLUSHED = 256 << 20
    """Bytes that are written over in front of a call: more than an L2 cache has."""
    CYCLES = 2_000_000
    """Of waiting: about 1 ms."""

    def __init__(self) -> None:
        self._buffer = torch.empty(self.FLUSHED, dtype=torch.int8, device="cuda")
        self._start, self._end = (
            torch.cuda.Event(enable_timing=True) for _ in range(2)
        )

    def sample(self, run: Run) -> float:
        """Milliseconds."""
        self._buffer.zero_()
        torch.cuda._sleep(self.CYCLES)
        self._start.record()
        run()
        self._end.record()
        self._end.synchronize()
        return self._start.elapsed_time(self._end)


class HostClock:
    """Calls that are done when they return."""

    def sample(self, run: Run) -> float:
        """Milliseconds."""
        start = time.perf_counter()
        run()
        return 1e3 * (time.perf_counter() - start)


def measure(
    runs: Mapping[str, Run],
    clock: Clock,
    rounds: int = ROUNDS,
    warm_ups: int = WARM_UPS,
) -> dict[str, float]:
    """Medians in ms. In each round every one has its turn, so that what slows the
    device down for a while slows all of them down."""
    for run in runs.values():
        for _ in range(warm_ups):
            clock.sample(run)
    samples: dict[str, list[float]] = {name: [] for name in runs}
    names = list(runs)
    for turn in range(rounds):
        start = turn % len(names)
        for name in names[start:] + names[:start]:
            samples[name].append(clock.sample(runs[name]))
    return {name: statistics.median(times) for name, times in samples.items()}
