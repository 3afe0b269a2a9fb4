"""The model in PyTorch: as transformers has it, and as functions to export."""

import sys
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from model_bench.implementation import Array, Setting

DTYPES = {"f32": torch.float32, "bf16": torch.bfloat16}


def import_transformers() -> Any:
    """The package, without torchvision: if that is installed it would be imported,
    and one that was built for another torch fails."""
    nothing: Any = None
    sys.modules.setdefault("torchvision", nothing)
    import transformers

    return transformers


def load(setting: Setting, attention: str = "sdpa") -> Any:
    """With weights in the type of the case."""
    model = import_transformers().AutoModelForCausalLM.from_pretrained(
        setting.folder,
        dtype=DTYPES[setting.case.dtype],
        attn_implementation=attention,
    )
    return model.eval()


def tensor_of(array: Array) -> Tensor:
    """A copy; bits of bf16 become that."""
    if array.dtype == np.uint16:
        return torch.from_numpy(array.view(np.int16).copy()).view(torch.bfloat16)
    return torch.from_numpy(array.copy())


def tokens_of(setting: Setting) -> Tensor:
    """What a call takes."""
    return torch.from_numpy(setting.tokens().astype(np.int64))


def past_of(setting: Setting) -> tuple[list[Tensor], list[Tensor]]:
    """Keys and values of all layers, each [1, heads, tokens, width]."""
    past = setting.past()
    keys = [tensor_of(past[layer, 0][None]) for layer in range(len(past))]
    return keys, [tensor_of(past[layer, 1][None]) for layer in range(len(past))]


def fill(cache: Any, keys: list[Tensor], values: list[Tensor]) -> Any:
    """The cache, with these as its first tokens."""
    for layer, key, value in zip(cache.layers, keys, values):
        layer.update(key, value)
    return cache


class Prefill(nn.Module):
    """ids [1, T] -> logits of the last, [1, 1, V]."""

    def __init__(self, model: Any):
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor) -> Tensor:
        """Without a cache."""
        result = self.model(input_ids=ids, use_cache=False, logits_to_keep=1)
        logits: Tensor = result.logits
        return logits


class Decode(nn.Module):
    """A token behind others: what is in the cache goes in, and comes out longer."""

    def __init__(self, model: Any):
        super().__init__()
        self.model = model

    def forward(
        self, ids: Tensor, position: Tensor, keys: list[Tensor], values: list[Tensor]
    ) -> tuple[Tensor, list[Tensor], list[Tensor]]:
        """Logits [1, 1, V], keys, values."""
        empty = import_transformers().DynamicCache(config=self.model.config)
        cache = fill(empty, keys, values)
        result = self.model(
            input_ids=ids,
            position_ids=position,
            cache=cache,
            use_cache=True,
            logits_to_keep=1,
        )
        layers = cache.layers
        return (
            result.logits,
            [layer.keys for layer in layers],
            [layer.values for layer in layers],
        )


def function_of(model: Any, setting: Setting) -> tuple[nn.Module, tuple[Any, ...]]:
    """What is exported for a case, and its arguments."""
    ids = tokens_of(setting)
    if not setting.case.is_decode:
        return Prefill(model), (ids,)
    position = torch.tensor([[setting.case.position]])
    return Decode(model), (ids, position, *past_of(setting))
