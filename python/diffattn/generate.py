"""Text from compiled language models.

    artifact = Artifact("model.so")
    model = LanguageModel.open(artifact)
    for tokens in Generator(model).stream([model.tokenizer.encode("And it")], 100):
        ...

docs/models.md describes the functions that an artifact needs for it.
"""

import contextlib
import math
import mmap
import pathlib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffattn import progress
from diffattn.description import Description, read_description
from diffattn.errors import ModelError, RunError, UsageError
from diffattn.runtime import (
    DTYPES,
    Argument,
    Artifact,
    Device,
    DeviceArray,
    Function,
    Path,
    Weights,
)
from diffattn.sampling import Sampling, make_randoms
from diffattn.tokenizer import Tokenizer, open_tokenizer

GREEDY = Sampling()
DEFAULT_WINDOW = 512


@dataclass(frozen=True)
class LanguageModel:
    """A compiled causal language model: its functions with weights, and the rest
    that is needed to go from text to text. `open` makes one."""

    artifact: Artifact
    description: Description
    """`model` of the manifest."""
    weights: Mapping[str, Any]
    """`Weights`, or arrays by the names of the parameters."""
    tokenizer: Tokenizer

    @classmethod
    def open(cls, artifact: Artifact, folder: Path | None = None) -> "LanguageModel":
        """Opens weights and tokenizer of an artifact.

        They are in `folder`; by default in the one that the manifest names, if it
        is still there, else beside the artifact. Raises ModelError for an artifact
        that is no language model, RunError for weights that can't be read.
        """
        description = read_description(artifact.manifest, str(artifact))
        root = find_folder(artifact, description, folder)
        files = list(description.get("weights") or ())
        for file in files:
            if not (root / file).exists():
                raise ModelError(
                    f"'{root}' has no '{file}', the weights of {artifact}: name the "
                    "folder that has it by --model"
                )
        return cls(
            artifact,
            description,
            Weights.of_folder(root, files),
            open_tokenizer(root, description.get("tokenizer")),
        )

    def function(self, name: str) -> Function:
        """An entry point with its weights. Raises RunError if the artifact has no
        such function, or the weights are those of another model."""
        return self.artifact[name].bind(self.weights)

    @property
    def eos(self) -> frozenset[int]:
        """Tokens that end a text."""
        return frozenset(self.description.get("eos") or ())


def find_folder(
    artifact: Artifact, description: Description, folder: Path | None
) -> pathlib.Path:
    """The folder of a model's weights and tokenizer."""
    if folder is not None:
        return pathlib.Path(folder)
    named = description.get("folder")
    if named and pathlib.Path(named).is_dir():
        return pathlib.Path(named)
    return artifact.path.parent if artifact.path else pathlib.Path()


# ===-----------------------------------------------------------------------===#
# Generation
# ===-----------------------------------------------------------------------===#


@dataclass
class Statistics:
    """How long a run took, without the choice of tokens."""

    prompt_tokens: int = 0
    prefill_seconds: float = 0.0
    decoded_tokens: int = 0
    """Tokens from calls of decode; the first of each text is from prefill."""
    decode_seconds: float = 0.0
    full_texts: int = 0
    """Texts that ended because they have all positions of the model."""

    def __str__(self) -> str:
        def rate(tokens: int, seconds: float) -> str:
            per_second = f"{tokens / seconds:.1f}" if seconds else "-"
            return f"{tokens} tokens in {seconds:.3f} s ({per_second} tokens/s)"

        return (
            f"prefill: {rate(self.prompt_tokens, self.prefill_seconds)}; "
            f"decode: {rate(self.decoded_tokens, self.decode_seconds)}"
        )


@dataclass
class Batch:
    """The texts of a run, and their caches."""

    ids: NDArray[np.int64]
    """What the next call takes: [texts, tokens], padded on the left by token 0."""
    lengths: NDArray[np.int64]
    """Valid keys of each text after that call: [texts]."""
    caches: list[NDArray[Any] | DeviceArray]
    """[texts, heads, positions, width] each; on the device of the model, if it has
    one."""
    randoms: list[np.random.Generator]
    """One a text."""
    is_open: NDArray[np.bool_]
    """Texts that go on: [texts]."""

    def advance(self, tokens: Sequence[int | None], capacity: int) -> int:
        """Makes `tokens` what the next call takes. A text that has ended, or has no
        position left, will compute token 0 in place of its last one. Returns how
        many texts end here since they have no position left."""
        self.ids = np.array([[token or 0] for token in tokens], np.int64)
        is_full = self.is_open & (self.lengths >= capacity)
        self.is_open &= ~is_full
        self.lengths += self.is_open
        return int(is_full.sum())


class Generator:
    """Continues token sequences. Any number of streams may run at once.

    Raises RunError if the model has no `prefill` or `decode`, or weights that don't
    fit; ModelError if these take something else than docs/models.md says.
    """

    def __init__(self, model: LanguageModel):
        self._eos = model.eos
        self._device = model.artifact.device
        self._vocabulary = model.description.get("vocab", 2**63)
        self._prefill = model.function("prefill")
        self._decode = model.function("decode")
        self._caches = read_caches(self._prefill)
        if read_caches(self._decode) != self._caches:
            raise ModelError("'prefill' and 'decode' differ in their caches")
        self.capacity = min(
            (fixed_sizes(cache)[1] for cache in self._caches),
            default=model.description.get("max_positions", 2**31),
        )
        """The positions that a text may have."""
        self.statistics = Statistics()
        """Of the last stream."""

    def stream(
        self,
        prompts: Sequence[Sequence[int]],
        max_tokens: int,
        *,
        sampling: Sampling = GREEDY,
        seed: int | None = None,
    ) -> Iterator[list[int | None]]:
        """The next token of each prompt, step by step; None for a text that has
        ended: by a token of eos, which is not given out, or since its positions are
        used up. Ends when all have, or after `max_tokens` steps.

        Raises ModelError for a prompt without tokens or too long, RunError for a
        token that the model doesn't have.
        """
        batch = self._start(prompts, seed)
        statistics = self.statistics = Statistics()
        for step in range(max_tokens):
            start = time.perf_counter()
            if step == 0:
                logits = self._call(self._prefill, batch)
                statistics.prefill_seconds = time.perf_counter() - start
                statistics.prompt_tokens = int(batch.lengths.sum())
            else:
                logits = self._call(self._decode, batch)
                statistics.decode_seconds += time.perf_counter() - start
                statistics.decoded_tokens += int(batch.is_open.sum())
            tokens = self._choose(logits, batch, sampling)
            if not batch.is_open.any():
                return
            yield tokens
            statistics.full_texts += batch.advance(tokens, self.capacity)
            if not batch.is_open.any():
                return

    def _call(self, function: Function, batch: Batch) -> NDArray[Any]:
        """The logits of the next tokens."""
        logits = function(batch.ids, batch.lengths, *batch.caches)
        return logits.numpy() if isinstance(logits, DeviceArray) else logits

    def _start(self, prompts: Sequence[Sequence[int]], seed: int | None) -> Batch:
        for number, prompt in enumerate(prompts, start=1):
            which = f"prompt {number}" if len(prompts) > 1 else "the prompt"
            if not prompt:
                raise ModelError(f"{which} is empty")
            for token in prompt:
                if not 0 <= token < self._vocabulary:
                    raise RunError(
                        f"{which} has the token {token}, expected 0 to "
                        f"{self._vocabulary - 1}, those of the model"
                    )
            if len(prompt) > self.capacity:
                raise ModelError(
                    f"{which} has {len(prompt)} tokens, expected at most "
                    f"{self.capacity}, the positions of the model"
                )
        if not prompts:
            raise ModelError("there is no prompt")
        lengths = np.array([len(prompt) for prompt in prompts], np.int64)
        ids = np.zeros((len(prompts), lengths.max()), np.int64)
        for row, prompt in zip(ids, prompts):
            row[len(row) - len(prompt) :] = prompt
        return Batch(
            ids,
            lengths,
            [allocate_cache(c, len(prompts), self._device) for c in self._caches],
            make_randoms(seed, len(prompts)),
            np.ones(len(prompts), np.bool_),
        )

    def _choose(
        self, logits: NDArray[Any], batch: Batch, sampling: Sampling
    ) -> list[int | None]:
        """The next tokens; closes the texts that end by them."""
        tokens: list[int | None] = []
        for row, random in enumerate(batch.randoms):
            token = sampling.choose(logits[row], random) if batch.is_open[row] else None
            if token in self._eos:
                batch.is_open[row] = False
                token = None
            tokens.append(token)
        return tokens


def read_caches(function: Function) -> list[Argument]:
    """The caches of an entry point. Raises ModelError if it takes something else
    than ids, lengths and caches."""
    names = [argument.name for argument in function.inputs[:2]]
    if names != ["ids", "lengths"] or len(function.results) != 1:
        raise ModelError(f"expected ids, lengths and caches, found {function}")
    for argument in function.inputs[2:]:
        if argument.kind != "output" or len(argument.shape) != 4:
            raise ModelError(
                f"argument '{argument.name}' of '{function.name}': expected a cache "
                f"of rank 4, found {argument.kind} {argument.type}"
            )
        if None in argument.shape[1:]:
            raise ModelError(
                f"cache '{argument.name}' of '{function.name}': expected fixed sizes "
                f"behind the batch, found {argument.type}"
            )
    return function.inputs[2:]


def fixed_sizes(cache: Argument) -> list[int]:
    """The sizes of a cache behind the batch: [heads, positions, width]."""
    return [size for size in cache.shape[1:] if size is not None]


def allocate_cache(
    cache: Argument, batch: int, device: Device | None
) -> NDArray[Any] | DeviceArray:
    """Memory for a cache of `batch` texts, [batch, heads, positions, width]; only what
    was written to it is ever read. Raises ModelError if the model takes another
    number of them."""
    first = batch if cache.shape[0] is None else cache.shape[0]
    sizes = [first, *fixed_sizes(cache)]
    if sizes[0] != batch:
        raise ModelError(f"the model takes {sizes[0]} prompts at once, found {batch}")
    dtype = np.dtype(DTYPES[cache.dtype][1])
    if device:
        return device.upload(np.zeros(sizes, dtype))
    return _map_zeros(sizes, dtype)


def _map_zeros(sizes: Sequence[int], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Zeros whose pages take memory when they are written. NumPy asks for huge pages:
    with them, a few rows of each head would take the memory of all rows."""
    count = math.prod(sizes)
    if count == 0:
        return np.zeros(sizes, dtype)
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    try:
        memory = mmap.mmap(-1, count * dtype.itemsize, flags=flags)
    except OSError as error:
        raise RunError(f"no memory for a cache of {list(sizes)}") from error
    with contextlib.suppress(OSError):  # Not every kernel knows huge pages.
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    return np.ndarray(sizes, dtype, buffer=memory)


def stream_text(
    generator: Generator,
    tokenizer: Tokenizer,
    prompts: Sequence[str],
    max_tokens: int,
    *,
    sampling: Sampling = GREEDY,
    seed: int | None = None,
) -> Iterator[list[str]]:
    """As Generator.stream for texts: the new text of each, step by step; "" where
    a character is not complete yet, or the text has ended. What is left of
    incomplete characters comes as one more step. Raises what Generator.stream does."""
    decoders = [tokenizer.decoder() for _ in prompts]
    encoded = [tokenizer.encode(prompt) for prompt in prompts]
    for tokens in generator.stream(encoded, max_tokens, sampling=sampling, seed=seed):
        yield [
            "" if token is None else decoder.add(token)
            for token, decoder in zip(tokens, decoders)
        ]
    yield [decoder.finish() for decoder in decoders]


# ===-----------------------------------------------------------------------===#
# Perplexity
# ===-----------------------------------------------------------------------===#


@dataclass(frozen=True)
class Score:
    """How well a model predicts a text."""

    nats: float
    """Minus the sum of the logarithms of the predicted tokens' probabilities."""
    tokens: int
    """The predicted ones: all but the first."""
    size: float
    """The predicted tokens' share of the text, in bytes."""
    window: int
    """Tokens that were predicted together."""

    @property
    def bits_per_byte(self) -> float:
        """Bits that a byte of the text costs: nats / ln 2 / size."""
        return self.nats / math.log(2) / self.size

    @property
    def perplexity(self) -> float:
        """Per predicted token: exp(nats / tokens)."""
        return float(np.exp(self.nats / self.tokens))


def score(model: LanguageModel, text: str, window: int | None = None) -> Score:
    """Scores a text.

    It is cut into windows of `window` tokens (512, or all positions of a model with
    fewer) that do not overlap; the model sees the token before a window and predicts
    each token in it. So every token but the first is predicted once. Raises
    ModelError for a text of less than two tokens, UsageError for another window.
    """
    forward = model.function("forward")
    limit = model.description.get("max_positions", 2**31)
    window = min(DEFAULT_WINDOW, limit) if window is None else window
    if not 1 <= window <= limit:
        raise UsageError(f"window: expected 1 to {limit} tokens, found {window}")
    tokens = np.array(model.tokenizer.encode(text), np.int64)
    if len(tokens) < 2:
        raise ModelError(f"the text has {len(tokens)} tokens, expected at least 2")
    nats = 0.0
    with progress.step("predict windows") as advance:
        for start in range(0, len(tokens) - 1, window):
            advance(start // window, -(-(len(tokens) - 1) // window))
            part = tokens[start : start + window + 1]
            found = forward(part[None, :-1])
            # What a library made with --observe also gives comes after its results.
            first = next(iter(found.values())) if isinstance(found, dict) else found
            logits = first[0].astype(np.float64)
            shift = logits.max(axis=1)
            sums = shift + np.log(np.exp(logits - shift[:, None]).sum(axis=1))
            nats += float((sums - logits[np.arange(len(part) - 1), part[1:]]).sum())
    size = len(text.encode("utf-8", "surrogateescape"))
    # The first token is not predicted.
    return Score(nats, len(tokens) - 1, size * (1 - 1 / len(tokens)), window)
