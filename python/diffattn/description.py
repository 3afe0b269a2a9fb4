"""What the manifest of an artifact says of a language model, checked."""

import json
from collections.abc import Callable, Mapping
from typing import Any, TypedDict, cast

from diffattn.errors import ModelError

__all__ = ["Description", "read_description"]


class Description(TypedDict, total=False):
    """`model` of the manifest of a language model (docs/artifact.md)."""

    kind: str
    """causal-lm."""
    name: str
    weights: list[str]
    """Files of the parameters."""
    folder: str
    """Where they were when the model was compiled."""
    tokenizer: str
    """bytes, or a file of the folder."""
    eos: list[int]
    """Tokens that end a text."""
    vocab: int
    """The number of tokens."""
    max_positions: int
    """The most positions that a text may have."""


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_size(value: Any) -> bool:
    return _is_number(value) and value > 0


def _is_list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


# What values have to be, and how messages call that.
_VALUES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "name": (_is_text, "a text"),
    "weights": (_is_list_of(_is_text), "a list of files"),
    "folder": (_is_text, "a text"),
    "tokenizer": (_is_text, "a text"),
    "eos": (_is_list_of(_is_number), "a list of tokens"),
    "vocab": (_is_size, "a number above 0"),
    "max_positions": (_is_size, "a number above 0"),
}


def read_description(manifest: Mapping[str, Any], artifact: str) -> Description:
    """The description in a manifest. `artifact` is what messages call the artifact.

    Raises ModelError if there is none, if it is not one of a language model, and for
    a value that is none.
    """
    found = manifest.get("model")
    if not isinstance(found, dict):
        raise ModelError(
            f"{artifact} is no language model: its manifest has no 'model'; compile "
            "the folder of one by 'diffattn compile'"
        )
    if found.get("kind") != "causal-lm":
        raise ModelError(
            f"{artifact} is no language model: expected kind 'causal-lm', found "
            f"'{found.get('kind')}'"
        )
    for name, (fits, expected) in _VALUES.items():
        if name in found and not fits(found[name]):
            raise ModelError(
                f"{artifact}: 'model' of its manifest: {name}: expected {expected}, "
                f"found {json.dumps(found[name])}"
            )
    return cast(Description, found)
