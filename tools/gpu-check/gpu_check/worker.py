"""The process that does the cases of a phase, one after the other.

    python -m gpu_check.worker PHASE FOLDER DEVICE FIRST COUNT

Says so in front of and behind each case, a line of JSON each, from case FIRST on: so
its parent (supervisor.py) knows which one a crash or a hang belongs to.
"""

import importlib
import json
import pathlib
import sys
from typing import Any

PHASES = ("correctness", "timings")


def say(**line: Any) -> None:
    """A line for the parent."""
    print(json.dumps(line), flush=True)


def run(phase: str, folder: pathlib.Path, device: str, first: int, count: int) -> int:
    """Does cases until one fails in a way that may have broken the device."""
    module = importlib.import_module(f"gpu_check.{phase}")
    work = module.Phase(folder, device)
    say(ready=work.about())
    for number in range(first, count):
        say(begin=number)
        try:
            result = work.do(number)
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            say(end=number, result={"status": "failed", "problem": what[:2000]})
            if not device.startswith("sim"):
                # Errors of a GPU stay: the rest is for a new process.
                return 3
        else:
            say(end=number, result=result)
    say(finished=True)
    return 0


if __name__ == "__main__":
    sys.exit(
        run(
            sys.argv[1],
            pathlib.Path(sys.argv[2]),
            sys.argv[3],
            int(sys.argv[4]),
            int(sys.argv[5]),
        )
    )
