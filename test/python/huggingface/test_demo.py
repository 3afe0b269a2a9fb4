"""The trained example model, from its folder to text: exact logits and tokens."""

from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("diffattn.runtime", exc_type=ImportError)

import torch
from diffattn import cli
from diffattn.generate import Generator, LanguageModel
from diffattn.runtime import Artifact
from exact import assert_close
from safetensors.torch import load_file

FOLDER = Path(__file__).parents[3] / "examples" / "kjv-diffllama"

# It is compiled once.
pytestmark = pytest.mark.xdist_group("kjv-diffllama")


@pytest.fixture(scope="module")
def expected():
    return load_file(FOLDER / "expected.safetensors")


@pytest.fixture(scope="module")
def graphs(tmp_path_factory):
    """The model's graphs, imported from PyTorch."""
    text = tmp_path_factory.mktemp("demo") / "model.mlir"
    assert cli.main(["import", str(FOLDER), "-o", str(text)]) == 0
    return text


@pytest.fixture(scope="module")
def model(graphs):
    """The compiled model; its weights stay bfloat16 in the folder."""
    library = graphs.with_suffix(".so")
    assert cli.main(["compile", str(graphs), "-o", str(library)]) == 0
    return LanguageModel.open(Artifact(library), FOLDER)


def test_saved_graphs_are_up_to_date(graphs):
    """What `make demo` compiles is what PyTorch gives today."""
    assert graphs.read_text() == (FOLDER / "model.mlir").read_text()


@pytest.mark.parametrize("prompt", range(3))
def test_logits(model, expected, prompt):
    ids = expected[f"prompt_{prompt}"][None].numpy()
    logits = torch.from_numpy(model.function("forward")(ids))[0]
    assert_close(
        logits, expected[f"logits_f64_{prompt}"], expected[f"logits_f32_{prompt}"]
    )


@pytest.mark.parametrize(
    "prompts", [(0,), (1,), (2,), (0, 1, 2)], ids=["0", "1", "2", "all"]
)
def test_greedy_tokens(model, expected, prompts):
    given = [expected[f"prompt_{prompt}"].tolist() for prompt in prompts]
    tokens = list(Generator(model).stream(given, 64))
    for text, prompt in zip(zip(*tokens, strict=True), prompts, strict=True):
        assert list(text) == expected[f"tokens_{prompt}"].tolist()
