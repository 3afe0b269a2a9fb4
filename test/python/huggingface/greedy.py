"""Greedy generation with the entry points, in PyTorch."""

import torch
from diffattn.huggingface.generation import Step, new_caches
from torch import Tensor, nn


@torch.no_grad()
def greedy(
    model: nn.Module, prompts: list[list[int]], steps: int, capacity: int
) -> tuple[Tensor, Tensor]:
    """Greedy tokens [B, steps] and their logits [B, steps, V], in PyTorch.

    Prompts are padded on the left. The first step is `prefill`, the rest `decode`.
    """
    step = Step(model)
    lengths = torch.tensor([len(prompt) for prompt in prompts])
    width = int(lengths.max())
    ids = torch.tensor([[0] * (width - len(prompt)) + prompt for prompt in prompts])
    caches = new_caches(model, len(prompts), capacity)
    tokens, logits = [], []
    for _ in range(steps):
        row, caches = step.run(ids, lengths, *caches)
        logits.append(row)
        tokens.append(row.argmax(-1))
        ids = tokens[-1][:, None]
        lengths = lengths + 1
    return torch.stack(tokens, 1), torch.stack(logits, 1)
