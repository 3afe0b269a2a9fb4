"""The frame of the command line."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from diffattn import cli
from diffattn.commands import COMMANDS
from diffattn.commands.compile_ import is_pytorch
from diffattn.commands.files import check_outputs, keep_models, write_files
from diffattn.errors import Error, UsageError


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
    err = capsys.readouterr().err
    assert err.startswith("diffattn: error: ") and err.count("\n") == 1


@pytest.mark.parametrize(
    "options",
    [
        ["--entry", "forward"],
        ["--context", "8"],
        ["--dtype", "bfloat16"],
        ["--attention", "sdpa"],
        ["--trust-remote-code"],
    ],
)
@pytest.mark.parametrize(
    ("command", "input"), [("compile", ".mlir"), ("import", ".pt2")]
)
def test_options_of_folders_need_one(command, input, options, capsys, tmp_path):
    model = tmp_path / f"model{input}"
    model.write_text("")
    output = str(tmp_path / "out")
    assert cli.main([command, str(model), "-o", output, *options]) == 2
    assert capsys.readouterr().err == (
        f"diffattn: error: {options[0]} is for model folders, and '{model}' is none\n"
    )


def test_an_error_of_the_input_is_one_line_and_exit_1(capsys, monkeypatch):
    def fail(arguments):
        raise Error("model 'x': expected a folder, found nothing")

    command = next(each for each in COMMANDS if each.NAME == "import")
    monkeypatch.setattr(command, "run", fail)
    assert cli.main(["import", "x", "-o", "y.mlir"]) == 1
    err = capsys.readouterr().err
    assert err == "diffattn: error: model 'x': expected a folder, found nothing\n"


def test_a_bad_option_is_one_line_and_exit_2(capsys, monkeypatch):
    def fail(arguments):
        raise UsageError("top-p: expected more")

    command = next(each for each in COMMANDS if each.NAME == "import")
    monkeypatch.setattr(command, "run", fail)
    assert cli.main(["import", "x", "-o", "y.mlir"]) == 2
    assert capsys.readouterr().err == "diffattn: error: top-p: expected more\n"


def test_a_full_or_closed_output():
    program = (
        "import sys, diffattn.cli as cli, diffattn.commands as commands\n"
        "commands.import_.run = lambda arguments: print('x' * 100000) or 0\n"
        "sys.exit(cli.main(['import', 'x', '-o', 'y.mlir']))"
    )
    package = Path(cli.__file__).parents[1]
    for redirection, status, message in (
        (">/dev/full", 1, "diffattn: error: the standard output: No space left on "),
        (">&-", 0, ""),
        ("| true; exit ${PIPESTATUS[0]}", 1, ""),
    ):
        run = subprocess.run(
            ["bash", "-c", f'"$0" -c "$1" {redirection}', sys.executable, program],
            cwd=package,
            capture_output=True,
            text=True,
        )
        assert run.returncode == status, run.stderr
        assert run.stderr.startswith(message)
        assert run.stderr.count("\n") == bool(message)
    for redirection, message in (
        (">/dev/full", "diffattn: error: the standard output: No space left on "),
        ("| true; exit ${PIPESTATUS[0]}", ""),
    ):
        run = subprocess.run(
            ["bash", "-c", f'"$0" -m diffattn import -h {redirection}', sys.executable],
            cwd=package,
            capture_output=True,
            text=True,
        )
        assert run.stderr.startswith(message)
        assert run.stderr.count("\n") == bool(message)


def test_files_are_written_whole_or_not_at_all(tmp_path):
    old, new = tmp_path / "old", tmp_path / "none" / "new"
    old.write_text("old")
    with pytest.raises(Error, match="'.*new': cannot be written: No such file"):
        write_files({old: b"1", new: b"2"})
    assert old.read_text() == "old" and list(tmp_path.iterdir()) == [old]


def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_bytes)
        write_files({pipe: b"text"})
        assert read.result() == b"text"
    assert pipe.is_fifo()


@pytest.mark.parametrize("name", ["model.safetensors", "config.json", "m.mlir"])
@pytest.mark.parametrize("command", ["compile", "inspect"])
def test_models_are_not_replaced(command, name, tmp_path, capsys):
    """By a library or a page."""
    pytest.importorskip("diffattn._native")
    path, source = tmp_path / name, tmp_path / "source.mlir"
    keep_models([path])
    for file in (path, source):
        file.write_text("a model")
    text = ["--attention", "a"] if command == "inspect" else []
    assert cli.main([command, str(source), "-o", str(path), *text]) == 2
    assert "expected no file of a model, found one" in capsys.readouterr().err
    assert path.read_text() == "a model"


@pytest.mark.parametrize(
    ("model", "outputs", "message"),
    [
        ("m.mlir", ["m.mlir"], "the output is the input"),
        ("folder", ["folder"], "the output is the input"),
        ("folder", ["folder/config.json"], "the output is a file of the model"),
        ("m.mlir", ["x", "x"], "two outputs have this name"),
        ("m.mlir", ["x", "folder/../x"], "two outputs have this name"),
        ("m.mlir", ["folder"], "cannot be written: it is a folder"),
        ("m.mlir", ["none/x"], "cannot be written: its folder does not exist"),
    ],
)
def test_outputs_are_checked(tmp_path, model, outputs, message):
    (tmp_path / "folder").mkdir()
    (tmp_path / "m.mlir").write_text("")
    with pytest.raises(Error, match=message):
        check_outputs(str(tmp_path / model), [tmp_path / each for each in outputs])
    check_outputs(str(tmp_path / model), [tmp_path / "y", Path("/dev/null")])


def test_a_module_may_lie_in_the_folder_of_its_model(tmp_path: Path) -> None:
    for _ in range(2):
        check_outputs(str(tmp_path), [tmp_path / "model.mlir"])
        (tmp_path / "model.mlir").write_text("as imported before")


def test_inputs_are_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a text")
    text = str(tmp_path / "text")
    with pytest.raises(UsageError, match="the output is the input"):
        check_outputs("none.so", [tmp_path / "text"], [text])
    check_outputs("none.so", [tmp_path / "page"], [text, None])


def test_outputs_have_names(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="^output: expected the name of a file"):
        check_outputs(str(tmp_path), [Path("")])


def test_machine_code_is_no_module(tmp_path: Path) -> None:
    library = tmp_path / "model.so"
    library.write_bytes(b"\x7fELF and more")
    with pytest.raises(Error, match="model.so': expected a module, found machine code"):
        is_pytorch(str(library))


def test_an_interrupted_compile_leaves_no_files(tmp_path):
    program = (
        "import pathlib, sys, time\n"
        "from diffattn import interruption\n"
        "from diffattn.commands.files import discarding_temporaries\n"
        "interruption.install()\n"
        "folder = pathlib.Path(sys.argv[1])\n"
        "def work():\n"
        "    (folder / 'm.so.12ab34.tmp').touch()\n"
        "    print(flush=True)\n"
        "    time.sleep(60)\n"
        "with discarding_temporaries(folder / 'm.so', None):\n"
        "    interruption.call(work)"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", program, tmp_path],
        cwd=Path(cli.__file__).parents[1],
        stdout=subprocess.PIPE,
        # A shell's background jobs don't see Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    run.stdout.readline()
    run.send_signal(signal.SIGINT)
    assert run.wait(30) == 130
    assert not list(tmp_path.iterdir())


def test_starting_does_not_import_torch():
    program = "import diffattn.cli, sys; sys.exit('torch' in sys.modules)"
    package = Path(cli.__file__).parents[1]
    run = subprocess.run([sys.executable, "-c", program], cwd=package)
    assert run.returncode == 0


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "expected a model folder, found no config.json in it"),
        (
            {"model.mlir": ""},
            "found no config.json in it; it has a model.mlir, which can be compiled",
        ),
        ({"config.json": "{"}, "config.json: cannot be read as JSON"),
        ({"config.json": "[]"}, "config.json: expected a JSON object"),
    ],
)
def test_wrong_folders_are_found_before_pytorch_is_loaded(files, message, tmp_path):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    program = (
        "import sys, diffattn.cli as cli\n"
        "status = cli.main(['import', sys.argv[1], '-o', 'none.mlir'])\n"
        "assert 'torch' not in sys.modules\n"
        "sys.exit(status)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, tmp_path],
        cwd=Path(cli.__file__).parents[1],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 1, run.stderr
    assert message in run.stderr and run.stderr.count("\n") == 1
