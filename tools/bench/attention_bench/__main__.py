"""The command line: `python -m attention_bench`."""

import argparse
import json
import os
import subprocess
import sys
import warnings
from typing import Any

from harness import ROOT, machine
from harness.flags import add_flags, check_build, check_flags, print_names
from harness.progress import say
from harness.results import run_cases

from attention_bench import cases, implementations, one_case

OUTPUT = ROOT / "build" / "bench" / "attention.json"


def parse_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    """The flags (of the command line, by default); exits with 2 for what makes no
    sense."""
    parser = argparse.ArgumentParser(
        prog="attention_bench",
        description="Times differential attention: diffattn beside other software, "
        "by turns in one process, each checked against f64 first.",
    )
    add_flags(
        parser,
        implementations.IMPLEMENTATIONS,
        "the strongest of each library for the case",
        OUTPUT,
    )
    parser.add_argument(
        "--in-this-process", action="store_true", help=argparse.SUPPRESS
    )
    options = parser.parse_args(arguments)
    check_flags(parser, options)
    try:
        options.cases = cases.choose(options.cases)
    except ValueError as error:
        parser.error(f"--case: {error}")
    if not options.list:
        check_build(parser, options, "bench")
    return options


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
        say(f"  {case.name} failed: exit {status}")
        return {"results": [], "skipped": {"all": f"the process ended with {status}"}}
    done = json.loads(part.read_text(encoding="utf-8"))
    part.unlink()
    return done


def main() -> int:
    """Exits with 1 if ours failed in a case."""
    options = parse_arguments()
    if options.list:
        print_names(
            ((case.name, case.default) for case in cases.load()),
            implementations.IMPLEMENTATIONS,
        )
        return 0
    if options.in_this_process:
        run_here(options)
    return run_cases(options, "bench", lambda case: run_apart(case, options))


if __name__ == "__main__":
    sys.exit(main())
