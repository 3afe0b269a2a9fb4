"""What long work is at: steps, which `diffattn` shows on terminals and times.

    with step("export prefill"):
        ...
    with step("score") as advance:
        advance(3, 40)

Steps lie in each other. They cost nothing while nobody watches them, which is so
unless the command line asks for it by `watch`. One thread at a time opens steps.
"""

import contextlib
import dataclasses
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import TextIO, TypeAlias

QUIET_SECONDS = 0.5
"""What takes less is not shown."""
TICK_SECONDS = 0.2
CLEAR = "\r\x1b[K"

Advance: TypeAlias = Callable[[int, int], None]
"""Says how many parts of how many are done."""


@dataclasses.dataclass
class Step:
    """A piece of work, with those that it consists of."""

    name: str
    seconds: float = 0.0
    """How long it took; those of one name in one place are one."""
    start: float = 0.0
    done: str = ""
    parts: list["Step"] = dataclasses.field(default_factory=list)

    def part(self, name: str) -> "Step":
        """The part of this name, which is new if there is none."""
        for part in self.parts:
            if part.name == name:
                return part
        self.parts.append(Step(name))
        return self.parts[-1]


class Watcher:
    """Times the steps, and shows the innermost that takes long on a terminal."""

    def __init__(self, terminal: TextIO | None) -> None:
        self.total = Step("total", start=time.perf_counter())
        self._terminal = terminal
        self._open: list[Step] = [self.total]
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._drawn: Step | None = None
        if terminal:
            threading.Thread(target=self._tick, daemon=True).start()

    @contextlib.contextmanager
    def step(self, name: str) -> Iterator[Advance]:
        """Times what is inside."""
        step = self._open[-1].part(name)
        step.start, step.done = time.perf_counter(), ""
        self._open.append(step)

        def advance(done: int, total: int) -> None:
            step.done = f" {done} of {total}"

        try:
            yield advance
        finally:
            step.seconds += time.perf_counter() - step.start
            self._open.remove(step)
            if self._drawn is step:
                self.hide()

    def end(self) -> None:
        """Leaves the terminal as it was."""
        self.total.seconds = time.perf_counter() - self.total.start
        self._ended.set()
        self.hide()

    def hide(self) -> None:
        """Takes the line away, until it is drawn again."""
        with self._lock:
            if self._drawn and self._terminal:
                self._terminal.write(CLEAR)
                self._terminal.flush()
            self._drawn = None

    def _tick(self) -> None:
        while not self._ended.wait(TICK_SECONDS):
            with self._lock:
                if not self._ended.is_set():
                    self._draw()

    def _draw(self) -> None:
        now = time.perf_counter()
        long = (s for s in reversed(self._open[1:]) if now - s.start >= QUIET_SECONDS)
        step = next(long, None)
        if not step or not self._terminal:
            return
        seconds = now - step.start
        width = shutil.get_terminal_size().columns - 1
        text = f"{step.name}{step.done} ({seconds:.0f} s)"
        with contextlib.suppress(OSError):
            self._terminal.write(CLEAR + text[:width])
            self._terminal.flush()
            self._drawn = step


_watcher: Watcher | None = None


@contextlib.contextmanager
def watch(terminal: TextIO | None) -> Iterator[Watcher]:
    """Watches the steps inside; shows them on `terminal`, if it is one."""
    global _watcher
    is_terminal = (
        terminal is not None
        and terminal.isatty()
        and os.environ.get("TERM") not in (None, "dumb")
    )
    before, _watcher = _watcher, Watcher(terminal if is_terminal else None)
    try:
        yield _watcher
    finally:
        _watcher.end()
        _watcher = before


@contextlib.contextmanager
def step(name: str) -> Iterator[Advance]:
    """Says what the code inside does. What it yields says how far it is."""
    if _watcher is None:
        yield lambda done, total: None
        return
    with _watcher.step(name) as advance:
        yield advance


def listener() -> Callable[[str, bool], None] | None:
    """Opens a step when told that it begins, and closes it when told so; None if
    nobody watches."""
    if _watcher is None:
        return None
    opened: list[contextlib.AbstractContextManager[Advance]] = []

    def listen(name: str, begins: bool) -> None:
        if begins:
            opened.append(step(name))
            opened[-1].__enter__()
        elif opened:
            opened.pop().__exit__(None, None, None)

    return listen


def hide() -> None:
    """Before something else is written to the terminal."""
    if _watcher:
        _watcher.hide()


def say(line: str) -> None:
    """Prints a line on the standard output."""
    hide()
    print(line)
    sys.stdout.flush()


def format_times(total: Step) -> str:
    """A tree with a line for each step, its seconds and share of all; what is in no
    part of a step is its `rest`."""
    lines = ["  seconds   share  step"]

    def add(name: str, seconds: float, depth: int) -> None:
        share = seconds / total.seconds if total.seconds else 0.0
        lines.append(f"{seconds:9.3f}  {share:6.1%}  {'  ' * depth}{name}")

    def add_parts(step: Step, depth: int) -> None:
        for part in step.parts:
            add(part.name, part.seconds, depth)
            add_parts(part, depth + 1)
        if step.parts:
            add("rest", step.seconds - sum(p.seconds for p in step.parts), depth)

    add_parts(total, 0)
    add("total", total.seconds, 0)
    return "\n".join(lines)
