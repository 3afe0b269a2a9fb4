"""PyTorch's own attention as one node.

AOTAutograd takes `scaled_dot_product_attention` apart before a backend sees it, and
not always into what attention can be told by. So calls of it are replaced by calls of
an operator that does the same and stays whole.
"""

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


def keep_attention_whole(module: torch.fx.GraphModule) -> None:
    """Replaces the calls in a graph."""
    for node in module.graph.nodes:
        if node.target is scaled_dot_product_attention:
            node.target = torch.ops.diffattn.scaled_dot_product_attention.default
    module.recompile()
