"""Small cases under NVIDIA's compute-sanitizer, where there is one."""

import os
import pathlib
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from gpu_check import cases, exercise
from gpu_check.supervisor import package_folder

TOOLS = ("memcheck", "racecheck")
CASES = 6
ERROR = 99
"""Its exit status when it found something."""


def find() -> str | None:
    """In the PATH, else in the toolkit."""
    folders = [os.environ.get("CUDA_HOME", ""), "/usr/local/cuda"]
    places = [os.environ.get("PATH", ""), *(f"{f}/bin" for f in folders if f)]
    return shutil.which("compute-sanitizer", path=os.pathsep.join(places))


def run(
    folder: pathlib.Path,
    device: str,
    deadline: float,
    take: Callable[[int, dict[str, Any]], None],
    program: str,
) -> str:
    """Gives a result for each tool and case to `take`. Returns why it stopped early."""
    _, known = cases.load(folder / "cases.json")
    wanted = exercise.smallest(known, CASES)
    for number in wanted:
        for tool in TOOLS:
            left = deadline - time.monotonic()
            if left <= 0:
                return "its time is used up"
            result = one(program, tool, folder, device, number, left)
            if result is None:
                return "its time is used up"
            take(number, {"tool": tool, "case": str(known[number]), **result})
    return ""


def one(
    program: str,
    tool: str,
    folder: pathlib.Path,
    device: str,
    number: int,
    seconds: float,
) -> dict[str, Any] | None:
    """A case under a tool; None if it took too long."""
    command = [program, f"--tool={tool}", f"--error-exitcode={ERROR}"]
    command += ["--print-limit=3", sys.executable, "-m", "gpu_check.exercise"]
    command += [str(folder), device, str(number)]
    environment = os.environ | {"PYTHONPATH": str(package_folder())}
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode == 0:
        return {"status": "right", "problem": ""}
    status = "wrong" if done.returncode == ERROR else "failed"
    return {"status": status, "problem": (done.stdout + done.stderr)[-1500:]}
