"""`diffattn::attention` as an attention implementation of transformers.

transformers keeps two registries under one name. The attention function computes;
the mask function says before the first layer which mask the attention functions
get. Here there is none where the positions alone say who sees whom: then the
attention is causal and its rows stand at the end of the keys. Every other pattern
(padding, windows, packed sequences) is a bool mask.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from transformers import AttentionInterface, AttentionMaskInterface
from transformers.masking_utils import (
    bidirectional_mask_function,
    causal_mask_function,
    sdpa_mask,
)

from diffattn import torch_ops

NAME = "diffattn"


def register() -> None:
    """Makes `model.set_attn_implementation("diffattn")` possible."""
    AttentionInterface.register(NAME, attention_forward)
    AttentionMaskInterface.register(NAME, attention_mask)


def attention_forward(
    module: torch.nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float | None = None,
    dropout: float = 0.0,
    is_causal: bool | None = None,
    softcap: float | None = None,
    sliding_window: int | None = None,
    key_lengths: Tensor | None = None,
    **kwargs: Any,
) -> tuple[Tensor, None]:
    """One ordinary attention, as transformers calls it.

    Args:
        module: Says by `training` and `is_causal` what the arguments leave open.
        query: [B, H, M, D].
        key: [B, Hk, N, D], H a multiple of Hk.
        value: [B, Hk, N, E].
        attention_mask: What `attention_mask` gave: bool (True: visible) or float (to
            be added) of [B or 1, H or 1, M, N], or None.
        scaling: Factor of the scores; by default D ** -0.5.
        dropout: Has to be 0 in training mode.
        is_causal: Whether rows see only keys up to their own, where there is no mask.
        softcap: Bound of the scores.
        sliding_window: How many keys a row sees, itself included, where there is no
            mask.
        key_lengths: The number of valid keys of each batch row, int64 [B]; a
            generation step gives it (`generation.py`).

    Returns:
        [B, M, H, E], and None in place of the probabilities.

    Raises:
        ValueError: For what would change the result and is not supported.
    """
    if dropout and module.training:
        raise ValueError(
            "diffattn: dropout: expected 0 or a model in eval mode, found "
            f"{dropout} in training mode"
        )
    for name in ("position_bias", "s_aux", "head_mask"):
        if kwargs.get(name) is not None:
            raise ValueError(
                f"diffattn: {name}: expected attention without it, found one with it"
            )
    if attention_mask is not None and key_lengths is not None:
        raise ValueError("diffattn: expected a mask or key_lengths, found both")
    if is_causal is None:
        is_causal = getattr(module, "is_causal", True)
    window_left = None
    if attention_mask is None and sliding_window is not None:
        window_left = sliding_window - 1
    out = torch_ops.attention(
        query,
        key,
        None,
        None,
        value,
        mask=attention_mask,
        key_lengths=key_lengths,
        scale=scaling,
        causal=is_causal and attention_mask is None,
        window_left=window_left,
        softcap=softcap,
    )
    return out.transpose(1, 2), None


def attention_mask(
    batch_size: int,
    q_length: int,
    kv_length: int,
    q_offset: int | Tensor = 0,
    kv_offset: int = 0,
    mask_function: Callable[..., Any] = causal_mask_function,
    attention_mask: Tensor | None = None,
    allow_is_causal_skip: bool = True,
    allow_is_bidirectional_skip: bool = False,
    **kwargs: Any,
) -> Tensor | None:
    """The mask that `attention_forward` gets.

    Arguments are as those of `transformers.masking_utils.sdpa_mask`: `q_length` rows
    from position `q_offset` on, `kv_length` keys from `kv_offset` on; `attention_mask`
    is bool [B, N], False for padding.

    Returns:
        bool [B, 1, M, N], True where a row sees a key. None if rows see all keys, or
        stand at the end of the keys and see those up to their own, where transformers
        allows to skip such a mask.
    """
    # A static cache says by a tensor how full it is: its keys do not end with the
    # last row.
    ends_with_keys = (
        isinstance(q_offset, int | torch.SymInt)
        and isinstance(kv_offset, int)
        and kv_offset == 0
        and kv_length == q_offset + q_length
    )
    if attention_mask is None:
        is_causal = mask_function is causal_mask_function
        if allow_is_causal_skip and is_causal and ends_with_keys:
            return None
        if allow_is_bidirectional_skip and mask_function is bidirectional_mask_function:
            return None
    return sdpa_mask(
        batch_size=batch_size,
        q_length=q_length,
        kv_length=kv_length,
        q_offset=q_offset,
        kv_offset=kv_offset,
        mask_function=mask_function,
        attention_mask=attention_mask,
        allow_is_causal_skip=False,
        allow_is_bidirectional_skip=False,
        **kwargs,
    )
