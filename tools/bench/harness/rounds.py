"""Timing by turns: every implementation once a round, the peak between rounds."""

import dataclasses
import statistics
import time
from collections.abc import Callable, Mapping

WARM_UPS = 3
SETTLE_SECONDS = 0.25
"""Before each call: threads of the one before may wait for work, in a loop."""
MOVED = 0.05
"""A round counts if the peak beside it is within this of the best."""
REPEATED_BELOW = 0.1
"""Calls that take less (seconds) are warmed up by one more in each round: caches and
pools of threads are another's then."""

Call = Callable[[], object]
Timed = Callable[[int], list[float]]
"""Makes that many calls; the seconds of each."""


@dataclasses.dataclass(frozen=True)
class Pace:
    """How long is measured."""

    seconds_a_turn: float = 0.03
    most_calls: int = 9
    """Short calls are repeated for about that long, and their median counts."""
    seconds_a_rival: float = 30.0
    least_rounds: int = 3
    """Slow ones take part in fewer rounds, about that long."""

    def rounds_of(self, seconds: float, rounds: int) -> int:
        """How many rounds an implementation takes part in whose call takes that
        long."""
        return min(rounds, max(self.least_rounds, int(self.seconds_a_rival / seconds)))

    def calls_of(self, seconds: float) -> int:
        """How many calls make a turn, where one takes that long."""
        calls = int(self.seconds_a_turn / max(seconds, 1e-9))
        return max(1, min(self.most_calls, calls))


@dataclasses.dataclass
class Timing:
    """The seconds of an implementation, one a round that counts."""

    seconds: list[float]
    dropped: int = 0

    @property
    def median(self) -> float:
        """In seconds."""
        return statistics.median(self.seconds)


def kept_rounds(peaks: list[float]) -> list[bool]:
    """Which rounds count, by the peaks before, between and after them. All do if
    less than half would: then it is the peak that can't be measured."""
    least = (1 - MOVED) * max(peaks)
    kept = [min(pair) >= least for pair in zip(peaks, peaks[1:])]
    return kept if 2 * sum(kept) >= len(kept) else [True] * len(kept)


def time_call(call: Call) -> float:
    """Seconds of a call."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def timed(call: Call) -> Timed:
    """Of a call in this process."""
    return lambda calls: [time_call(call) for _ in range(calls)]


class Rounds:
    """Times calls in turns."""

    def __init__(
        self,
        turns: Mapping[str, Timed],
        always: str,
        peak: Callable[[], float],
        pace: Pace = Pace(),
        report: Callable[[int], None] = lambda number: None,
    ):
        """`always` takes part in every round, however long it takes. `report` is
        called before each round with its number, from 1."""
        self.turns = turns
        self.always = always
        self.peak = peak
        self.pace = pace
        self.report = report
        self.expected: dict[str, float] = {}
        self.times: dict[str, dict[int, float]] = {name: {} for name in turns}
        self.peaks: list[float] = []

    def run(self, rounds: int) -> dict[str, Timing]:
        """Goes on until `rounds` rounds count, or twice as many are over."""
        self._warm_up()
        self.peaks = [self.peak()]
        for index in range(2 * rounds):
            self.report(index + 1)
            self._round(index, rounds)
            if sum(kept_rounds(self.peaks)) >= rounds:
                break
        kept = kept_rounds(self.peaks)
        return {name: self._timing(name, kept) for name in self.turns}

    def _warm_up(self) -> None:
        for name, turn in self.turns.items():
            seconds = turn(1)
            while len(seconds) < WARM_UPS and seconds[-1] < 1:
                seconds += turn(1)
            self.expected[name] = min(seconds)

    def _round(self, index: int, rounds: int) -> None:
        for name, turn in self.turns.items():
            expected = self.expected[name]
            limit = 2 * rounds
            if name != self.always:
                limit = self.pace.rounds_of(expected, limit)
            if index >= limit:
                continue
            time.sleep(SETTLE_SECONDS)
            if expected < REPEATED_BELOW:
                turn(1)
            self.times[name][index] = statistics.median(
                turn(self.pace.calls_of(expected))
            )
        self.peaks.append(self.peak())

    def _timing(self, name: str, kept: list[bool]) -> Timing:
        times = self.times[name]
        good = [seconds for index, seconds in times.items() if kept[index]]
        # Of a slow one, all rounds may have been disturbed.
        return Timing(good or list(times.values()), len(times) - len(good))
