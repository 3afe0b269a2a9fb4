#!/usr/bin/env python3
# ===- count-tests.py - one count over JUnit files ----------------------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Usage: count-tests.py [--total-only] RESULT.xml...

Prints passed, failed and skipped tests a file and in total (with --total-only
just "PASSED FAILED SKIPPED"). Exits 1 if a test failed, a file is missing or no
test ran.
"""

import pathlib
import sys
import xml.etree.ElementTree as ElementTree
from typing import NamedTuple


class Count(NamedTuple):
    """How many tests passed, failed and were skipped."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def plus(self, other: "Count") -> "Count":
        """The sum of two counts."""
        return Count(*(a + b for a, b in zip(self, other)))

    def __str__(self) -> str:
        text = f"{self.passed} passed, {self.failed} failed"
        return text + (f", {self.skipped} skipped" if self.skipped else "")


def outcome(case: ElementTree.Element) -> Count:
    """The count of one <testcase>."""
    if case.find("failure") is not None or case.find("error") is not None:
        return Count(failed=1)
    if case.find("skipped") is not None:
        return Count(skipped=1)
    return Count(passed=1)


def count(path: pathlib.Path) -> Count:
    """The count of a file; an unreadable one is a failure."""
    total = Count()
    try:
        root = ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return Count(failed=1)
    for case in root.iter("testcase"):
        total = total.plus(outcome(case))
    return total


def main() -> int:
    """Counts the files named on the command line."""
    total_only = "--total-only" in sys.argv
    paths = [pathlib.Path(a) for a in sys.argv[1:] if not a.startswith("--")]
    counts = {path.stem: count(path) for path in paths}
    total = Count()
    for name, found in counts.items():
        total = total.plus(found)
        if not total_only:
            print(f"{name + ':':8} {found}")
    print(*total) if total_only else print(f"{'all:':8} {total}")
    return 1 if total.failed or not total.passed else 0


if __name__ == "__main__":
    sys.exit(main())
