"""Compiles a module by torch.compile, and compares it with PyTorch.

The rule is that of the conformance models: against float64, twice the error of
PyTorch's own run is allowed, plus a few units in the last place.
"""

import copy
from collections.abc import Callable
from typing import Any

import diffattn.dynamo  # noqa: F401 - registers the backend
import torch
from torch import nn

__all__ = ["check", "compiled", "wide"]


def compiled(module: Any, dynamic: bool | None = None, **options: Any) -> Any:
    """The module by torch.compile, where nothing may run uncompiled."""
    torch._dynamo.reset()
    return torch.compile(
        module,
        backend="diffattn",
        dynamic=dynamic,
        fullgraph=True,
        options={"strict": True, **options},
    )


def wide(module: nn.Module) -> nn.Module:
    """The module in float64."""
    return copy.deepcopy(module).double()


def check(
    run: Callable[..., Any],
    module: Callable[..., Any],
    wider: Callable[..., Any],
    *arguments: torch.Tensor,
) -> None:
    """Compares one call with PyTorch's in the module's type and in float64."""
    doubles = [a.double() if a.is_floating_point() else a for a in arguments]
    with torch.no_grad():
        found, expected = run(*arguments), module(*arguments)
        exact = wider(*doubles)
    assert found.dtype == expected.dtype and found.shape == expected.shape
    assert found.stride() == expected.stride()
    error = (found.double() - exact).abs().max().item() if found.numel() else 0.0
    own = (expected.double() - exact).abs().max().item() if found.numel() else 0.0
    size = exact.abs().max().item() if found.numel() else 0.0
    assert error <= 2 * own + 4 * torch.finfo(found.dtype).eps * size
