"""A process that has one implementation ready and does what it is asked.

python -m model_bench.worker SETTING NAME; the implementation "peak" measures those of
the processor. Requests are lines of JSON on the standard input, each the name of a
method below and its arguments; each is answered by a line on the standard output.
"""

import ctypes
import json
import os
import signal
import sys
import time
from typing import Any

import numpy as np
from harness import machine

from model_bench import implementations
from model_bench.implementation import Ready, Setting

PEAK = "peak"


class PeakWorker:
    """Measures peaks."""

    def __init__(self, setting: Setting):
        self._peak = machine.Peak(setting.build, setting.threads)

    def measure(self, unit: str) -> float:
        """GFLOP/s or GB/s."""
        return self._peak.measure(unit)


class ModelWorker:
    """Runs an implementation."""

    def __init__(self, name: str, setting: Setting):
        self._name = name
        self._setting = setting
        self._ready: Ready

    def prepare(self) -> dict[str, Any]:
        """What it took, if the program is made here."""
        ready = self._ready = implementations.prepare(self._name, self._setting)
        return {
            "compile_seconds": ready.compile_seconds,
            "memory": machine.peak_memory(),
            "artifact_bytes": ready.artifact_bytes,
        }

    def logits(self, path: str) -> None:
        """Writes those of a call."""
        self._ready.reset()
        np.save(path, self._ready.read(self._ready.call()))

    def time(self, calls: int) -> list[float]:
        """The seconds of calls."""
        return [self._time_one() for _ in range(calls)]

    def _time_one(self) -> float:
        self._ready.reset()
        start = time.perf_counter()
        self._ready.call()
        return time.perf_counter() - start

    def forget_peak_memory(self) -> bool:
        """From here on."""
        return machine.forget_peak_memory()

    def peak_memory(self) -> int:
        """In bytes."""
        return machine.peak_memory()


def die_with_parent() -> None:
    """Has the kernel kill this process when the one that started it is gone."""
    set_death_signal = 1
    ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)


def answer(worker: Any, line: str) -> dict[str, Any]:
    """The value that a request gives, or what went wrong."""
    name, *arguments = json.loads(line)
    try:
        return {"value": getattr(worker, name)(*arguments)}
    # Whatever a library raises, the others can go on.
    except Exception as failure:
        text = " ".join(str(failure).split())[:400]
        return {"error": text or type(failure).__name__}


def main() -> None:
    """Goes on until there are no more requests."""
    # Libraries print; what they do goes to the log.
    with os.fdopen(os.dup(1), "w", encoding="ascii") as answers:
        os.dup2(2, 1)
        die_with_parent()
        machine.take_priority()
        setting, name = Setting.read(sys.argv[1]), sys.argv[2]
        worker = PeakWorker(setting) if name == PEAK else ModelWorker(name, setting)
        for line in sys.stdin:
            answers.write(json.dumps(answer(worker, line)) + "\n")
            answers.flush()
    # Pools of threads may wait for long at exit.
    os._exit(0)


if __name__ == "__main__":
    main()
