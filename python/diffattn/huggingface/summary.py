"""Says in a few lines what a loaded model is."""

from collections.abc import Iterator
from typing import Any

from diffattn.huggingface.folder import LoadedModel


def describe(loaded: LoadedModel) -> Iterator[str]:
    """Lines about size, heads and attention."""
    config = loaded.config
    heads = config.num_attention_heads
    key_heads = getattr(config, "num_key_value_heads", None) or heads
    width = getattr(config, "head_dim", None) or config.hidden_size // heads
    is_differential = config.model_type == "diffllama"

    tensors = list(loaded.stored.values())
    count = sum(tensor.numel() for tensor in loaded.model.parameters())
    types = ", ".join(sorted({tensor.type_name for tensor in tensors}))
    files = loaded.files.files
    where = files[0] if len(files) == 1 else f"{len(files)} files"
    yield f"model {loaded.name}: {type(loaded.model).__name__}"
    yield f"  weights: {count:,} in {len(tensors)} tensors of type {types} in {where}"
    yield (
        f"  layers: {config.num_hidden_layers}, query heads: {heads}, key/value heads: "
        f"{key_heads} (groups of {heads // key_heads}), head width: {width}, "
        f"value width: {2 * width if is_differential else width}"
    )
    if is_differential:
        yield from _differential(loaded, heads)
    else:
        yield f"  attention: ordinary, {_visible(config)}"


def _differential(loaded: LoadedModel, heads: int) -> Iterator[str]:
    layers = [layer.self_attn for layer in loaded.model.model.layers]
    norm = layers[0].groupnorm
    starts = " ".join(f"{layer.lambda_init:.4f}" for layer in layers)
    yield (
        f"  attention: differential, {_visible(loaded.config)}; query heads h and "
        f"h + {heads // 2} make output head h"
    )
    yield (
        "  lambda: exp(lambda_q1 . lambda_k1) - exp(lambda_q2 . lambda_k2) + init, a "
        f"number a layer; init: {starts}"
    )
    yield (
        f"  norm: RMS over {norm.normalized_shape[0]} values, eps {norm.eps}, "
        "times 1 - init"
    )


def _visible(config: Any) -> str:
    window = getattr(config, "sliding_window", None)
    if window is not None and getattr(config, "use_sliding_window", True):
        return f"causal with a window of {window}"
    return "causal"
