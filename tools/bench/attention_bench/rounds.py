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
SECONDS_A_TURN = 0.03
MOST_CALLS = 9
"""Short calls are repeated for about that long, and their median counts."""
SECONDS_A_RIVAL = 30.0
LEAST_ROUNDS = 3

Call = Callable[[], object]


@dataclasses.dataclass
class Timing:
    """The seconds of an implementation, one a round that counts."""

    seconds: list[float]
    dropped: int = 0

    @property
    def median(self) -> float:
        """In seconds."""
        return statistics.median(self.seconds)


def rounds_of(seconds: float, rounds: int) -> int:
    """How many rounds an implementation takes part in whose call takes that long."""
    return min(rounds, max(LEAST_ROUNDS, int(SECONDS_A_RIVAL / seconds)))


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


def calls_of(seconds: float) -> int:
    """How many calls make a turn, where one takes that long."""
    return max(1, min(MOST_CALLS, int(SECONDS_A_TURN / max(seconds, 1e-9))))


class Rounds:
    """Times calls in turns."""

    def __init__(
        self, calls: Mapping[str, Call], always: str, peak: Callable[[], float]
    ):
        """`always` takes part in every round, however long it takes."""
        self.calls = calls
        self.always = always
        self.peak = peak
        self.expected: dict[str, float] = {}
        self.times: dict[str, dict[int, float]] = {name: {} for name in calls}
        self.peaks: list[float] = []

    def run(self, rounds: int) -> dict[str, Timing]:
        """Goes on until `rounds` rounds count, or twice as many are over."""
        self._warm_up()
        self.peaks = [self.peak()]
        for index in range(2 * rounds):
            self._round(index, rounds)
            if sum(kept_rounds(self.peaks)) >= rounds:
                break
        kept = kept_rounds(self.peaks)
        return {name: self._timing(name, kept) for name in self.calls}

    def _warm_up(self) -> None:
        for name, call in self.calls.items():
            seconds = [time_call(call)]
            while len(seconds) < WARM_UPS and seconds[-1] < 1:
                seconds.append(time_call(call))
            self.expected[name] = min(seconds)

    def _round(self, index: int, rounds: int) -> None:
        for name, call in self.calls.items():
            limit = 2 * rounds
            if name != self.always:
                limit = rounds_of(self.expected[name], limit)
            if index >= limit:
                continue
            time.sleep(SETTLE_SECONDS)
            if self.expected[name] < REPEATED_BELOW:
                call()
            turn = [time_call(call) for _ in range(calls_of(self.expected[name]))]
            self.times[name][index] = statistics.median(turn)
        self.peaks.append(self.peak())

    def _timing(self, name: str, kept: list[bool]) -> Timing:
        times = self.times[name]
        good = [seconds for index, seconds in times.items() if kept[index]]
        # Of a slow one, all rounds may have been disturbed.
        return Timing(good or list(times.values()), len(times) - len(good))
