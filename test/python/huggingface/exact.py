"""Comparison with exact results, by the tolerance rule of the conformance data."""

import torch


def assert_close(
    result: torch.Tensor,
    expected: torch.Tensor,
    reference: torch.Tensor,
    cancellation: float = 1.0,
) -> None:
    """Twice the error of a plain run in the same precision, and a floor."""
    result, expected = result.double(), expected.double()
    error = (result - expected).abs().max().item()
    own = (reference.double() - expected).abs().max().item()
    allowed = 2 * own + 2**-21 * cancellation * expected.abs().max().item()
    assert result.shape == expected.shape
    assert error <= allowed, f"error {error:.3g}, allowed {allowed:.3g}"
