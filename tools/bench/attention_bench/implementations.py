"""All implementations by name, and which are worth timing."""

import importlib

from harness import OURS, Unsuited, machine

from attention_bench.cases import Case
from attention_bench.implementation import Prepare, Prepared, Setting

# Name: module, function, and how many maps of scores are in memory at once.
# Modules are imported when asked for: what is not timed need not be loaded.
IMPLEMENTATIONS = {
    OURS: ("ours", "prepare", 0),
    "torch_eager": ("pytorch", "eager", 4),
    "torch_sdpa2": ("pytorch", "sdpa2", 3),
    "torch_sdpa4": ("pytorch", "sdpa4", 0),
    "torch_padded": ("pytorch", "padded", 0),
    "torch_compiled": ("pytorch", "compiled", 3),
    "torch_compiled_sdpa2": ("pytorch", "compiled_sdpa2", 3),
    "torch_flex": ("pytorch", "flex", 0),
    "ort_mha": ("onnx_runtime", "mha", 0),
    "ort_gqa": ("onnx_runtime", "gqa", 0),
    "ort_8d": ("onnx_runtime", "unfused", 4),
    "iree": ("iree", "prepare", 4),
}

# What never comes near the best where whole maps no longer fit a cache.
LONG_KEYS = 4096
SLOW_IF_LONG = ("torch_eager", "torch_sdpa2", "torch_sdpa4", "torch_compiled_sdpa2")
# From here on the question is whether memory and speed hold, not who is faster.
ALONE_KEYS = 16384


def defaults(case: Case) -> list[str]:
    """What is timed if nothing is asked for: ours, and every form that may be the
    best of its library for the case."""
    if case.is_decode:
        slow = ("torch_sdpa4", "torch_padded", "ort_mha")
        return [name for name in IMPLEMENTATIONS if name not in slow]
    if case.keys >= ALONE_KEYS:
        return [OURS]
    if case.keys >= LONG_KEYS:
        return [name for name in IMPLEMENTATIONS if name not in SLOW_IF_LONG]
    return list(IMPLEMENTATIONS)


def prepare(name: str, setting: Setting) -> Prepared:
    """Raises Unsuited if it can't do the case or would need more memory than the
    machine has."""
    module, function, maps = IMPLEMENTATIONS[name]
    needed = maps * setting.case.score_bytes
    if needed > 0.7 * machine.available_bytes():
        raise Unsuited(f"needs about {needed / 2**30:.0f} GiB for scores")
    found = importlib.import_module(f"attention_bench.{module}")
    work: Prepare = getattr(found, function)
    return work(setting)
