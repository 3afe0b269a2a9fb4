"""The entry points of a causal language model that generates text.

`forward` maps whole sequences to the logits of every row. `prefill` and `decode`
are one function at two shapes: they append T rows to caches that the caller owns
and give the logits of the last row.

    forward(ids [B, S]) -> logits [B, S, V]
    prefill(ids [B, T], lengths [B], keys.0, values.0, keys.1, ...) -> logits [B, V]
    decode(ids [B, 1], the same) -> logits [B, V]

`lengths[b]` is the number of valid keys of batch row b after the call, so row i of
`ids` stands at position lengths[b] - T + i. Rows before position 0 are padding:
prompts of different lengths are padded on the left, with any id. Nothing of them
is kept, and nothing sees them.
"""

import inspect
from typing import Any

import torch
from torch import Tensor, nn

from diffattn.huggingface.cache import FixedCache, NoCache

# The name of the argument `cache` before transformers 5.24.
_OLD_CACHE = "past_key_values"


class _Entry(nn.Module):
    """A function of a model with the model's own names for its parameters."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        for name, child in model.named_children():
            self.add_module(name, child)
        # Not a submodule: that would put a prefix before all names.
        object.__setattr__(self, "_model", model)
        names = inspect.signature(type(model).forward).parameters
        object.__setattr__(self, "_cache", "cache" if "cache" in names else _OLD_CACHE)

    def _call(self, **arguments: Any) -> Tensor:
        cache = arguments.pop("cache")
        arguments[self._cache] = cache
        return self._model.forward(use_cache=True, **arguments).logits


class Forward(_Entry):
    """ids [B, S] -> logits [B, S, V]."""

    def forward(self, ids: Tensor) -> Tensor:
        """The logits of every row."""
        return self._call(input_ids=ids, cache=NoCache())


class Step(_Entry):
    """ids [B, T], lengths [B] and caches -> logits [B, V] of the last row."""

    def forward(self, ids: Tensor, lengths: Tensor, *caches: Tensor) -> Tensor:
        """The logits; `run` also gives the caches."""
        return self.run(ids, lengths, *caches)[0]

    def run(
        self, ids: Tensor, lengths: Tensor, *caches: Tensor
    ) -> tuple[Tensor, list[Tensor]]:
        """The logits and the caches with the new rows."""
        rows = ids.shape[1]
        position = lengths[:, None] - rows + torch.arange(rows, device=ids.device)
        cache = FixedCache(list(caches), lengths)
        logits = self._call(
            input_ids=ids,
            position_ids=position.clamp(min=0),
            cache=cache,
            key_lengths=lengths,
            logits_to_keep=1,
        )
        return logits[:, -1], cache.buffers


def new_caches(
    model: nn.Module, batch: int, capacity: int, make: Any = torch.zeros
) -> list[Tensor]:
    """Empty buffers for `Step`: keys.0, values.0, keys.1...

    Each is `make([batch, key/value heads, capacity, head width], dtype=...)`, of the
    model's type.
    """
    config = model.config
    heads = getattr(config, "num_key_value_heads", None) or config.num_attention_heads
    width = getattr(config, "head_dim", None)
    width = width or config.hidden_size // config.num_attention_heads
    shape = (batch, heads, capacity, width)
    count = 2 * config.num_hidden_layers
    return [make(shape, dtype=model.dtype) for _ in range(count)]


def cache_names(layers: int) -> list[str]:
    """keys.0, values.0, keys.1..."""
    return [f"{kind}.{layer}" for layer in range(layers) for kind in ("keys", "values")]
