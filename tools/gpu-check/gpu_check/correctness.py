"""Whether kernels compute what they should, by the rule of oracle.py."""

import pathlib
from typing import Any

import torch

from gpu_check import cases, oracle
from gpu_check.artifact import Function, Runtime
from gpu_check.tensors import Arguments, make_inputs

HALVES = {"bf16": torch.bfloat16, "f16": torch.float16}


def open_runtime(folder: pathlib.Path, device: str) -> tuple[Runtime, torch.device]:
    """The device, for the runtime (on PyTorch's stream) and for PyTorch."""
    libraries = folder / "lib"
    if device.startswith("sim"):
        return Runtime(libraries, device), torch.device("cpu")
    # PyTorch's context is the device's primary one, which the runtime uses, too.
    place = torch.device("cuda", int(device.partition(":")[2] or 0))
    torch.cuda.set_device(place)
    stream = torch.cuda.current_stream().cuda_stream
    return Runtime(libraries, device, stream), place


class Phase:
    """The cases of a folder."""

    def __init__(self, folder: pathlib.Path, device: str):
        self.folder = folder
        self.attentions, self.cases = cases.load(folder / "cases.json")
        self.runtime, self.place = open_runtime(folder, device)
        self._functions: dict[str, Function] = {}
        # What is compared with must be computed in the precision that it has.
        torch.backends.cuda.matmul.allow_tf32 = False

    def about(self) -> dict[str, Any]:
        """The device."""
        return {
            "device": self.runtime.device_name,
            "torch": torch.__version__,
            "cuda_of_torch": torch.version.cuda,
        }

    def function(self, attention: str) -> Function:
        """Loaded when it is first needed."""
        if attention not in self._functions:
            path = self.folder / "lib" / f"{attention}.so"
            self._functions[attention] = self.runtime.load(path)
        return self._functions[attention]

    def do(self, number: int) -> dict[str, Any]:
        """A case."""
        case = self.cases[number]
        attention = self.attentions[case.attention]
        inputs = {
            name: tensor.to(self.place)
            for name, tensor in make_inputs(attention, case).items()
        }
        arguments = Arguments(self.runtime, attention, case, inputs)
        try:
            self.function(case.attention).bind(arguments.views)()
        finally:
            # Memory must not go while kernels run.
            self.runtime.synchronize()
        exact = oracle.evaluate(attention, inputs)
        half = HALVES.get(attention.element)
        plain = oracle.evaluate(attention, inputs, torch.float32, half)
        verdicts = oracle.judge(arguments.fetch(), exact, plain)
        return summary(verdicts)


def summary(verdicts: dict[str, oracle.Verdict]) -> dict[str, Any]:
    """Of all results of a case."""
    problems = [f"{n}: {v.problem}" for n, v in verdicts.items() if v.problem]
    return {
        "status": "wrong" if problems else "right",
        "problem": "; ".join(problems),
        "errors": {n: [v.error, v.allowed] for n, v in verdicts.items()},
    }
