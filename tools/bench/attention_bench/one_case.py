"""One case in one process: prepare, check, time."""

import dataclasses
import pathlib
import time
from typing import Any

from harness import OURS, machine
from harness.peaks import Peaks
from harness.progress import say, show
from harness.results import make_entry
from harness.rounds import Rounds, timed

from attention_bench import implementations, inputs
from attention_bench.cases import Case
from attention_bench.implementation import Prepared, Setting


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
    peaks = Peaks(request.case, machine.Peak(request.build, request.threads).measure)
    rounds = Rounds(
        {name: timed(done.prepared.call) for name, done in checked.items()},
        OURS,
        peaks.measure,
        report=lambda number: show(f"  round {number}"),
    )
    before = peaks.best()
    timings = rounds.run(request.rounds)
    after = peaks.best()
    show("")
    results = [
        make_entry(
            request.case.name, name, timings, peaks, before, after, request.threads
        )
        | {
            "relative_error": float(f"{checked[name].error:.1e}"),
            "memory_mib": round(checked[name].memory / 2**20, 1),
            "strategy": checked[name].prepared.strategy,
        }
        for name in checked
        if checker.check_again(name, checked[name])
    ]
    return {"results": results, "skipped": checker.skipped}
