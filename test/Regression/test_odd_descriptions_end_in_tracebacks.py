"""A module's attribute `diffattn.model` may hold anything; what of it language models
are run by ended in TypeErrors if it was of another type."""

from typing import Any

import pytest
from diffattn.description import read_description
from diffattn.errors import ModelError

WHOLE: dict[str, Any] = {
    "kind": "causal-lm",
    "name": "tiny",
    "weights": ["model.safetensors"],
    "folder": "/models/tiny",
    "tokenizer": "bytes",
    "eos": [0, 7],
    "vocab": 8,
    "max_positions": 16,
}


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("name", 3, "a text, found 3"),
        ("weights", "model.safetensors", 'a list of files, found "model.safetensors"'),
        ("weights", [3], r"a list of files, found \[3\]"),
        ("folder", ["a"], r'a text, found \["a"\]'),
        ("tokenizer", {"file": "a"}, 'a text, found {"file": "a"}'),
        ("eos", 7, "a list of tokens, found 7"),
        ("eos", ["</s>"], r'a list of tokens, found \["</s>"\]'),
        ("eos", [True], r"a list of tokens, found \[true\]"),
        ("vocab", "many", 'a number above 0, found "many"'),
        ("vocab", 0, "a number above 0, found 0"),
        ("vocab", 8.0, r"a number above 0, found 8\.0"),
        ("vocab", True, "a number above 0, found true"),
        ("max_positions", -1, "a number above 0, found -1"),
        ("max_positions", [16], r"a number above 0, found \[16\]"),
    ],
)
def test_a_value_of_another_type(name, value, expected):
    message = f"^the module: 'model' of its manifest: {name}: expected {expected}$"
    with pytest.raises(ModelError, match=message):
        read_description({"model": WHOLE | {name: value}}, "the module")


@pytest.mark.parametrize("left_out", sorted(set(WHOLE) - {"kind"}))
def test_every_other_value_is_optional(left_out):
    model = {name: value for name, value in WHOLE.items() if name != left_out}
    assert read_description({"model": model}, "the module") == model


def test_other_keys_are_left_alone():
    model = WHOLE | {"layers": 4}
    assert read_description({"model": model}, "the module") == model
