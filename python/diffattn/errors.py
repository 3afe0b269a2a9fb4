"""Errors that tell a user what is wrong with what was given."""


class Error(Exception):
    """Base of all errors of this package that are the input's fault.

    The message is lower-case without a final period and names the file or
    option, what was expected and what was found. The command line prints it after
    `error:` and exits with 1; any other exception is a bug of diffattn.
    """


class UsageError(Error):
    """An option whose value means nothing, or options that don't go together. The
    command line exits with 2."""


class ModelError(Error):
    """A model, or a file of one, that cannot be loaded or imported."""


class CompileError(Error):
    """A module that the compiler refuses. The message is the compiler's: lines
    like `FILE:LINE:COLUMN: error: TEXT`."""


class RunError(Error):
    """An artifact, weights or a call that failed; the message is the runtime's."""


class MissingError(RunError, KeyError):
    """A function or a tensor by a name that there is not; as a KeyError, it lets
    `get` of these mappings return a default."""

    def __str__(self) -> str:
        # That of KeyError is the message in quotes.
        return Exception.__str__(self)


class UnavailableError(Error, ImportError):
    """A part of diffattn, or a package it needs for what was asked, that is not
    installed."""
