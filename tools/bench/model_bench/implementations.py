"""All implementations by name, and which are worth timing."""

import dataclasses
import importlib
import importlib.metadata
from typing import Any

from harness import OURS, Unsuited, machine

from model_bench.cases import Case
from model_bench.implementation import Built, Ready, Setting


@dataclasses.dataclass(frozen=True)
class Implementation:
    """Where one is, and what it needs."""

    module: str
    packages: tuple[str, ...]
    """What must be installed; the first is what it is of."""
    memory: float
    """About the memory of making and running it, relative to the weights."""
    prepare: str = "prepare"
    is_built: bool = True
    """Whether other processes make something from the model first."""


# Modules are imported when asked for: what is not timed need not be installed.
IMPLEMENTATIONS = {
    OURS: Implementation("ours", (), 2.0),
    "torch_eager": Implementation(
        "pytorch", ("torch", "transformers"), 1.5, "eager", False
    ),
    "torch_compiled": Implementation(
        "pytorch", ("torch", "transformers"), 3.0, "compiled", False
    ),
    "onnxruntime": Implementation("onnx_runtime", ("onnxruntime", "onnxscript"), 3.0),
    "openvino": Implementation("openvino", ("openvino", "onnxscript"), 3.0),
    "iree": Implementation(
        "iree", ("iree-base-compiler", "iree-base-runtime", "torch-mlir"), 3.0
    ),
}
SMALL_BYTES = 2**30
"""What any of them takes for itself."""

# What never comes near the best where it would take minutes a call.
LONG_PROMPT = 2048
SLOW_IF_LONG = ("iree",)


def defaults(case: Case) -> list[str]:
    """What is timed if nothing is asked for."""
    if case.is_quantized:
        return [OURS]
    if not case.is_decode and case.tokens >= LONG_PROMPT:
        return [name for name in IMPLEMENTATIONS if name not in SLOW_IF_LONG]
    return list(IMPLEMENTATIONS)


def version_of(name: str) -> str:
    """Of the first package of an implementation; "" for ours. Raises Unsuited if a
    package is missing."""
    versions = []
    for package in IMPLEMENTATIONS[name].packages:
        try:
            versions.append(importlib.metadata.version(package))
        except importlib.metadata.PackageNotFoundError:
            raise Unsuited(f"the package {package} is not installed") from None
    return versions[0] if versions else ""


def check_case(name: str, case: Case) -> None:
    """Raises Unsuited if it has no quantised weights, or would need more memory than
    the machine has left."""
    if case.is_quantized and name != OURS:
        raise Unsuited(f"is not asked to quantise weights to {case.quantization}")
    needed = SMALL_BYTES + IMPLEMENTATIONS[name].memory * case.weight_bytes
    if needed > (left := machine.available_bytes()):
        raise Unsuited(
            f"needs about {needed / 2**30:.1f} GiB of memory, of which "
            f"{left / 2**30:.1f} are left"
        )


def _find(name: str, function: str) -> Any:
    module = importlib.import_module(f"model_bench.{IMPLEMENTATIONS[name].module}")
    return getattr(module, function)


def build(name: str, setting: Setting) -> Built:
    """What it makes from the model in other processes. Raises Unsuited if it can't do
    the case.

    The libraries themselves stay out of this process: what it starts would have its
    memory for a moment, and be charged with it.
    """
    if not IMPLEMENTATIONS[name].is_built:
        return Built()
    built: Built = _find(name, "build")(setting)
    return built


def prepare(name: str, setting: Setting) -> Ready:
    """The model in this process. Raises Unsuited if it can't do the case."""
    ready: Ready = _find(name, IMPLEMENTATIONS[name].prepare)(setting)
    return ready
