"""Exports a module, compiles it, runs it, and compares with PyTorch.

The rule is that of the conformance models: against float64, twice the error of
PyTorch's own float32 run is allowed, plus a few units in the last place.
"""

import pathlib
from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np
import torch
from artifact import Artifact
from diffattn.importer import ImportedModule, import_program
from numpy.typing import NDArray
from toolchain import Toolchain
from torch import Tensor, nn

__all__ = ["Program", "to_numpy"]


def to_numpy(tensor: Tensor) -> NDArray[Any]:
    """The array of a tensor; bf16 as ml_dtypes has it."""
    tensor = tensor.detach().contiguous()
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    return tensor.numpy()


def as_tuple(x: Any) -> tuple[Any, ...]:
    """A tuple of one or more results."""
    return tuple(x) if isinstance(x, (tuple, list)) else (x,)


class Wide(torch.overrides.TorchFunctionMode):
    """Inside, what asks for float32 gets float64."""

    def __torch_function__(self, func, types, args=(), kwargs=None):  # type: ignore
        if func is torch.Tensor.float:
            return args[0].double()
        wide = {torch.float32: torch.float64}
        swap = lambda x: wide.get(x, x) if isinstance(x, torch.dtype) else x  # noqa: E731
        return func(*map(swap, args), **{k: swap(v) for k, v in (kwargs or {}).items()})


class Program:
    """A compiled module and its weights."""

    def __init__(
        self,
        module: nn.Module,
        args: Sequence[Tensor],
        toolchain: Toolchain,
        folder: pathlib.Path,
        dynamic_shapes: Any = None,
        is_core: bool = False,
    ) -> None:
        self.module = module.eval()
        with torch.no_grad():
            exported = torch.export.export(
                self.module, tuple(args), dynamic_shapes=dynamic_shapes, strict=False
            )
        if is_core:
            exported = exported.run_decompositions()
        self.imported: ImportedModule = import_program(exported)
        self.artifact = Artifact(
            toolchain.compile(self.imported.text, folder / "program.so")
        )
        state = exported.state_dict
        self.weights = {
            name: to_numpy(state[weight.state])
            for name, weight in self.imported.weights.items()
        }

    def run(self, *args: Tensor) -> list[NDArray[Any]]:
        """The results of the compiled program."""
        arguments = self.artifact.functions["forward"]
        inputs = [a["name"] for a in arguments if a["kind"] == "input"]
        given = dict(zip(inputs, map(to_numpy, args), strict=True)) | self.weights
        return list(self.artifact.call("forward", given).values())

    def check(self, *args: Tensor) -> None:
        """Runs and compares all results with PyTorch's."""
        with torch.no_grad():
            reference = as_tuple(self.module(*args))
            exact = self._exact(*args)
        results = self.run(*args)
        assert len(results) == len(reference)
        for result, ref, wide in zip(results, reference, exact):
            compare(result, to_numpy(ref), to_numpy(wide))

    def _exact(self, *args: Tensor) -> tuple[Tensor, ...]:
        wide = [x.double() if x.is_floating_point() else x for x in args]
        state = {
            name: x.double() if x.is_floating_point() else x
            for name, x in self.module.state_dict(keep_vars=True).items()
        }
        with Wide():
            return as_tuple(
                torch.func.functional_call(
                    self.module, state, tuple(wide), tie_weights=False
                )
            )


def compare(result: NDArray[Any], ref: NDArray[Any], exact: NDArray[Any]) -> None:
    """Equal integers; floats by the rule. Non-finite places must agree."""
    assert result.shape == ref.shape
    assert result.dtype == ref.dtype
    if ref.dtype.kind in "biu":
        np.testing.assert_array_equal(result, ref)
        return
    finite = np.isfinite(exact)
    result, ref = result.astype(np.float64), ref.astype(np.float64)
    np.testing.assert_array_equal(result[~finite], exact[~finite])
    if finite.any():
        error = np.abs(result - exact)[finite].max()
        allowed = 2 * np.abs(ref - exact)[finite].max()
        allowed += 2.0**-21 * np.abs(exact[finite]).max()
        assert error <= allowed, f"error {error}, allowed {allowed}"
