"""The stub of the extension, _native.pyi, says what the extension has."""

import ast
import dataclasses
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import diffattn
import pytest
from diffattn import _native

STUB = Path(diffattn.__file__).with_name("_native.pyi")
# Of these nanobind does not say what is in them, or what they are: the stub may.
OPEN = ("object", "list", "tuple")


@dataclasses.dataclass(frozen=True)
class Signature:
    """A form of a function."""

    kind: str
    """"function", "method", "static" or "property"."""
    types: tuple[tuple[str, str], ...]
    """Of the parameters by name, and of the result as `return`."""

    def is_said_by(self, other: "Signature") -> bool:
        """Whether a signature of the stub is this one of the extension."""
        own, said = dict(self.types), dict(other.types)
        return (
            self.kind == other.kind
            and list(own) == list(said)
            and all(own[name] in (*OPEN, said[name]) for name in own)
        )


def signature(kind: str, function: ast.FunctionDef) -> Signature:
    """The signature of a definition."""
    types = [(a.arg, type_text(a.annotation)) for a in function.args.args]
    return Signature(kind, (*types, ("return", type_text(function.returns))))


def type_text(annotation: ast.expr | None) -> str:
    """A type without the names of modules."""
    text = ast.unparse(annotation) if annotation else ""
    return text.replace("diffattn._native.", "").replace("collections.abc.", "")


def declared(text: str) -> dict[str, list[Signature]]:
    """Of a stub the forms of each function, by `name` or `Class.name`."""
    found: dict[str, list[Signature]] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, []).append(signature("function", node))
        if isinstance(node, ast.ClassDef):
            found[node.name] = []
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    forms = found.setdefault(f"{node.name}.{member.name}", [])
                    forms.append(signature(kind_of_definition(member), member))
    return found


def kind_of_definition(member: ast.FunctionDef) -> str:
    """What the decorators make of a member of a class."""
    decorators = {ast.unparse(decorator) for decorator in member.decorator_list}
    kinds = {"property": "property", "staticmethod": "static"}
    return next((kinds[d] for d in decorators if d in kinds), "method")


def built(module: ModuleType) -> dict[str, list[Signature]]:
    """Of an extension the same."""
    found: dict[str, list[Signature]] = {}
    for name, member in inspect.getmembers(module):
        if inspect.isclass(member):
            found[name] = []
            for inner, value in inspect.getmembers_static(member):
                if not inner.startswith("_") or is_bound(value):
                    found[f"{name}.{inner}"] = list(forms_of(value, "static"))
        elif not name.startswith("_"):
            found[name] = list(forms_of(member, "function"))
    return found


def is_bound(value: Any) -> bool:
    """Whether it is a function in C++."""
    return hasattr(value, "__nb_signature__")


def forms_of(value: Any, kind: str) -> Iterator[Signature]:
    """The signatures that nanobind has for a function; `kind` is that of one that
    takes no self."""
    if isinstance(value, property):
        kind, value = "property", value.fget
    elif type(value).__name__ == "nb_method":
        kind = "method"
    for text, *_ in value.__nb_signature__:
        # Those of properties have no name.
        code = text.replace("def (", "def _(") + ": ..."
        (function,) = ast.parse(code).body
        assert isinstance(function, ast.FunctionDef)
        yield signature(kind, function)


def test_stub_has_the_names_of_the_extension():
    assert sorted(declared(STUB.read_text())) == sorted(built(_native))


@pytest.mark.parametrize("name", sorted(built(_native)))
def test_stub_has_the_signatures_of_the_extension(name):
    said, found = declared(STUB.read_text())[name], built(_native)[name]
    assert len(said) == len(found)
    for one, other in zip(found, said):
        assert one.is_said_by(other), f"expected {one}, found {other}"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def synchronize(self) -> None:", "def wait(self) -> None:"),
        ("name: str, dtype: int, sizes", "name: str, sizes: int, dtype"),
        ("    @staticmethod\n", ""),
        ("def version() -> str", "def version() -> bytes"),
        ("text: bytes, name: str", "text: str, name: str"),
    ],
)
def test_stub_that_says_something_else_is_noticed(old, new):
    text = STUB.read_text()
    assert old in text
    said, found = declared(text.replace(old, new)), built(_native)
    assert sorted(said) != sorted(found) or not all(
        one.is_said_by(other)
        for name in found
        for one, other in zip(found[name], said[name], strict=True)
    )
