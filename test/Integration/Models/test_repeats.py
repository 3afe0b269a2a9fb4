"""Layers that are alike become one function, and nothing else changes.

Text without locations is the same model of which every operation has a place of
its own, so that no two layers are alike.
"""

import json
import re

import numpy as np
import pytest

pytest.importorskip("diffattn.runtime", exc_type=ImportError)

from diffattn.generate import LanguageModel, allocate_cache, read_caches
from diffattn.runtime import Artifact
from toolchain import ROOT, Toolchain

FOLDER = ROOT / "examples" / "kjv-diffllama"
LAYERS = 5

# The model is compiled once.
pytestmark = pytest.mark.xdist_group("repeats")


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """The model, and the same without locations."""
    text = (FOLDER / "model.mlir").read_text()
    apart = re.sub(r" loc\((#loc\d+|unknown)\)", "", text)
    return {"alike": text, "apart": re.sub(r"(?m)^#loc.*\n", "", apart)}


@pytest.fixture(scope="module")
def models(
    texts: dict[str, str],
    toolchain: Toolchain,
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, LanguageModel]:
    """Both, compiled."""
    folder = tmp_path_factory.mktemp("repeats")
    return {
        name: LanguageModel.open(
            Artifact(toolchain.compile(text, folder / f"{name}.so")), FOLDER
        )
        for name, text in texts.items()
    }


@pytest.mark.parametrize("target", ["cpu", "sim"])
@pytest.mark.parametrize("name", ["alike", "apart"])
def test_functions(
    name: str, target: str, texts: dict[str, str], toolchain: Toolchain
) -> None:
    """Every entry calls its layer, with the weights that it got."""
    text = toolchain.run(
        "diffattn-compile",
        "-",
        "-o",
        "-",
        f"--target={target}",
        "--compile-to=buffers",
        "--emit=mlir",
        stdin=texts[name],
    )
    for entry in ("forward", "prefill", "decode"):
        calls = re.findall(rf"call @{entry}_repeated\((.*?)\) :", text)
        assert len(calls) == (LAYERS if name == "alike" else 0)
        weights = [set(re.findall(r"%arg\d+", call)) for call in calls]
        for a, b in zip(weights, weights[1:]):
            # Norms, projections and lambdas.
            assert len(b - a) >= 13


def test_equal_bits(models: dict[str, LanguageModel]) -> None:
    """Of all three entries: logits, and caches after a prompt and two tokens."""
    prompts = json.loads((FOLDER / "expected.json").read_text())["cases"]
    prompt = np.array([prompts[1]["prompt"]], np.int64)
    results: dict[str, list[np.ndarray]] = {}
    for name, model in models.items():
        forward, prefill, decode = map(model.function, ("forward", "prefill", "decode"))
        caches = [allocate_cache(cache, 1, None) for cache in read_caches(prefill)]
        length = prompt.shape[1]
        results[name] = [
            np.array(forward(prompt)),
            np.array(prefill(prompt, np.array([length], np.int64), *caches)),
        ]
        for token in (7, 200):
            length += 1
            lengths = np.array([length], np.int64)
            ids = np.array([[token]], np.int64)
            results[name].append(np.array(decode(ids, lengths, *caches)))
        results[name] += map(np.array, caches)
    for alike, apart in zip(results["alike"], results["apart"]):
        np.testing.assert_array_equal(alike, apart)
