"""The entry points of generation, in PyTorch, against transformers and exact data."""

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import diffattn.huggingface
import tiny
import torch
from diffattn.huggingface.generation import Forward, Step, new_caches
from exact import assert_close
from greedy import greedy
from transformers import GenerationConfig

diffattn.huggingface.register()


@pytest.fixture(params=["DiffLlama", "Llama"])
def model(request):
    return tiny.make(request.param)


def transformers_greedy(model, prompts, steps):
    """Tokens of model.generate with its eager attention, a prompt at a time."""
    model.set_attn_implementation("eager")
    config = GenerationConfig(max_new_tokens=steps, do_sample=False)
    tokens = [
        model.generate(torch.tensor([prompt]), generation_config=config)[0, -steps:]
        for prompt in prompts
    ]
    model.set_attn_implementation("diffattn")
    return torch.stack(tokens)


@pytest.mark.parametrize("lengths", [(6,), (6, 3, 1)], ids=["one", "left padded"])
def test_greedy_is_that_of_transformers(model, lengths):
    prompts = [tiny.ids(n, seed=n).tolist() for n in lengths]
    expected = transformers_greedy(model, prompts, 10)
    tokens, _ = greedy(model, prompts, 10, capacity=20)
    assert torch.equal(tokens, expected)


@pytest.mark.parametrize("name", ["diffllama_kv2_greedy", "diffllama_kv4_greedy"])
def test_greedy_conformance(name):
    model, expected = tiny.conformance(name)
    model.set_attn_implementation("diffattn")
    steps = expected["expected_tokens"].shape[1]
    tokens, logits = greedy(model, expected["prompt"].tolist(), steps, capacity=24)
    assert torch.equal(tokens, expected["expected_tokens"])
    assert_close(
        logits, expected["expected_step_logits"], expected["reference_step_logits"]
    )


@torch.no_grad()
def test_prefill_in_parts_is_prefill_at_once(model):
    model.set_attn_implementation("diffattn")
    ids = tiny.ids(2, 7)
    step = Step(model)
    whole, caches = step.run(ids, torch.tensor([7, 5]), *new_caches(model, 2, 9))
    _, parts = step.run(ids[:, :4], torch.tensor([4, 2]), *new_caches(model, 2, 9))
    logits, parts = step.run(ids[:, 4:], torch.tensor([7, 5]), *parts)
    torch.testing.assert_close(logits, whole, rtol=1e-4, atol=1e-5)
    for a, b in zip(parts, caches, strict=True):
        torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-5)


@torch.no_grad()
def test_what_was_in_the_buffers_is_not_used(model):
    model.set_attn_implementation("diffattn")
    ids, lengths = tiny.ids(2, 5), torch.tensor([5, 2])
    clean = new_caches(model, 2, 9)
    dirty = [torch.full_like(buffer, torch.nan) for buffer in clean]
    step = Step(model)
    torch.testing.assert_close(
        step(ids, lengths, *dirty), step(ids, lengths, *clean), rtol=1e-4, atol=1e-5
    )


@torch.no_grad()
def test_forward_is_the_model(model):
    model.set_attn_implementation("diffattn")
    ids = tiny.ids(2, 7)
    logits = Forward(model)(ids)
    torch.testing.assert_close(logits, model(input_ids=ids).logits)


@torch.no_grad()
def test_a_full_cache_is_an_error(model):
    model.set_attn_implementation("diffattn")
    message = "lengths: expected 0 to 4, found 5"
    with pytest.raises(ValueError, match=message):
        caches = new_caches(model, 1, 4)
        Step(model)(tiny.ids(1, 5), torch.tensor([5]), *caches)
