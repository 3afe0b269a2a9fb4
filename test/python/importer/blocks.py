"""Small modules with differential attention, as people write them."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

__all__ = ["Block", "Decoder", "fill"]


def fill(module: nn.Module, seed: int) -> nn.Module:
    """Random weights of a size that keeps activations near 1."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in module.parameters():
            width = parameter.shape[-1] if parameter.dim() else 1
            values = torch.randn(parameter.shape, generator=generator)
            parameter.copy_(
                values / math.sqrt(width) if parameter.dim() > 1 else values
            )
    return module


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary positions on the halves of the last dim; x [b, h, s, d]."""
    first, second = x.chunk(2, dim=-1)
    return x * cos + torch.cat((-second, first), dim=-1) * sin


class Norm(nn.Module):
    """RMS norm in float32 with a weight."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x: Tensor) -> Tensor:
        wide = x.to(torch.float32)
        wide = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-6)
        return self.weight * wide.to(x.dtype)


class Attention(nn.Module):
    """Pairs of heads (2i, 2i + 1) over grouped keys; values are twice as wide."""

    def __init__(self, width: int, heads: int, groups: int, fused: bool) -> None:
        super().__init__()
        self.heads, self.groups, self.fused = heads, groups, fused
        self.size = width // heads // 2
        self.q = nn.Linear(width, 2 * heads * self.size, bias=True)
        self.k = nn.Linear(width, 2 * groups * self.size, bias=False)
        self.v = nn.Linear(width, 2 * groups * self.size, bias=False)
        self.out = nn.Linear(2 * heads * self.size, width, bias=False)
        self.lambdas = nn.Parameter(torch.zeros(4, self.size))
        self.norm = Norm(2 * self.size)

    def attend(self, q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> Tensor:
        repeats = self.heads // self.groups
        k, v = (x.repeat_interleave(repeats, dim=1) for x in (k, v))
        if self.fused:
            return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        scores = q @ k.transpose(2, 3) / math.sqrt(self.size)
        scores = scores.masked_fill(~mask, float("-inf"))
        return torch.softmax(scores, dim=-1) @ v

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        b, s, _ = x.shape
        q = self.q(x).view(b, s, self.heads, 2, self.size).permute(0, 3, 2, 1, 4)
        k = self.k(x).view(b, s, self.groups, 2, self.size).permute(0, 3, 2, 1, 4)
        v = self.v(x).view(b, s, self.groups, 2 * self.size).transpose(1, 2)
        mask = torch.ones(s, s, dtype=torch.bool).tril()
        o1, o2 = (
            self.attend(rotate(q[:, i], cos, sin), rotate(k[:, i], cos, sin), v, mask)
            for i in range(2)
        )
        a, b_, c, d = self.lambdas.unbind()
        factor = torch.exp((a * b_).sum()) - torch.exp((c * d).sum()) + 0.2
        o = self.norm(o1 - factor * o2) * 0.8
        return self.out(o.transpose(1, 2).reshape(b, s, -1))


class Block(nn.Module):
    """Attention and a gated layer; x [b, s, width]."""

    def __init__(self, width: int, heads: int, groups: int, fused: bool) -> None:
        super().__init__()
        self.attention = Attention(width, heads, groups, fused)
        self.gate = nn.Linear(width, 2 * width, bias=False)
        self.up = nn.Linear(width, 2 * width, bias=False)
        self.down = nn.Linear(2 * width, width, bias=False)
        self.norms = nn.ModuleList([Norm(width), Norm(width)])

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        x = x + self.attention(self.norms[0](x), cos, sin)
        y = self.norms[1](x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


class Decoder(nn.Module):
    """Ids to logits, with tied embeddings; ids [b, s]."""

    def __init__(self, fused: bool = True, layers: int = 2) -> None:
        super().__init__()
        width, heads, groups = 16, 2, 1
        self.embedding = nn.Embedding(23, width)
        self.layers = nn.ModuleList(
            [Block(width, heads, groups, fused) for _ in range(layers)]
        )
        self.head = nn.Linear(width, 23, bias=False)
        self.head.weight = self.embedding.weight
        size = width // heads // 2
        steps = 1000.0 ** (-torch.arange(0, size, 2) / size)
        self.register_buffer("steps", steps, persistent=False)

    def forward(self, ids: Tensor) -> Tensor:
        positions = torch.arange(ids.shape[1])
        angles = positions[:, None] * self.steps
        angles = torch.cat((angles, angles), dim=-1)
        x = self.embedding(ids)
        for layer in self.layers:
            x = layer(x, angles.cos().to(x.dtype), angles.sin().to(x.dtype))
        return self.head(x)
