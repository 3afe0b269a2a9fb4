"""The machine: its peaks, its name, and a fair share of it."""

import ctypes
import functools
import os
import pathlib
import re

UNITS = {"f32": 0, "bf16": 1, "read": 2}
SECONDS = 0.015
"""Of one measurement."""


class Peak:
    """Measures GFLOP/s or GB/s over all threads, in this process."""

    def __init__(self, build: pathlib.Path, threads: int):
        library = ctypes.CDLL(str(build / "lib" / "libDiffAttnPeakC.so"))
        self._measure = library.diffattn_measure_peak
        self._measure.restype = ctypes.c_double
        self._measure.argtypes = [ctypes.c_int32, ctypes.c_int32, ctypes.c_double]
        self._threads = threads

    def measure(self, unit: str, tries: int = 2) -> float:
        """The best of a few short measurements, since what disturbs one only makes
        it less; 0 if the processor has no such unit."""
        found = 0.0
        for _ in range(tries):
            found = max(found, self._measure(UNITS[unit], self._threads, SECONDS))
        return found


@functools.cache
def processor() -> str:
    """Name, family and model: "AMD EPYC 9R14 (family 25, model 17)"."""
    text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")

    def field(name: str) -> str:
        found = re.search(rf"^{name}\s*:\s*(.*)$", text, re.MULTILINE)
        return found[1].strip() if found else "?"

    name = field("model name")
    return f"{name} (family {field('cpu family')}, model {field('model')})"


def take_priority() -> bool:
    """Makes this process the last that others slow down; False if not allowed.

    The kernel shares processors between sessions ("autogroups") first, and looks at
    `nice` only within one: so the group's own value is what matters.
    """
    try:
        os.setsid()
    except OSError:
        pass  # it leads a session already
    try:
        pathlib.Path("/proc/self/autogroup").write_text("-20", encoding="ascii")
        os.setpriority(os.PRIO_PROCESS, 0, -20)
    except OSError:
        return False
    return True


def available_bytes() -> int:
    """Memory that programs can still get."""
    return 1024 * _kilobytes("/proc/meminfo", "MemAvailable")


class MemoryMeter:
    """The largest memory of this process since the meter was made, above what it had
    then, in bytes."""

    def __init__(self) -> None:
        # Where the mark stays, what is below it goes unseen.
        can_see_all = forget_peak_memory()
        self._before = used_memory() if can_see_all else peak_memory()

    def used(self) -> int:
        """So far."""
        return max(0, peak_memory() - self._before)


def forget_peak_memory() -> bool:
    """Makes the high-water mark of this process what is used now; not every sandbox
    lets it, then False."""
    # What was freed but kept for later would hide what is allocated.
    ctypes.CDLL(None).malloc_trim(0)
    try:
        pathlib.Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        return False
    return True


def peak_memory() -> int:
    """The high-water mark of this process, in bytes: all that is resident, its
    libraries and the files that it maps among it."""
    return 1024 * _kilobytes("/proc/self/status", "VmHWM")


def used_memory() -> int:
    """What is resident now, in bytes."""
    return 1024 * _kilobytes("/proc/self/status", "VmRSS")


def _kilobytes(path: str, key: str) -> int:
    text = pathlib.Path(path).read_text(encoding="ascii")
    found = re.search(rf"^{key}:\s*(\d+) kB", text, re.MULTILINE)
    if not found:
        raise OSError(f"{path} has no {key}")
    return int(found[1])
