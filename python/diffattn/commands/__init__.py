"""The subcommands of `diffattn`, a module each.

A module is imported whenever `diffattn` starts, so it imports what is heavy
(PyTorch, the compiler) only in `run`. It has

- `NAME` and `HELP`: what `diffattn --help` lists,
- `add_arguments(parser)`: its options,
- `run(arguments) -> int`: does the work and returns the exit status; errors of
  the input are raised as `diffattn.errors.Error`.
"""

import argparse
from typing import Protocol

from diffattn.commands import compile_, generate, import_, inspect_, perplexity


class Command(Protocol):
    """What a module in this package has."""

    NAME: str
    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declares the options."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Does the work; returns the exit status."""


COMMANDS: tuple[Command, ...] = (
    compile_,
    generate,
    import_,
    inspect_,
    perplexity,
)
