"""What the implementations have in common."""

import dataclasses
import pathlib
from collections.abc import Callable

from attention_bench.cases import Case
from attention_bench.inputs import Array, Inputs


@dataclasses.dataclass(frozen=True)
class Setting:
    """What an implementation is made for."""

    case: Case
    inputs: Inputs
    threads: int
    build: pathlib.Path
    """The folder of diffattn's build."""
    cache: pathlib.Path
    """A folder for compiled programs, kept from run to run."""


@dataclasses.dataclass(frozen=True)
class Prepared:
    """An attention that is ready to be called."""

    call: Callable[[], object]
    """Computes the whole result; returns it in the implementation's own form."""
    read: Callable[[object], Array]
    """What `call` returned as [heads, rows, values], f32 or f64."""
    poison: Callable[[], None] | None = None
    """Fills a result that calls reuse with NaN: what is not written is seen."""
    strategy: str = ""
    """How it is computed, where that is known."""


Prepare = Callable[[Setting], Prepared]
