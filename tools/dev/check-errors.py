#!/usr/bin/env python3
# ===- check-errors.py - each message has a test and follows the rules -----=== #
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
"""Proves that what users can be told is tested, and worded alike.

Usage: tools/dev/check-errors.py [--list]

Reads all C++ and Python code of compiler, runtime, tools and package. Every piece of
prose in a string is taken for part of a message (an error, a remark, a reason why
something is not fused, a line of a plan), unless it is help, documentation, an
assertion or code in another language. Of each piece, tests must have the text; of a
message that has short pieces alone, those in one line. What tests can't reach, or
don't yet, is in check-errors-untested.txt, each with its reason.

Of errors also: they start in lower case, but for names, are one line without a final
period, and if they complain about a value, they say what was expected and what was
found.

--list prints all messages.
"""

import argparse
import ast
import dataclasses
import functools
import math
import pathlib
import re
import sys
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What users run; tools/bench and tools/gpu-check are for those who develop it.
CODE = ("lib", "include", "python", *map(str, (ROOT / "tools").glob("diffattn-*")))
# Here, prose is what pictures and pages are labelled with.
LABELS = tuple(f"python/diffattn/pictures/{n}.py" for n in ("figures", "report"))
UNTESTED = ROOT / "tools/dev/check-errors-untested.txt"

# A piece with fewer letters says too little alone.
LEAST_LETTERS = 12
# How many of a piece's words tests must have, in a row.
SHARE = 0.6


@dataclasses.dataclass(frozen=True)
class Message:
    """The strings of one statement, in order. Between them there are values."""

    file: str
    line: int
    pieces: tuple[str, ...]
    is_error: bool

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: " + "...".join(self.pieces)


# C++ -------------------------------------------------------------------------------

TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|\s+|^\#[^\n]*(?:\\\n[^\n]*)*)
      | (?P<raw>R"(?P<mark>\w*)\(.*?\)(?P=mark)")
      | "(?P<string>(?:[^"\\\n]|\\.)*)"
      | (?P<other>'(?:[^'\\]|\\.)+'|[A-Za-z_]\w*|\d[\w.']*|.)""",
    re.DOTALL | re.VERBOSE | re.MULTILINE,
)
# What is called or initialised with strings that are no messages.
NOT_MESSAGES = {
    *("assert", "static_assert", "llvm_unreachable", "__asm__", "asm", "desc"),
    *("clEnumValN", "value_desc", "OptionCategory", "category", "MlirOptMain"),
    # What patterns tell only each other, and developers by -debug.
    *("notifyMatchFailure",),
    *(
        "mlirTranslateMain",
        "ListOption",
        "Option",
        "PassOptions",
        "timed",
        "getOrInsert",
    ),
}
# Words of statements whose strings are documentation.
NOT_STATEMENTS = {"PassPipelineRegistration"}
# What makes errors of strings.
ERRORS = re.compile(
    r"Error|error|fail|require|refuse|expected|raise|usage|blame|cannotWrite|Invalid"
)


@dataclasses.dataclass
class Statement:
    """What was read of one."""

    line: int = 0
    pieces: list[str] = dataclasses.field(default_factory=list)
    words: list[str] = dataclasses.field(default_factory=list)


def unescape(text: str) -> str:
    """The characters that a C++ string stands for, but for those that are no text."""
    return re.sub(
        r"\\(x[0-9a-fA-F]+|[0-7]{1,3}|.)",
        lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1] if len(m[1]) == 1 else ""),
        text,
    )


def read_cpp(file: str, text: str) -> Iterator[Message]:
    """The messages of a file in C++."""
    calls: list[str] = []
    before = ""
    statement = Statement()

    def finish() -> Iterator[Message]:
        nonlocal statement
        if statement.pieces and not NOT_STATEMENTS.intersection(statement.words):
            yield Message(
                file,
                statement.line,
                tuple(statement.pieces),
                any(ERRORS.search(word) for word in statement.words),
            )
        statement = Statement()

    joins = False
    for token in TOKEN.finditer(text):
        if token["skip"] or token["raw"]:
            continue
        if token["string"] is not None:
            if not NOT_MESSAGES.intersection(calls):
                piece = unescape(token["string"])
                if not statement.pieces:
                    statement.line = text.count("\n", 0, token.start()) + 1
                if joins:
                    statement.pieces[-1] += piece
                else:
                    statement.pieces.append(piece)
                joins = True
            continue
        joins = False
        word = token["other"]
        if word in ("(", "{", "["):
            if word == "{" and (before in (")", "else", "const", "]", "override")):
                yield from finish()
            calls.append(before if word != "[" else "")
        elif word in (")", "}", "]"):
            if calls:
                calls.pop()
            if word == "}" and not any(calls):
                yield from finish()
        elif word == ";":
            yield from finish()
        elif word[0].isalpha() or word[0] == "_":
            statement.words.append(word)
        before = word
    yield from finish()


# Python ------------------------------------------------------------------------------

# Arguments of calls that are documentation.
# Constants that are.
HELP = {"HELP", "EXAMPLES"}
# What is called with types, patterns or names of steps first.
NO_TEXT = re.compile(r"cast$|re\.|progress\.step$")
DOCUMENTATION = {"help", "description", "epilog", "metavar", "prog", "title"}


def read_python(file: str, text: str) -> Iterator[Message]:
    """The messages of a file in Python."""
    tree = ast.parse(text)
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        annotations = [getattr(node, name, None) for name in ("annotation", "returns")]
        if isinstance(node, ast.Call) and NO_TEXT.match(ast.unparse(node.func)):
            skipped.add(node.args[0])
        skipped.update(filter(None, annotations))
        if isinstance(node, ast.Assign) and ast.unparse(node.targets) in HELP:
            skipped.add(node)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)
        if isinstance(node, ast.keyword) and node.arg in DOCUMENTATION:
            skipped.add(node.value)
    yield from _visit(file, tree, skipped, False)


def _visit(
    file: str, node: ast.AST, skipped: set[ast.AST], is_error: bool
) -> Iterator[Message]:
    if node in skipped or isinstance(node, ast.Assert):
        return
    is_error = is_error or isinstance(node, ast.Raise)
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func)
        is_error = is_error or bool(re.search(r"Error|error|fail|Failure", name))
    pieces = tuple(_pieces(node))
    if pieces:
        yield Message(file, getattr(node, "lineno", 0), pieces, is_error)
        return
    for child in ast.iter_child_nodes(node):
        yield from _visit(file, child, skipped, is_error)


def _pieces(node: ast.AST) -> Iterator[str]:
    """The pieces of a string; none if the node is something else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        for part in node.values:
            if isinstance(part, ast.Constant):
                yield part.value
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = list(_pieces(node.left)), list(_pieces(node.right))
        if left or right:
            yield from left
            yield from right


# Pieces ------------------------------------------------------------------------------

# Values in formats: of printf, and of formatv.
HOLE = re.compile(r"%[-+#0 ]*[\d.*]*(?:hh|h|ll|l|z)?[diouxXeEfFgGcspn%]|\{\d[^}]*\}")


def plain(text: str) -> str:
    """Without what differs in how tests write it: space, quotes, escapes, marks."""
    return re.sub(r"[\s\\`'\"‘’,;:]+", " ", text)


def letters(text: str) -> int:
    """How many there are."""
    return sum(c.isalpha() for c in text)


# MLIR, declarations of operators of PyTorch, C, assembly.
FOREIGN = re.compile(
    r"\b(arith|scf|linalg|tensor|func|memref)\.\w+ |-> Tensor$|#ifdef|///|/\*"
    r"|%\d|%%|NULL, 0\)"
)


def is_prose(text: str) -> bool:
    """Whether it has words of a sentence."""
    return bool(re.search(r"[a-z]{2,}[,;:]? |[ ][a-z]{2,}", text))


def is_message(message: Message) -> bool:
    """Whether it is for people."""
    return not any(FOREIGN.search(piece) for piece in message.pieces) and any(
        is_prose(piece) for piece in message.pieces
    )


def parts_of(message: Message) -> list[str]:
    """Its pieces, cut at values in formats."""
    return [
        plain(part).strip(" ,;:.()[]")
        for piece in message.pieces
        for part in HOLE.split(piece)
    ]


# Tests -------------------------------------------------------------------------------


@functools.cache
def tests() -> str:
    """The text of all tests."""
    texts = []
    for path in sorted((ROOT / "test").rglob("*")):
        if "data" in path.parts or not path.is_file():
            continue
        if path.suffix in (
            ".py",
            ".mlir",
            ".test",
            ".cpp",
            ".c",
            ".txt",
            ".json",
            ".sh",
        ):
            texts.append(read_test(path))
    return "\n".join(texts)


def read_test(path: pathlib.Path) -> str:
    """The text of a test, strings joined that are one."""
    text = path.read_text(errors="replace")
    if path.suffix in (".py", ".cpp", ".c"):
        text = re.sub(r'(?<!\\)"\s*\n?\s*[rf]*"', "", text)
    # Braces hold the text of diagnostics, and of FileCheck what is no text.
    text = re.sub(
        r"(?m)^(.*expected-(?:error|warning|remark|note)(?:-re)?\b.*?)\{\{(.*)\}\}",
        r"\1 \2",
        text,
    )
    text = re.sub(r"\{\{\[?\\?([\[\]{}().*+?])\]?\}\}", r"\1", text)
    text = re.sub(r"\{\{.*?\}\}|\[\[\w+(?::.*?)?\]\]", "\0", text)
    return "\n".join(map(plain, text.splitlines()))


def untested() -> dict[str, str]:
    """Pieces that tests can't reach, and why."""
    found = {}
    for line in UNTESTED.read_text().splitlines():
        if line and not line.startswith("#"):
            piece, _, reason = line.partition(" # ")
            if not reason:
                raise SystemExit(f"{UNTESTED.name}: no reason for: {piece}")
            found[piece.strip()] = reason.strip()
    return found


def most_of(part: str) -> Iterator[str]:
    """The piece, and each run of words that is most of it: tests look for what tells
    messages apart."""
    yield part
    words = part.split(" ")
    count = max(3, math.ceil(len(words) * SHARE))
    for start in range(len(words) - count + 1):
        yield " ".join(words[start : start + count])


def missing(message: Message) -> Iterator[str]:
    """What of the message no test has."""
    parts = parts_of(message)
    long = [part for part in parts if letters(part) >= LEAST_LETTERS]
    for part in long:
        if not any(most in tests() for most in most_of(part)):
            yield part
    if not long:
        known = [re.escape(part) for part in parts if letters(part) > 1]
        if known and not re.search(r"[^\n]{0,100}?".join(known), tests()):
            yield " ... ".join(part for part in parts if letters(part) > 1)


# Words that say what a value was to be, what it was, and that one is wrong.
EXPECTED = re.compile(r"(?<![-\w])expect(?:ed|s)(?![-\w])")
FOUND = re.compile(r"(?<![-\w])found(?![-\w])")
COMPLAINT = re.compile(r"\b(unknown|must|too \w+|not supported)\b")
# What stands before "expected" says what was found if it has one of these.
VERB = re.compile(
    r"\b(is|are|was|has|have|takes?|waits|begins|brings|follows|rounds|span|no|unknown)\b"
)
# These say what was expected of what was found.
DEMAND = re.compile(r"\b(takes|is for|is of|runs on)\b")
# Errors that say one of both only, and why.
ONE_SIDED = {
    "expected '...'": "of a parser, which shows the text that it found",
    "expected ... of element type ": "what was found is in a later statement",
    "expected ": "what was found is in a later statement",
    ", found ... [C7]": "what was expected is in an earlier statement",
    " outs, found ... [C10]": "what was expected is in an earlier statement",
}


def lacks(message: Message) -> str | None:
    """What an error about a value does not say: what was expected, or found."""
    text = " VALUE ".join(message.pieces)
    expected, found = EXPECTED.search(text), FOUND.search(text)
    if "...".join(message.pieces) in ONE_SIDED:
        return None
    if expected and not found and not VERB.search(text[: expected.start()]):
        return "found"
    if not expected and (COMPLAINT.search(text) or (found and not DEMAND.search(text))):
        return "expected"
    return None


# Names that begin with a capital.
NAMES = re.compile(r"(LLVM|MLIR|PTX|CUDA|Python|NumPy|PyTorch|NaN|JSON|C API)\b")


def bad_wording(message: Message) -> Iterator[str]:
    """What of the wording of an error is against the rules."""
    if not message.is_error:
        return
    first, last = message.pieces[0], message.pieces[-1]
    if re.match(r"[A-Z][a-z]+ ", first) and not NAMES.match(first):
        yield f"starts with a capital: {first.strip()}"
    if re.search(r"[a-z]{2}\.$", last.strip()) and is_prose(last):
        yield f"ends in a period: {last.strip()}"
    for piece in message.pieces:
        if is_prose(piece) and "\n" in piece.strip("\n"):
            yield f"has several lines: {piece.strip()!r}"
    if missed := lacks(message):
        yield f"does not say what was {missed}: {'...'.join(message.pieces)}"


def main() -> int:
    """Prints what is wrong; 1 if something is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="print all messages")
    options = parser.parse_args()
    messages = [m for m in read_all() if is_message(m)]
    if options.list:
        print(*messages, sep="\n")
        return 0
    allowed, used, wrong = untested(), set(), 0
    for message in messages:
        for problem in bad_wording(message):
            print(f"{message.file}:{message.line}: {problem}")
            wrong += 1
        for part in missing(message):
            if part in allowed:
                used.add(part)
                continue
            print(f"{message.file}:{message.line}: no test has: {part}")
            wrong += 1
    for part in allowed.keys() - used:
        print(f"{UNTESTED.relative_to(ROOT)}: is tested, or no message: {part}")
        wrong += 1
    print(f"{len(messages)} messages, {len(used)} listed as untested, {wrong} wrong")
    return 1 if wrong else 0


def read_all() -> Iterator[Message]:
    """All messages."""
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*")):
            name = str(path.relative_to(ROOT))
            if path.suffix in (".cpp", ".h"):
                yield from read_cpp(name, path.read_text())
            elif path.suffix == ".py" and name not in LABELS:
                yield from read_python(name, path.read_text())


if __name__ == "__main__":
    sys.exit(main())
