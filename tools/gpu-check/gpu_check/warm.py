"""Has the driver compile all kernels, where it must, on all processors at once.

An artifact may hold no machine code for the GPU, or such that is newer than the driver.
Then a process waits for the compiler of its driver, which is one thread, for seconds an
artifact. What it made is kept in a cache of the user: it is there for later processes.
"""

import os
import pathlib
import subprocess
import sys
import time

from gpu_check import cases, exercise
from gpu_check.supervisor import package_folder

MOST_PROCESSES = 8


def run(folder: pathlib.Path, device: str, seconds: float) -> str:
    """Launches the smallest case of each attention. Returns what went wrong, if
    something did: the cases themselves will tell."""
    _, known = cases.load(folder / "cases.json")
    wanted = exercise.smallest(known, len(known))
    count = min(os.cpu_count() or 1, MOST_PROCESSES, len(wanted))
    deadline = time.monotonic() + seconds
    started = [start(folder, device, wanted[i::count]) for i in range(count)]
    problems = [finish(process, deadline) for process in started]
    return next(filter(None, problems), "")


def start(
    folder: pathlib.Path, device: str, numbers: list[int]
) -> subprocess.Popen[str]:
    """A process for some of the cases."""
    command = [sys.executable, "-m", "gpu_check.exercise", str(folder), device]
    return subprocess.Popen(
        command + [str(number) for number in numbers],
        env=os.environ | {"PYTHONPATH": str(package_folder())},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str], deadline: float) -> str:
    """Waits for it. Returns the last line of its errors, if it failed."""
    try:
        said = process.communicate(timeout=max(deadline - time.monotonic(), 0))[1]
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return "it took too long"
    lines = said.strip().splitlines() or [f"exit {process.returncode}"]
    return lines[-1] if process.returncode else ""
