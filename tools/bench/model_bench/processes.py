"""Runs commands, and says what they took."""

import os
import pathlib
import signal
import subprocess
import time
from collections.abc import Sequence

from harness import ROOT, Unsuited, machine

from model_bench.implementation import Cost

LOG_LINES = 12


def environment(
    build: pathlib.Path, threads: int, work: pathlib.Path
) -> dict[str, str]:
    """Of all processes: the packages of this tree, so many threads, nothing kept
    from run to run, nothing fetched."""
    paths = [ROOT / "tools" / "bench", ROOT / "python", build / "python"]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "PYTHONWARNINGS": "ignore",
        "OMP_NUM_THREADS": str(threads),
        "TORCHINDUCTOR_CACHE_DIR": str(work / "inductor"),
        "TORCHINDUCTOR_COMPILE_THREADS": str(threads),
        "TRITON_CACHE_DIR": str(work / "triton"),
        "TRANSFORMERS_VERBOSITY": "error",
        "HF_HUB_OFFLINE": "1",
    }


def run(
    command: Sequence[object], log: pathlib.Path, environment: dict[str, str]
) -> Cost:
    """Runs a command to its end, before what other sessions run; what it prints goes
    to `log`. Raises Unsuited with the end of that if it fails.

    The memory is that of the command or of a process that it waited for, whichever
    is larger.
    """
    start = time.perf_counter()
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=environment,
            preexec_fn=machine.take_priority,
        )
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            # Not reached by Ctrl-C: it leads a session, and with it a group.
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if process.returncode:
        name = pathlib.Path(str(command[0])).name
        raise Unsuited(f"{name}: exit {process.returncode}: {end_of(log)}")
    return Cost(seconds, 1024 * usage.ru_maxrss)


def end_of(log: pathlib.Path) -> str:
    """The last lines of a log, as one."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    text = " ".join(" ".join(lines[-LOG_LINES:]).split())
    return text[-400:] or "no message"
