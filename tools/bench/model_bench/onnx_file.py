"""The ONNX file of a case, which two implementations start from."""

import dataclasses
import json
import pathlib
import sys

from harness import Unsuited

from model_bench import processes
from model_bench.implementation import Built, Cost, Setting


def path_of(setting: Setting) -> pathlib.Path:
    """The graph; its weights are beside it."""
    return setting.work / "onnx" / "model.onnx"


def export(setting: Setting) -> Built:
    """Makes the file if it is not there yet. Raises Unsuited if that fails, or did."""
    path = path_of(setting)
    note = path.with_name("cost.json")
    if not path.parent.exists():
        path.parent.mkdir()
        environment = processes.environment(
            setting.build, setting.threads, setting.work
        )
        command = [sys.executable, "-m", "model_bench.export_onnx"]
        cost = processes.run(
            [*command, setting.text(), path], setting.work / "onnx.log", environment
        )
        note.write_text(json.dumps(dataclasses.asdict(cost)), encoding="ascii")
    if not note.exists():
        raise Unsuited("torch.onnx.export failed")
    cost = Cost(**json.loads(note.read_text(encoding="ascii")))
    return Built(cost, artifact_bytes=path.stat().st_size)
