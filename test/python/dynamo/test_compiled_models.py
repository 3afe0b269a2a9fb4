"""Models by torch.compile: right, and compiled once for all lengths."""

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import torch
from compiled import check, compiled, wide
from diffattn.dynamo import statistics
from diffattn.huggingface.requirements import require_transformers

require_transformers()
transformers = pytest.importorskip("transformers")

SIZES = dict(
    vocab_size=53,
    hidden_size=32,
    intermediate_size=64,
    num_hidden_layers=2,
    num_attention_heads=4,
    num_key_value_heads=2,
    max_position_embeddings=64,
)


class Logits(torch.nn.Module):
    """The logits of a language model."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.model(ids, use_cache=False).logits


def language_model(kind: str, attention: str) -> torch.nn.Module:
    """A small model of random weights."""
    torch.manual_seed(1)
    config = getattr(transformers, f"{kind}Config")(**SIZES)
    model = getattr(transformers, f"{kind}ForCausalLM")._from_config(
        config, attn_implementation=attention
    )
    return Logits(model).eval()


@pytest.mark.parametrize("attention", ["eager", "sdpa"])
@pytest.mark.parametrize("kind", ["DiffLlama", "Llama"])
def test_language_models(kind: str, attention: str) -> None:
    """Each attention becomes a kernel, and five lengths are one graph."""
    model = language_model(kind, attention)
    run = compiled(model, remarks="strict")
    before = statistics.compiled + statistics.reused
    wider = wide(model)
    for length in (7, 2, 13, 31, 64):
        ids = torch.randint(53, (2, length))
        torch._dynamo.mark_dynamic(ids, 1)
        check(run, model, wider, ids)
    assert statistics.compiled + statistics.reused == before + 1


def test_generation_with_a_growing_cache() -> None:
    """Caches of transformers are inputs and outputs of the graph."""
    model = language_model("DiffLlama", "sdpa").model
    ids = torch.randint(53, (1, 5))
    options = dict(max_new_tokens=6, do_sample=False, pad_token_id=0)
    with torch.no_grad():
        expected = model.generate(ids, **options)
        forward = model.forward
        model.forward = torch.compile(forward, backend="diffattn", dynamic=True)
        found = model.generate(ids, **options)
    assert torch.equal(found, expected)


def test_half_floats() -> None:
    """Weights and results are bfloat16."""
    model = language_model("Llama", "sdpa").to(torch.bfloat16)
    check(compiled(model), model, wide(model), torch.randint(53, (2, 9)))


def test_vision_transformer_with_differential_attention() -> None:
    """timm's DIFF attention."""
    timm = pytest.importorskip("timm.layers.diff_attention")
    torch.manual_seed(2)
    module = timm.DiffAttention(32, num_heads=2).eval()
    run = compiled(module, dynamic=True)
    for tokens in (9, 17):
        check(run, module, wide(module), torch.randn(2, tokens, 32))
