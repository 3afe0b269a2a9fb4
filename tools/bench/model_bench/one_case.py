"""One case: make, check, time."""

import contextlib
import dataclasses
import math
import pathlib
import shutil
import time
from typing import Any

import numpy as np
from harness import OURS, Unsuited
from harness.peaks import Peaks
from harness.progress import say, show
from harness.results import Entry, make_entry
from harness.rounds import Pace, Rounds, Timed

from model_bench import check, folders, implementations, processes
from model_bench.cases import Case
from model_bench.implementation import Built, Cost, Setting
from model_bench.remote import Remote
from model_bench.worker import PEAK

# Calls are long: few make a turn, and each that takes part does so in five rounds.
PACE = Pace(seconds_a_turn=1.0, most_calls=32, seconds_a_rival=60.0, least_rounds=5)
MIB = 2**20


@dataclasses.dataclass(frozen=True)
class Request:
    """What to time."""

    case: Case
    names: list[str]
    rounds: int
    threads: int
    build: pathlib.Path
    folder: pathlib.Path
    """Where models are kept, and made from."""


@dataclasses.dataclass
class Running:
    """An implementation that is ready in its process, with right results."""

    remote: Remote
    version: str
    built: Built
    prepared: dict[str, Any]
    error: float
    memory: int = 0
    """The largest of its process in the rounds, in bytes."""

    @property
    def compiled(self) -> Cost | None:
        """What it took to make the program from the graph."""
        seconds = self.prepared["compile_seconds"]
        if seconds is None:
            return self.built.compile
        return Cost(seconds, self.prepared["memory"])

    def figures(self) -> Entry:
        """Beside its times."""
        size = self.built.artifact_bytes
        if size is None:
            size = self.prepared["artifact_bytes"]
        return {
            "compile_s": seconds_of(self.compiled),
            "compile_rss_mib": memory_of(self.compiled),
            "export_s": seconds_of(self.built.export),
            "export_rss_mib": memory_of(self.built.export),
            "peak_rss_mib": round(self.memory / MIB, 1),
            "artifact_mib": None if size is None else round(size / MIB, 3),
            "relative_error": float(f"{self.error:.1e}"),
            "version": self.version,
        }


def seconds_of(cost: Cost | None) -> float | None:
    """Rounded."""
    return round(cost.seconds, 2) if cost else None


def memory_of(cost: Cost | None) -> float | None:
    """In MiB, rounded."""
    return round(cost.memory / MIB, 1) if cost else None


class Runner:
    """Starts implementations and compares their logits."""

    def __init__(self, names: list[str]):
        """Leaves out what is not installed."""
        self.running: dict[str, Running] = {}
        self.skipped: dict[str, str] = {}
        self.versions: dict[str, str] = {}
        """Of what can be started."""
        for name in names:
            try:
                self.versions[name] = implementations.version_of(name)
            except Unsuited as failure:
                self.skip(name, str(failure))

    def start(self, name: str, setting: Setting, stack: contextlib.ExitStack) -> None:
        """Notes it as running, or why it is left out. Its process ends with the
        stack."""
        start = time.perf_counter()
        try:
            implementations.check_case(name, setting.case)
            show(f"  {name}: making it")
            built = implementations.build(name, setting)
            remote = stack.enter_context(Remote(name, setting))
            show(f"  {name}: starting it")
            prepared = remote.ask("prepare")
            error = error_of(name, remote, setting)
        except (Unsuited, OSError) as failure:
            self.skip(name, str(failure))
            return
        seconds = time.perf_counter() - start
        say(f"  {name}: ready in {seconds:.1f} s, error {error:.0e}")
        self.running[name] = Running(
            remote, self.versions[name], built, prepared, error
        )

    def turn_of(self, name: str) -> Timed:
        """Calls in its process; if that fails, it is left out and the others go on."""
        remote = self.running[name].remote

        def turn(calls: int) -> list[float]:
            try:
                if name not in self.skipped:
                    seconds: list[float] = remote.ask("time", calls)
                    return seconds
            except Unsuited as failure:
                self.skip(name, f"in the rounds: {failure}")
            return [math.inf]

        return turn

    def finish(self, name: str, setting: Setting) -> bool:
        """Whether results are still right after the rounds; notes its memory."""
        if name in self.skipped:
            return False
        running = self.running[name]
        try:
            running.memory = running.remote.ask("peak_memory")
            error_of(name, running.remote, setting)
        except Unsuited as failure:
            self.skip(name, f"after the rounds: {failure}")
            return False
        return True

    def skip(self, name: str, reason: str) -> None:
        """Notes why an implementation is left out."""
        self.skipped[name] = reason
        say(f"  {name}: left out: {reason}")


def error_of(name: str, remote: Remote, setting: Setting) -> float:
    """The relative error of its logits. Raises Unsuited if they are wrong."""
    wanted = np.load(setting.inputs.logits(setting.case.position))
    path = setting.work / f"{name}-logits.npy"
    remote.ask("logits", str(path))
    found = np.load(path)
    if problem := check.problem_of(found, wanted, setting.case.precision):
        raise Unsuited(problem)
    return check.relative_error(found, wanted)


def run(request: Request) -> dict[str, Any]:
    """Times a case. Returns "results" (entries of models.json) and "skipped"
    (implementation to reason)."""
    say(f"{request.case.name}:")
    runner = Runner(request.names)
    results: list[Entry] = []
    if runner.versions:
        try:
            results = run_in(request, runner)
        except Unsuited as failure:
            runner.skip("all", str(failure))
    return {"results": results, "skipped": runner.skipped}


def run_in(request: Request, runner: Runner) -> list[Entry]:
    """In a folder of its own, in which exported weights may be large. Raises Unsuited
    if there is no model."""
    case = request.case
    work = request.folder / f"work-{case.name}"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    environment = processes.environment(request.build, request.threads, work)
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, work, ignore_errors=True)
        model, inputs = folders.ensure(
            case.model, case.dtype, request.folder, environment
        )
        setting = Setting(case, model, inputs, work, request.build, request.threads)
        for name in runner.versions:
            runner.start(name, setting, stack)
        return measure(request, setting, runner) if runner.running else []


def measure(request: Request, setting: Setting, runner: Runner) -> list[Entry]:
    """The rounds, with the peaks around them."""
    case, running = request.case, runner.running
    with Remote(PEAK, setting) as peak:
        peaks = Peaks(case, lambda unit: float(peak.ask("measure", unit)))
        rounds = Rounds(
            {name: runner.turn_of(name) for name in running},
            OURS,
            peaks.measure,
            PACE,
            lambda number: show(f"  round {number}, {request.rounds} must count"),
        )
        for one in running.values():
            one.remote.ask("forget_peak_memory")
        before = peaks.best()
        timings = rounds.run(request.rounds)
        after = peaks.best()
    show("")
    good = [name for name in running if runner.finish(name, setting)]
    timings = {name: timings[name] for name in good}
    return [
        make_entry(case.name, name, timings, peaks, before, after, request.threads)
        | {"tokens_per_s": round(case.new_tokens / timings[name].median, 2)}
        | running[name].figures()
        for name in good
    ]
