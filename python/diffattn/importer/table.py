"""The table of operations: a name of PyTorch's, and the function that writes it."""

import dataclasses
import difflib
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import torch

from diffattn.importer.builder import Builder
from diffattn.importer.errors import Place, UnsupportedOperation
from diffattn.importer.values import ELEMENTS, Size, Value, size_of

__all__ = ["CONVERTING", "SKIPPED", "TABLE", "Call", "Translation", "lowers", "missing"]


@dataclasses.dataclass(frozen=True)
class Call:
    """One operation of a graph."""

    builder: Builder
    target: str
    arguments: dict[str, Any]
    """By the names of the operation's schema, defaults filled in. Tensors are
    `Value`s, symbolic numbers `Size`s."""
    meta: Any
    """The result as PyTorch describes it: a fake tensor, or a list of them."""
    place: Place | None

    def __getitem__(self, name: str) -> Any:
        return self.arguments[name]

    def value(self, name: str) -> Value:
        """An argument that is a tensor."""
        value: Value = self.arguments[name]
        return value

    @property
    def sizes(self) -> tuple[Size, ...]:
        """Sizes of the result."""
        return tuple(map(size_of, self.meta.shape))

    @property
    def element(self) -> str:
        """Element type of the result."""
        return self.element_of(self.meta.dtype)

    def element_of(self, dtype: torch.dtype) -> str:
        """The element type for a dtype."""
        if dtype not in ELEMENTS:
            raise self.unsupported(f"no element type for {dtype}")
        return ELEMENTS[dtype]

    def unsupported(self, reason: str, hint: str = "") -> UnsupportedOperation:
        """The error to raise for a form that has no translation."""
        return UnsupportedOperation(self.target, reason, self.place, hint)

    def dim(self, name: str, rank: int) -> int:
        """A dim argument, counted from the front."""
        return wrap(self[name], rank)


Translation: TypeAlias = Callable[[Call], Value | list[Value]]
AnyTranslation = TypeVar("AnyTranslation", bound=Translation)

TABLE: dict[str, Translation] = {}

# What takes operands of any element type, and converts them as it reads them.
CONVERTING = frozenset(
    f"aten.{name}"
    for name in (
        "add.Tensor",
        "addmm.default",
        "embedding.default",
        "layer_norm.default",
        "linear.default",
        "matmul.default",
        "mm.default",
        "mul.Tensor",
        "rms_norm.default",
        "sub.Tensor",
    )
)

# What only states what the graph already says.
SKIPPED = frozenset(
    {
        "aten._assert_tensor_metadata.default",
        "aten._assert_scalar.default",
        "aten._assert_async.msg",
        "aten.sym_constrain_range.default",
        "aten.sym_constrain_range_for_size.default",
    }
)

_HINTS = {
    "dropout": "call eval() on the model before exporting it",
    "rand": "random numbers have no translation; pass them as an input",
    "bernoulli": "call eval() on the model before exporting it",
    "index_copy": "append to caches with diffattn::cache_append",
    "index_put": "append to caches with diffattn::cache_append",
    "scatter": "append to caches with diffattn::cache_append",
    "nonzero": "sizes that depend on data have no translation",
    "_scaled_dot_product": "export with F.scaled_dot_product_attention",
    ".item.": "numbers that depend on data have no translation",
    "batch_norm": "call eval() on the model before exporting it",
}


def lowers(*targets: str) -> Callable[[AnyTranslation], AnyTranslation]:
    """Enters a function into the table."""

    def enter(function: AnyTranslation) -> AnyTranslation:
        for target in targets:
            TABLE[target] = function
        return function

    return enter


def missing(target: str, place: Place | None) -> UnsupportedOperation:
    """The error for an operation that isn't in the table."""
    for part, hint in _HINTS.items():
        if part in target:
            return UnsupportedOperation(target, "no translation", place, hint)
    # Of the names alone: namespaces and ".default" make all of them alike.
    names = {known.split(".")[1]: known for known in reversed(TABLE)}
    near = difflib.get_close_matches(target.split(".")[1], names, n=1, cutoff=0.6)
    hint = f"nearest supported operation: '{names[near[0]]}'" if near else ""
    return UnsupportedOperation(target, "no translation", place, hint)


def wrap(dim: int, rank: int) -> int:
    """A dim counted from the front; a scalar has dim 0."""
    return dim + max(rank, 1) if dim < 0 else dim
