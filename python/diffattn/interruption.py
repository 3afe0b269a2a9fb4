"""How a command ends when it is interrupted: at once, without a trace.

Python sees Ctrl-C between two of its own steps on its main thread: late, if that
thread is in a library, and anywhere, if it is not. So commands do their work on
another thread, and a signal ends the process by `os._exit`, after what was
registered by `discarding` is taken away. Commands alone do so; who uses the package
from Python gets KeyboardInterrupt as ever.
"""

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LONGEST_WAIT = 10.0

T = TypeVar("T")

_whole = threading.RLock()
_discards: list[Callable[[], None]] = []
_is_installed = False


def install() -> None:
    """Lets signals end the process from now on. Those that are ignored stay so, as
    in jobs in the background."""
    global _is_installed
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)
    _is_installed = True


def _end(number: int, frame: Any) -> None:
    """Ends the process as a shell says it of a signal."""
    is_whole = _whole.acquire(timeout=LONGEST_WAIT)
    for discard in reversed(_discards) if is_whole else ():
        with contextlib.suppress(OSError):
            discard()
    os._exit(128 + number)


@contextlib.contextmanager
def discarding(discard: Callable[[], None]) -> Iterator[None]:
    """Inside, `discard` is called if the process is interrupted."""
    _discards.append(discard)
    try:
        yield
    finally:
        _discards.remove(discard)


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """What is inside happens as a whole: a signal waits for its end."""
    with _whole:
        yield


def call(work: Callable[[], T]) -> T:
    """Does the work on another thread, so that this one sees signals at once."""
    if not _is_installed:
        return work()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    # A daemon: the process doesn't wait for it when something else ends it.
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return results[0]
