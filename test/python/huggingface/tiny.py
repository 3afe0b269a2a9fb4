"""Small models with random weights, and the conformance models."""

import json
from pathlib import Path

import diffattn.huggingface
import torch
import transformers
from safetensors.torch import load_file
from torch import nn

diffattn.huggingface.register()

SIZES = {
    "vocab_size": 99,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "intermediate_size": 48,
    "max_position_embeddings": 64,
    "bos_token_id": None,
    "eos_token_id": None,
    "pad_token_id": None,
}

DATA = Path(__file__).parents[2] / "Integration" / "Models" / "data"


def make(kind: str, seed: int = 1, **changes) -> nn.Module:
    """A model such as "Llama" whose weights are far from where training starts."""
    config = getattr(transformers, f"{kind}Config")(**{**SIZES, **changes})
    config._attn_implementation = "eager"
    torch.manual_seed(seed)
    model = getattr(transformers, f"{kind}ForCausalLM")(config).eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            is_norm = parameter.ndim == 1 and "norm" in name
            std = 0.1 if is_norm else 0.4 if parameter.ndim == 1 else 0.3
            parameter.copy_(is_norm + std * torch.randn(parameter.shape))
    return model


def conformance(name: str) -> tuple[nn.Module, dict[str, torch.Tensor]]:
    """A conformance model and what is expected of it."""
    folder = DATA / name
    content = json.loads((folder / "config.json").read_text())
    content.pop("case")
    config = transformers.AutoConfig.for_model(**content)
    model = transformers.AutoModelForCausalLM.from_config(config).eval()
    weights = load_file(folder / "model.safetensors")
    buffers = dict(model.named_buffers())
    model.load_state_dict({k: v for k, v in weights.items() if k not in buffers})
    return model, load_file(folder / "expected.safetensors")


def ids(*shape: int, seed: int = 7) -> torch.Tensor:
    """Random tokens."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(0, SIZES["vocab_size"], shape, generator=generator)
