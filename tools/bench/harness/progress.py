"""What is going on, on the standard error."""

import sys

CLEAR = "\r\x1b[K"


def say(text: str) -> None:
    """A line."""
    print(f"{_clear()}{text}", file=sys.stderr, flush=True)


def show(text: str) -> None:
    """A line that the next one replaces; on terminals only."""
    if clear := _clear():
        print(f"{clear}{text}", end="", file=sys.stderr, flush=True)


def _clear() -> str:
    return CLEAR if sys.stderr.isatty() else ""
