"""The long run of differential tests, and how to run one of its cases again.

Usage: tools/dev/differential.sh [--instances N] [--calls N] [--graphs N] [--seed N]
                                 [--jobs N] [--minutes N] [--out FOLDER]
       tools/dev/differential.sh --case NUMBER | --graph NUMBER [--shrink]

A run is cut into tasks, each a process of its own, so that one that crashes or hangs
is a failure like others. What a task found is a line of FOLDER/tasks.jsonl; a run that
is started again does what is missing. FOLDER/summary.json is the sum of them,
FOLDER/failures has a file for each case that failed: what was wrong, and the command
that runs it again, shows its module, and makes it small.

50,000 calls of 3,125 attentions and 5,000 graphs take about four hours of one core.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import pathlib
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from report import Failure, Report

# Cases and graphs that are compiled together.
SIGNATURES_OF_TASK = 25
GRAPHS_OF_TASK = 20
# One of so many goes through the emulator, too.
EMULATED_CASES = 20
EMULATED_GRAPHS = 20
# One of so many is also optimised by LLVM.
OPTIMISED_CASES = 100
OPTIMISED_GRAPHS = 20
# A task takes a minute or two.
SECONDS_OF_TASK = 3600
# Numbers of cases of a seed.
NUMBERS = 1_000_000
# Instruction sets of tasks, in turn; wider ones more often.
CPUS = ("native", "native", "x86-64-v3", "native", "generic")


@dataclasses.dataclass(frozen=True)
class Task:
    """Some cases or graphs."""

    kind: str
    first: int
    count: int
    calls: int
    """Of each attention."""

    def __str__(self) -> str:
        return f"{self.kind}:{self.first}:{self.count}:{self.calls}"

    @staticmethod
    def of(text: str) -> "Task":
        """What `str` made."""
        kind, *numbers = text.split(":")
        return Task(kind, *map(int, numbers))

    @property
    def numbers(self) -> range:
        """Of cases or graphs."""
        return range(self.first, self.first + self.count)

    @property
    def cpu(self) -> str:
        """What it is compiled for."""
        return CPUS[self.first // SIGNATURES_OF_TASK % len(CPUS)]


def tasks(options: argparse.Namespace) -> Iterator[Task]:
    """All tasks of a run, attentions and graphs by turns."""
    start = options.seed * NUMBERS
    cases = -(-options.instances // options.calls)
    lists = []
    for kind, count, size in (
        ("attention", cases, SIGNATURES_OF_TASK),
        ("graph", options.graphs, GRAPHS_OF_TASK),
    ):
        firsts = range(0, count, size)
        lists.append(
            [Task(kind, start + i, min(size, count - i), options.calls) for i in firsts]
        )
    merged = [
        ((i + 0.5) / len(found), task)
        for found in lists
        for i, task in enumerate(found)
    ]
    for _, task in sorted(merged, key=lambda pair: pair[0]):
        yield task


# A task ------------------------------------------------------------------------------


def run_task(task: Task, some: bool = False) -> Report:
    """Runs a task in this process; through some of the pipelines, in turns."""
    if task.kind == "graph":
        return run_graphs_of(task)
    return run_cases_of(task, some)


def run_cases_of(task: Task, some: bool) -> Report:
    """Attentions. One of some also optimised by LLVM, as users have it, which takes
    most of the time of compiling; one of some in the emulator."""
    from differences import run_cases
    from pipelines import CPU, EMULATOR, SOME_CPU

    ways = SOME_CPU if some else CPU
    report = run_cases(task.numbers, task.calls, ways, cpu=task.cpu, optimize=False)
    for text, each, pipelines in (
        ("optimised", OPTIMISED_CASES, {"pipelines": ways}),
        ("in the emulator", EMULATED_CASES, {"pipelines": EMULATOR, "optimize": False}),
    ):
        chosen = [n for n in task.numbers if n % each == 0]
        part = run_cases(chosen, task.calls, **pipelines) if chosen else Report()
        for name in ("signatures", "instances"):
            report.counts[f"{name} {text}"] += part.counts.pop(name, 0)
        report.merge(part)
    return report


def run_graphs_of(task: Task) -> Report:
    """Graphs, likewise."""
    from graph_differences import EMULATED, PIPELINES, RAISED, run_graphs

    report = run_graphs(task.numbers, optimize=False)
    for text, each, pipelines, options in (
        ("optimised", OPTIMISED_GRAPHS, PIPELINES, {}),
        ("in the emulator", EMULATED_GRAPHS, EMULATED, {"optimize": False}),
    ):
        chosen = [n for n in task.numbers if n % each == 0]
        part = run_graphs(chosen, pipelines, **options) if chosen else Report()
        report.counts[f"graphs {text}"] += part.counts.pop("graphs", 0)
        for name in ("operations", "attentions in graphs", RAISED):
            del part.counts[name]
        report.merge(part)
    return report


def run_apart(task: Task) -> dict[str, Any]:
    """Runs a task in a process of its own. If that ends without a report, its halves
    say where."""
    start = time.monotonic()
    command = [sys.executable, __file__, "--task", str(task)]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=SECONDS_OF_TASK
        )
        lines = done.stdout.splitlines()
        if done.returncode == 0 and lines:
            report = Report.of_json(json.loads(lines[-1]))
            return record(task, report, start)
        why = f"exit status {done.returncode}: {done.stderr[-2000:]}"
    except subprocess.TimeoutExpired:
        why = f"no end after {SECONDS_OF_TASK} s"
    report = Report()
    if task.count == 1:
        report.add(Failure(task.first, "process", str(task), why))
        return record(task, report, start)
    half = task.count // 2
    for first, count in ((task.first, half), (task.first + half, task.count - half)):
        part = run_apart(Task(task.kind, first, count, task.calls))
        report.merge(Report.of_json(part))
    return record(task, report, start)


def record(task: Task, report: Report, start: float) -> dict[str, Any]:
    """A line of the log."""
    seconds = round(time.monotonic() - start, 1)
    return {"task": str(task), "seconds": seconds} | report.to_json()


# A run -------------------------------------------------------------------------------


def run_all(options: argparse.Namespace) -> int:
    """Runs all tasks that are not in the log."""
    folder = pathlib.Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "tasks.jsonl"
    lines = log.read_text().splitlines() if log.exists() else []
    done = {line["task"]: line for line in map(json.loads, lines)}
    wanted = list(tasks(options))
    left = [task for task in wanted if str(task) not in done]
    start = time.monotonic()
    with (
        concurrent.futures.ThreadPoolExecutor(options.jobs) as pool,
        log.open("a") as f,
    ):

        def run(task: Task) -> dict[str, Any] | None:
            spent = (time.monotonic() - start) / 60
            return None if spent > options.minutes else run_apart(task)

        for number, line in enumerate(pool.map(run, left), start=1):
            if line is None:
                continue
            done[line["task"]] = line
            f.write(json.dumps(line) + "\n")
            f.flush()
            keep_failures(folder, line)
            summary = summarise(options, wanted, done)
            (folder / "summary.json").write_text(json.dumps(summary, indent=2) + "\n")
            seconds = time.monotonic() - start
            print(
                f"{len(done)} of {len(wanted)} tasks, {seconds:.0f} s, about "
                f"{seconds / number * (len(left) - number):.0f} s to go, "
                f"{summary['counts'].get('failures', 0)} failures",
                flush=True,
            )
    summary = summarise(options, wanted, done)
    for name, count in summary["counts"].items():
        print(f"{name:40} {count:10}")
    return 1 if summary["counts"].get("failures") else 0


def summarise(
    options: argparse.Namespace, wanted: list[Task], done: dict[str, Any]
) -> dict[str, Any]:
    """The sum of all tasks."""
    report = Report()
    lines = [done[str(task)] for task in wanted if str(task) in done]
    for line in lines:
        report.merge(Report.of_json(line))
    return {
        "seed": options.seed,
        "tasks": len(lines),
        "tasks_wanted": len(wanted),
        "process_seconds": round(sum(line["seconds"] for line in lines)),
    } | report.to_json()


def keep_failures(folder: pathlib.Path, line: dict[str, Any]) -> None:
    """Prints failures, and leaves each where it can be found."""
    kind = Task.of(line["task"]).kind
    flag = {"attention": "case", "graph": "graph"}[kind]
    for value in line["failures"]:
        failure = Failure(**value)
        print(f"failure: {kind} {failure}", flush=True)
        file = folder / "failures" / f"{kind}-{failure.number}.txt"
        file.parent.mkdir(exist_ok=True)
        with file.open("a") as f:
            f.write(f"{failure}\n")
            f.write(f"tools/dev/differential.sh --{flag} {failure.number} --shrink\n\n")


# One case ----------------------------------------------------------------------------


def run_one(kind: str, number: int, options: argparse.Namespace) -> int:
    """Runs one case or graph again, and shows it, or a small one that fails alike."""
    task = Task(kind, number, 1, options.calls)
    report = run_task(task)
    for failure in report.failures:
        print(f"failure: {failure}")
    if kind == "graph":
        show_graph(report, number, options.shrink)
    else:
        show_case(report, task, options.shrink)
    print(f"{report.counts['failures']} failures")
    return 1 if report.failures else 0


def show_case(report: Report, task: Task, shrink: bool) -> None:
    """The module of a case, and its calls."""
    from differences import shrink_case
    from drawing import cases, draw_one
    from pipelines import PIPELINES

    case = draw_one(cases(task.calls), task.first)
    shown = PIPELINES[:1]
    if report.failures:
        failure = report.failures[0]
        shown = [p for p in PIPELINES if p.name == failure.where] or shown
        small = None
        if shrink:
            small = shrink_case(failure, task.calls, cpu=task.cpu, optimize=False)
        if small:
            case, report = small
            print("shrunk:", *report.failures[:3], sep="\n")
    print(case.signature)
    for pipeline in shown:
        print(pipeline.write(case.signature, "attention"))
    for instance in case.instances:
        print(f"// {instance}")


def show_graph(report: Report, number: int, shrink: bool) -> None:
    """The module of a graph."""
    from drawing import draw_one
    from graph_differences import shrink_graph
    from graph_text import write_graph
    from graphs import graphs

    graph = draw_one(graphs(), number)
    if report.failures and shrink:
        small = shrink_graph(report.failures[0], optimize=False)
        if small:
            graph, report = small
            print("shrunk:", *report.failures[:3], sep="\n")
    print(graph)
    print(write_graph(graph, "graph"))


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--instances", type=int, default=50_000)
    parser.add_argument("--calls", type=int, default=16, help="of each attention")
    parser.add_argument("--graphs", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--minutes", type=float, default=1e9, help="start no task later"
    )
    parser.add_argument("--out", default="build/differential")
    parser.add_argument("--case", type=int, help="run this case again")
    parser.add_argument("--graph", type=int, help="run this graph again")
    parser.add_argument("--shrink", action="store_true")
    parser.add_argument("--task", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.task or options.case is not None or options.graph is not None:
        from diffattn.runtime import set_num_threads

        # There is a process for each core.
        set_num_threads(1)
    if options.task:
        print(json.dumps(run_task(Task.of(options.task)).to_json()))
        return 0
    if options.case is not None:
        return run_one("attention", options.case, options)
    if options.graph is not None:
        return run_one("graph", options.graph, options)
    return run_all(options)


if __name__ == "__main__":
    sys.exit(main())
