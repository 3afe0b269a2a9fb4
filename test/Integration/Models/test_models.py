"""Whole models as torch-mlir exports them (linalg text), through the fallback.

Each folder in data/ is a case of the conformance models: graphs of one export,
weights under their own names, inputs, results in float64 and of a float32 run.
Attention is ordinary linalg here: that every graph compiles and keeps its numbers
is what later, faster paths start from.
"""

import json
import pathlib

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file
from toolchain import Toolchain

DATA = pathlib.Path(__file__).parent / "data"

# Attentions of each model when raised: one a layer for each map and half of the
# value that has a product of its own.
ATTENTIONS = {
    "diffllama_kv2_sdpa_padded": 4,
    "diffllama_kv4_greedy": 4,
    "diffllama_masked_kv4_eager": 4,
    "llama_tiny_sdpa_padded": 2,
    "timm_dual_qknorm_fused": 2,
    "unilm_v1_h4_kv2_eager": 2,
    "unilm_v1_h4_kv2_sdpa": 2,
    "unilm_v2_h4_kv2_sdpa": 2,
}


def graphs() -> list[tuple[str, str]]:
    """(model, file) of each graph whose arguments the model's config lists."""
    return [
        (path.parent.name, path.name) for path in sorted(DATA.glob("*/export*.mlir"))
    ]


def check(
    toolchain: Toolchain,
    library: pathlib.Path,
    folder: pathlib.Path,
    arguments: list[str],
    *flags: str | pathlib.Path,
) -> None:
    """Runs `library` on the inputs of `folder` and compares all its results.

    `arguments` names the tensors that argument 0, 1, ... take.
    """
    case = json.loads((folder / "config.json").read_text())["case"]
    given = load_file(folder / "model.safetensors")
    given |= load_file(folder / "inputs.safetensors")
    results = load_file(folder / "expected.safetensors")
    tensors = {f"arg{i}": given[name] for i, name in enumerate(arguments)}
    for i, name in enumerate(case["outputs"]):
        for kind in ("expected", "reference"):
            tensors[f"{kind}_result{i}"] = results[f"{kind}_{name}"]
    path = library.with_suffix(".safetensors")
    save_file(tensors, path)
    toolchain.run(
        "diffattn-run", library, *flags, f"--inputs={path}", f"--expected={path}"
    )


@pytest.mark.parametrize(("model", "graph"), graphs())
def test_export(
    model: str, graph: str, toolchain: Toolchain, tmp_path: pathlib.Path
) -> None:
    """Weights and inputs are arguments; static and dynamic sizes."""
    folder = DATA / model
    config = json.loads((folder / "config.json").read_text())
    library = toolchain.compile((folder / graph).read_text(), tmp_path / "model.so")
    check(toolchain, library, folder, config["case"][graph]["arguments"])


@pytest.mark.parametrize("model", ATTENTIONS)
def test_raised(model: str, toolchain: Toolchain, tmp_path: pathlib.Path) -> None:
    """Every attention is found, and the numbers stay."""
    folder = DATA / model
    config = json.loads((folder / "config.json").read_text())
    text = toolchain.apply((folder / "export.mlir").read_text(), "diffattn-raise")
    assert text.count("diffattn.attention") == ATTENTIONS[model]
    library = toolchain.compile(text, tmp_path / "model.so")
    check(toolchain, library, folder, config["case"]["export.mlir"]["arguments"])


def test_weights_as_extern_globals(
    toolchain: Toolchain, tmp_path: pathlib.Path
) -> None:
    """Weights are parameters, found by name in a file."""
    folder = DATA / "unilm_v1_h4_kv2_sdpa"
    text = (folder / "globals.mlir").read_text()
    library = toolchain.compile(text, tmp_path / "model.so")
    weights = tmp_path / "weights.safetensors"
    # The exporter wrote '_' for '.' in names.
    named = load_file(folder / "model.safetensors").items()
    save_file({name.replace(".", "_"): np.copy(w) for name, w in named}, weights)
    check(toolchain, library, folder, ["x", "cos", "sin"], f"--params={weights}")


def test_weights_as_resources(toolchain: Toolchain, tmp_path: pathlib.Path) -> None:
    """Weights are constants of the artifact."""
    folder = DATA / "unilm_v1_h4_kv2_sdpa"
    text = (folder / "dense_resource.mlir").read_text()
    library = toolchain.compile(text, tmp_path / "model.so")
    check(toolchain, library, folder, ["x", "cos", "sin"])
