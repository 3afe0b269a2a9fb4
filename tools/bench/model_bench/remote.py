"""A worker, seen from the process that started it."""

import json
import pathlib
import selectors
import subprocess
import sys
from typing import Any

from harness import Unsuited

from model_bench import processes
from model_bench.implementation import Setting

SECONDS = 1800
"""That an answer may take."""


class Remote:
    """Starts a worker (worker.py); leaving its context ends it."""

    def __init__(self, name: str, setting: Setting):
        self._log: pathlib.Path = setting.work / f"{name}-run.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "model_bench.worker", setting.text(), name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=processes.environment(setting.build, setting.threads, setting.work),
            )
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._answers, selectors.EVENT_READ)

    @property
    def _answers(self) -> Any:
        return self._process.stdout

    def __enter__(self) -> "Remote":
        return self

    def __exit__(self, *unused: object) -> None:
        self._process.kill()
        self._process.communicate()
        self._selector.close()

    def ask(self, name: str, *arguments: object) -> Any:
        """The answer to a request. Raises Unsuited with what went wrong."""
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps([name, *arguments]) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise self._ended() from None
        if not self._selector.select(SECONDS):
            raise Unsuited(f"{name}: no answer within {SECONDS} s")
        line = self._answers.readline()
        if not line:
            raise self._ended()
        answer = json.loads(line)
        if "error" in answer:
            raise Unsuited(answer["error"])
        return answer["value"]

    def _ended(self) -> Unsuited:
        status = self._process.wait()
        return Unsuited(
            f"the process ended with {status}: {processes.end_of(self._log)}"
        )
