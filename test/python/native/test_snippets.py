"""The pages docs/python.md and docs/pictures.md are true."""

import pathlib
import subprocess
import sys

import numpy as np
import pytest
import snippets
import tiny_model
from toolchain import ROOT


@pytest.mark.parametrize("page", ["python.md", "pictures.md"])
def test_page_is_code_that_runs(page: str) -> None:
    script = ROOT / "tools/dev/check-snippets.py"
    command = [sys.executable, script, ROOT / "docs" / page]
    done = subprocess.run(command, capture_output=True)
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
    snippets.show_attentions()
    axes, row_sum = capsys.readouterr().out.rsplit(maxsplit=1)
    assert axes == "b h m n" and float(row_sum) == pytest.approx(1)
