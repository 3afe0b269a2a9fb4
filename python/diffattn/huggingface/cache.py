"""A key/value cache in buffers of fixed capacity that the caller owns."""

from typing import Any

from torch import Tensor
from transformers.cache_utils import Cache, CacheLayerMixin

from diffattn import torch_ops


class FixedLayer(CacheLayerMixin):
    """The cache of a layer: buffers [B, H, C, D], filled up to `lengths` [B].

    `update` calls `diffattn::cache_append`. The attention sees all C keys and is
    told by its `key_lengths` how many of them count, so no mask is needed.
    """

    def __init__(self, keys: Tensor, values: Tensor, lengths: Tensor) -> None:
        super().__init__()
        self.keys = keys
        self.values = values
        self.lengths = lengths
        self.is_initialized = True

    def lazy_initialization(self, key_states: Tensor, value_states: Tensor) -> None:
        """Nothing to do: the buffers are there from the start."""

    def update(
        self, key_states: Tensor, value_states: Tensor, *args: Any, **kwargs: Any
    ) -> tuple[Tensor, Tensor]:
        """Appends rows [B, H, T, D]; returns the whole buffers [B, H, C, D]."""
        self.keys = torch_ops.cache_append(self.keys, key_states, self.lengths)
        self.values = torch_ops.cache_append(self.values, value_states, self.lengths)
        return self.keys, self.values

    def get_mask_sizes(self, query_length: int) -> tuple[int, int]:
        """As if the cache were empty, for which no mask is made."""
        return query_length, 0

    def get_seq_length(self) -> int:
        """0: positions are given with each call."""
        return 0

    def get_max_length(self) -> int:
        """The capacity."""
        capacity: int = self.keys.shape[2]
        return capacity


class FixedCache(Cache):
    """`FixedLayer`s over buffers in the order keys.0, values.0, keys.1...

    Args:
        buffers: Two a layer, [B, H, C, D].
        lengths: int64 [B]: the number of valid keys after the next call.
    """

    def __init__(self, buffers: list[Tensor], lengths: Tensor) -> None:
        pairs = zip(buffers[0::2], buffers[1::2], strict=True)
        super().__init__([FixedLayer(*pair, lengths) for pair in pairs])

    @property
    def buffers(self) -> list[Tensor]:
        """The buffers as they are now."""
        return [each for layer in self.layers for each in (layer.keys, layer.values)]


class NoLayer(CacheLayerMixin):
    """The cache of a layer that sees what it is given and keeps nothing."""

    def lazy_initialization(self, key_states: Tensor, value_states: Tensor) -> None:
        """Nothing to do."""

    def update(
        self, key_states: Tensor, value_states: Tensor, *args: Any, **kwargs: Any
    ) -> tuple[Tensor, Tensor]:
        """Returns the rows."""
        return key_states, value_states

    def get_mask_sizes(self, query_length: int) -> tuple[int, int]:
        """As many keys as rows."""
        return query_length, 0

    def get_seq_length(self) -> int:
        """0: nothing is kept."""
        return 0

    def get_max_length(self) -> int:
        """-1: no limit."""
        return -1


class NoCache(Cache):
    """A cache that keeps nothing.

    Without any cache transformers looks for packed sequences in the positions,
    which leaves a mask made by cumulative sums in every exported graph.
    """

    def __init__(self) -> None:
        super().__init__(layer_class_to_replicate=NoLayer)
