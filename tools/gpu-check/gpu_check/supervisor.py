"""Runs the cases of a phase in a process of their own, and looks after it.

These kernels may hang, or break the device for the process that launched them. Then
the case is written down as what it did, and a new process goes on behind it.
"""

import json
import os
import pathlib
import selectors
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

MOST_STARTS = 6
"""Processes of a phase: more would fail as well."""


class Supervisor:
    """One phase."""

    def __init__(self, phase: str, folder: pathlib.Path, device: str, deadline: float):
        self.phase, self.folder, self.device = phase, folder, device
        self.deadline = deadline
        """By time.monotonic."""
        self.start, self.stall = 100.0, 30.0
        """Seconds that the start may take, and a case."""
        self.about: dict[str, Any] = {}
        """What the process said of the device."""

    def run(self, count: int, take: Callable[[int, dict[str, Any]], None]) -> str:
        """Gives each result to `take`, by its number. Returns why it stopped before
        the last case; empty if it didn't."""
        first = 0
        for _ in range(MOST_STARTS):
            if first >= count:
                return ""
            child = Child(self.command(first, count))
            try:
                first, reason = self._listen(child, first, take)
            finally:
                child.end()
            if reason:
                return reason
        return "" if first >= count else f"{MOST_STARTS} processes failed"

    def command(self, first: int, count: int) -> list[str]:
        """The process, from a case on."""
        place = [str(self.folder), self.device, str(first), str(count)]
        return [sys.executable, "-m", "gpu_check.worker", self.phase, *place]

    def _listen(
        self, child: "Child", first: int, take: Callable[[int, dict[str, Any]], None]
    ) -> tuple[int, str]:
        """Until the process ends. Returns the next case, and why to stop."""
        following, current = first, None
        patience = self.start
        while True:
            now = time.monotonic()
            line = child.line(min(now + patience, self.deadline))
            if line is None:
                if time.monotonic() >= self.deadline:
                    return following, "its time is used up"
                problem = f"no answer for {patience:.0f} s"
            elif line == "":
                problem = f"its process ended: {child.last_words()}"
            else:
                said = json.loads(line)
                self.about |= said.get("ready", {})
                patience = self.stall
                if "begin" in said:
                    current = said["begin"]
                if "end" in said:
                    take(said["end"], said["result"])
                    following, current = said["end"] + 1, None
                if time.monotonic() >= self.deadline:
                    return following, "its time is used up"
                if "finished" in said:
                    return following, ""
                continue
            if current is None:
                # A case failed, and the process made room for a new one; or it
                # didn't even start.
                return following, "" if following > first else problem
            take(current, {"status": "crashed", "problem": problem})
            return current + 1, ""


class Child:
    """A process whose lines can be waited for."""

    def __init__(self, command: list[str]):
        path = os.pathsep.join(
            filter(None, [str(package_folder()), os.environ.get("PYTHONPATH")])
        )
        self._process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": path, "PYTHONUNBUFFERED": "1"},
        )
        self._streams = selectors.DefaultSelector()
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
            self._streams.register(stream, selectors.EVENT_READ)
        self._text, self._words = b"", b""

    def line(self, until: float) -> str | None:
        """The next line of JSON; "" at the end of the process, None if there is none
        by then. Other lines (of libraries) are passed over."""
        while True:
            while b"\n" in self._text:
                line, _, self._text = self._text.partition(b"\n")
                if line.startswith(b"{"):
                    return line.decode()
            if not self._streams.get_map():
                return ""
            events = self._streams.select(max(until - time.monotonic(), 0))
            if not events:
                return None
            for key, _ in events:
                self._take(key.fileobj)

    def _take(self, stream: Any) -> None:
        got = stream.read(1 << 16)
        if got is None:
            return
        if not got:
            self._streams.unregister(stream)
        elif stream is self._process.stdout:
            self._text += got
        else:
            self._words = (self._words + got)[-4000:]

    def last_words(self) -> str:
        """How it ended, and the last line of its errors."""
        self._process.wait()
        lines = self._words.decode(errors="replace").strip().splitlines()
        code = self._process.returncode
        return f"exit {code}" + (f", {lines[-1]}" if lines else "")

    def end(self) -> None:
        """Kills it, if it still runs."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            stream.close()


def package_folder() -> pathlib.Path:
    """Where this package is."""
    return pathlib.Path(__file__).resolve().parents[1]
