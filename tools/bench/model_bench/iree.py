"""IREE: the model through torch-mlir as linalg, weights from the folder's file."""

import pathlib
import sys
from typing import Any

import ml_dtypes
import numpy as np
from harness.iree import FLAGS, compiler, device

from model_bench import processes
from model_bench.implementation import Array, Built, Ready, Setting, as_floats


def artifact_of(setting: Setting) -> pathlib.Path:
    """What is compiled."""
    return setting.work / "iree.vmfb"


def build(setting: Setting) -> Built:
    """Exported, then compiled."""
    text, artifact = setting.work / "iree.mlir", artifact_of(setting)
    environment = processes.environment(setting.build, setting.threads, setting.work)
    log = setting.work / "iree.log"
    exporter = [sys.executable, "-m", "model_bench.export_iree", setting.text()]
    export = processes.run([*exporter, text], log, environment)
    command = [compiler(), text, *FLAGS, "-o", artifact]
    compiled = processes.run(command, log, environment)
    return Built(export, compiled, artifact.stat().st_size)


def prepare(setting: Setting) -> Ready:
    """Arguments are on the device already."""
    import iree.runtime as runtime

    config = runtime.Config(device=device(setting.threads))
    context = runtime.SystemContext(config=config)
    index = runtime.ParameterIndex()
    index.load(str(setting.folder / "model.safetensors"))
    provider = index.create_provider(scope="model")
    context.add_vm_module(
        runtime.create_io_parameters_module(config.vm_instance, provider)
    )
    module = runtime.VmModule.mmap(config.vm_instance, str(artifact_of(setting)))
    context.add_vm_module(module)
    function = context.modules[module.name]["main"]
    arguments = [
        _on_device(runtime, config.device, array) for array in setting.operands()
    ]

    def call() -> Any:
        result = function(*arguments)
        return result[0] if isinstance(result, tuple | list) else result

    def read(result: Any) -> Array:
        return as_floats(np.asarray(result.to_host()))

    return Ready(call, read)


def _on_device(runtime: Any, target: Any, array: Array) -> Any:
    if array.dtype == np.uint16:
        array = array.view(ml_dtypes.bfloat16)
    return runtime.asdevicearray(target, array)
