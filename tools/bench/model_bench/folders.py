"""Model folders, and what calls are given and must give: made once, then kept."""

import json
import pathlib
import sys

from harness.progress import say

from model_bench import implementations, processes
from model_bench.cases import Model
from model_bench.implementation import Inputs

SEED = 42


def positions(model: Model) -> list[int]:
    """Where a case wants logits."""
    return sorted({case.position for case in model.cases()})


def key_of(model: Model) -> str:
    """Changes whenever a folder would be another."""
    version = implementations.version_of("torch_eager")
    key = [model.config, str(model.folder or SEED), positions(model), version]
    return json.dumps(key, sort_keys=True)


def ensure(
    model: Model, dtype: str, root: pathlib.Path, environment: dict[str, str]
) -> tuple[pathlib.Path, Inputs]:
    """The folder of a model with weights in this type, and inputs for its cases.
    Raises Unsuited if they can't be made."""
    folder = root / f"{model.name}-{dtype}"
    inputs = Inputs(root / f"{model.name}-{dtype}-inputs")
    note = inputs.folder / "key.json"
    key = key_of(model)
    if not note.exists() or note.read_text(encoding="utf-8") != key:
        size = model.weights * (2 if dtype == "bf16" else 4) / 2**20
        say(f"making {folder.name} ({size:.0f} MiB) and what it must give")
        note.unlink(missing_ok=True)
        inputs.folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "model_bench.make_folder", model.name, dtype]
        log = root / f"{folder.name}.log"
        processes.run([*command, folder, inputs.folder], log, environment)
        note.write_text(key, encoding="utf-8")
    return folder, inputs
