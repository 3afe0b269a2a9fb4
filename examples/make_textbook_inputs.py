"""How textbook.safetensors was made; needs torch and safetensors.

Usage: make_textbook_inputs.py OUT.safetensors

The random numbers are torch's, so they are stored, and nothing else here needs
torch. `expected_out` is computed in double precision from the rounded inputs,
`reference_out` in single precision; diffattn-run --expected reads both.
"""

import sys

import torch
from safetensors.torch import save_file


def difference(
    q1: torch.Tensor,
    k1: torch.Tensor,
    q2: torch.Tensor,
    k2: torch.Tensor,
    v: torch.Tensor,
    lam: torch.Tensor,
) -> torch.Tensor:
    """Differential attention of one head, as in the paper."""
    scale = q1.shape[-1] ** -0.5
    signal = torch.softmax(q1 @ k1.T * scale, dim=-1)
    noise = torch.softmax(q2 @ k2.T * scale, dim=-1)
    return (signal - lam * noise) @ v


def main() -> None:
    """Writes the file named on the command line."""
    torch.manual_seed(0)
    n, d, lam = 6, 8, 0.8
    q1, k1, q2, k2 = torch.randn(4, n, d)
    tensors = {
        "q1": q1.contiguous(),
        "k1": k1.contiguous(),
        "q2": q2.contiguous(),
        "k2": k2.contiguous(),
        "v": torch.eye(n),
        "lam": torch.tensor(lam),
    }
    exact = difference(*(t.double() for t in tensors.values()))
    tensors["expected_out"] = exact
    tensors["reference_out"] = difference(*(tensors[t] for t in list(tensors)[:6]))
    save_file({name: t.clone() for name, t in tensors.items()}, sys.argv[1])
    print(f"rows sum to {exact.sum(-1).tolist()}")
    print(f"{int((exact < 0).sum())} of {exact.numel()} weights are negative")


if __name__ == "__main__":
    main()
