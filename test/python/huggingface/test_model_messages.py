"""What is said of models that can't be imported, and of those that can: in full."""

import importlib.util
import json
import types

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import tiny
import torch
from diffattn import cli
from diffattn.errors import ModelError, UnavailableError
from diffattn.huggingface import export, requirements, weights
from diffattn.huggingface.folder import load_folder
from diffattn.huggingface.summary import describe
from safetensors.torch import load_file, save_file


def changed(folder, **changes):
    """The folder with another configuration."""
    file = folder / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))
    return folder


def refused(function, *arguments) -> str:
    """The message, which is one line."""
    with pytest.raises(ModelError) as caught:
        function(*arguments)
    text = str(caught.value)
    assert "\n" not in text
    return text


@pytest.fixture
def folder(tmp_path):
    """A saved model with tied embeddings."""
    tiny.make("DiffLlama", tie_word_embeddings=True).save_pretrained(tmp_path)
    return tmp_path


# Folders --------------------------------------------------------------------------


def test_a_folder_of_something_else(tmp_path, capsys):
    """Such as /tmp: no model, which the message says of the folder."""
    message = f"{tmp_path}: expected a model folder, found no config.json in it"
    has_compiler = importlib.util.find_spec("diffattn._native")
    for command in ("import", *(("compile",) if has_compiler else ())):
        output = str(tmp_path.parent / "out")
        assert cli.main([command, str(tmp_path), "-o", output]) == 1
        assert capsys.readouterr().err == f"diffattn: error: {message}\n"


def test_code_that_comes_with_a_model(folder):
    changed(folder, auto_map={"AutoModelForCausalLM": "modeling.Model"})
    assert refused(load_folder, folder).endswith(
        "config.json: the model brings code of its own (auto_map): expected permission "
        "to run it by trust_remote_code"
    )


def test_names_that_transformers_does_not_know(folder):
    changed(folder, hidden_act="steep")
    assert refused(load_folder, folder).endswith("config.json: unknown name 'steep'")


def test_models_that_write_no_text(folder):
    changed(folder, model_type="vit", architectures=["ViTModel"])
    assert refused(load_folder, folder).endswith(
        "architectures: expected a causal language model that transformers knows, "
        "found ViTModel"
    )


def test_tied_weights_that_differ(folder):
    file = folder / "model.safetensors"
    tensors = load_file(file)
    save_file(tensors | {"lm_head.weight": torch.zeros(99, 32)}, file)
    assert refused(load_folder, folder).endswith(
        "lm_head.weight: expected the same values as model.embed_tokens.weight, to "
        "which the model ties it, found others"
    )


def test_pickled_weights(folder):
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    assert refused(load_folder, folder).endswith(
        "expected model.safetensors, found pytorch_model.bin: pickled weights can run "
        "code and are not read; save the model with safe_serialization=True"
    )


def test_tables_that_are_none(tmp_path):
    file = tmp_path / "index.json"
    file.write_text("[]")
    message = f"{file}: expected a JSON object, found something else"
    assert refused(weights.read_json, file) == message


# Caches ---------------------------------------------------------------------------


def loaded(**config):
    """A model as far as checks of its configuration go."""
    return types.SimpleNamespace(config=types.SimpleNamespace(**config))


def test_a_model_without_a_limit_of_positions():
    message = "context: expected a number, as the model has no limit, found none"
    assert refused(export.context_of, loaded(), None) == message
    assert export.context_of(loaded(), 5) == 5


def test_layers_that_do_not_see_all_keys():
    assert refused(
        export.check_plain, loaded(layer_types=["full_attention", "linear_attention"])
    ) == ("generation: expected full attention, found linear_attention layers")
    assert refused(export.check_plain, loaded(sliding_window=7)) == (
        "generation: expected full attention, found a window of 7"
    )
    export.check_plain(loaded(sliding_window=7, use_sliding_window=False))


class Plain(torch.nn.Module):
    """Calls PyTorch's own attention."""

    def forward(self, x):
        return torch.nn.functional.scaled_dot_product_attention(x, x, x)


class Attends(torch.nn.Module):
    """Calls ours, and does not say how many keys there are."""

    def forward(self, x, buffer):
        lengths = torch.zeros(1, dtype=torch.int64)
        buffer = torch.ops.diffattn.cache_append(buffer, x, lengths)
        buffer = torch.ops.diffattn.cache_append(buffer, x, lengths)
        return torch.ops.diffattn.attention(x, x, None, None, x), buffer


def test_models_that_leave_out_caches_or_lengths():
    x, buffer = torch.randn(1, 2, 3, 4), torch.zeros(1, 2, 8, 4)
    program = torch.export.export(Plain(), (x,), strict=False)
    assert refused(export._check_caches, program, "decode", 1) == (
        "decode: an attention does not use transformers' registry"
    )
    program = torch.export.export(Attends(), (x, buffer), strict=False)
    assert refused(export._check_caches, program, "decode", 2) == (
        "decode: expected 4 updates of caches, found 2"
    )
    assert refused(export._check_caches, program, "decode", 1) == (
        "decode: the model does not hand key_lengths on"
    )


# Packages -------------------------------------------------------------------------


def test_transformers_that_is_not_there(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UnavailableError) as caught:
        requirements.require_transformers()
    message = "transformers is not installed: install diffattn[torch]"
    assert str(caught.value) == message


def test_torchvision_that_does_not_fit(monkeypatch):
    def fails(name):
        raise RuntimeError("operator torchvision::nms does not exist")

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: "there")
    monkeypatch.setattr(importlib, "import_module", fails)
    with pytest.raises(UnavailableError) as caught:
        requirements.require_transformers()
    assert str(caught.value) == (
        "torchvision does not fit torch, so transformers cannot be imported: remove or "
        "update torchvision (operator torchvision::nms does not exist)"
    )


# What is found --------------------------------------------------------------------


# karpathy/nanoGPT#567
def test_head_counts_are_halved_twice(folder):
    """The importer says how many heads there are, how wide, and which make a pair."""
    assert list(describe(load_folder(folder))) == [
        f"model {folder.name}: DiffLlamaForCausalLM",
        "  weights: 18,752 in 28 tensors of type F32 in model.safetensors",
        "  layers: 2, query heads: 4, key/value heads: 2 (groups of 2), head width: 8, "
        "value width: 16",
        "  attention: differential, causal; query heads h and h + 2 make output head h",
        "  lambda: exp(lambda_q1 . lambda_k1) - exp(lambda_q2 . lambda_k2) + init, a "
        "number a layer; init: 0.2000 0.3555",
        "  norm: RMS over 16 values, eps 1e-05, times 1 - init",
    ]


def test_an_ordinary_model_is_described(tmp_path):
    tiny.make("Llama").save_pretrained(tmp_path / "whole")
    assert list(describe(load_folder(tmp_path / "whole")))[-1] == (
        "  attention: ordinary, causal"
    )
    tiny.make("Mistral", sliding_window=5).save_pretrained(tmp_path / "window")
    assert list(describe(load_folder(tmp_path / "window")))[-1] == (
        "  attention: ordinary, causal with a window of 5"
    )
