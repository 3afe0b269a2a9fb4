"""Text to tokens and back, in pieces."""

import pathlib

import pytest
from diffattn import ModelError
from diffattn.tokenizer import BytesTokenizer, FileTokenizer, open_tokenizer

TEXT = "añ€😀z"


def test_bytes_come_as_characters() -> None:
    tokenizer = BytesTokenizer()
    decoder = tokenizer.decoder()
    pieces = [decoder.add(token) for token in tokenizer.encode(TEXT)]
    assert pieces == ["a", "", "ñ", "", "", "€", "", "", "", "😀", "z"]
    assert decoder.finish() == ""


def test_bytes_that_are_no_utf8() -> None:
    decoder = BytesTokenizer().decoder()
    assert [decoder.add(b) for b in (0xC3, 0x41, 0xFF, 0xE2)] == ["", "�A", "�", ""]
    assert decoder.finish() == "�"
    assert decoder.add(300) == "�"
    assert BytesTokenizer().encode("\udcff") == [0xFF]


def test_default(tmp_path: pathlib.Path) -> None:
    assert isinstance(open_tokenizer(tmp_path, None), BytesTokenizer)
    with pytest.raises(ModelError, match="has no 'tokenizer.json'"):
        open_tokenizer(tmp_path, "tokenizer.json")


def byte_level(folder: pathlib.Path) -> pathlib.Path:
    """A tokenizer whose tokens are single bytes, spelled as GPT-2 does."""
    tokenizers = pytest.importorskip("tokenizers")
    alphabet = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.BPE({letter: i for i, letter in enumerate(alphabet)}, [])
    )
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(False)
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder / "tokenizer.json"


def test_file(tmp_path: pathlib.Path) -> None:
    byte_level(tmp_path)
    tokenizer = open_tokenizer(tmp_path, None)
    assert isinstance(tokenizer, FileTokenizer)
    tokens = tokenizer.encode(TEXT)
    decoder = tokenizer.decoder()
    pieces = [decoder.add(token) for token in tokens]
    assert pieces == ["a", "", "ñ", "", "", "€", "", "", "", "😀", "z"]
    assert decoder.finish() == ""
    assert [decoder.add(token) for token in tokens[1:2]] == [""]
    assert decoder.finish() == "�"


def test_file_that_is_no_tokenizer(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("tokenizers")
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError, match="tokenizer.json': no tokenizer"):
        open_tokenizer(tmp_path, "tokenizer.json")
