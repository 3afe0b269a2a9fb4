"""One case in one process: prepare, check, time."""

import dataclasses
import pathlib
import statistics
import sys
import time
from typing import Any

from attention_bench import implementations, inputs, machine
from attention_bench.cases import Case
from attention_bench.implementation import Prepared, Setting
from attention_bench.implementations import OURS
from attention_bench.rounds import Rounds, Timing


@dataclasses.dataclass(frozen=True)
class Request:
    """What to time."""

    case: Case
    names: list[str]
    rounds: int
    threads: int
    build: pathlib.Path
    cache: pathlib.Path


@dataclasses.dataclass(frozen=True)
class Checked:
    """An implementation whose result is right."""

    prepared: Prepared
    error: float
    memory: int
    """Bytes above inputs and result that its first call took, and what it compiled."""


def say(text: str) -> None:
    """A line of progress."""
    print(text, file=sys.stderr, flush=True)


class Checker:
    """Prepares implementations and compares their results with f64."""

    def __init__(self, request: Request):
        case = request.case
        self.setting = Setting(
            case,
            inputs.make_inputs(case),
            request.threads,
            request.build,
            request.cache,
        )
        self.rows = inputs.checked_rows(case)
        self.expected = inputs.expected(case, self.setting.inputs, self.rows)
        self.skipped: dict[str, str] = {}

    def check(self, name: str) -> Checked | None:
        """None if the implementation can't do the case, or does it wrong."""
        start = time.perf_counter()
        try:
            prepared = implementations.prepare(name, self.setting)
            meter = machine.MemoryMeter()
            result = prepared.call()
            own = 0 if prepared.poison else self.setting.case.result_bytes
            memory = max(0, meter.used() - own)
            error = self.error_of(prepared, result)
        # Whatever a library raises, the others can go on.
        except Exception as failure:
            reason = " ".join(str(failure).split())[:300]
            return self.skip(name, reason or type(failure).__name__)
        if not error < self.tolerance:
            return self.skip(name, f"wrong result, relative error {error:.1e}")
        seconds = time.perf_counter() - start
        say(f"  {name}: ready in {seconds:.1f} s, error {error:.0e}")
        return Checked(prepared, error, memory)

    def check_again(self, name: str, checked: Checked) -> bool:
        """Whether the result is still right after all rounds; asked of what writes
        into the same memory each time."""
        prepared = checked.prepared
        if not prepared.poison:
            return True
        prepared.poison()
        error = self.error_of(prepared, prepared.call())
        if not error < self.tolerance:
            self.skip(name, f"wrong after the rounds, relative error {error:.1e}")
            return False
        return True

    @property
    def tolerance(self) -> float:
        """Of the relative error."""
        return inputs.TOLERANCES[self.setting.case.dtype]

    def error_of(self, prepared: Prepared, result: object) -> float:
        """Relative, at the rows that are looked at."""
        found = prepared.read(result)[:, self.rows]
        return inputs.relative_error(found, self.expected)

    def skip(self, name: str, reason: str) -> None:
        """Notes why an implementation is left out."""
        self.skipped[name] = reason
        say(f"  {name}: left out: {reason}")


class PeakUnits:
    """The peak that a case is held against."""

    def __init__(self, request: Request):
        self.case = request.case
        self.peak = machine.Peak(request.build, request.threads)
        self.unit = "read" if self.case.is_decode else "f32"
        if self.case.dtype == "bf16" and self.unit == "f32":
            # There are processors whose f32 is faster, or that have nothing else.
            self.unit = max(("f32", "bf16"), key=self.peak.measure)

    def measure(self) -> float:
        """GFLOP/s or GB/s."""
        return self.peak.measure(self.unit)

    def share(self, seconds: float, before: float, after: float) -> float:
        """Of a call, where the peaks before and after it are these."""
        amount = self.case.bytes if self.unit == "read" else self.case.flops
        return amount / seconds / 1e9 / ((before + after) / 2)


def run(request: Request) -> dict[str, Any]:
    """Times a case. Returns "results" (entries of attention.json) and "skipped"
    (implementation to reason)."""
    say(f"{request.case.name}:")
    checker = Checker(request)
    checked: dict[str, Checked] = {}
    for name in request.names:
        if done := checker.check(name):
            checked[name] = done
    if not checked:
        return {"results": [], "skipped": checker.skipped}
    units = PeakUnits(request)
    rounds = Rounds(
        {name: done.prepared.call for name, done in checked.items()},
        OURS,
        units.measure,
    )
    before = max(units.measure() for _ in range(3))
    timings = rounds.run(request.rounds)
    after = max(units.measure() for _ in range(3))
    results = [
        entry(request, units, name, checked[name], timings, before, after)
        for name in checked
        if checker.check_again(name, checked[name])
    ]
    return {"results": results, "skipped": checker.skipped}


def entry(
    request: Request,
    units: PeakUnits,
    name: str,
    checked: Checked,
    timings: dict[str, Timing],
    before: float,
    after: float,
) -> dict[str, Any]:
    """A result as attention.json has it."""
    timing, ours = timings[name], timings.get(OURS)
    share = units.share(timing.median, before, after)
    return {
        "case": request.case.name,
        "implementation": name,
        "median_ms": round(1e3 * timing.median, 4),
        "share": round(share, 4),
        "peak_before": round(before, 1),
        "peak_after": round(after, 1),
        "threads": request.threads,
        "processor": machine.processor(),
        "ratio_to_ours": round(timing.median / ours.median, 3) if ours else None,
        "peak_unit": units.unit,
        "rounds": len(timing.seconds),
        "dropped_rounds": timing.dropped,
        "best_ms": round(1e3 * min(timing.seconds), 4),
        "spread": round(spread(timing.seconds), 3),
        "relative_error": float(f"{checked.error:.1e}"),
        "memory_mib": round(checked.memory / 2**20, 1),
        "strategy": checked.prepared.strategy,
    }


def spread(seconds: list[float]) -> float:
    """Half of the distance between the quartiles, relative to the median."""
    if len(seconds) < 2:
        return 0.0
    quartiles = statistics.quantiles(seconds, n=4, method="inclusive")
    return (quartiles[2] - quartiles[0]) / 2 / quartiles[1]
