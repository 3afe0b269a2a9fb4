"""The attention implementation "diffattn" against transformers' own."""

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import diffattn.huggingface
import tiny
import torch
from transformers import DynamicCache, StaticCache

diffattn.huggingface.register()


@pytest.fixture(params=["DiffLlama", "Llama", "Mistral"])
def model(request):
    """Mistral has a sliding window."""
    window = {"sliding_window": 3} if request.param == "Mistral" else {}
    return tiny.make(request.param, **window)


@torch.no_grad()
def both(model, **arguments):
    """Logits of eager attention and of ours."""
    logits = []
    for name in ("eager", "diffattn"):
        model.set_attn_implementation(name)
        logits.append(model(**arguments).logits)
    return logits


def close(a, b):
    torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-5)


def test_whole_sequences(model):
    close(*both(model, input_ids=tiny.ids(2, 7)))


def test_left_padding_is_not_ignored(model):
    mask = torch.ones(2, 7, dtype=torch.int64)
    mask[1, :3] = 0
    eager, ours = both(model, input_ids=tiny.ids(2, 7), attention_mask=mask)
    close(eager[mask == 1], ours[mask == 1])
    unmasked = both(model, input_ids=tiny.ids(2, 7))[1]
    assert not torch.allclose(unmasked[1, 3:], ours[1, 3:], atol=1e-3)


def test_a_given_mask_is_used(model):
    mask = torch.ones(7, 7, dtype=torch.bool).tril()[None, None]
    mask = mask & (torch.arange(7) != 2)
    eager_mask = torch.where(mask, 0.0, -torch.inf)
    ids = tiny.ids(1, 7)
    with torch.no_grad():
        model.set_attn_implementation("eager")
        eager = model(input_ids=ids, attention_mask=eager_mask).logits
        model.set_attn_implementation("diffattn")
        close(eager, model(input_ids=ids, attention_mask=mask).logits)
        close(eager, model(input_ids=ids, attention_mask=eager_mask).logits)


def test_packed_sequences_do_not_see_each_other(model):
    positions = torch.tensor([[0, 1, 2, 0, 1, 2, 3]])
    ids = tiny.ids(1, 7)
    eager, ours = both(model, input_ids=ids, position_ids=positions, use_cache=False)
    close(eager, ours)
    model.set_attn_implementation("diffattn")
    with torch.no_grad():
        close(ours[:, 3:], model(input_ids=ids[:, 3:]).logits)


@pytest.mark.parametrize("kind", [DynamicCache, StaticCache])
def test_with_a_cache_of_transformers(model, kind):
    ids = tiny.ids(2, 9)
    model.set_attn_implementation("diffattn")
    capacity = {"max_cache_len": 12} if kind is StaticCache else {}
    cache = kind(config=model.config, **capacity)
    with torch.no_grad():
        whole = model(input_ids=ids).logits
        parts = [
            model(input_ids=part, past_key_values=cache, use_cache=True).logits
            for part in (ids[:, :5], ids[:, 5:6], ids[:, 6:])
        ]
    close(whole, torch.cat(parts, 1))


def test_generate(model):
    mask = torch.ones(2, 5, dtype=torch.int64)
    mask[1, :2] = 0
    tokens = []
    for name in ("eager", "diffattn"):
        model.set_attn_implementation(name)
        tokens.append(
            model.generate(
                tiny.ids(2, 5),
                attention_mask=mask,
                max_new_tokens=8,
                do_sample=False,
                pad_token_id=0,
            )
        )
    assert torch.equal(*tokens)


def test_a_plain_export_runs():
    """Without a cache, transformers puts a search for packed sequences into it."""
    model = tiny.make("DiffLlama")
    model.set_attn_implementation("diffattn")

    class Logits(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, ids):
            return self.model(input_ids=ids, use_cache=False).logits

    shape = {0: torch.export.Dim("batch"), 1: torch.export.Dim("rows")}
    with torch.no_grad():
        program = torch.export.export(
            Logits(), (tiny.ids(2, 7),), dynamic_shapes=(shape,), strict=False
        )
        other = tiny.ids(3, 5)
        close(program.module()(other), model(input_ids=other).logits)


def test_refuses_dropout_in_training():
    model = tiny.make("Llama", attention_dropout=0.1).train()
    model.set_attn_implementation("diffattn")
    message = "dropout: expected 0 or a model in eval mode, found 0.1 in training mode"
    with pytest.raises(ValueError, match=message):
        model(input_ids=tiny.ids(1, 3))


def test_refuses_what_changes_the_result():
    module = torch.nn.Module().eval()
    q = torch.randn(1, 1, 2, 4)
    forward = diffattn.huggingface.attention.attention_forward
    message = "s_aux: expected attention without it, found one with it"
    with pytest.raises(ValueError, match=message):
        forward(module, q, q, q, None, s_aux=torch.zeros(1))
    mask, lengths = torch.ones(1, 1, 2, 2), torch.tensor([2])
    with pytest.raises(ValueError, match="expected a mask or key_lengths, found both"):
        forward(module, q, q, q, mask, key_lengths=lengths)
