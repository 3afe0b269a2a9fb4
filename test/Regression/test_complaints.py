"""The list of complaints about neighbouring projects: each has a test here."""

import ast
import json
import pathlib
import re

import pytest

HERE = pathlib.Path(__file__).parent
TEST = HERE.parent
COMPLAINTS = json.loads((HERE / "complaints.json").read_text())

# ONNX export of attention: there is no import of ONNX.
LEFT_OUT = {47}
LAST = 49


def functions_of(path: pathlib.Path) -> set[str]:
    """The tests in a file of Python."""
    tree = ast.parse(path.read_text())
    return {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}


def test_every_complaint_has_a_number() -> None:
    numbers = [entry["number"] for entry in COMPLAINTS]
    assert numbers == [n for n in range(1, LAST + 1) if n not in LEFT_OUT]


@pytest.mark.parametrize("entry", COMPLAINTS, ids=lambda e: str(e["number"]))
def test_complaint_has_a_test(entry: dict) -> None:
    """Each test that is named exists; one of ours names the complaint."""
    assert re.fullmatch(r"[\w.-]+/[\w.-]+(#\d+| PR \d+)", entry["thread"])
    assert entry["gist"] and entry["tests"]
    for name in entry["tests"]:
        file, _, test = name.partition("::")
        path = TEST / file
        assert path.is_file(), name
        if path.suffix == ".py":
            assert test in functions_of(path), name
        elif test:
            assert re.search(rf"(?m)^.*{re.escape(test)}", path.read_text()), name
        if file.startswith("Regression/"):
            assert entry["thread"] in path.read_text(), name
