"""Whole models as diffattn.importer writes them: the texts are checked in, so that
no PyTorch is needed here.

`imported.mlir` beside each model's weights is `import_program(..., locations=False)`
of its export, with dynamic batch and length (but for the greedy case, whose results
have sizes that no argument has).
"""

import pathlib
import re

import pytest
from safetensors.numpy import load_file, save_file
from toolchain import Toolchain

DATA = pathlib.Path(__file__).parent / "data"
# Attention layers without weights: forms that no model has.
FORMS = pathlib.Path(__file__).parent / "data" / "forms"

# Differential and ordinary attentions that the model has.
ATTENTIONS = {
    "diffllama_kv2_sdpa_padded": (2, 0),
    "diffllama_kv4_greedy": (2, 0),
    "diffllama_masked_kv4_eager": (2, 0),
    "llama_tiny_sdpa_padded": (0, 2),
    "timm_dual_qknorm_fused": (1, 0),
    "unilm_v1_h4_kv2_eager": (1, 0),
    "unilm_v1_h4_kv2_sdpa": (1, 0),
    "unilm_v2_h4_kv2_sdpa": (1, 0),
}

# The same of the forms: several signal heads share a noise head; a layer with a
# window and one that reads its keys; halves of the value apart; one key head.
ATTENTIONS_OF_FORMS = {
    "cross_v1_eager": (2, 0),
    "four_calls_kv2_sdpa": (1, 0),
    "grouped_sdpa": (1, 0),
    "llama_kv1_eager": (0, 2),
    "unilm_v1_kv1_eager": (1, 0),
    "unilm_v2_kv1_sdpa": (1, 0),
}


def test_all_texts_are_known() -> None:
    """A new text needs its number of attentions."""
    assert sorted(p.parent.name for p in DATA.glob("*/imported.mlir")) == sorted(
        ATTENTIONS
    )
    assert sorted(p.stem for p in FORMS.glob("*.mlir")) == sorted(ATTENTIONS_OF_FORMS)


@pytest.mark.parametrize("model", ATTENTIONS)
def test_numbers(model: str, toolchain: Toolchain, tmp_path: pathlib.Path) -> None:
    """Weights are parameters, bound by name."""
    folder = DATA / model
    library = toolchain.compile(
        (folder / "imported.mlir").read_text(), tmp_path / "model.so"
    )
    results = load_file(folder / "expected.safetensors").items()
    kept = {n: x for n, x in results if n.startswith(("expected_", "reference_"))}
    path = tmp_path / "tensors.safetensors"
    save_file(load_file(folder / "inputs.safetensors") | kept, path)
    toolchain.run(
        "diffattn-run",
        library,
        f"--params={folder / 'model.safetensors'}",
        f"--inputs={path}",
        f"--expected={path}",
    )


def check_attentions(
    toolchain: Toolchain, text: pathlib.Path, differential: int, ordinary: int
) -> None:
    """Each attention is one operation once it is fused, then a call of a kernel."""

    def at(stage: str) -> str:
        return toolchain.run(
            "diffattn-compile", text, "--emit=mlir", f"--compile-to={stage}", "-o", "-"
        )

    fused = at("fused")
    assert fused.count("noise(") == differential
    assert fused.count("diffattn.attention") == differential + ordinary
    assert "linalg.softmax" not in fused
    kernels = at("kernels")
    assert len(re.findall(r"call @attention_\d+\(", kernels)) == (
        differential + ordinary
    )


@pytest.mark.parametrize("model", ATTENTIONS)
def test_attentions(model: str, toolchain: Toolchain) -> None:
    """Of whole models."""
    check_attentions(toolchain, DATA / model / "imported.mlir", *ATTENTIONS[model])


@pytest.mark.parametrize("form", ATTENTIONS_OF_FORMS)
def test_attentions_of_forms(form: str, toolchain: Toolchain) -> None:
    """Of layers."""
    check_attentions(toolchain, FORMS / f"{form}.mlir", *ATTENTIONS_OF_FORMS[form])
