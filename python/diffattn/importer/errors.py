"""What the importer says about programs that it can't express."""

import dataclasses
import pathlib
import re
from typing import Any

from diffattn.errors import ModelError

__all__ = ["ImportFailure", "Place", "UnsupportedOperation"]


@dataclasses.dataclass(frozen=True)
class Place:
    """Where in the user's Python an operation comes from."""

    file: str
    line: int
    module: str
    """The path of the module that ran it, `layers.0.attn`; may be empty."""

    @staticmethod
    def of(node: Any) -> "Place | None":
        """The last frame of a node's stack trace outside of PyTorch itself."""
        frames = re.findall(
            r'File "([^"]+)", line (\d+)', node.meta.get("stack_trace") or ""
        )
        if not frames:
            return None
        users = [frame for frame in frames if not _is_torch(frame[0])]
        file, line = (users or frames)[-1]
        modules = [
            path for path, _ in (node.meta.get("nn_module_stack") or {}).values()
        ]
        return Place(file, int(line), modules[-1] if modules else "")

    @property
    def portable_file(self) -> str:
        """The file, from the folder of its outermost package on if it is in one: the
        same on any machine."""
        path = pathlib.Path(self.file)
        root = path.parent
        while (root / "__init__.py").exists():
            root = root.parent
        return self.file if root == path.parent else path.relative_to(root).as_posix()

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def _is_torch(file: str) -> bool:
    return (
        re.search(r"[/\\]torch[/\\](nn|_|utils|export|overrides|func)", file)
        is not None
    )


class ImportFailure(ModelError, ValueError):
    """A program that can't be imported; the message says what and where."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        self.place = place
        super().__init__(f"{place}: {message}" if place else message)


class UnsupportedOperation(ImportFailure):
    """An operation, or a form of it, without a translation."""

    def __init__(
        self, operation: str, reason: str, place: Place | None = None, hint: str = ""
    ) -> None:
        self.operation = operation
        message = f"unsupported operation '{operation}': {reason}"
        super().__init__(f"{message}; {hint}" if hint else message, place)
