"""Tools as a user runs them whose input may be wrong."""

import dataclasses
import functools
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator

from toolchain import BUILD, ROOT

# Longer than anything here takes.
SECONDS = 120

# What LLVM says when it gives up.
CRASH = ("PLEASE submit a bug report", "Stack dump", "LLVM ERROR", "Assertion")


@dataclasses.dataclass(frozen=True)
class Outcome:
    """How a command ended."""

    status: int
    """Of the process; -N: by signal N."""
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """What it said on the standard error."""
        return self.err.splitlines()


def run(
    tool: str,
    *arguments: str | bytes | pathlib.Path,
    stdin: str = "",
    limits: dict[int, int] | None = None,
    folder: pathlib.Path | None = None,
) -> Outcome:
    """A tool of the build, or `diffattn`. `limits`: of resources, as RLIMIT_STACK."""

    def limit() -> None:
        for kind, most in (limits or {}).items():
            resource.setrlimit(kind, (most, most))
        # Python ignores it, and its children would.
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)

    command = [str(BUILD / "bin" / tool)]
    environment = dict(os.environ)
    if tool == "diffattn":
        command = [sys.executable, "-P", "-m", "diffattn"]
        places = (ROOT / "python", BUILD / "python")
        environment["PYTHONPATH"] = os.pathsep.join(map(str, places))
    done = subprocess.run(
        [*command, *(a if isinstance(a, bytes) else str(a) for a in arguments)],
        input=stdin.encode(),
        capture_output=True,
        timeout=SECONDS,
        cwd=folder,
        env=environment,
        preexec_fn=limit,
    )
    texts = (text.decode(errors="replace") for text in (done.stdout, done.stderr))
    return Outcome(done.returncode, *texts)


def run_forks(
    lists: list[list[str | bytes]], folder: pathlib.Path
) -> Iterator[Outcome]:
    """`diffattn` with each of these arguments in a process of its own, without
    starting Python for each."""
    texts = [
        [(a.encode() if isinstance(a, str) else a).decode("latin-1") for a in arguments]
        for arguments in lists
    ]
    script = pathlib.Path(__file__).with_name("forks.py")
    places = (ROOT / "python", BUILD / "python")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, places))}
    done = subprocess.run(
        [sys.executable, "-P", script],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        cwd=folder,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    for status, out, err in json.loads(done.stdout):
        yield Outcome(status, out, err)


def problem_of(outcome: Outcome, lines: int = 1) -> str:
    """What is wrong with how a refusal was told; empty if nothing is. It is an error
    of the input (1) or of usage (2), in so many lines at most."""
    if outcome.status not in (1, 2):
        return f"exit {outcome.status}: {outcome.err[:500]}"
    if any(sign in outcome.err for sign in CRASH):
        return f"crashed: {outcome.err[:500]}"
    if not outcome.err.strip():
        return "failed without a word"
    if len(outcome.lines) > lines:
        return f"{len(outcome.lines)} lines: {outcome.err[:500]}"
    return ""


def refused(
    tool: str,
    *arguments: str | bytes | pathlib.Path,
    stdin: str = "",
    limits: dict[int, int] | None = None,
    folder: pathlib.Path | None = None,
    lines: int = 1,
) -> str:
    """The message of a command that must fail, and does so in order."""
    outcome = run(tool, *arguments, stdin=stdin, limits=limits, folder=folder)
    problem = problem_of(outcome, lines)
    assert not problem, f"{tool} {arguments}: {problem}"
    return outcome.err


@functools.cache
def passes() -> dict[str, tuple[str, ...]]:
    """Our passes and pipelines with the options of each, as the help lists them."""
    found: dict[str, list[str]] = {}
    current = ""
    for line in run("diffattn-opt", "--help").out.splitlines():
        if match := re.match(r"      --(diffattn-[\w-]+)\s", line + " "):
            current = match[1]
            found[current] = []
        elif match := re.match(r"        --([\w-]+)(=<|\s)", line):
            if current:
                found[current].append(match[1])
        elif not line.startswith("          "):
            current = ""
    return {name: tuple(options) for name, options in found.items()}


def pass_options() -> Iterator[tuple[str, str]]:
    """All of them."""
    for name, options in passes().items():
        yield from ((name, option) for option in options)
