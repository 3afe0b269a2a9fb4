"""What all Python tests share: the tools, and counts of cases by form."""

import collections
import re
import sys

import pytest
from toolchain import BUILD, Toolchain

# Where the extension of the Python package is (pytest.ini has the package).
sys.path.append(str(BUILD / "python"))


@pytest.fixture(scope="session")
def toolchain() -> Toolchain:
    """The built tools."""
    return Toolchain()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints the outcomes of each FORM of the tests `test_case[FORM:CASE]`."""
    forms: dict[str, collections.Counter[str]] = {}
    for status in ("passed", "failed", "error", "skipped"):
        for report in terminalreporter.getreports(status):
            if form := re.search(r"::test_case\[([^\]]*):", report.nodeid):
                forms.setdefault(form[1], collections.Counter())[status] += 1
    if forms:
        terminalreporter.section("conformance cases by form")
    for form, counts in sorted(forms.items()):
        text = ", ".join(f"{number} {status}" for status, number in counts.items())
        terminalreporter.write_line(f"{form:24} {text}")
