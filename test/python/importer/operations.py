"""Small modules, a group of operations each; `CASES` names them.

A case is a module, its arguments, and the dynamic dims of each argument.
"""

import math
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

__all__ = ["CASES", "Call"]


class Call(nn.Module):
    """A module that calls a function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *args: Tensor) -> Any:
        return self.function(*args)


def numbers(*sizes: int, seed: int = 0) -> Tensor:
    """Normally distributed numbers."""
    return torch.randn(sizes, generator=torch.Generator().manual_seed(seed))


def arithmetic(x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
    """x [3, s], y [s]."""
    positive = x.abs() + 0.5
    return (
        x + y * 2 - 1,
        x / positive,
        1 - x,
        x.neg().clamp(-0.5, 0.5),
        torch.maximum(x, y) + torch.minimum(x, y[None]),
        positive.pow(3) + positive.pow(0.5) + positive.pow(1.5),
        positive.reciprocal() + positive.sqrt() + positive.rsqrt(),
        positive.log() + positive.exp() + torch.exp2(y),
        x.tanh() + x.sigmoid() + F.relu(x) + x.erf(),
        x.sin() + x.cos() + x.floor() + x.ceil(),
    )


def activations(x: Tensor) -> tuple[Tensor, ...]:
    """x [2, s]."""
    return F.silu(x), F.gelu(x), F.gelu(x, approximate="tanh")


def truth(x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
    """x [3, s], y [s]."""
    below = x < y
    return (
        below & (x != 0),
        below | (x >= 0.5),
        ~below ^ (x > y),
        below.any(-1),
        below.all(),
        torch.where(below, x, -math.inf),
        x.masked_fill(below, 0.0),
        torch.logical_not(below),
    )


def integers(ids: Tensor) -> tuple[Tensor, ...]:
    """ids [2, s]."""
    positions = torch.arange(ids.shape[1])
    return (
        ids * 2 + positions,
        ids == positions,
        ids.cumsum(-1),
        ids.sum(),
        (ids > 3).cumsum(0),
        (ids - positions).to(torch.float32),
        positions.diff().sum(),
        (positions[1:] - positions[:-1]).cumsum(0).sum(),
    )


def shapes(x: Tensor) -> tuple[Tensor, ...]:
    """x [2, s, 6]."""
    b, s, _ = x.shape
    heads = x.view(b, s, 3, 2)
    # Callers can't tell sizes that no argument has, so those are summed over.
    return (
        heads.transpose(1, 2).reshape(b, 3, -1).sum(2),
        heads.permute(3, 0, 2, 1)[1],
        x[:, 1:, ::2].sum(1),
        x[:, -1],
        x[..., None].expand(b, s, 6, 2),
        x.repeat(1, 2, 3).sum(1),
        heads.repeat_interleave(2, dim=2),
        torch.cat((x[..., 3:], -x[..., :3]), dim=-1),
        torch.stack(heads.unbind(-1), dim=1),
        torch.cat(x.transpose(0, 1).split(1, dim=-1), dim=1),
        torch.cat((x[:, 1:], x[:, :1]), dim=1),
        x.unflatten(-1, (2, 3)).squeeze(1).flatten(2),
        x[:, :1].expand(b, s, 6) + x,
        x.t() if x.dim() == 2 else x.mT,
    )


def units(x: Tensor) -> tuple[Tensor, ...]:
    """x [1, s, 1]."""
    return (
        x.squeeze(0),
        x.transpose(1, 2) * x,
        x.expand(2, -1, 3),
        torch.cat((x, x), dim=-1),
        x @ x.mT,
        x.sum((0, 2)),
        F.softmax(x, dim=-1),
    )


def products(x: Tensor, y: Tensor, w: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    """x [2, s, 6], y [2, 6, 4], w [4, 6], b [4]."""
    return (
        x @ y,
        F.linear(x, w, b),
        F.linear(x[0, 0], w),
        x.transpose(1, 2) @ x,
        torch.bmm(x, y),
        x[0] @ y[1],
        torch.addmm(b, x[0], y[0]),
        x @ b.new_ones(6),
        x[:, None] @ y[None, :],
    )


def patches(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """x [s, 3, 9, 8], w [5, 3, 2, 4], b [5]."""
    return F.conv2d(x, w, b, stride=(2, 4))


def reductions(x: Tensor) -> tuple[Tensor, ...]:
    """x [2, s, 6]."""
    return (
        x.sum(-1),
        x.transpose(0, 2).mean((0, 1), keepdim=True),
        x.mean(),
        x.amax(1),
        x.amin((0, 2)),
        F.softmax(x, dim=1),
        F.log_softmax(x.transpose(0, 2), dim=-1),
        x.cumsum(1),
        x.expand(3, 2, -1, 6).sum(0),
    )


def norms(x: Tensor, w: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    """x [2, s, 6], w and b [6]."""
    return (
        F.rms_norm(x, (6,), w, 1e-5),
        F.rms_norm(x, (6,)),
        F.layer_norm(x, (6,), w, b),
        F.layer_norm(x.transpose(0, 1), (2, 6)),
    )


def indices(x: Tensor, table: Tensor, ids: Tensor) -> tuple[Tensor, ...]:
    """x [2, s, 6], table [5, 6], ids [2, s] from -5 to 4."""
    b, s, _ = x.shape
    rows, columns = torch.arange(b)[:, None], torch.arange(s)[None, :]
    return (
        F.embedding(ids % 5 if ids.dim() == 0 else ids.abs().clamp(0, 4), table),
        table[ids],
        x[rows, columns],
        x[:, columns[0]],
        x.index_select(0, ids[:, 0].abs().clamp(0, 1)),
        x[rows, ids.abs().clamp(0, 1)],
        x.tril() + x.triu(1),
    )


def parts(x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
    """x [2, s, 6], y [2, s]."""
    return (
        x.slice_scatter(y[:, 1:3, None].expand(2, 2, 6), 1, 1, 3),
        x.transpose(0, 2).slice_scatter(x.transpose(0, 2)[:, :2] * 2, 1, -2),
        x.slice_scatter(x + 1, 1),
        x.select_scatter(y, 2, -1),
        x[:1].select_scatter(x[1], 0, 0),
        torch.ops.aten.copy(x, y[..., None].to(torch.bfloat16)),
    )


def attention(q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
    """q [2, 4, s, 6], k and v [2, 2, s, 6], mask [2, s] of truth values."""
    s = q.shape[2]
    i, j = torch.arange(s)[:, None], torch.arange(s)[None, :]
    window = (j <= i) & (j > i - 3)
    attend = F.scaled_dot_product_attention
    added = torch.zeros(s, s).masked_fill(j > i, -math.inf)
    return (
        attend(q[:, :2], k, v),
        attend(q, k, v, is_causal=True, enable_gqa=True),
        attend(q, k, v, attn_mask=window, scale=0.3, enable_gqa=True),
        attend(q, k, v, attn_mask=mask[:, None, None], enable_gqa=True),
        attend(q[:, :2], k, v, attn_mask=added),
        attend(q[:, 0], k[:, 0], v[:, 0]),
        attend(q[:, :2, -1:], k, v),
    )


_X, _Y = {1: "s"}, {0: "s"}

# Functions, arguments, and names of dynamic dims.
CASES: dict[str, tuple[Callable[..., Any], tuple[Tensor, ...], tuple[Any, ...]]] = {
    "arithmetic": (arithmetic, (numbers(3, 7), numbers(7, seed=1)), (_X, _Y)),
    "activations": (activations, (numbers(2, 7),), (_X,)),
    "truth": (truth, (numbers(3, 7), numbers(7, seed=1)), (_X, _Y)),
    "integers": (integers, (torch.arange(14).view(2, 7) % 5,), (_X,)),
    "shapes": (shapes, (numbers(2, 7, 6),), (_X,)),
    "parts": (parts, (numbers(2, 7, 6), numbers(2, 7)), (_X, _X)),
    "units": (units, (numbers(1, 7, 1),), (_X,)),
    "products": (
        products,
        (numbers(2, 7, 6), numbers(2, 6, 4), numbers(4, 6), numbers(4)),
        (_X, None, None, None),
    ),
    "patches": (
        patches,
        (numbers(5, 3, 9, 8), numbers(5, 3, 2, 4), numbers(5)),
        ({0: "s"}, None, None),
    ),
    "reductions": (reductions, (numbers(2, 7, 6),), (_X,)),
    "norms": (
        norms,
        (numbers(2, 7, 6), numbers(6), numbers(6, seed=1)),
        (_X, None, None),
    ),
    "indices": (
        indices,
        (numbers(2, 7, 6), numbers(5, 6), torch.arange(14).view(2, 7) % 10 - 5),
        (_X, None, _X),
    ),
    "attention": (
        attention,
        (
            numbers(2, 4, 7, 6),
            numbers(2, 2, 7, 6, seed=1),
            numbers(2, 2, 7, 6, seed=2),
            torch.arange(14).view(2, 7) % 3 > 0,
        ),
        ({2: "s"}, {2: "s"}, {2: "s"}, _X),
    ),
}
