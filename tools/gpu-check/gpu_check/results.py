"""The file of results, rewritten after each case."""

import json
import os
import pathlib
from typing import Any


class Results:
    """What was found so far. A reader of the file finds the whole of it, always."""

    def __init__(self, path: pathlib.Path):
        """Raises OSError if nothing can be written there."""
        if path.exists() and not path.is_file():
            raise FileExistsError(f"'{path}' is not a file")
        # A link stays one.
        self.path = path.resolve()
        self.content: dict[str, Any] = {}
        self.save()

    def save(self) -> None:
        """Replaces the file at once."""
        beside = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        try:
            beside.write_text(json.dumps(self.content, indent=1) + "\n")
            os.replace(beside, self.path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise

    def put(self, key: str, value: Any) -> None:
        """Sets a key and saves."""
        self.content[key] = value
        self.save()

    def begin(self, phase: str, planned: int) -> dict[str, Any]:
        """A phase, for its cases."""
        found = {"planned": planned, "done": 0, "stopped": "", "cases": []}
        self.content.setdefault("phases", {})[phase] = found
        self.save()
        return found

    def add(self, phase: str, result: dict[str, Any]) -> None:
        """A case of a phase."""
        found = self.content["phases"][phase]
        found["cases"].append(result)
        found["done"] += 1
        self.save()
