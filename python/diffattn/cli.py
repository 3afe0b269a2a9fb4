"""The command `diffattn`: one subcommand a module of `diffattn.commands`."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from diffattn import interruption, progress
from diffattn.commands import COMMANDS
from diffattn.errors import CompileError, Error, UsageError

EXAMPLES = """\
examples:
  diffattn compile FOLDER -o model.so       a Hugging Face model folder
  diffattn generate model.so --prompt \"And it came to pass\"
  diffattn compile layer.mlir -o layer.so   a library to call from C or Python
"""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Exits with 2."""
        self.exit(2, f"{self.prog}: error: {message} (see {self.prog} --help)\n")


class Version(argparse.Action):
    """Prints the version of the library."""

    def __call__(self, parser: argparse.ArgumentParser, *unused: Any) -> None:
        """Exits with 0."""
        from diffattn.runtime import version

        print(f"diffattn {version()}")
        parser.exit()


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = Parser(
        prog="diffattn",
        description="Compile models that use differential attention.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=Version, nargs=0, help="and exit")
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
    if sys.stdout is None:  # Closed by the caller, who wants nothing of it.
        sys.stdout = open(os.devnull, "w")
    try:
        try:
            arguments = make_parser().parse_args(argv)
        finally:
            sys.stdout.flush()  # Help, which ends the process.
    except OSError as error:
        return report_output(error)
    with progress.watch(sys.stderr) as watcher:
        status = run(arguments)
    if getattr(arguments, "timing", False):
        print(progress.format_times(watcher.total), file=sys.stderr)
    return status


def run(arguments: argparse.Namespace) -> int:
    """Runs a command; says what is wrong in one line."""
    try:
        with interruption.discarding(progress.hide):
            status: int = interruption.call(lambda: arguments.run(arguments))
        sys.stdout.flush()
        return status
    except CompileError as error:
        # The compiler's own lines, which begin with the place.
        print(error, file=sys.stderr)
        return 1
    except Error as error:
        print(f"diffattn: error: {error}", file=sys.stderr)
        return 2 if isinstance(error, UsageError) else 1
    except OSError as error:
        return report_output(error)
    except KeyboardInterrupt:
        return 130


def report_output(error: OSError) -> int:
    """What can't be printed. Commands say which file they can't read or write; the
    rest is the output. Who reads that from a pipe may have seen enough."""
    if not isinstance(error, BrokenPipeError):
        place = f"'{error.filename}'" if error.filename else "the standard output"
        print(f"diffattn: error: {place}: {error.strerror}", file=sys.stderr)
    abandon_output()
    return 1


def abandon_output() -> None:
    """Drops what can't be printed; Python would complain of it at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
