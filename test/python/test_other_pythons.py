"""Interpreters that the package is not for are told so in one line."""

import pathlib
import shutil
import subprocess
import sys

import diffattn

PACKAGE = pathlib.Path(diffattn.__file__).parent


def last_line(folder: pathlib.Path, code: str) -> str:
    """The last line of the error of code that imports from a folder."""
    command = [sys.executable, "-P", "-c", code]
    found = subprocess.run(
        command, capture_output=True, text=True, env={"PYTHONPATH": str(folder)}
    )
    assert found.returncode == 1
    return found.stderr.splitlines()[-1]


def test_older_pythons() -> None:
    code = "import sys; sys.version_info = (3, 9, 2); import diffattn"
    assert last_line(PACKAGE.parent, code) == (
        "ImportError: diffattn: expected Python 3.11 or newer, found 3.9"
    )


def copy_package(folder: pathlib.Path) -> pathlib.Path:
    """A package without an extension."""
    copy = folder / "diffattn"
    ignored = shutil.ignore_patterns("_native*", "__pycache__")
    shutil.copytree(PACKAGE, copy, ignore=ignored)
    return copy


def test_extension_of_another_python(tmp_path: pathlib.Path) -> None:
    extension = copy_package(tmp_path) / "_native.cpython-39-x86_64-linux-gnu.so"
    extension.touch()
    assert last_line(tmp_path, "import diffattn.compiler") == (
        f"diffattn.errors.UnavailableError: '{extension}' is for another Python than "
        f"this one, {sys.implementation.cache_tag}: install diffattn with the pip of "
        f"'{sys.executable}'"
    )


def test_no_extension(tmp_path: pathlib.Path) -> None:
    copy_package(tmp_path)
    line = last_line(tmp_path, "import diffattn.compiler")
    assert "the extension of diffattn can't be loaded (cannot import name" in line
    advice = "install the package with pip, or build it with nanobind in .venv"
    assert line.endswith(advice)
