"""PyTorch's own attention as one node.

AOTAutograd takes `scaled_dot_product_attention` apart before a backend sees it, and
not always into what attention can be told by. So calls of it are replaced by calls of
an operator that does the same and stays whole.

PyTorch does more for its own function than for that operator: it differentiates it,
and autocast converts its operands.
"""

from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention


@torch.library.custom_op("diffattn::scaled_dot_product_attention", mutates_args=())
def whole_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor:
    """`torch.nn.functional.scaled_dot_product_attention`."""
    return scaled_dot_product_attention(
        query,
        key,
        value,
        attn_mask,
        dropout_p,
        is_causal,
        scale=scale,
        enable_gqa=enable_gqa,
    )


# Strides are those of PyTorch's, too.
whole_attention.register_fake(whole_attention._init_fn)


def attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    *options: Any,
    **named: Any,
) -> Tensor:
    """`torch.nn.functional.scaled_dot_product_attention`, whole if it has no
    gradients. The operator takes its arguments."""
    operands = [query, key, value, attn_mask]
    needs_gradients = any(t is not None and t.requires_grad for t in operands)
    if torch.is_grad_enabled() and needs_gradients:
        result: Tensor = scaled_dot_product_attention(
            query, key, value, attn_mask, *options, **named
        )
        return result
    if torch.is_autocast_enabled("cpu"):
        operands = [to_autocast_type(operand) for operand in operands]
    whole: Any = torch.ops.diffattn.scaled_dot_product_attention.default
    result = whole(*operands, *options, **named)
    return result


def to_autocast_type(tensor: Tensor | None) -> Tensor | None:
    """What autocast makes of an operand: floats, but float64, of its type."""
    if tensor is None or not tensor.is_floating_point():
        return tensor
    if tensor.dtype == torch.float64:
        return tensor
    return tensor.to(torch.get_autocast_dtype("cpu"))


def keep_attention_whole(module: torch.fx.GraphModule) -> None:
    """Replaces the calls in a graph."""
    for node in module.graph.nodes:
        if node.target is scaled_dot_product_attention:
            node.target = attention
    module.recompile()
