"""The models and cases of test/Benchmarks/models.json."""

import dataclasses
import json
import pathlib
from collections.abc import Iterator
from typing import Any

from harness import ROOT

MODELS = ROOT / "test" / "Benchmarks" / "models.json"
DTYPES = ("f32", "bf16")
QUANTIZED = ("int8", "int4")
"""Of weights, beside activations and cache of bf16."""
GROUP = 64
"""Quantised weights that share a scale of 16 bits."""


@dataclasses.dataclass(frozen=True)
class Model:
    """A DiffLlama model.

    Its `config` is that of transformers' DiffLlamaConfig; weights are those of
    `folder`, or random.
    """

    name: str
    config: dict[str, Any]
    prefill: tuple[int, ...]
    """Lengths of prompts."""
    decode: tuple[int, ...]
    """Lengths of what is in the cache."""
    quantized: dict[str, tuple[int, ...]] = dataclasses.field(default_factory=dict)
    """Lengths of either kind that are timed with quantised weights, too."""
    folder: pathlib.Path | None = None
    prefix: str = ""
    """Of the names of its cases."""
    default: bool = True

    @property
    def layers(self) -> int:
        """Transformer blocks."""
        return int(self.config["num_hidden_layers"])

    @property
    def heads(self) -> int:
        """Of queries: two for each head of the result."""
        return int(self.config["num_attention_heads"])

    @property
    def key_heads(self) -> int:
        """Of keys and values."""
        return int(self.config["num_key_value_heads"])

    @property
    def hidden(self) -> int:
        """The width of the residual stream."""
        return int(self.config["hidden_size"])

    @property
    def width(self) -> int:
        """Of a head."""
        return int(self.config.get("head_dim") or self.hidden // self.heads)

    @property
    def vocabulary(self) -> int:
        """Number of tokens."""
        return int(self.config["vocab_size"])

    @property
    def layer_weights(self) -> int:
        """Elements of the matrices of a layer."""
        attention = 2 * self.width * (self.heads + self.key_heads)
        return self.hidden * (attention + 3 * int(self.config["intermediate_size"]))

    @property
    def head_weights(self) -> int:
        """Elements of the matrix that gives logits."""
        return self.hidden * self.vocabulary

    @property
    def matrix_weights(self) -> int:
        """Elements of all matrices but the embedding."""
        return self.layers * self.layer_weights + self.head_weights

    @property
    def weights_read(self) -> int:
        """Elements that a token needs: all but the embedding, of which it is a
        row."""
        vectors = self.layers * (2 * self.hidden + 4 * self.width) + self.hidden
        return self.matrix_weights + vectors

    @property
    def weights(self) -> int:
        """All elements."""
        is_tied = self.config.get("tie_word_embeddings", False)
        return self.weights_read + (0 if is_tied else self.head_weights)

    @property
    def longest(self) -> int:
        """The most tokens that a case needs."""
        return max([*self.prefill, *(context + 1 for context in self.decode)])

    def cases(self) -> Iterator["Case"]:
        """Each length in each type."""
        lengths = {"prefill": self.prefill, "decode": self.decode}
        for kind, tokens in lengths.items():
            for count in tokens:
                for dtype in DTYPES:
                    yield Case(self, kind, count, dtype)
                if count in self.quantized.get(kind, ()):
                    for quantization in QUANTIZED:
                        yield Case(self, kind, count, "bf16", quantization)


@dataclasses.dataclass(frozen=True)
class Case:
    """A model, and what it does."""

    model: Model
    kind: str
    """prefill: the logits of the last of `tokens` tokens; decode: those of a token
    behind `tokens` others in the cache."""
    tokens: int
    dtype: str
    """Of weights, activations and cache: f32 or bf16."""
    quantization: str = "none"
    """What becomes of the weights: none, int8 or int4."""

    @property
    def is_quantized(self) -> bool:
        """Whether weights are not multiplied as they are."""
        return self.quantization != "none"

    @property
    def precision(self) -> str:
        """Of what is multiplied, by its weights."""
        return self.quantization if self.is_quantized else self.dtype

    @property
    def name(self) -> str:
        """Like prefill_512_f32."""
        return f"{self.model.prefix}{self.kind}_{self.tokens}_{self.precision}"

    @property
    def is_decode(self) -> bool:
        """Reading weights and cache is what takes the time."""
        return self.kind == "decode"

    @property
    def position(self) -> int:
        """Where the token stands whose logits are wanted."""
        return self.tokens if self.is_decode else self.tokens - 1

    @property
    def new_tokens(self) -> int:
        """Tokens that a call takes."""
        return 1 if self.is_decode else self.tokens

    @property
    def element_bytes(self) -> int:
        """Bytes of an element."""
        return 2 if self.dtype == "bf16" else 4

    @property
    def flops(self) -> int:
        """Of all matrices, that of the logits for one token; and of attention in its
        form with 8d operations a visible pair of query and key."""
        model = self.model
        linear = model.layers * model.layer_weights * self.new_tokens
        first = self.position + 1 - self.new_tokens
        pairs = sum(range(first + 1, self.position + 2))
        attention = model.layers * (model.heads // 2) * 8 * model.width * pairs
        return 2 * (linear + model.head_weights) + attention

    @property
    def cache_bytes(self) -> int:
        """Keys and values of `tokens` tokens."""
        model = self.model
        elements = model.layers * 2 * model.key_heads * model.width * self.tokens
        return self.element_bytes * elements

    @property
    def weight_bytes(self) -> int:
        """All weights."""
        return self.element_bytes * self.model.weights

    @property
    def bytes(self) -> int:
        """What a decoded token has to read."""
        weights = self.element_bytes * self.model.weights_read
        if self.is_quantized:
            bits = int(self.quantization.removeprefix("int")) + 16 / GROUP
            saved = self.element_bytes - bits / 8
            weights -= round(saved * self.model.matrix_weights)
        return weights + self.cache_bytes


def read_model(name: str, entry: dict[str, Any]) -> Model:
    """A model of the file."""
    folder = None
    if "folder" in entry:
        folder = ROOT / entry["folder"]
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    else:
        config = entry["config"]
    return Model(
        name,
        config,
        tuple(entry["prefill"]),
        tuple(entry["decode"]),
        {kind: tuple(counts) for kind, counts in entry.get("quantized", {}).items()},
        folder,
        entry.get("prefix", f"{name}_"),
        entry.get("default", True),
    )


def load(path: pathlib.Path = MODELS) -> dict[str, Model]:
    """All models by name, in the order of the file."""
    entries: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return {name: read_model(name, entry) for name, entry in entries.items()}


def all_cases(path: pathlib.Path = MODELS) -> list[Case]:
    """Of all models."""
    return [case for model in load(path).values() for case in model.cases()]


def find(name: str, path: pathlib.Path = MODELS) -> Case:
    """The case of this name. Raises ValueError if there is none."""
    found = {case.name: case for case in all_cases(path)}
    if name not in found:
        raise ValueError(f"no case '{name}'; there are: {', '.join(found)}")
    return found[name]


def choose(names: list[str], models: list[str]) -> list[Case]:
    """The cases with these names; for no name those of the models, and without any
    those of the default models. Raises ValueError for a name that no case of them
    has."""
    if not names:
        return [
            case
            for case in all_cases()
            if (case.model.name in models if models else case.model.default)
        ]
    cases = [find(name) for name in names]
    for case in cases:
        if models and case.model.name not in models:
            raise ValueError(
                f"'{case.name}' is of the model '{case.model.name}', expected one of "
                f"{', '.join(models)} (--model)"
            )
    return cases
