"""OpenVINO on an exported file."""

import time
from typing import Any

import numpy as np

from model_bench import onnx_file
from model_bench.implementation import Array, Built, Ready, Setting, as_floats


def build(setting: Setting) -> Built:
    """The file."""
    return onnx_file.export(setting)


def prepare(setting: Setting) -> Ready:
    """In the precision of the case."""
    import openvino

    start = time.perf_counter()
    core = openvino.Core()
    model = core.compile_model(
        core.read_model(onnx_file.path_of(setting)),
        "CPU",
        {
            "INFERENCE_PRECISION_HINT": setting.case.dtype,
            "INFERENCE_NUM_THREADS": setting.threads,
            "PERFORMANCE_HINT": "LATENCY",
        },
    )
    seconds = time.perf_counter() - start
    request = model.create_infer_request()

    def tensor(array: Array) -> Any:
        if array.dtype != np.uint16:
            return openvino.Tensor(array, shared_memory=True)
        return openvino.Tensor(array, list(array.shape), openvino.Type.bf16)

    arrays = setting.operands()
    for index, array in enumerate(arrays):
        request.set_input_tensor(index, tensor(array))

    def call() -> Any:
        request.infer()
        return request.get_output_tensor(0)

    def read(result: Any) -> Array:
        # It keeps what the tensors view.
        assert arrays
        return as_floats(result.data)

    return Ready(call, read, compile_seconds=seconds)
