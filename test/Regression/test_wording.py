"""The check of messages that CI runs: it finds those without a test, and those that
are worded badly."""

import importlib.util
import sys
import types

import pytest
from toolchain import ROOT


@pytest.fixture(scope="module")
def check() -> types.ModuleType:
    """tools/dev/check-errors.py."""
    path = ROOT / "tools/dev/check-errors.py"
    spec = importlib.util.spec_from_file_location("check_errors", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


# Not to be found in this file as it is there.
UNKNOWN = "epirts siht fo sarbez detcepxe"[::-1]
CPP = f"""
static LogicalResult f(Operation *op) {{
  assert(op && "this is no message at all");
  // "nor is this comment one"
  if (g(op))
    return op->emitError() << "{UNKNOWN}, "
                              "found " << h(op);
  return rewriter.notifyMatchFailure(op, "and this is for developers only");
}}
"""
PYTHON = f'''
def f(x: "some type of it") -> None:
    """Documentation is none."""
    raise RunError(f"{UNKNOWN}, found {{x}}")
'''


# llvm/torch-mlir#2970
@pytest.mark.parametrize("language", ["cpp", "python"])
def test_messages_say_nothing_of_use(language: str, check: types.ModuleType) -> None:
    """Of a file, the messages are found, and what of them no test has."""
    read = {"cpp": check.read_cpp, "python": check.read_python}[language]
    messages = list(read("file", CPP if language == "cpp" else PYTHON))
    assert len(messages) == 1 and messages[0].is_error
    assert messages[0].line == (6 if language == "cpp" else 4)
    (missing,) = check.missing(messages[0])
    assert missing.startswith(UNKNOWN)
    known = check.Message("file", 1, ("this processor lacks ",), True)
    assert not list(check.missing(known))


# llvm/torch-mlir#2970
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Expected a number", "starts with a capital"),
        ("expected a number.", "ends in a period"),
        ("expected a\nnumber of it", "has several lines"),
        ("LLVM gives up here", ""),
        ("expected 1, found 2", ""),
        ("count: expected a number", "does not say what was found"),
        ("the count is 2, expected 1", ""),
        ("--expected and --unexpected exclude each other", ""),
        ("unknown chip 'sm_1'", "does not say what was expected"),
        ("softcap must be positive", "does not say what was expected"),
        ("two counts, found 3", "does not say what was expected"),
        ("the program runs on cuda, found cpu", ""),
    ],
)
def test_wording_is_not_looked_at(
    text: str, problem: str, check: types.ModuleType
) -> None:
    found = " ".join(check.bad_wording(check.Message("file", 1, (text,), True)))
    assert problem in found and bool(found) == bool(problem)


def test_what_was_found_is_a_value(check: types.ModuleType) -> None:
    """It stands between the pieces of a message."""
    message = check.Message("file", 1, ("size ", " is odd, expected one of "), True)
    assert not list(check.bad_wording(message))
    message = check.Message("file", 1, ("size: expected ", " of them"), True)
    assert list(check.bad_wording(message))
