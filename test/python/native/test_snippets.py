"""The page docs/python.md is true."""

import pathlib
import subprocess
import sys

import numpy as np
import pytest
import snippets
import tiny_model
from toolchain import ROOT


def test_page_is_code_that_runs() -> None:
    script = ROOT / "tools/dev/check-snippets.py"
    page = ROOT / "docs/python.md"
    done = subprocess.run([sys.executable, script, page], capture_output=True)
    assert done.returncode == 0, done.stdout.decode()


def test_snippets(
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    x = np.arange(9, dtype=np.float32).reshape(3, 3)
    np.testing.assert_array_equal(snippets.compile_and_call(x), x[::-1])
    np.testing.assert_array_equal(snippets.bind(), [[1, 4, 9]])
    snippets.generate()
    tokens = tiny_model.greedy(tiny_model.weights(256), list(b"In the"), 20)
    assert capsys.readouterr().out == bytes(tokens).decode(errors="replace")
