"""The command line: `python -m attention_bench`."""

import argparse
import datetime
import json
import os
import pathlib
import subprocess
import sys
import warnings
from typing import Any

from attention_bench import cases, implementations, machine, one_case
from attention_bench.cases import ROOT

OUTPUT = ROOT / "build" / "bench" / "attention.json"


def parse_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    """The flags (of the command line, by default); exits with 2 for what makes no
    sense."""
    parser = argparse.ArgumentParser(
        prog="attention_bench",
        description="Times differential attention: diffattn beside other software, "
        "by turns in one process, each checked against f64 first.",
    )
    add = parser.add_argument
    add("--case", action="append", default=[], metavar="NAME", dest="cases")
    add(
        "--implementation",
        action="append",
        default=[],
        metavar="NAME",
        choices=implementations.IMPLEMENTATIONS,
        dest="implementations",
        help="time this one; 'diffattn' is ours (default: the strongest of each "
        "library for the case)",
    )
    add("--rounds", type=int, default=7, help="that must count (default: 7)")
    add("--threads", type=int, default=2, help="of every implementation (default: 2)")
    add("--output", type=pathlib.Path, default=OUTPUT, help="build/bench/...json")
    add("--add", action="store_true", help="keep other cases in the output")
    add("--list", action="store_true", help="print names and leave")
    add("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    add("--in-this-process", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    for name in ("rounds", "threads"):
        if (value := getattr(options, name)) < 1:
            parser.error(f"--{name}: expected a number from 1, found {value}")
    if options.threads > (processors := len(os.sched_getaffinity(0))):
        parser.error(
            f"--threads: this process may use {processors} processors, "
            f"found {options.threads}"
        )
    try:
        options.cases = cases.choose(options.cases)
    except ValueError as error:
        parser.error(f"--case: {error}")
    return options


def print_names() -> None:
    """Of cases and implementations."""
    for case in cases.load():
        print(case.name, "" if case.default else "(not by default)")
    print("implementations:", ", ".join(implementations.IMPLEMENTATIONS))


def run_here(options: argparse.Namespace) -> None:
    """Times the one case in this process, and writes what came out."""
    warnings.filterwarnings("ignore")
    machine.take_priority()
    (case,) = options.cases
    cache = options.output.parent / "cache"
    cache.mkdir(parents=True, exist_ok=True)
    names = options.implementations or implementations.defaults(case)
    done = one_case.run(
        one_case.Request(
            case, names, options.rounds, options.threads, options.build, cache
        )
    )
    options.output.write_text(json.dumps(done), encoding="utf-8")
    sys.stdout.flush()
    # Thread pools of several libraries in one process may spin for long at exit.
    os._exit(0)


def run_apart(case: cases.Case, options: argparse.Namespace) -> dict[str, Any]:
    """Times a case in a process of its own: what one leaves behind (memory, pools of
    threads, a crash) does not reach the next."""
    folder = options.output.parent
    part = folder / f"part-{case.name}.json"
    part.unlink(missing_ok=True)
    flags = [
        f"--case={case.name}",
        f"--rounds={options.rounds}",
        f"--threads={options.threads}",
        f"--output={part}",
        f"--build={options.build}",
        *(f"--implementation={name}" for name in options.implementations),
    ]
    environment = dict(os.environ)
    environment.setdefault(
        "TORCHINDUCTOR_CACHE_DIR", str(folder / "cache" / "inductor")
    )
    # In this process, so that none is left over.
    environment.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")
    arguments = [sys.executable, "-m", "attention_bench", "--in-this-process", *flags]
    status = subprocess.run(arguments, env=environment).returncode
    if status or not part.exists():
        one_case.say(f"  {case.name} failed: exit {status}")
        return {"results": [], "skipped": {"all": f"the process ended with {status}"}}
    done = json.loads(part.read_text(encoding="utf-8"))
    part.unlink()
    return done


def print_result(entry: dict[str, Any]) -> None:
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


def write(path: pathlib.Path, value: Any) -> None:
    """As JSON, whole or not at all."""
    new = path.with_suffix(".new")
    new.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")
    new.replace(path)


def run_all(options: argparse.Namespace) -> int:
    """All cases, one after another; what is done is written after each."""
    path: pathlib.Path = options.output
    path.parent.mkdir(parents=True, exist_ok=True)
    chosen = {case.name for case in options.cases}
    results: list[dict[str, Any]] = []
    if options.add and path.exists():
        old = json.loads(path.read_text(encoding="utf-8"))
        results = [entry for entry in old if entry["case"] not in chosen]
    skipped: dict[str, dict[str, str]] = {}
    failures = 0
    for case in options.cases:
        done = run_apart(case, options)
        date = datetime.date.today().isoformat()
        made = {"date": date, "command": command()}
        results += [entry | made for entry in done["results"]]
        skipped[case.name] = done["skipped"]
        print(f"{case.name} (peak {peaks_of(done)})")
        for entry in done["results"]:
            print_result(entry)
        failures += implementations.OURS in done["skipped"] or not done["results"]
        write(path, results)
        write(path.with_name(path.stem + "-skipped.json"), skipped)
    print(f"wrote {path}")
    return 1 if failures else 0


def command() -> str:
    """How this run is started."""
    flags = " ".join(sys.argv[1:])
    return f'make bench BENCH="{flags}"' if flags else "make bench"


def peaks_of(done: dict[str, Any]) -> str:
    """The peaks of a case in words."""
    if not done["results"]:
        return "not measured"
    entry = done["results"][0]
    unit = "GB/s" if entry["peak_unit"] == "read" else "GFLOP/s"
    return f"{entry['peak_before']} / {entry['peak_after']} {unit}"


def main() -> int:
    """Exits with 1 if ours failed in a case."""
    options = parse_arguments()
    if options.list:
        print_names()
        return 0
    if options.in_this_process:
        run_here(options)
    return run_all(options)


if __name__ == "__main__":
    sys.exit(main())
