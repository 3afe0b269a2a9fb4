"""Whole language models on a GPU, in the emulator: logits, and text step by step.

The logits are those of float64 within the conformance set's rule, and greedy tokens
those of the same model on the CPU. Both hold of what PyTorch gave, too.
"""

import json
import pathlib
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import load_file
from toolchain import ROOT, Toolchain

# Builds with sanitizers have no extension.
pytest.importorskip("diffattn.runtime", exc_type=ImportError)

from diffattn.device import Device
from diffattn.generate import Generator, LanguageModel
from diffattn.runtime import Artifact, Function, Weights

MODELS = ROOT / "test" / "Integration" / "Models" / "data"
DEMO = ROOT / "examples" / "kjv-diffllama"
STEPS = 8

pytestmark = pytest.mark.xdist_group("emulated generation")


class CountingDevice(Device):
    """Counts the bytes that are copied to it."""

    def __init__(self) -> None:
        self.copied = 0
        super().__init__("sim")

    def copy(self, tensor: Any) -> Any:
        result = super().copy(tensor)
        self.copied += result.nbytes
        return result


def bound_of(expected: NDArray[Any], reference: NDArray[Any]) -> float:
    """The error that the conformance set's rule allows."""
    error = np.abs(reference.astype(np.float64) - expected).max()
    return float(2 * error + 2.0**-21 * np.abs(expected).max())


def check_choices(expected: NDArray[Any], bound: float) -> None:
    """No greedy choice is so close that an error within the bound could change it."""
    second, first = np.sort(expected, axis=-1)[..., -2:].reshape(-1, 2).T
    assert (first - second > 4 * bound).all()


def compile_for(
    target: str, source: pathlib.Path, folder: pathlib.Path, toolchain: Toolchain
) -> pathlib.Path:
    """The artifact of a model."""
    path = folder / f"{target}.so"
    toolchain.run("diffattn-compile", source, f"--target={target}", "-o", path)
    return path


# ===-----------------------------------------------------------------------===#
# DiffLlama, tiny: the whole text again for each token
# ===-----------------------------------------------------------------------===#


@pytest.fixture(scope="module")
def tiny(
    toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Function, Function]:
    """The forward pass of two layers on the CPU and in the emulator, for texts of any
    length, with the weights of the case of greedy tokens."""
    folder = tmp_path_factory.mktemp("tiny")
    source = MODELS / "diffllama_masked_kv4_eager" / "imported.mlir"
    weights = Weights.of_folder(MODELS / "diffllama_kv4_greedy")
    cpu, sim = (
        Artifact(compile_for(target, source, folder, toolchain))
        for target in ("cpu", "sim")
    )
    return cpu["forward"].bind(weights), sim["forward"].bind(weights)


def continue_greedily(forward: Function, ids: NDArray[Any]) -> NDArray[Any]:
    """The logits of each of the next tokens, the first `STEPS + 1` of them: [texts,
    steps, vocabulary]."""
    steps = []
    for _ in range(STEPS + 1):
        logits = forward(ids, np.ones_like(ids))[:, -1]
        steps.append(logits)
        ids = np.concatenate([ids, logits.argmax(-1)[:, None]], axis=1)
    return np.stack(steps, axis=1)


def test_tiny(tiny: tuple[Function, Function]) -> None:
    tensors = load_file(MODELS / "diffllama_kv4_greedy" / "expected.safetensors")
    expected = tensors["expected_step_logits"]
    bound = bound_of(expected, tensors["reference_step_logits"])
    check_choices(expected, bound)
    for forward in tiny:
        logits = continue_greedily(forward, tensors["prompt"])
        np.testing.assert_array_equal(logits.argmax(-1), tensors["expected_tokens"])
        assert np.abs(logits - expected).max() <= bound


# ===-----------------------------------------------------------------------===#
# The demo model: prefill and decode with caches
# ===-----------------------------------------------------------------------===#


@pytest.fixture(scope="module")
def demo(
    toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory
) -> tuple[LanguageModel, LanguageModel]:
    """It on the CPU and in the emulator."""
    folder = tmp_path_factory.mktemp("demo")
    cpu, sim = (
        compile_for(target, DEMO / "model.mlir", folder, toolchain)
        for target in ("cpu", "sim")
    )
    return (
        LanguageModel.open(Artifact(cpu), DEMO),
        LanguageModel.open(Artifact(sim, CountingDevice()), DEMO),
    )


def test_demo_logits(demo: tuple[LanguageModel, LanguageModel]) -> None:
    """Those of a whole prompt."""
    tensors = load_file(DEMO / "expected.safetensors")
    expected = tensors["logits_f64_0"]
    bound = bound_of(expected, tensors["logits_f32_0"])
    ids = tensors["prompt_0"][None]
    for model in demo:
        assert np.abs(model.function("forward")(ids)[0] - expected).max() <= bound


def test_demo_tokens(demo: tuple[LanguageModel, LanguageModel]) -> None:
    """Two prompts at once, of different lengths; weights are on the device already
    when the first text begins, and caches stay there."""
    cases = json.loads((DEMO / "expected.json").read_text())["cases"][:2]
    tensors = load_file(DEMO / "expected.safetensors")
    for number, case in enumerate(cases):
        bound = bound_of(
            tensors[f"logits_f64_{number}"], tensors[f"logits_f32_{number}"]
        )
        assert case["smallest_top2_gap"] > 4 * bound
    prompts = [case["prompt"] for case in cases]
    generators = [Generator(model) for model in demo]
    device = demo[1].artifact.device
    assert isinstance(device, CountingDevice)
    before = device.copied
    texts = [list(generator.stream(prompts, STEPS)) for generator in generators]
    assert texts[1] == texts[0]
    expected = [list(tokens) for tokens in zip(*(c["tokens"][:STEPS] for c in cases))]
    assert texts[1] == expected
    # Numbers of tokens, lengths, and zeros for the caches to begin with.
    longest = max(map(len, prompts))
    numbers = 8 * len(prompts) * (longest + 2 * STEPS)
    caches = sum(
        np.prod([len(prompts), *cache.shape[1:]]) * 4 for cache in generators[1]._caches
    )
    assert device.copied - before <= numbers + caches
