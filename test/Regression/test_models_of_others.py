"""Models that others can't export or run: their own tests, and caches as results."""

import pathlib

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("diffattn._native")

from diffattn.huggingface.requirements import require_transformers

require_transformers()

import torch
import transformers
from diffattn import huggingface
from diffattn.compiler import compile_text
from diffattn.errors import ModelError
from diffattn.importer.frontends import import_model
from diffattn.runtime import Weights

# What transformers tests DiffLlama with.
CONFIGURATION = dict(
    vocab_size=99,
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=4,
    num_key_value_heads=4,
    intermediate_size=37,
    hidden_act="gelu",
    max_position_embeddings=512,
)
BATCH, TOKENS = 13, 7


def diffllama(attention: str) -> torch.nn.Module:
    """A model with random weights."""
    config = transformers.DiffLlamaConfig(**CONFIGURATION)
    config._attn_implementation = attention
    torch.manual_seed(42)
    return transformers.DiffLlamaForCausalLM(config).eval()


class Logits(torch.nn.Module):
    """Of all positions."""

    def __init__(self, model: torch.nn.Module):
        super().__init__()
        self.model = model

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """Without a cache."""
        return self.model(ids, use_cache=False).logits


# intel/torch-xpu-ops#1748
@pytest.mark.parametrize("attention", ["sdpa", "eager", "diffattn"])
def test_difflamas_own_configuration_is_not_supported(
    attention: str, tmp_path: pathlib.Path
) -> None:
    """Queries and keys of width 8, values of 16: the logits of PyTorch."""
    huggingface.register()
    model = Logits(diffllama(attention)).eval()
    ids = torch.randint(0, 99, (BATCH, TOKENS))
    with torch.no_grad():
        expected = Logits(diffllama("eager"))(ids).numpy()
        exact = Logits(diffllama("eager").double())(ids).numpy()
    imported = import_model(model, (ids,))
    artifact = compile_text(imported.text)
    state = {name: p for name, p in model.state_dict().items()}
    arrays = {
        name: state[weight.state].detach().contiguous()
        for name, weight in imported.weights.items()
    }
    found = artifact["forward"].bind(Weights.of_arrays(arrays))(ids.numpy())
    error = np.abs(found - exact).max()
    allowed = 2 * np.abs(expected - exact).max() + 2.0**-21 * np.abs(exact).max()
    assert error <= allowed


class WithCache(torch.nn.Module):
    """Returns what the model does: logits and a cache."""

    def __init__(self, model: torch.nn.Module):
        super().__init__()
        self.model = model

    def forward(self, ids: torch.Tensor) -> object:
        """With a cache of transformers."""
        return self.model(ids, use_cache=True)


# pytorch/pytorch#148748
def test_a_cache_among_the_results_blocks_the_export() -> None:
    """The message says in one line what a model must return, and what to do."""
    ids = torch.randint(0, 99, (2, TOKENS))
    with pytest.raises(ModelError) as caught:
        import_model(WithCache(diffllama("eager")).eval(), (ids,))
    assert str(caught.value) == (
        "torch.export fails: expected tensors as results, found a DynamicCache; call "
        "the model with use_cache=False, or import its folder: prefill and decode take "
        "caches"
    )
