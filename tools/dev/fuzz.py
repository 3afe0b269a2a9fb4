#!/usr/bin/env python3
# ===- fuzz.py - the programs of test/Fuzz ------------------------------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs the programs of test/Fuzz (preset `fuzz`), and keeps their inputs.

short   the inputs in test/Fuzz/corpus, then --seconds of new ones in all (CI)
long    a million parses and 100,000 runs of pipelines; goes on after a fault
merge   takes what test/, examples/, the corpus and `long` have, and leaves the few
        inputs in test/Fuzz/corpus that reach as much of our code
faults  what earlier runs found, one line each

A run that crashes, takes over 10 s or 2 GiB is a fault: its input is in
build/fuzz/faults, and the command fails. build/fuzz/summary.json has the counts.
"""

import argparse
import concurrent.futures
import glob
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time
from typing import NamedTuple

import fuzz_inputs

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/fuzz"
FAULTS = BUILD / "faults"
SYMBOLIZER = pathlib.Path("/usr/lib/llvm-22/bin/llvm-symbolizer")
SECONDS_PER_INPUT = 10
MEGABYTES = 2048
# A process is left for a new one after so many inputs.
RUNS_PER_PROCESS = 20_000


class Target(NamedTuple):
    """A program fuzz-NAME."""

    name: str
    # Bytes of an input at most.
    length: int
    # Of the time for new inputs.
    share: float
    # In a long run.
    runs: int
    # Of a module: a leak is then only found when the context dies.
    leaks: bool = True


TARGETS = [
    Target("text", 6000, 0.3, 600_000, leaks=False),
    Target("bytecode", 20_000, 0.1, 100_000, leaks=False),
    Target("passes", 6000, 0.4, 100_000, leaks=False),
    Target("pipelines", 6000, 0.4, 100_000, leaks=False),
    Target("schedules", 1000, 0.1, 20_000, leaks=False),
    Target("safetensors", 2000, 0.05, 100_000),
    Target("npy", 1000, 0.05, 60_000),
    Target("manifest", 6000, 0.05, 60_000),
    Target("elf", 1000, 0.02, 30_000),
    Target("tensortext", 500, 0.03, 30_000),
]


class Result(NamedTuple):
    """What a process, or several of a target, did."""

    runs: int = 0
    seconds: float = 0
    megabytes: int = 0
    faults: tuple[str, ...] = ()
    # Crashes of MLIR or LLVM without a function of ours in between.
    upstream: tuple[str, ...] = ()

    def plus(self, other: "Result") -> "Result":
        """Both in a row."""
        return Result(
            self.runs + other.runs,
            self.seconds + other.seconds,
            max(self.megabytes, other.megabytes),
            self.faults + other.faults,
            tuple(sorted({*self.upstream, *other.upstream})),
        )


def environment(target: Target) -> dict[str, str]:
    """Settings of the sanitizers."""
    asan = [
        # MLIR and LLVM are not instrumented, but share allocators with our code.
        "allow_user_poisoning=0",
        "use_sigaltstack=0",
        "allocator_may_return_null=1",
        f"detect_leaks={int(target.leaks)}",
    ]
    return os.environ | {
        "ASAN_OPTIONS": ":".join(asan),
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "ASAN_SYMBOLIZER_PATH": str(SYMBOLIZER),
    }


def frames_of(output: str) -> list[tuple[str, str]]:
    """Function and place of each frame of the first stack in a report, down to where
    the program calls what it tests."""
    frames: list[tuple[str, str]] = []
    for number, function, place in re.findall(
        r"^ *#(\d+) 0x[0-9a-f]+ (?:in (.+?) )?((?:/|\(/|crtstuff)\S*)", output, re.M
    ):
        if int(number) < len(frames) or function.startswith("LLVMFuzzer"):
            break
        frames.append((function.split("(")[0] or "?", place))
    return frames


def is_upstream(output: str, frames: list[tuple[str, str]]) -> bool:
    """Whether MLIR or LLVM failed by itself: nothing of ours is on the stack but for
    the programs here, and these have nothing to complain about."""
    if "ERROR: fuzzing:" in output:
        return False
    ours = re.compile(r"/fuzz/\.\./\.\./(lib|include|tools)/")
    if any(ours.search(place) for _, place in frames):
        return False
    # A call of nothing leaves no stack.
    traces = re.findall(r"^fuzzing: (begins|ended) parsing$", output, re.M)
    return traces[-1:] == ["begins"] or any(
        "libMLIR" in place or "libLLVM" in place for _, place in frames
    )


def describe_fault(output: str) -> str:
    """A line on what went wrong: the error and the innermost functions."""
    error = re.search(r"(?:ERROR|runtime error|Assertion)[^\n]*", output)
    skipped = r"__|raise|abort|fuzzer::|\?"
    inner = [f for f, _ in frames_of(output) if not re.match(skipped, f)]
    text = error[0] if error else output.strip()[-200:]
    text = re.sub(r" on (unknown )?address.*| \(pc .*", "", text)
    return f"{text}: {' < '.join(inner[:6])}"


def replay(target: Target, input: str) -> str:
    """What the program says of an input alone, with all of the stack, and whether it
    was in MLIR's parser."""
    settings = environment(target)
    settings["ASAN_OPTIONS"] += ":fast_unwind_on_malloc=0"
    settings["DIFFATTN_FUZZ_TRACE"] = "1"
    program = str(BUILD / "bin" / f"fuzz-{target.name}")
    limits = [f"-timeout={SECONDS_PER_INPUT}", f"-rss_limit_mb={MEGABYTES}"]
    done = subprocess.run(
        [program, *limits, input], capture_output=True, env=settings, cwd=BUILD
    )
    return done.stderr.decode(errors="replace") if done.returncode else ""


def run_process(target: Target, *arguments: str) -> Result:
    """Runs the program of a target; a fault's input and report go to FAULTS."""
    FAULTS.mkdir(parents=True, exist_ok=True)
    prefix = FAULTS / f"{target.name}-{time.time_ns():x}-"
    command = [
        str(BUILD / "bin" / f"fuzz-{target.name}"),
        f"-artifact_prefix={prefix}",
        f"-timeout={SECONDS_PER_INPUT}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-max_len={target.length}",
        f"-detect_leaks={int(target.leaks)}",
        "-print_final_stats=1",
        "-len_control=0",
        *arguments,
    ]
    start = time.monotonic()
    done = subprocess.run(
        command, capture_output=True, env=environment(target), cwd=BUILD
    )
    output = done.stderr.decode(errors="replace")
    counts = {
        key: int(value) for key, value in re.findall(r"stat::(\w+):\s+(\d+)", output)
    }
    result = Result(
        counts.get("number_of_executed_units", 0),
        time.monotonic() - start,
        counts.get("peak_rss_mb", 0),
    )
    if not done.returncode:
        return result
    for path in glob.glob(f"{prefix}crash-*"):
        output = replay(target, path) or output
    fault = describe_fault(output)
    upstream = is_upstream(output, frames_of(output))
    kind = "upstream" if upstream else "fault"
    pathlib.Path(f"{prefix}report.txt").write_text(
        f"{kind}: {fault}\n{' '.join(command)}\n{output[-40_000:]}"
    )
    return result._replace(**{"upstream" if upstream else "faults": (fault,)})


def make_folder(path: pathlib.Path) -> pathlib.Path:
    """An empty folder."""
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


def unpack(target: Target, inputs: list[bytes], name: str) -> pathlib.Path:
    """Inputs as files, for the program."""
    folder = make_folder(BUILD / "inputs" / target.name / name)
    for number, data in enumerate(inputs):
        (folder / f"{number:05}").write_bytes(data)
    return folder


def run_short(target: Target, seconds: float, seed: int) -> Result:
    """The corpus, and new inputs for a while."""
    corpus = unpack(target, fuzz_inputs.read_corpus(target.name), "corpus")
    replayed = run_process(target, "-runs=0", str(corpus))
    if replayed.faults:
        return replayed
    new = make_folder(BUILD / "inputs" / target.name / "new")
    end = time.monotonic() + seconds * target.share
    total = replayed
    # Anew after a crash of MLIR's.
    while (left := end - time.monotonic()) > 0 and not total.faults:
        seed += 1
        total = total.plus(
            run_process(
                target,
                f"-max_total_time={max(1, round(left))}",
                f"-seed={seed}",
                str(new),
                str(corpus),
            )
        )
    return total


def run_long(target: Target, scale: float, seed: int) -> Result:
    """As many runs as the target should have; inputs that reach something new are
    kept for the next process, and for merging."""
    corpus = unpack(target, fuzz_inputs.read_corpus(target.name), "corpus")
    found = BUILD / "inputs" / target.name / "found"
    found.mkdir(parents=True, exist_ok=True)
    total = Result()
    while (left := round(target.runs * scale) - total.runs) > 0:
        seed += 1
        total = total.plus(
            run_process(
                target,
                f"-runs={min(left, RUNS_PER_PROCESS)}",
                f"-seed={seed}",
                str(found),
                str(corpus),
            )
        )
        print(
            f"{target.name}: {total.runs} runs, {len(total.faults)} faults", flush=True
        )
    return total


def merge(target: Target) -> None:
    """Makes the corpus anew."""
    inputs = fuzz_inputs.read_corpus(target.name) + fuzz_inputs.find_seeds(target.name)
    sources = [unpack(target, inputs, "seeds")]
    if (found := BUILD / "inputs" / target.name / "found").exists():
        sources.append(found)
    merged = make_folder(BUILD / "inputs" / target.name / "merged")
    result = run_process(target, "-set_cover_merge=1", str(merged), *map(str, sources))
    kept = [path.read_bytes() for path in sorted(merged.iterdir())]
    size = fuzz_inputs.write_corpus(target.name, kept)
    print(f"{target.name}: {len(kept)} inputs, {size} bytes", *result.faults)


def print_result(target: Target, result: Result) -> None:
    """A line for the reader, and the faults."""
    print(
        f"{target.name:12} {result.runs:8} runs {result.seconds:7.1f} s "
        f"{result.megabytes:5} MB  {len(result.faults)} faults, "
        f"{len(result.upstream)} of MLIR",
        flush=True,
    )
    for fault in result.faults:
        print(f"  {fault}")


def run_all(
    targets: list[Target], jobs: int, run: "callable[[Target], Result]"
) -> dict[str, Result]:
    """Runs targets, several at once; prints each when it is done."""
    results: dict[str, Result] = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = {pool.submit(run, target): target for target in targets}
        for future in concurrent.futures.as_completed(futures):
            results[futures[future].name] = future.result()
            print_result(futures[future], future.result())
    return results


def write_summary(mode: str, seed: int, results: dict[str, Result]) -> None:
    """The counts, for docs/trust.md."""
    summary = {
        "mode": mode,
        "seed": seed,
        "limits": {"seconds": SECONDS_PER_INPUT, "megabytes": MEGABYTES},
        "targets": {name: results[name]._asdict() for name in sorted(results)},
    }
    (BUILD / "summary.json").write_text(json.dumps(summary, indent=2) + "\n")


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mode", choices=["short", "long", "merge", "faults"])
    names = [target.name for target in TARGETS]
    parser.add_argument("--target", action="append", choices=names)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--scale", type=float, default=1, help="of the long run")
    parser.add_argument("--seed", type=int, default=random.randrange(1, 2**31))
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def main() -> int:
    """Exits 1 if there was a fault."""
    arguments = parse_arguments()
    if arguments.mode == "faults":
        for report in sorted(FAULTS.glob("*-report.txt")):
            print(f"{report.name}: {report.read_text().splitlines()[0]}")
        return 0
    targets = [
        target
        for target in TARGETS
        if target.name in (arguments.target or [target.name])
        and (BUILD / "bin" / f"fuzz-{target.name}").exists()
    ]
    if arguments.mode == "merge":
        for target in targets:
            merge(target)
        return 0

    def run(target: Target) -> Result:
        if arguments.mode == "short":
            # Several at once have the time of one each.
            return run_short(target, arguments.seconds, arguments.seed)
        return run_long(target, arguments.scale, arguments.seed)

    print(f"seed {arguments.seed}")
    results = run_all(targets, arguments.jobs, run)
    write_summary(arguments.mode, arguments.seed, results)
    faults = sum(len(result.faults) for result in results.values())
    print(f"{sum(r.runs for r in results.values())} runs, {faults} faults")
    if faults:
        print(f"inputs and reports: {FAULTS}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
