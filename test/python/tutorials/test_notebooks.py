"""The notebooks run, and print what they show."""

import importlib.util
import pathlib
import subprocess
import sys

import pytest
from toolchain import BUILD, ROOT
from tutorial import environment

pytest.importorskip("nbclient")
from nbformat.v4 import new_code_cell, new_notebook, new_output, writes

SCRIPT = ROOT / "tools/dev/notebook.py"
NOTEBOOKS = sorted((ROOT / "docs").rglob("*.ipynb"))
CACHE = BUILD / "CMakeCache.txt"


def run(*arguments: pathlib.Path | str) -> tuple[int, str]:
    """Exit code and output of the script."""
    command = [sys.executable, str(SCRIPT), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment())
    return done.returncode, done.stdout


@pytest.mark.skipif(
    "-fsanitize=" in CACHE.read_text(), reason="no extension with sanitizers"
)
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(notebook: pathlib.Path) -> None:
    for package in ("torch", "transformers"):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"needs {package}")
    assert run(notebook) == (0, "")


def test_there_is_one() -> None:
    assert NOTEBOOKS


def test_what_is_wrong_is_found(tmp_path: pathlib.Path) -> None:
    def cell(code: str, shown: str, *tags: str) -> object:
        output = new_output("stream", name="stdout", text=shown)
        return new_code_cell(code, outputs=[output], metadata={"tags": list(tags)})

    path = tmp_path / "a.ipynb"
    good = [cell("print(0.501, 'x')", "0.5 x\n"), cell("print(7)", "8\n", "varies")]
    path.write_text(writes(new_notebook(cells=good)))
    assert run(path) == (0, "")
    wrong = [
        cell("print('a')", "b\n"),
        cell("print('lambda', 0.6)", "lambda 0.5\n"),
        cell("print(1)\nprint(2)", "1\n"),
        cell("pass", "1\n", "varies"),
    ]
    path.write_text(writes(new_notebook(cells=wrong)))
    status, output = run(path)
    assert status == 1
    assert output.splitlines() == [
        f"{path}: code cell 1: prints 'a', shows 'b'",
        f"{path}: code cell 2: prints 'lambda 0.6', shows 'lambda 0.5'",
        f"{path}: code cell 3: prints '2', shows ''",
        f"{path}: code cell 4: expected outputs of the kinds that are shown",
    ]
    # --write makes it right.
    assert run("--write", path) == (0, "")
    assert run(path) == (0, "")
    path.write_text(writes(new_notebook(cells=[cell("1 / 0", "1\n")])))
    status, output = run(path)
    assert status == 1 and "ZeroDivisionError" in output
