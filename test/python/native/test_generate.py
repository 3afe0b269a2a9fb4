"""Generation, against the model computed by NumPy."""

import dataclasses
import pathlib
import resource
from typing import Any

import numpy as np
import pytest
import safetensors.numpy
import tiny_model
from diffattn import ModelError, RunError, UsageError
from diffattn.compiler import compile_text
from diffattn.generate import (
    Generator,
    LanguageModel,
    allocate_cache,
    read_caches,
    score,
    stream_text,
)
from diffattn.runtime import Artifact
from diffattn.sampling import Sampling
from diffattn.tokenizer import BytesTokenizer

CAPACITY = 16
WEIGHTS = tiny_model.weights()
PROMPTS = [[1, 2, 3, 4, 5], [6], [7, 0, 2]]


@pytest.fixture(scope="module")
def artifact() -> Artifact:
    """A model of 8 tokens without eos."""
    return compile_text(tiny_model.module(8, CAPACITY))


def model_of(artifact: Artifact, **changes: Any) -> LanguageModel:
    """The model with its weights, and another description."""
    description = artifact.manifest["model"] | changes
    return LanguageModel(artifact, description, WEIGHTS, BytesTokenizer())


@pytest.fixture(scope="module")
def generator(artifact: Artifact) -> Generator:
    """Continues texts of this model."""
    return Generator(model_of(artifact))


def texts(steps: Any) -> list[list[int]]:
    """The tokens of each text of a stream."""
    columns = zip(*steps)
    return [[token for token in column if token is not None] for column in columns]


def expected(prompts: list[list[int]], count: int) -> list[list[int]]:
    """What follows by NumPy."""
    return [tiny_model.greedy(WEIGHTS, prompt, count) for prompt in prompts]


def resident_bytes() -> int:
    """Memory that this process has."""
    pages = pathlib.Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize()


def test_cache_memory(artifact: Artifact) -> None:
    """Rows of a cache take memory when they are written: 256 heads of 1 MiB here,
    and a page of each."""
    shape = (None, 256, 4096, 64)
    some = read_caches(artifact["prefill"])[0]
    before = resident_bytes()
    cache = allocate_cache(dataclasses.replace(some, shape=shape), 1, None)
    assert cache.shape == (1, *shape[1:]) and cache.dtype == np.float32
    assert not cache[:, :, -1].any()
    cache[:, :, :16] = 1
    assert resident_bytes() - before < 16 << 20
    assert cache[0, 255, 15].sum() == 64


def test_empty_cache(artifact: Artifact) -> None:
    """No prompts."""
    some = read_caches(artifact["prefill"])[0]
    assert allocate_cache(some, 0, None).size == 0


@pytest.mark.parametrize("prompt", PROMPTS)
def test_one(generator: Generator, prompt: list[int]) -> None:
    assert texts(generator.stream([prompt], 8)) == expected([prompt], 8)


def test_batch_of_different_lengths(generator: Generator) -> None:
    assert texts(generator.stream(PROMPTS, 8)) == expected(PROMPTS, 8)


def test_streams_at_the_same_time(generator: Generator) -> None:
    pairs = list(zip(generator.stream([[1]], 6), generator.stream([[2], [3]], 6)))
    assert texts(one for one, _ in pairs) == expected([[1]], 6)
    assert texts(two for _, two in pairs) == expected([[2], [3]], 6)


def test_ends_where_positions_end(generator: Generator) -> None:
    prompts = [[1] * CAPACITY, [2] * (CAPACITY - 3), [3] * (CAPACITY - 1)]
    found = texts(generator.stream(prompts, 99))
    assert [len(text) for text in found] == [1, 4, 2]
    assert found == [
        tiny_model.greedy(WEIGHTS, prompt, len(text))
        for prompt, text in zip(prompts, found)
    ]


def test_ends_at_eos(artifact: Artifact) -> None:
    continuations = expected(PROMPTS, 8)
    eos = continuations[0][2]
    found = texts(Generator(model_of(artifact, eos=[eos])).stream(PROMPTS, 8))
    assert found == [
        text[: text.index(eos)] if eos in text else text for text in continuations
    ]


def test_sampling_is_the_same_for_a_seed(generator: Generator) -> None:
    sampling = Sampling(2.0, top_k=6, top_p=0.95)
    runs = [
        texts(generator.stream(PROMPTS, 10, sampling=sampling, seed=seed))
        for seed in (1, 1, 2)
    ]
    assert runs[0] == runs[1] != runs[2]
    # The others make no difference.
    alone = texts(generator.stream(PROMPTS[:1], 10, sampling=sampling, seed=1))
    assert alone == runs[0][:1]


def test_statistics(generator: Generator) -> None:
    list(generator.stream(PROMPTS, 4))
    statistics = generator.statistics
    assert statistics.prompt_tokens == 9 and statistics.decoded_tokens == 9
    assert "prefill: 9 tokens in" in str(statistics)


def test_text() -> None:
    artifact = compile_text(tiny_model.module(256, CAPACITY))
    weights = tiny_model.weights(256)
    model = LanguageModel(
        artifact, artifact.manifest["model"], weights, BytesTokenizer()
    )
    pieces = list(stream_text(Generator(model), model.tokenizer, ["ab", "é"], 5))
    for prompt, text in zip(("ab", "é"), map("".join, zip(*pieces))):
        tokens = tiny_model.greedy(weights, list(prompt.encode()), 5)
        assert text == bytes(tokens).decode(errors="replace")


@pytest.mark.parametrize(
    ("prompts", "error", "message"),
    [
        ([[]], ModelError, "the prompt is empty"),
        ([[1], []], ModelError, "prompt 2 is empty"),
        ([], ModelError, "there is no prompt"),
        ([[1] * 17], ModelError, "the prompt has 17 tokens, expected at most 16"),
        ([[1, 8]], RunError, "the prompt has the token 8, expected 0 to 7"),
        ([[1], [-1, 1]], RunError, "prompt 2 has the token -1, expected 0 to 7"),
        ([[2**70]], RunError, "the prompt has the token 1180591620717411303424"),
    ],
)
def test_wrong_prompts(
    generator: Generator, prompts: list[list[int]], error: Any, message: str
) -> None:
    with pytest.raises(error, match=message):
        list(generator.stream(prompts, 2))


def test_score(artifact: Artifact) -> None:
    # Tokens of this model are no bytes of text; a tokenizer that makes them so.
    class Digits(BytesTokenizer):
        def encode(self, text: str) -> list[int]:
            return [int(letter) for letter in text]

    tokens = [1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3]
    model = LanguageModel(artifact, {"max_positions": 16}, WEIGHTS, Digits())
    for window in (4, 5, 10, 16):
        nats = 0.0
        for start in range(0, 10, window):
            part = tokens[start : start + window + 1]
            logits = tiny_model.logits(WEIGHTS, part[:-1])
            odds = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
            nats -= np.log(odds[np.arange(len(part) - 1), part[1:]]).sum()
        found = score(model, "".join(map(str, tokens)), window)
        assert found.tokens == 10 and found.size == pytest.approx(10)
        assert found.nats == pytest.approx(nats, rel=1e-5)
        assert found.perplexity == pytest.approx(np.exp(nats / 10), rel=1e-5)
        assert found.bits_per_byte == pytest.approx(nats / np.log(2) / 10, rel=1e-5)
    for window in (0, 17):
        with pytest.raises(UsageError, match="window: expected 1 to 16 tokens"):
            score(model, "123", window)
    with pytest.raises(ModelError, match="the text has 1 tokens, expected at least 2"):
        score(model, "1", 4)


# Artifacts and folders.


def write_folder(
    folder: pathlib.Path, weights: dict[str, Any] = WEIGHTS, extra: str = ""
) -> Artifact:
    """A folder with artifact and weights."""
    folder.mkdir(exist_ok=True)
    safetensors.numpy.save_file(weights, folder / "model.safetensors")
    text = tiny_model.module(8, CAPACITY, extra=extra)
    return compile_text(text, output=folder / "model.so")


def test_folder_of_the_artifact(tmp_path: pathlib.Path) -> None:
    model = LanguageModel.open(write_folder(tmp_path))
    assert texts(Generator(model).stream(PROMPTS, 3)) == expected(PROMPTS, 3)


def test_folder_of_the_manifest(tmp_path: pathlib.Path) -> None:
    write_folder(tmp_path / "model")
    extra = f', folder = "{tmp_path}/model"'
    artifact = compile_text(tiny_model.module(8, CAPACITY, extra=extra))
    model = LanguageModel.open(artifact)
    assert texts(Generator(model).stream(PROMPTS, 3)) == expected(PROMPTS, 3)
    # It is gone: beside the artifact, then.
    (tmp_path / "model").rename(tmp_path / "moved")
    artifact = Artifact(tmp_path / "moved" / "model.so")
    model = LanguageModel.open(artifact, tmp_path / "moved")
    assert texts(Generator(model).stream(PROMPTS, 3)) == expected(PROMPTS, 3)


def test_weights_of_another_model(tmp_path: pathlib.Path) -> None:
    artifact = write_folder(tmp_path, {"embed": WEIGHTS["embed"]})
    with pytest.raises(
        RunError, match="no tensor 'value.weight' in .*model.safetensors"
    ):
        Generator(LanguageModel.open(artifact))
    artifact = write_folder(tmp_path, tiny_model.weights(9))
    with pytest.raises(RunError, match="expected 8x4xf32, found 9x4xf32"):
        Generator(LanguageModel.open(artifact))
    message = (
        "none' has no 'model.safetensors', the weights of .*model.so.*: name the "
        "folder that has it by --model"
    )
    with pytest.raises(ModelError, match=message):
        LanguageModel.open(artifact, tmp_path / "none")


def test_no_language_model(tmp_path: pathlib.Path) -> None:
    text = (
        "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }"
    )
    with pytest.raises(ModelError, match="the module is no language model"):
        LanguageModel.open(compile_text(text))
    other = 'module attributes {diffattn.model = {kind = "vision"}} {' + text + "}"
    with pytest.raises(ModelError, match="expected kind 'causal-lm', found 'vision'"):
        LanguageModel.open(compile_text(other))
    odd = compile_text(other.replace('"vision"', '"causal-lm", vocab = "many"'))
    with pytest.raises(ModelError, match='vocab: expected a number above 0, found "ma'):
        LanguageModel.open(odd)
    claims = compile_text(other.replace("vision", "causal-lm"))
    with pytest.raises(RunError, match="has no function 'prefill'; it has: 'f'"):
        Generator(model_of(claims))
    takes = compile_text(other.replace("vision", "causal-lm").replace("@f", "@prefill"))
    with pytest.raises(RunError, match="has no function 'decode'"):
        Generator(model_of(takes))
