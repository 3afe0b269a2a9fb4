"""Entries of results, and the file that they are written to."""

import argparse
import datetime
import json
import pathlib
import statistics
import sys
from collections.abc import Callable, Collection
from typing import Any

from harness import OURS, machine
from harness.peaks import Peaks
from harness.rounds import Timing

Entry = dict[str, Any]


def make_entry(
    case: str,
    name: str,
    timings: dict[str, Timing],
    peaks: Peaks,
    before: float,
    after: float,
    threads: int,
) -> Entry:
    """What all results have."""
    timing, ours = timings[name], timings.get(OURS)
    return {
        "case": case,
        "implementation": name,
        "median_ms": round(1e3 * timing.median, 4),
        "share": round(peaks.share(timing.median, before, after), 4),
        "peak_before": round(before, 1),
        "peak_after": round(after, 1),
        "threads": threads,
        "processor": machine.processor(),
        "ratio_to_ours": round(timing.median / ours.median, 3) if ours else None,
        "peak_unit": peaks.unit,
        "rounds": len(timing.seconds),
        "dropped_rounds": timing.dropped,
        "best_ms": round(1e3 * min(timing.seconds), 4),
        "spread": round(spread(timing.seconds), 3),
    }


def spread(seconds: list[float]) -> float:
    """Half of the distance between the quartiles, relative to the median."""
    if len(seconds) < 2:
        return 0.0
    quartiles = statistics.quantiles(seconds, n=4, method="inclusive")
    return (quartiles[2] - quartiles[0]) / 2 / quartiles[1]


class Results:
    """A file of results, written after each case; what was left out goes beside
    it."""

    def __init__(
        self, path: pathlib.Path, cases: Collection[str], add: bool, target: str
    ):
        """With `add`, results of other cases than `cases` are kept; `target` is the
        one of the Makefile."""
        self.path = path
        self._command = command_of(target)
        self._entries: list[Entry] = []
        self._skipped: dict[str, dict[str, str]] = {}
        self.failures = 0
        """Cases without a result of ours."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if add and path.exists():
            old = json.loads(path.read_text(encoding="utf-8"))
            self._entries = [entry for entry in old if entry["case"] not in cases]

    def add(self, case: str, results: list[Entry], skipped: dict[str, str]) -> None:
        """Writes and prints the results of a case."""
        made = {
            "date": datetime.date.today().isoformat(),
            "command": self._command,
        }
        self._entries += [entry | made for entry in results]
        self._skipped[case] = skipped
        self.failures += OURS in skipped or not results
        print(f"{case} (peak {peaks_of(results)})")
        for entry in results:
            print_entry(entry)
        write(self.path, self._entries)
        write(self.path.with_name(self.path.stem + "-skipped.json"), self._skipped)


def command_of(target: str) -> str:
    """How this run is started."""
    flags = " ".join(sys.argv[1:])
    return f'make {target} BENCH="{flags}"' if flags else f"make {target}"


def print_entry(entry: Entry) -> None:
    """A line."""
    of = {"read": "of reading", "f32": "of f32", "bf16": "of bf16"}[entry["peak_unit"]]
    ratio = entry["ratio_to_ours"]
    print(
        f"  {entry['implementation']:22}{entry['median_ms']:12.3f} ms"
        f"{100 * entry['share']:7.1f} % {of}"
        + (f"{ratio:8.2f} x ours" if ratio else "")
        + f"  ({entry['rounds']} rounds)",
        flush=True,
    )


def peaks_of(results: list[Entry]) -> str:
    """The peaks of a case in words."""
    if not results:
        return "not measured"
    entry = results[0]
    unit = "GB/s" if entry["peak_unit"] == "read" else "GFLOP/s"
    return f"{entry['peak_before']} / {entry['peak_after']} {unit}"


def write(path: pathlib.Path, value: Any) -> None:
    """As JSON, whole or not at all."""
    new = path.with_suffix(".new")
    new.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")
    new.replace(path)


def run_cases(
    options: argparse.Namespace, target: str, run: Callable[[Any], dict[str, Any]]
) -> int:
    """All cases of `options`, one after another; what is done is written after each.
    `run` gives what Results.add takes. Returns the exit status: 1 if ours failed."""
    chosen = [case.name for case in options.cases]
    results = Results(options.output, chosen, options.add, target)
    for case in options.cases:
        results.add(case.name, **run(case))
    print(f"wrote {options.output}")
    return 1 if results.failures else 0
