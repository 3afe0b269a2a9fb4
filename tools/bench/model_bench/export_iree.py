"""Exports the model of a setting for IREE: python -m model_bench.export_iree SETTING
FILE. Weights stay in the folder: they become parameters of the module."""

import pathlib
import re
import sys
from typing import Any

import torch
from torch import Tensor, nn
from torch_mlir import fx
from torch_mlir.extras.fx_decomp_util import get_decomposition_table

from model_bench import torch_model
from model_bench.implementation import Setting

TYPES = {torch.float32: "f32", torch.bfloat16: "bf16"}


class WithWeights(nn.Module):
    """A module whose weights are its first argument, by name."""

    def __init__(self, module: nn.Module):
        super().__init__()
        # Not a submodule: its weights would be found.
        self.module = [module]

    def forward(self, weights: dict[str, Tensor], *arguments: Any) -> Any:
        """`weights` have the names in the folder."""
        named = {f"model.{name}": weight for name, weight in weights.items()}
        return torch.func.functional_call(self.module[0], named, arguments)


def text_of(setting: Setting) -> str:
    """The module in linalg."""
    model = torch_model.load(setting)
    weights = {name: weight.detach() for name, weight in model.named_parameters()}
    module, arguments = torch_model.function_of(model, setting)
    table = get_decomposition_table()
    with torch.no_grad():
        program = torch.export.export(
            WithWeights(module), (weights, *arguments), strict=False
        )
        program = program.run_decompositions(table)
    text = str(
        fx.export_and_import(
            program, output_type="linalg-on-tensors", decomposition_table=table
        )
    )
    return with_parameters(text, weights)


def with_parameters(text: str, weights: dict[str, Tensor]) -> str:
    """The first arguments of @main become globals whose values are those of a file."""
    match = re.search(r"func\.func @main\((.*?)\) ->", text)
    if not match:
        raise ValueError("expected a function @main")
    arguments = re.findall(r"(%arg\d+): (tensor<.*?>)(?:, |$)", match[1])
    named, rest = arguments[: len(weights)], arguments[len(weights) :]
    declared, loaded = "", ""
    for (value, type_), name in zip(named, weights, strict=True):
        symbol = f"@weight{value[4:]}"
        parameter = f'#flow.parameter.named<"model"::"{name}">'
        declared += f"  util.global private {symbol} = {parameter} : {type_}\n"
        loaded += f"    {value} = util.global.load {symbol} : {type_}\n"
    kept = ", ".join(f"{value}: {type_}" for value, type_ in rest)
    text = text.replace(match[1], kept, 1)
    return re.sub(
        r"(  func\.func @main.*\{\n)",
        lambda found: declared + found[1] + loaded,
        text,
        count=1,
    )


def main() -> None:
    """Writes the text."""
    setting, path = Setting.read(sys.argv[1]), pathlib.Path(sys.argv[2])
    torch.set_num_threads(setting.threads)
    path.write_text(text_of(setting), encoding="utf-8")


if __name__ == "__main__":
    main()
