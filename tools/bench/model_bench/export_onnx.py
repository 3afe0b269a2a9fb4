"""Exports the model of a setting to ONNX: python -m model_bench.export_onnx SETTING
FILE. Weights go to a file beside it."""

import pathlib
import sys

import torch

from model_bench import torch_model
from model_bench.implementation import Setting

OPSET = 18


def main() -> None:
    """Through torch.onnx, for the shape of the case."""
    setting, path = Setting.read(sys.argv[1]), pathlib.Path(sys.argv[2])
    torch.set_num_threads(setting.threads)
    with torch.no_grad():
        model, arguments = torch_model.function_of(torch_model.load(setting), setting)
        program = torch.onnx.export(
            model, arguments, dynamo=True, opset_version=OPSET, verbose=False
        )
    assert program is not None
    program.save(path, external_data=True)


if __name__ == "__main__":
    main()
