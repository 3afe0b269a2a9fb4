"""The JSON files of a model folder, read without PyTorch: what is wrong with them is
said before that takes its time to load."""

import json
from pathlib import Path
from typing import Any

from diffattn.errors import ModelError


def read_config(folder: Path) -> dict[str, Any]:
    """config.json of a model folder as Hugging Face saves it. Raises ModelError if
    there is none, or it is no JSON object."""
    file = folder / "config.json"
    if not file.is_file():
        hint = ""
        if (folder / "model.mlir").is_file():
            hint = "; it has a model.mlir, which can be compiled"
        raise ModelError(
            f"{folder}: expected a model folder, found no config.json in it{hint}"
        )
    return read_json(file)


def read_json(file: Path) -> dict[str, Any]:
    """A JSON file that holds a table."""
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"{file}: cannot be read as JSON ({error})") from error
    if not isinstance(content, dict):
        raise ModelError(f"{file}: expected a JSON object, found something else")
    return content
