"""`diffattn import` and `import_model`: from folders and files to MLIR text."""

import os
import re

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import tiny
import torch
from diffattn import cli, torch_ops
from diffattn.errors import ModelError
from diffattn.huggingface.export import export_entries
from diffattn.huggingface.folder import load_folder
from diffattn.importer.frontends import import_folder, import_model
from safetensors.torch import load_file


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A saved model with bf16 weights and tied embeddings."""
    path = tmp_path_factory.mktemp("models") / "tiny-model"
    model = tiny.make("DiffLlama", tie_word_embeddings=True, eos_token_id=[3, 5])
    for parameter in model.parameters():
        parameter.data = parameter.data.bfloat16()
    model.save_pretrained(path)
    return path


def run(*arguments) -> int:
    return cli.main(["import", *map(str, arguments)])


# The text --------------------------------------------------------------------------


def test_all_entry_points(folder, tmp_path, capsys):
    assert run(folder, "-o", tmp_path / "m.mlir", "--context", 40) == 0
    text = (tmp_path / "m.mlir").read_text()
    assert re.findall(r"func\.func @\"?(\w+)", text) == ["forward", "prefill", "decode"]
    for name in ("ids", "lengths", "keys.0", "values.0", "keys.1", "values.1"):
        assert f'diffattn.name = "{name}"' in text
    assert text.count('diffattn.name = "logits"') == 3
    assert "memref<?x2x40x8xf32>" in text
    # Weights once, under their names and in their type in the file.
    stored = load_file(folder / "model.safetensors")
    names = re.findall(r'ml_program.global private @"?([\w.]+)', text)
    assert sorted(names) == sorted(stored)
    assert "tensor<99x32xbf16>" in text
    assert str(folder) not in text
    assert os.listdir(tmp_path) == ["m.mlir"]

    out = capsys.readouterr().out
    assert "model tiny-model: DiffLlamaForCausalLM" in out
    assert "layers: 2, query heads: 4, key/value heads: 2 (groups of 2)" in out
    assert "head width: 8, value width: 16" in out
    assert "query heads h and h + 2 make output head h" in out
    assert "init: 0.2000 0.3555" in out
    assert "@decode: " in out and "4 of diffattn.attention.default" in out


def resident_bytes() -> int:
    """Memory that this process has."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_memory(tmp_path):
    """Programs keep neither weights nor caches: 64 MiB each of them here."""
    tiny.make(
        "DiffLlama", vocab_size=1 << 18, max_position_embeddings=1 << 18
    ).save_pretrained(tmp_path)
    loaded = load_folder(tmp_path, weights=False)
    export_entries(loaded, ["decode"], context=4)
    before = resident_bytes()
    programs = export_entries(loaded, ["prefill", "decode"])
    assert resident_bytes() - before < 32 << 20
    assert len(programs) == 2


def test_the_model_is_described(folder):
    text = import_folder(folder, ["forward"]).text
    head = text[: text.index("\n")]
    for entry in (
        'kind = "causal-lm"',
        'name = "tiny-model"',
        'weights = ["model.safetensors"]',
        "eos = [3 : i64, 5 : i64]",
        "vocab = 99 : i64",
        "max_positions = 64 : i64",
    ):
        assert entry in head
    assert "tokenizer" not in head and "folder" not in head
    with_folder = import_folder(folder, ["forward"], with_folder=True).text
    assert f'folder = "{folder}"' in with_folder


@pytest.mark.parametrize("name", ["eager", "sdpa"])
def test_other_attentions_give_forward_alone(folder, tmp_path, name, capsys):
    assert run(folder, "-o", tmp_path / "m.mlir", "--attention", name) == 0
    text = (tmp_path / "m.mlir").read_text()
    assert re.findall(r"func\.func @\"?(\w+)", text) == ["forward"]


def test_a_type_to_compute_in(folder):
    text = import_folder(folder, ["forward"], dtype=torch.bfloat16).text
    assert "tensor<?x?x99xbf16>" in text


# Programs --------------------------------------------------------------------------


class Layer(torch.nn.Module):
    """Attention by the operator."""

    def __init__(self):
        super().__init__()
        self.q = torch.nn.Linear(8, 8, bias=False)

    def forward(self, x):
        q = self.q(x).unflatten(-1, (2, 4)).transpose(1, 2)
        return torch_ops.attention(q, q, q, q, q, torch.tensor(0.5), causal=True)


def test_a_program_file(tmp_path, capsys):
    layer, x = Layer().eval(), torch.randn(1, 5, 8)
    shapes = ({1: torch.export.Dim("rows")},)
    program = torch.export.export(layer, (x,), dynamic_shapes=shapes)
    torch.export.save(program, tmp_path / "layer.pt2")
    assert run(tmp_path / "layer.pt2", "-o", tmp_path / "m.mlir") == 0
    text = (tmp_path / "m.mlir").read_text()
    assert "diffattn.attention" in text
    weights = load_file(tmp_path / "m.safetensors")
    assert list(weights) == ["q.weight"]
    assert torch.equal(weights["q.weight"], layer.q.weight)
    assert import_model(layer, (x,), dynamic_shapes=shapes).text.count("func.func") == 1
    assert import_model({"layer": program}).text.count('func.func @"layer"') == 1


@pytest.mark.parametrize("content", [b"", b"PK\3\4 this is no archive"])
def test_refuses_a_broken_program_file(tmp_path, content):
    file = tmp_path / "m.pt2"
    file.write_bytes(content)
    with pytest.raises(ModelError, match="m.pt2: (expected a .pt2 file|cannot be)"):
        import_model(file)


def test_refuses_other_files(tmp_path):
    with pytest.raises(ModelError, match="expected a model folder or a .pt2 file"):
        import_model(tmp_path / "nothing")


def test_refuses_modules_in_training_mode():
    with pytest.raises(ModelError, match="expected a module in eval mode"):
        import_model(Layer(), (torch.randn(1, 5, 8),))
    with pytest.raises(ModelError, match="expected examples of the module's arguments"):
        import_model(Layer().eval())


# Refusals --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--context", 0], "context: expected 1 to 64, found 0"),
        (["--context", 65], "context: expected 1 to 64, found 65"),
        (
            ["--attention", "sdpa", "--entry", "prefill"],
            "prefill: expected attention diffattn, found sdpa",
        ),
        (["--weights", "w.safetensors"], "--weights: a folder's weights stay"),
        (["--dtype", "float16"], "expected float16, found BF16"),
    ],
)
def test_refuses_options_that_do_not_fit(folder, tmp_path, options, message, capsys):
    status = 2 if "--weights" in options else 1
    assert run(folder, "-o", tmp_path / "m.mlir", *options) == status
    err = capsys.readouterr().err
    assert err.startswith("diffattn: error: ") and err.count("\n") == 1
    assert message in err
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("entry", ["", "train", "forward,forward"])
def test_refuses_other_entry_points(folder, tmp_path, entry, capsys):
    with pytest.raises(SystemExit) as exit:
        run(folder, "-o", tmp_path / "m.mlir", "--entry", entry)
    assert exit.value.code == 2
    assert "expected some of forward,prefill,decode" in capsys.readouterr().err


def test_a_bad_model_leaves_the_old_file_alone(tmp_path, capsys):
    (tmp_path / "m.mlir").write_text("old")
    assert run(tmp_path, "-o", tmp_path / "m.mlir") == 1
    assert (
        "expected a model folder, found no config.json in it" in capsys.readouterr().err
    )
    assert (tmp_path / "m.mlir").read_text() == "old"


def test_a_file_that_cannot_be_written(folder, tmp_path, capsys):
    output = tmp_path / "none" / "m.mlir"
    assert run(folder, "-o", output, "--entry", "forward") == 1
    assert f"'{output}': cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "changes", "message"),
    [
        ("Mistral", {"sliding_window": 4}, "found a window of 4"),
        (
            "Qwen2",
            {"sliding_window": 4, "use_sliding_window": True, "max_window_layers": 1},
            "found sliding_attention layers",
        ),
    ],
)
def test_windows_are_refused_with_caches_alone(tmp_path, kind, changes, message):
    tiny.make(kind, **changes).save_pretrained(tmp_path)
    with pytest.raises(ModelError, match=f"expected full attention, {message}"):
        import_folder(tmp_path)
    assert import_folder(tmp_path, ["forward"]).text.count("func.func") == 1
