"""Commands at a terminal: what they show, and how Ctrl-C ends them."""

import dataclasses
import importlib.util
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import time

import modules
import pytest
from diffattn.compiler import compile_file
from toolchain import BUILD, ROOT

DEMO = ROOT / "examples/kjv-diffllama"
CTRL_C = b"\x03"


@dataclasses.dataclass
class Command:
    """A run of `diffattn`, whose standard output and error are a terminal."""

    process: subprocess.Popen[bytes]
    terminal: int

    @classmethod
    def start(cls, folder: pathlib.Path, *arguments: object) -> "Command":
        terminal, inside = pty.openpty()
        process = subprocess.Popen(
            ["setsid", "-c", str(BUILD / "bin/diffattn"), *map(str, arguments)],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            cwd=folder,
            env=os.environ | {"TERM": "xterm", "COLUMNS": "80"},
            # Tests in the background are started deaf.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        os.close(inside)
        return cls(process, terminal)

    def wait_for_start(self) -> None:
        """Waits until Python has started and the command answers signals: until then
        it is Python that does so. Python alone doesn't answer SIGHUP."""
        while self.process.poll() is None:
            status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
            caught = re.search(r"SigCgt:\s*(\w+)", status)
            if caught and int(caught[1], 16) >> (signal.SIGHUP - 1) & 1:
                return
            time.sleep(0.005)

    def finish(self) -> tuple[int, str]:
        """Exit code, and all that the terminal was sent."""
        output = b""
        while True:
            try:
                output += os.read(self.terminal, 1 << 16)
            except OSError:  # Nobody has it open any more.
                break
        os.close(self.terminal)
        return self.process.wait(), output.decode()


def visible(output: str) -> list[str]:
    """What a reader sees in the end: the line that is drawn again is gone."""
    lines = output.replace("\r\n", "\n").split("\n")
    return [line.rpartition("\r\x1b[K")[2] for line in lines]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The demo model, quickly compiled and slow."""
    path = tmp_path_factory.mktemp("slow") / "kjv.so"
    compile_file(DEMO / "model.mlir", output=path, optimize=False)
    return path


def arguments_of(command: str, library: pathlib.Path) -> list[object]:
    """A command that takes longer than the test waits."""
    prompts = [word for text in "abcdefgh" for word in ("--prompt", text)]
    return {
        "compile": [DEMO / "model.mlir", "-o", "out.so", "--emit-header", "out.h"],
        "import": [DEMO, "-o", "out.mlir"],
        "generate": [library, "--model", DEMO, *prompts, "--max-tokens", 1000],
        "inspect": [DEMO, "--attention", "In the", "-o", "out.html"],
    }[command]


@pytest.mark.parametrize("command", ["compile", "import", "generate", "inspect"])
@pytest.mark.parametrize(
    "seconds, how", [(0.0, CTRL_C), (0.4, signal.SIGTERM), (1.2, CTRL_C)]
)
def test_interrupted_commands_leave_nothing(
    command: str,
    seconds: float,
    how: bytes | signal.Signals,
    library: pathlib.Path,
    tmp_path: pathlib.Path,
) -> None:
    if command == "import" and not importlib.util.find_spec("torch"):
        pytest.skip("needs torch")
    run = Command.start(tmp_path, command, *arguments_of(command, library))
    run.wait_for_start()
    time.sleep(seconds)
    if isinstance(how, bytes):
        os.write(run.terminal, how)
        expected = 130
    else:
        run.process.send_signal(how)
        expected = 143
    status, output = run.finish()
    assert status == expected, output
    text = "\n".join(visible(output))
    assert "Traceback" not in text and "rror" not in text, output
    assert not list(tmp_path.iterdir())


def test_a_terminal_shows_progress_and_a_pipe_does_not(tmp_path: pathlib.Path) -> None:
    arguments = ("compile", DEMO / "model.mlir", "-o", "out.so", "--no-optimize")
    status, output = Command.start(tmp_path, *arguments).finish()
    assert status == 0
    assert re.search(r"\r\x1b\[K[\w ]+ \(\d+ s\)\r\x1b\[K", output)
    assert visible(output) == [
        "model 'kjv-diffllama'",
        "5 differential attention layers found, fused into 5 kernels",
        "3 functions: forward, prefill, decode",
        "",
    ]
    layer = ("compile", ROOT / "examples/v1-layer.mlir", "-o", "layer.so")
    done = subprocess.run(
        [BUILD / "bin/diffattn", *layer], cwd=tmp_path, capture_output=True
    )
    assert done.returncode == 0 and done.stderr == b"" and b"\x1b" not in done.stdout


def test_timing(tmp_path: pathlib.Path) -> None:
    (tmp_path / "scale.mlir").write_text(modules.SCALE)
    done = subprocess.run(
        [BUILD / "bin/diffattn", "compile", "scale.mlir", "-o", "x.so", "--timing"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and done.stdout == "1 function: scale\n"
    lines = [
        re.fullmatch(r" *([\d.]+) +[\d.]+%  ( *)(.*)", line)
        for line in done.stderr.splitlines()[1:]
    ]
    tree = [(len(m[2]) // 2, m[3], float(m[1])) for m in lines if m]
    assert len(tree) == len(lines)
    outer = [name for depth, name, _ in tree if depth == 0]
    assert outer == ["parse", "compile", "link", "rest", "total"]
    stages = [name for depth, name, _ in tree if depth == 1]
    assert stages == [
        *("raised", "fused", "scheduled", "buffers", "kernels", "llvm"),
        *("translate to LLVM IR", "verify LLVM IR", "optimise LLVM IR"),
        *("emit machine code", "rest"),
    ]
    for depth, end in ((0, "total"), (1, "compile")):
        parts = [s for d, name, s in tree if d == depth and name != "total"]
        (whole,) = [s for d, name, s in tree if name == end]
        assert sum(parts) == pytest.approx(whole, abs=0.01)


def test_jobs_in_the_background_stay_deaf(tmp_path: pathlib.Path) -> None:
    (tmp_path / "scale.mlir").write_text(modules.SCALE)
    run = subprocess.Popen(
        [BUILD / "bin/diffattn", "compile", "scale.mlir", "-o", "x.so"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    time.sleep(0.2)
    run.send_signal(signal.SIGINT)
    assert run.wait() == 0 and (tmp_path / "x.so").exists()


def test_signals_stay_those_of_the_host(tmp_path: pathlib.Path) -> None:
    """lld has LLVM catch most of them, and leaves it so."""
    script = f"""
import os, signal
from diffattn.compiler import compile_text

def caught():
    return [line for line in open("/proc/self/status") if line.startswith("Sig")]

seen = []
for number in (signal.SIGUSR1, signal.SIGUSR2):
    signal.signal(number, lambda number, frame: seen.append(number))
before = caught()
compile_text({modules.SCALE!r}, output="x.so")
assert caught() == before, (before, caught())
os.kill(os.getpid(), signal.SIGUSR1)
assert seen == [signal.SIGUSR1]
"""
    places = os.pathsep.join(map(str, (ROOT / "python", BUILD / "python")))
    environment = os.environ | {"PYTHONPATH": places}
    subprocess.run(
        [sys.executable, "-P", "-c", script], check=True, cwd=tmp_path, env=environment
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_diffattn_compile_leaves_no_temporary_files(
    number: signal.Signals, tmp_path: pathlib.Path
) -> None:
    """Interrupted while an assembler that takes long is at work."""
    temporary, out = tmp_path / "temporary", tmp_path / "out"
    for folder in (temporary, out):
        folder.mkdir()
    ptxas = tmp_path / "ptxas"
    ptxas.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\nexec sleep 3\n")
    ptxas.chmod(0o755)
    (tmp_path / "scale.mlir").write_text(modules.SCALE)
    process = subprocess.Popen(
        [
            *(BUILD / "bin/diffattn-compile", "scale.mlir", "-o", out / "x.so"),
            *("--target=cuda", "--cubin=sm_80", f"--ptxas={ptxas}"),
        ],
        cwd=tmp_path,
        env=os.environ | {"TMPDIR": str(temporary)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while not (tmp_path / "started").exists():
        assert process.poll() is None
        time.sleep(0.005)
    assert len(list(temporary.iterdir())) >= 3
    process.send_signal(number)
    assert process.wait() == -number
    assert not [*temporary.iterdir(), *out.iterdir()]
