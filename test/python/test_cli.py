"""The frame of the command line."""

import subprocess
import sys
from pathlib import Path

import pytest
from diffattn import cli
from diffattn.commands import COMMANDS
from diffattn.errors import Error


def test_help_lists_every_command(capsys):
    with pytest.raises(SystemExit) as exit:
        cli.main(["--help"])
    assert exit.value.code == 0
    out = capsys.readouterr().out
    for command in COMMANDS:
        assert f"\n    {command.NAME}" in out


def test_no_command_is_a_usage_error(capsys):
    with pytest.raises(SystemExit) as exit:
        cli.main([])
    assert exit.value.code == 2
    assert "usage: diffattn" in capsys.readouterr().err


def test_an_error_of_the_input_is_one_line_and_exit_1(capsys, monkeypatch):
    def fail(arguments):
        raise Error("model 'x': expected a folder, found nothing")

    command = next(each for each in COMMANDS if each.NAME == "import")
    monkeypatch.setattr(command, "run", fail)
    assert cli.main(["import", "x", "-o", "y.mlir"]) == 1
    err = capsys.readouterr().err
    assert err == "diffattn: error: model 'x': expected a folder, found nothing\n"


def test_starting_does_not_import_torch():
    program = "import diffattn.cli, sys; sys.exit('torch' in sys.modules)"
    package = Path(cli.__file__).parents[1]
    run = subprocess.run([sys.executable, "-c", program], cwd=package)
    assert run.returncode == 0
