"""IREE: the eager PyTorch form as linalg, tiled for data locality.

Its own attention op is left out: on processors it is many times slower.
"""

import hashlib
import pathlib
import subprocess
from typing import Any

import ml_dtypes
import numpy as np
import torch
from harness import Unsuited
from harness.iree import FLAGS, compiler, device

from attention_bench.implementation import Prepared, Setting
from attention_bench.inputs import Array
from attention_bench.pytorch import Forms, operands_of


def linalg_of(setting: Setting) -> str:
    """The eager form as linalg on tensors, in MLIR's text."""
    from torch_mlir import fx

    forms, operands = Forms(setting.case), operands_of(setting)

    class Module(torch.nn.Module):
        def forward(self, *values: torch.Tensor) -> torch.Tensor:
            return forms.eager(dict(zip(operands, values)))

    module = fx.export_and_import(
        Module(), *operands.values(), output_type="linalg-on-tensors", func_name="f"
    )
    return str(module)


def compile_module(setting: Setting) -> pathlib.Path:
    """What iree-compile makes of it; kept from run to run."""
    text = linalg_of(setting)
    key = hashlib.sha256("\n".join([text, *FLAGS]).encode()).hexdigest()[:16]
    path = setting.cache / f"iree-{setting.case.name}-{key}.vmfb"
    if path.exists():
        return path
    source = path.with_suffix(".mlir")
    source.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [compiler(), source, *FLAGS, "-o", path], capture_output=True, text=True
    )
    if done.returncode:
        raise Unsuited(f"iree-compile: {done.stderr.strip()[:600]}")
    return path


def prepare(setting: Setting) -> Prepared:
    """Arguments are on the device already."""
    import iree.runtime as runtime

    case = setting.case
    config = runtime.Config(device=device(setting.threads))
    context = runtime.SystemContext(config=config)
    path = str(compile_module(setting))
    module = runtime.VmModule.mmap(config.vm_instance, path)
    context.add_vm_module(module)
    function = context.modules[module.name]["f"]
    arrays = [array for array in setting.inputs.values() if array.ndim > 0]
    arguments = [
        runtime.asdevicearray(config.device, np.ascontiguousarray(array[None]))
        for array in arrays
    ]

    def read(result: Any) -> Array:
        array = np.asarray(result.to_host())
        if array.dtype.itemsize == 2:
            array = array.view(ml_dtypes.bfloat16)
        return array.astype(np.float32).reshape(case.output_shape)

    return Prepared(lambda: function(*arguments), read)
