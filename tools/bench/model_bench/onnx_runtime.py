"""ONNX Runtime on an exported file."""

import time
from typing import Any

from harness import Unsuited

from model_bench import onnx_file
from model_bench.implementation import Array, Built, Ready, Setting, as_floats


def build(setting: Setting) -> Built:
    """The file."""
    if setting.case.dtype != "f32":
        raise Unsuited(f"has no kernels for {setting.case.dtype} on processors")
    return onnx_file.export(setting)


def prepare(setting: Setting) -> Ready:
    """Inputs are bound once; outputs are the session's."""
    from harness.onnx_runtime import make_session

    start = time.perf_counter()
    session = make_session(str(onnx_file.path_of(setting)), setting.threads)
    seconds = time.perf_counter() - start
    binding = session.io_binding()
    arrays = setting.operands()
    for given, array in zip(session.get_inputs(), arrays, strict=True):
        binding.bind_cpu_input(given.name, array)
    for output in session.get_outputs():
        binding.bind_output(output.name)

    def call() -> Any:
        session.run_with_iobinding(binding)
        return binding.get_outputs()[0]

    def read(result: Any) -> Array:
        # It keeps what was bound.
        assert arrays
        return as_floats(result.numpy())

    return Ready(call, read, compile_seconds=seconds)
