"""Files tokenizer.json that are damaged: errors of ours, never another's panic."""

import json
import pathlib
import random
from collections.abc import Iterator
from typing import Any

import pytest
from diffattn import ModelError
from diffattn.tokenizer import FileTokenizer

FILES = 400
VALUES = [
    *(None, True, 0, -1, 2**31, 2**63, 1e300, float("nan")),
    *("", "x", "a b", "$B", "BPE", "((" * 50),
    *([], ["a"], [["a", "b"]], [" a b c"]),
    *({}, {"type": "BPE"}, {"Regex": "("}, {"type": "Sequence", "processors": [{}]}),
]


def valid() -> dict[str, Any]:
    """The JSON of a tokenizer with a part of every kind."""
    tokenizers = pytest.importorskip("tokenizers")
    alphabet = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.BPE({letter: i for i, letter in enumerate(alphabet)}, [])
    )
    tokenizer.add_special_tokens(["<s>", "</s>"])
    tokenizer.normalizer = tokenizers.normalizers.NFC()
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(False)
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 256), ("</s>", 257)]
    )
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    return json.loads(tokenizer.to_str())


def places(value: Any, path: tuple = ()) -> Iterator[tuple]:
    """The path of everything in `value`, but for the letters of a vocabulary."""
    if path:
        yield path
    if isinstance(value, (dict, list)) and path[-1:] != ("vocab",):
        keys = value if isinstance(value, dict) else range(len(value))
        for key in keys:
            yield from places(value[key], (*path, key))


def damage(value: dict[str, Any], source: random.Random) -> bytes:
    """A file with one to three values changed or gone, or with a wrong byte."""
    value = json.loads(json.dumps(value))
    for _ in range(source.randint(1, 3)):
        *outer, key = source.choice(list(places(value)))
        place = value
        for step in outer:
            place = place[step]
        if source.randrange(3):
            place[key] = source.choice(VALUES)
        else:
            del place[key]
    data = bytearray(json.dumps(value).encode())
    if source.randrange(5) == 0:
        data[source.randrange(len(data))] = source.randrange(256)
    return bytes(data)


def use(path: pathlib.Path) -> None:
    """Opens the file, and makes tokens and text."""
    tokenizer = FileTokenizer(path)
    decoder = tokenizer.decoder()
    for token in tokenizer.encode("añ€ b <s>"):
        decoder.add(token)
    decoder.finish()


def test_template_of_a_token_that_is_not_there(tmp_path: pathlib.Path) -> None:
    """The package panics when it encodes."""
    file = tmp_path / "tokenizer.json"
    content = valid()
    del content["post_processor"]["special_tokens"]["</s>"]
    file.write_text(json.dumps(content))
    with pytest.raises(ModelError, match=r"tokenizer\.json'"):
        use(file)


def test_decoder_that_strips_more_than_there_is(tmp_path: pathlib.Path) -> None:
    """The package panics when it decodes."""
    file = tmp_path / "tokenizer.json"
    content = valid()
    content["decoder"] = {"type": "Strip", "content": "a", "start": 0, "stop": 2}
    file.write_text(json.dumps(content))
    tokenizer = FileTokenizer(file)
    with pytest.raises(ModelError, match="tokenizer.json': the tokens have no text: "):
        tokenizer.decode(tokenizer.encode("a"))


def test_damaged_files(tmp_path: pathlib.Path) -> None:
    """Some still are tokenizers; what is wrong with others is a ModelError."""
    file = tmp_path / "tokenizer.json"
    content, source = valid(), random.Random(1)
    file.write_text(json.dumps(content))
    use(file)
    errors = []
    for _ in range(FILES):
        file.write_bytes(damage(content, source))
        try:
            use(file)
        except ModelError as error:
            errors.append(str(error))
    assert FILES / 2 < len(errors) < FILES
    assert all(str(file) in error for error in errors)
