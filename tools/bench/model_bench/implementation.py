"""What the implementations have in common."""

import dataclasses
import json
import pathlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model_bench import cases
from model_bench.cases import Case

Array = NDArray[Any]


@dataclasses.dataclass(frozen=True)
class Inputs:
    """What the calls of a model are given, and what they must give; files that
    make_folder.py writes."""

    folder: pathlib.Path

    @property
    def tokens(self) -> pathlib.Path:
        """A prompt; cases take as much of it as they need."""
        return self.folder / "tokens.npy"

    @property
    def past(self) -> pathlib.Path:
        """[layers, 2, key/value heads, tokens, width]: keys and values of its tokens;
        bf16 as uint16."""
        return self.folder / "past.npy"

    def logits(self, position: int) -> pathlib.Path:
        """Those of the token at a position, computed in f32 from the same weights."""
        return self.folder / f"logits-{position}.npy"


@dataclasses.dataclass(frozen=True)
class Setting:
    """What an implementation is made for."""

    case: Case
    folder: pathlib.Path
    """A Hugging Face folder with weights in the type of the case."""
    inputs: Inputs
    work: pathlib.Path
    """A folder for what is made from the model, deleted after the case."""
    build: pathlib.Path
    """The folder of diffattn's build."""
    threads: int

    def text(self) -> str:
        """For another process."""
        return json.dumps(
            {
                "case": self.case.name,
                "folder": str(self.folder),
                "inputs": str(self.inputs.folder),
                "work": str(self.work),
                "build": str(self.build),
                "threads": self.threads,
            }
        )

    @staticmethod
    def read(text: str) -> "Setting":
        """What `text` gave."""
        values = json.loads(text)
        return Setting(
            cases.find(values["case"]),
            pathlib.Path(values["folder"]),
            Inputs(pathlib.Path(values["inputs"])),
            pathlib.Path(values["work"]),
            pathlib.Path(values["build"]),
            values["threads"],
        )

    def tokens(self) -> Array:
        """[1, tokens]: what a call takes."""
        case = self.case
        tokens: Array = np.load(self.inputs.tokens)
        end = case.position + 1
        return np.ascontiguousarray(tokens[None, end - case.new_tokens : end])

    def past(self) -> Array:
        """[layers, 2, key/value heads, tokens, width]: what is in the cache."""
        past: Array = np.load(self.inputs.past, mmap_mode="r")
        return past[..., : self.case.tokens, :]

    def operands(self) -> list[Array]:
        """Of exported graphs: tokens; for decode then its position, the keys of all
        layers and the values of all layers, each [1, heads, tokens, width]."""
        ids = self.tokens().astype(np.int64)
        if not self.case.is_decode:
            return [ids]
        past = self.past()
        both = [past[layer, i][None] for i in (0, 1) for layer in range(len(past))]
        position = np.array([[self.case.position]], np.int64)
        # Copies: libraries want memory that can be written to.
        return [ids, position, *map(np.array, both)]


@dataclasses.dataclass(frozen=True)
class Cost:
    """What a step took that is done once."""

    seconds: float
    memory: int
    """The largest resident memory of its process, in bytes."""


@dataclasses.dataclass(frozen=True)
class Built:
    """What was made from a model before the process starts that runs it."""

    export: Cost | None = None
    """From the folder to a graph, if there is such a step."""
    compile: Cost | None = None
    """From the graph to a program, if another process does that."""
    artifact_bytes: int | None = None
    """What a run needs besides the weights."""


@dataclasses.dataclass(frozen=True)
class Ready:
    """A model that is ready to be called."""

    call: Callable[[], object]
    """Computes the logits; returns them in the implementation's own form."""
    read: Callable[[object], Array]
    """What `call` returned as [tokens of the vocabulary], f32."""
    reset: Callable[[], None] = lambda: None
    """Makes the cache what it was before a call; its time doesn't count."""
    compile_seconds: float | None = None
    """From the graph to a program, if this process did that."""
    artifact_bytes: int | None = None


def as_floats(array: Array) -> Array:
    """f32, whatever it was; two bytes an element are bf16."""
    if array.dtype.itemsize == 2:
        bits = np.ascontiguousarray(array).view(np.uint16).astype(np.uint32) << 16
        array = bits.view(np.float32)
    return array.astype(np.float32).reshape(-1)
