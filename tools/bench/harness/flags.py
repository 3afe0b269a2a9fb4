"""Flags that the benchmarks share."""

import argparse
import os
import pathlib
import signal
from collections.abc import Iterable

from harness import ROOT


def add_flags(
    parser: argparse.ArgumentParser,
    implementations: Iterable[str],
    default: str,
    output: pathlib.Path,
) -> None:
    """Declares them; `default` says what is timed if no implementation is named."""
    add = parser.add_argument
    add(
        "--case",
        action="append",
        default=[],
        metavar="NAME",
        dest="cases",
        help="time this one; may be given again (--list has the names)",
    )
    add(
        "--implementation",
        action="append",
        default=[],
        metavar="NAME",
        choices=list(implementations),
        dest="implementations",
        help=f"time this one; 'diffattn' is ours (default: {default})",
    )
    add("--rounds", type=int, default=7, help="that must count (default: 7)")
    add("--threads", type=int, default=2, help="of every implementation (default: 2)")
    add(
        "--output",
        type=pathlib.Path,
        default=output,
        help=f"default: {output.relative_to(ROOT)}",
    )
    add("--add", action="store_true", help="keep other cases in the output")
    add("--list", action="store_true", help="print names and leave")
    add(
        "--build",
        type=pathlib.Path,
        default=ROOT / "build" / "release",
        help="the build of diffattn (default: build/release)",
    )


def check_flags(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Exits with 2 for numbers that make no sense."""
    for name in ("rounds", "threads"):
        if (value := getattr(options, name)) < 1:
            parser.error(f"--{name}: expected a number from 1, found {value}")
    if options.threads > (processors := len(os.sched_getaffinity(0))):
        parser.error(
            f"--threads: this process may use {processors} processors, "
            f"found {options.threads}"
        )


def check_build(
    parser: argparse.ArgumentParser, options: argparse.Namespace, target: str
) -> None:
    """Exits with 2 if there is no build; `target` of the Makefile makes one."""
    if not (options.build / "bin" / "diffattn-compile").exists():
        parser.error(
            f"--build: '{options.build}' has no bin/diffattn-compile; "
            f"`make {target}` builds it first"
        )


def print_names(cases: Iterable[tuple[str, bool]], names: Iterable[str]) -> None:
    """Of cases, with whether they are timed by default, and implementations."""
    # Whoever reads may have enough of them.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for case, is_default in cases:
        print(case, "" if is_default else "(not by default)")
    print("implementations:", ", ".join(names))
