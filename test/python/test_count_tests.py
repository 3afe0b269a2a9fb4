"""tools/dev/count-tests.py: CI's verdict hangs on its counts and exit code."""

import pathlib
import subprocess
import sys

SCRIPT = pathlib.Path(__file__).parents[2] / "tools/dev/count-tests.py"
PASS = '<testcase name="a"/>'
FAIL = '<testcase name="b"><failure>no</failure></testcase>'
ERROR = '<testcase name="c"><error>no</error></testcase>'
SKIP = '<testcase name="d"><skipped/></testcase>'


def count(path: pathlib.Path, *cases: str) -> tuple[int, str]:
    """Exit code and output for a file with `cases`."""
    path.write_text(f"<testsuites><testsuite>{''.join(cases)}</testsuite></testsuites>")
    command = [sys.executable, str(SCRIPT), "--total-only", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout.strip()


def test_all_passed(tmp_path: pathlib.Path) -> None:
    assert count(tmp_path / "r.xml", PASS, PASS, SKIP) == (0, "2 0 1")


def test_failures_and_errors_fail(tmp_path: pathlib.Path) -> None:
    assert count(tmp_path / "r.xml", PASS, FAIL, ERROR) == (1, "1 2 0")


def test_nothing_ran_fails(tmp_path: pathlib.Path) -> None:
    assert count(tmp_path / "r.xml", SKIP) == (1, "0 0 1")


def test_missing_file_fails(tmp_path: pathlib.Path) -> None:
    command = [sys.executable, str(SCRIPT), str(tmp_path / "none.xml")]
    assert subprocess.run(command, capture_output=True).returncode == 1
