"""Model folders: what is loaded from them and what is refused."""

import json
import struct

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import diffattn.huggingface
import tiny
import torch
from diffattn.errors import ModelError
from diffattn.huggingface.export import export_entries, weight_types
from diffattn.huggingface.folder import load_folder
from safetensors.torch import load_file, save_file

diffattn.huggingface.register()


@pytest.fixture
def model():
    """Input and output embeddings are tied."""
    return tiny.make("DiffLlama", tie_word_embeddings=True, eos_token_id=[3, 5])


@pytest.fixture
def folder(model, tmp_path):
    """The model, saved."""
    model.save_pretrained(tmp_path)
    return tmp_path


def change_config(folder, **changes):
    file = folder / "config.json"
    content = {**json.loads(file.read_text()), **changes}
    file.write_text(json.dumps(content))


def change_weights(folder, change):
    """Rewrites the weights after `change(tensors)`."""
    file = folder / "model.safetensors"
    tensors = load_file(file)
    change(tensors)
    save_file(tensors, file, metadata={"format": "pt"})


def convert(model, dtype):
    """The model with weights of another type; buffers stay as they are."""
    for parameter in model.parameters():
        parameter.data = parameter.data.to(dtype)
    return model


@torch.no_grad()
def same_logits(loaded, model):
    ids = tiny.ids(2, 5)
    loaded.model.set_attn_implementation("eager")
    assert torch.equal(loaded.model(ids).logits, model(ids).logits)


# Loading -------------------------------------------------------------------------


def test_one_file_with_tied_weights(folder, model):
    loaded = load_folder(folder)
    same_logits(loaded, model)
    embedding = loaded.model.model.embed_tokens.weight
    assert loaded.model.lm_head.weight is embedding
    assert "lm_head.weight" not in loaded.stored
    assert loaded.eos == (3, 5)
    assert loaded.tokenizer is None


def test_several_files(model, tmp_path):
    model.save_pretrained(tmp_path, max_shard_size="20KB")
    loaded = load_folder(tmp_path)
    assert len(loaded.files.files) > 2
    same_logits(loaded, model)


def test_weights_are_not_copied(folder):
    loaded = load_folder(folder)
    values = loaded.stored["model.norm.weight"].read()
    assert torch.equal(loaded.model.model.norm.weight, values)


def test_without_weights_only_shapes_are_there(folder):
    loaded = load_folder(folder, weights=False)
    own, exact = loaded.model.state_dict(), load_folder(folder).model.state_dict()
    assert {k: v.shape for k, v in own.items()} == {
        k: v.shape for k, v in exact.items()
    }
    frequencies = loaded.model.model.rotary_emb.inv_freq
    assert frequencies.device.type == "cpu" and frequencies[0] == 1


def test_narrow_weights_are_widened(model, tmp_path):
    convert(model, torch.bfloat16).save_pretrained(tmp_path)
    loaded = load_folder(tmp_path)
    assert loaded.model.dtype == torch.float32
    same_logits(loaded, convert(model, torch.float32))
    types = weight_types(loaded)
    assert set(types.values()) == {torch.bfloat16}
    assert set(types) == set(load_file(tmp_path / "model.safetensors"))
    assert not weight_types(load_folder(tmp_path, dtype=torch.bfloat16))


def test_a_tied_weight_under_its_other_name(folder, model):
    def rename(tensors):
        tensors["lm_head.weight"] = tensors.pop("model.embed_tokens.weight")

    change_weights(folder, rename)
    loaded = load_folder(folder)
    same_logits(loaded, model)
    program = export_entries(loaded, ["forward"])["forward"]
    targets = [spec.target for spec in program.graph_signature.input_specs]
    assert "lm_head.weight" in targets
    assert "model.embed_tokens.weight" not in targets


def test_buffers_that_are_computed_may_be_stored(folder, model):
    change_weights(
        folder, lambda t: t.update({"model.rotary_emb.inv_freq": torch.zeros(4)})
    )
    same_logits(load_folder(folder), model)


def test_a_byte_vocabulary_and_a_tokenizer_file(tmp_path):
    tiny.make("Llama", vocab_size=256).save_pretrained(tmp_path)
    assert load_folder(tmp_path).tokenizer == "bytes"
    (tmp_path / "tokenizer.json").write_text("{}")
    assert load_folder(tmp_path).tokenizer == "tokenizer.json"
    assert load_folder(tmp_path).eos == ()


# Refusals ------------------------------------------------------------------------


def refuses(folder, message, **options):
    with pytest.raises(ModelError, match=message) as error:
        load_folder(folder, **options)
    assert "\n" not in str(error.value)


def test_refuses_no_folder(tmp_path):
    refuses(tmp_path / "nothing", "nothing: expected a model folder, found no folder")


def test_refuses_no_config(folder):
    (folder / "config.json").unlink()
    refuses(folder, "expected a model folder, found no config.json in it")


@pytest.mark.parametrize("text", ["{", "[]"])
def test_refuses_a_broken_config(folder, text):
    (folder / "config.json").write_text(text)
    refuses(folder, "config.json: (cannot be read as JSON|expected a JSON object)")


def test_refuses_an_unknown_architecture(folder):
    change_config(folder, model_type="perceptron")
    message = "model_type: expected one that transformers knows, found 'perceptron'"
    refuses(folder, message)


def test_refuses_a_model_that_writes_no_text(folder):
    change_config(folder, architectures=["DiffLlamaForTokenClassification"])
    refuses(
        folder,
        "architectures: expected DiffLlamaForCausalLM, "
        "found DiffLlamaForTokenClassification",
    )


def test_refuses_sizes_that_do_not_fit(folder):
    change_config(folder, num_key_value_heads=3)
    refuses(folder, "config.json: .*num_key_value_heads")


@pytest.mark.parametrize(
    "changes",
    [
        {"num_attention_heads": 0},
        {"hidden_size": "wide"},
        {"hidden_size": -4},
        {"hidden_act": "none"},
        {"eos_token_id": "end"},
    ],
)
def test_refuses_values_that_mean_nothing(folder, changes):
    change_config(folder, **changes)
    refuses(folder, "config.json: [a-z]")


def test_refuses_code_in_the_folder(folder):
    auto_map = {"AutoModelForCausalLM": "modeling.Model"}
    change_config(folder, auto_map=auto_map)
    (folder / "modeling.py").write_text("raise SystemExit('this code ran')\n")
    refuses(folder, r"code of its own \(auto_map\): .* trust_remote_code")


def test_refuses_quantized_weights(folder):
    change_config(folder, quantization_config={"quant_method": "fp8"})
    refuses(folder, "expected weights as numbers, found quantized ones")


@pytest.mark.parametrize("name", ["pytorch_model.bin", "consolidated.00.pth"])
def test_refuses_pickled_weights(folder, name):
    (folder / "model.safetensors").rename(folder / name)
    refuses(folder, f"found {name}: pickled weights can run code and are not read")


def test_refuses_no_weights(folder):
    (folder / "model.safetensors").unlink()
    refuses(folder, "expected model.safetensors or .*index.json, found neither")


@pytest.mark.parametrize("kept", [0, 6, 100, -1])
def test_refuses_a_file_cut_off(folder, kept):
    file = folder / "model.safetensors"
    file.write_bytes(file.read_bytes()[:kept])
    refuses(folder, "model.safetensors: no whole safetensors file: ")


def test_refuses_a_table_that_is_too_long(folder):
    file = folder / "model.safetensors"
    file.write_bytes(struct.pack("<Q", 2**40) + b"{}")
    refuses(folder, "model.safetensors: no whole safetensors file: ")


def test_refuses_missing_tensors(folder):
    change_weights(folder, lambda t: t.pop("model.layers.1.self_attn.lambda_q1"))
    refuses(folder, "model.layers.1.self_attn.lambda_q1 missing in the weights")


def test_refuses_extra_tensors(folder):
    change_weights(folder, lambda t: t.update({"model.bias": torch.zeros(3)}))
    refuses(folder, "the model has no model.bias")


def test_lists_few_names(folder):
    names = {f"extra.{i}": torch.zeros(1) for i in range(9)}
    change_weights(folder, lambda t: t.update(names))
    refuses(folder, r"the model has no extra.\d, extra.\d, extra.\d and 6 more$")


def test_refuses_a_wrong_shape(folder):
    change_weights(folder, lambda t: t.update({"model.norm.weight": torch.ones(31)}))
    refuses(folder, r"model.norm.weight: expected shape \[32\], found \[31\]")


@pytest.mark.parametrize(
    ("dtype", "found"), [(torch.int64, "I64"), (torch.float64, "F64")]
)
def test_refuses_a_wrong_type(folder, dtype, found):
    norm = torch.ones(32, dtype=dtype)
    change_weights(folder, lambda t: t.update({"model.norm.weight": norm}))
    refuses(folder, f"expected float32 or float16 or bfloat16, found {found}")


def test_refuses_to_narrow(folder):
    refuses(folder, "expected bfloat16, found F32", dtype=torch.bfloat16)


def test_refuses_tied_weights_that_differ(folder):
    other = torch.zeros(99, 32)
    change_weights(folder, lambda t: t.update({"lm_head.weight": other}))
    refuses(folder, "lm_head.weight: expected the same values as model.embed_tokens")


# An index ------------------------------------------------------------------------


@pytest.fixture
def index(model, tmp_path):
    """The index of a folder with several files."""
    model.save_pretrained(tmp_path, max_shard_size="20KB")
    return tmp_path / "model.safetensors.index.json"


def change_index(index, name, file):
    content = json.loads(index.read_text())
    if file is None:
        content["weight_map"].pop(name)
    else:
        content["weight_map"][name] = file
    index.write_text(json.dumps(content))


def test_refuses_a_missing_file(index):
    first = sorted(index.parent.glob("model-*.safetensors"))[0]
    first.unlink()
    refuses(index.parent, f"{first.name}: .* names this file, but it is not there")


def test_refuses_files_outside_of_the_folder(index):
    change_index(index, "model.norm.weight", "../model.safetensors")
    refuses(index.parent, "model.norm.weight: expected a file name, found '../model")


def test_refuses_an_index_without_a_table(index):
    index.write_text("{}")
    refuses(index.parent, "expected a table weight_map, found none")


def test_refuses_a_tensor_in_another_file(index):
    files = sorted(path.name for path in index.parent.glob("model-*.safetensors"))
    table = json.loads(index.read_text())["weight_map"]
    wrong = next(f for f in files if f != table["model.norm.weight"])
    change_index(index, "model.norm.weight", wrong)
    refuses(index.parent, f"expected model.norm.weight in {wrong}, found none")


def test_refuses_a_tensor_that_the_index_lacks(index):
    change_index(index, "model.norm.weight", None)
    refuses(index.parent, "model.norm.weight is not in model.safetensors.index.json")
