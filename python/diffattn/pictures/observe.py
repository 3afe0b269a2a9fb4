"""What the attentions of a compiled model compute with, for one text.

The artifact was compiled with `observe=FUNCTION` (docs/artifact.md): the function
returns the operands and the result of each attention beside its own results.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffattn import reference
from diffattn.errors import ModelError
from diffattn.generate import LanguageModel
from diffattn.runtime import Artifact

Array = NDArray[Any]

FUNCTION = "forward"
"""The function of a language model that is observed: all positions at once."""
MOST_TOKENS = 4096
"""Of a text: two maps and their difference in float64 are 400 MB a head then."""


@dataclasses.dataclass(frozen=True)
class Attention:
    """An attention, with the arrays of one call in float64."""

    number: int
    """In the order of the function, from 0: the layer, in most models."""
    options: Mapping[str, Any]
    """What the op computes, by the names of its attributes."""
    arrays: Mapping[str, tuple[Array, str]]
    """By role (`signal_query`, `value`, `out`, ...) the array and its dims."""
    types: Mapping[str, str]
    """By role the element type that the model has (`bf16`)."""

    @property
    def is_differential(self) -> bool:
        """Whether it has a noise map."""
        return "noise_query" in self.arrays

    @property
    def heads(self) -> list[str]:
        """The dims that tell heads apart, in the order of the result."""
        dims = self.arrays["out"][1].split()
        return [dim for dim in dims[1:] if dim != "m" and dim[0] not in "e"]

    @property
    def axes(self) -> str:
        """The axes of the maps: batch, heads, rows, keys."""
        batch = [d for d in self.arrays["out"][1].split()[:1] if d != "m"]
        return " ".join([*batch, *self.heads, "m", "n"])

    def maps(self) -> reference.Maps:
        """The maps of all heads, with `axes`."""
        noise = None
        if self.is_differential:
            noise = self.arrays["noise_query"] + self.arrays["noise_key"]
        ignored = ("norm_eps", "out_scale")
        return reference.maps(
            self.arrays["signal_query"] + self.arrays["signal_key"],
            self.axes,
            noise=noise,
            lam=self.arrays.get("lambda"),
            mask=self.arrays.get("mask"),
            key_lengths=self.arrays.get("key_lengths"),
            query_offset=self._number("query_offset"),
            key_offset=self._number("key_offset") or 0,
            **{k: v for k, v in self.options.items() if k not in ignored},
        )

    def _number(self, role: str) -> int | None:
        return int(self.arrays[role][0]) if role in self.arrays else None


@dataclasses.dataclass(frozen=True)
class Observation:
    """A text, and the attentions of the model that has read it."""

    tokens: Sequence[str]
    """The text of each token."""
    attentions: Sequence[Attention]


def observe(model: LanguageModel, text: str) -> Observation:
    """Lets the model read `text`, and keeps what its attentions computed with.

    Raises ModelError for a model that was not compiled with `observe`, and for a
    text without tokens.
    """
    observed = descriptions(model.artifact)
    ids = model.tokenizer.encode(text)
    if not ids:
        raise ModelError("the text has no tokens")
    positions = model.description.get("max_positions", len(ids))
    if len(ids) > positions:
        raise ModelError(
            f"the text has {len(ids)} tokens, expected at most the model's {positions} "
            "positions"
        )
    if len(ids) > MOST_TOKENS:
        raise ModelError(
            f"the text has {len(ids)} tokens, expected at most {MOST_TOKENS}: maps "
            "have a number for each two of them"
        )
    function = model.function(FUNCTION)
    types = {result.name: result.dtype for result in function.results}
    results = function(np.array([ids], np.int64))
    try:
        attentions = [
            make_attention(number, description, results, types)
            for number, description in enumerate(observed)
        ]
    except (KeyError, TypeError, AttributeError):
        raise ModelError(
            f"{model.artifact}: 'observed' of its manifest does not describe results "
            f"of '{FUNCTION}'"
        ) from None
    return Observation(token_texts(model, ids), attentions)


def make_attention(
    number: int,
    description: Mapping[str, Any],
    results: Mapping[str, Any],
    types: Mapping[str, str],
) -> Attention:
    """An attention that the manifest describes, with the results of a call."""
    shown = description["arrays"].items()
    return Attention(
        number,
        description["options"],
        {role: (to_float64(results[a["result"]]), a["dims"]) for role, a in shown},
        {role: types[a["result"]] for role, a in shown},
    )


def descriptions(artifact: Artifact) -> list[Any]:
    """What the manifest says of the attentions that are shown."""
    observed = artifact.manifest.get("observed") or {}
    if FUNCTION not in observed:
        raise ModelError(
            f"{artifact} does not show its attentions: compile it with "
            f"--observe={FUNCTION}"
        )
    return list(observed[FUNCTION])


def token_texts(model: LanguageModel, ids: Sequence[int]) -> list[str]:
    """The text of each token; a character belongs to the token that completes it."""
    decoder = model.tokenizer.decoder()
    texts = [decoder.add(token) for token in ids]
    texts[-1] += decoder.finish()
    return texts


def to_float64(value: Any) -> Array:
    """An array of the runtime in the host's memory, with numbers as float64. Integers
    and booleans, lengths and masks, stay what they are."""
    array = np.asarray(value.numpy() if hasattr(value, "numpy") else value)
    if array.dtype == np.uint16:  # bfloat16 without ml_dtypes
        return (array.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return array if array.dtype.kind in "iub" else array.astype(np.float64)
