"""The command `diffattn`: one subcommand a module of `diffattn.commands`."""

import argparse
import os
import sys
from collections.abc import Sequence

from diffattn.commands import COMMANDS
from diffattn.errors import CompileError, Error


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="diffattn", description="Compile models that use differential attention."
    )
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        subparser = subparsers.add_parser(
            command.NAME, help=command.HELP, description=command.__doc__
        )
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line; returns 0, 1 (the input) or 2 (usage)."""
    arguments = make_parser().parse_args(argv)
    try:
        return arguments.run(arguments)
    except CompileError as error:
        # The compiler's own lines, which begin with the place.
        print(error, file=sys.stderr)
        return 1
    except Error as error:
        print(f"diffattn: error: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Who reads the output has seen enough; Python would complain at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
