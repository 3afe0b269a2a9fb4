"""Text to token ids and back, also piece by piece."""

import codecs
import contextlib
import os
import pathlib
from collections.abc import Iterator
from typing import Any, Protocol

from diffattn.errors import ModelError, UnavailableError


class Decoder(Protocol):
    """Makes text of the tokens of one sequence as they come."""

    def add(self, token: int) -> str:
        """The text that is complete with `token`; "" while more has to come."""

    def finish(self) -> str:
        """The text of what is left, with U+FFFD for what can't be read."""


class Tokenizer(Protocol):
    """A vocabulary."""

    def encode(self, text: str) -> list[int]:
        """The tokens of a text."""

    def decoder(self) -> Decoder:
        """A decoder for a sequence that begins."""


class BytesTokenizer:
    """A token is a byte of UTF-8."""

    def encode(self, text: str) -> list[int]:
        """The bytes of a text."""
        return list(text.encode("utf-8", "surrogateescape"))

    def decoder(self) -> "BytesDecoder":
        """A decoder for a sequence that begins."""
        return BytesDecoder()


class BytesDecoder:
    """Holds back the bytes of a character until it is complete."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def add(self, token: int) -> str:
        """The text that is complete with `token`."""
        if not 0 <= token < 256:
            return self._decoder.decode(b"", final=True) + "\N{REPLACEMENT CHARACTER}"
        return self._decoder.decode(bytes([token]))

    def finish(self) -> str:
        """U+FFFD if a character has begun."""
        return self._decoder.decode(b"", final=True)


@contextlib.contextmanager
def _report_faults(path: pathlib.Path, what: str) -> Iterator[None]:
    """Makes errors of the package `tokenizers` ours. It raises nothing more special
    than Exception; and what it didn't expect of a file ends as a panic of its Rust
    code, which is no Exception, and of a type that has no name in Python."""
    try:
        yield
    except BaseException as error:
        is_panic = type(error).__name__ == "PanicException"
        if not isinstance(error, Exception) and not is_panic:
            raise
        raise ModelError(f"'{path}': {what}: {error}") from None


class FileTokenizer:
    """The tokenizer in a tokenizer.json, by the package `tokenizers`."""

    def __init__(self, path: pathlib.Path):
        try:
            import tokenizers
        except ImportError as error:
            raise UnavailableError(
                f"'{path}' needs the package 'tokenizers': install diffattn[generate]"
            ) from error
        self._path = path
        with _report_faults(path, "no tokenizer"):
            self._tokenizer: Any = tokenizers.Tokenizer.from_file(os.fspath(path))

    def encode(self, text: str) -> list[int]:
        """The tokens of a text, with those that the model's texts begin with. Raises
        ModelError if the file says what can't be done."""
        with _report_faults(self._path, "the text has no tokens"):
            return list(self._tokenizer.encode(text).ids)

    def decode(self, tokens: list[int]) -> str:
        """The text of tokens, without special ones. Raises ModelError as `encode`."""
        with _report_faults(self._path, "the tokens have no text"):
            text: str = self._tokenizer.decode(tokens)
        return text

    def decoder(self) -> "FileDecoder":
        """A decoder for a sequence that begins."""
        return FileDecoder(self)


class FileDecoder:
    """What a token adds to a text depends on those before it, spaces above all: it
    is the difference between the texts of two runs of tokens."""

    def __init__(self, tokenizer: FileTokenizer):
        self._tokenizer = tokenizer
        # Tokens whose text is out are kept as context of the next.
        self._context: list[int] = []
        self._pending: list[int] = []

    def add(self, token: int) -> str:
        """The text that is complete with `token`."""
        self._pending.append(token)
        text = self._new_text()
        if not text or text.endswith("\N{REPLACEMENT CHARACTER}"):
            return ""
        self._context, self._pending = self._pending, []
        return text

    def finish(self) -> str:
        """The text of what is left."""
        return self._new_text()

    def _new_text(self) -> str:
        before = self._tokenizer.decode(self._context)
        return self._tokenizer.decode(self._context + self._pending)[len(before) :]


def open_tokenizer(folder: pathlib.Path, kind: str | None) -> Tokenizer:
    """The tokenizer of the model in `folder`: `kind` is "bytes", the name of a
    file in it, or None for tokenizer.json if there is one, else bytes. Raises
    ModelError for a file that isn't there or is no tokenizer."""
    if kind is None:
        kind = "tokenizer.json" if (folder / "tokenizer.json").exists() else "bytes"
    if kind == "bytes":
        return BytesTokenizer()
    if not (folder / kind).exists():
        raise ModelError(f"'{folder}' has no '{kind}', the tokenizer of the model")
    return FileTokenizer(folder / kind)
