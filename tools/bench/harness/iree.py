"""IREE: its compiler's flags and the device it runs on."""

import functools
import os
import pathlib
import sys
from typing import Any

FLAGS = [
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=host",
    "--iree-opt-level=O3",
    "--iree-opt-data-tiling",
]


def compiler() -> pathlib.Path:
    """iree-compile of this environment."""
    return pathlib.Path(sys.executable).parent / "iree-compile"


@functools.cache
def device(threads: int) -> Any:
    """The device with a thread on each of the first processors."""
    import iree.runtime as runtime

    allowed = sorted(os.sched_getaffinity(0))[:threads]
    processors = ",".join(map(str, allowed))
    runtime.flags.parse_flags(f"--task_topology_cpu_ids={processors}")
    driver = runtime.get_driver("local-task")
    return driver.create_default_device(allocators=["caching"])
