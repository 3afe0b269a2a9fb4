"""The weight files of a model folder: what is in them, without reading it.

A safetensors file starts with a table of names, types, shapes and places; the
numbers follow. The table is enough to import a model.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open

from diffattn.configuration import read_json
from diffattn.errors import ModelError

WHOLE = "model.safetensors"
INDEX = "model.safetensors.index.json"

_PICKLED = ("*.bin", "*.pt", "*.pth", "*.ckpt")
_TYPES = {
    "F16": torch.float16,
    "BF16": torch.bfloat16,
    "F32": torch.float32,
    "F64": torch.float64,
    "I64": torch.int64,
    "I32": torch.int32,
    "I8": torch.int8,
    "U8": torch.uint8,
    "BOOL": torch.bool,
}


@dataclasses.dataclass(frozen=True)
class StoredTensor:
    """A tensor of a weight file."""

    name: str
    file: Path
    shape: tuple[int, ...]
    type_name: str
    """As the file spells it, such as BF16."""

    @property
    def dtype(self) -> torch.dtype | None:
        """None for a type that is not supported."""
        return _TYPES.get(self.type_name)

    def read(self) -> torch.Tensor:
        """The numbers, mapped from the file where possible."""
        with safe_open(self.file, framework="pt") as file:
            return file.get_tensor(self.name)


class WeightFiles:
    """All weights of a model folder: one file, or several and an index.

    `files` are the names of the files, `tensors` all tensors in them by name.

    Raises:
        ModelError: If files are missing, pickled, cut off or contradict the index.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        index = folder / INDEX
        if (folder / WHOLE).is_file():
            self.files = [WHOLE]
        elif index.is_file():
            self.files = sorted(set(_weight_map(index).values()))
        else:
            raise _no_weights(folder)
        self.tensors: dict[str, StoredTensor] = {}
        for name in self.files:
            for tensor in _table(folder / name):
                if tensor.name in self.tensors:
                    raise ModelError(f"{folder / name}: {tensor.name} is there twice")
                self.tensors[tensor.name] = tensor
        if self.files != [WHOLE]:
            self._check_index(_weight_map(index), index)

    def _check_index(self, weight_map: Mapping[str, str], index: Path) -> None:
        for name, file in weight_map.items():
            found = self.tensors.get(name)
            if found is None or found.file.name != file:
                raise ModelError(f"{index}: expected {name} in {file}, found none")
        for name, tensor in self.tensors.items():
            if name not in weight_map:
                raise ModelError(f"{tensor.file}: {name} is not in {INDEX}")


def _no_weights(folder: Path) -> ModelError:
    pickled = sorted(path.name for each in _PICKLED for path in folder.glob(each))
    if pickled:
        return ModelError(
            f"{folder}: expected {WHOLE}, found {pickled[0]}: pickled weights can run "
            "code and are not read; save the model with safe_serialization=True"
        )
    return ModelError(f"{folder}: expected {WHOLE} or {INDEX}, found neither")


def _weight_map(index: Path) -> dict[str, str]:
    """Tensor name to file name."""
    content = read_json(index)
    weight_map = content.get("weight_map")
    if not isinstance(weight_map, dict) or not weight_map:
        raise ModelError(f"{index}: expected a table weight_map, found none")
    for name, file in weight_map.items():
        if not isinstance(file, str) or Path(file).name != file or file in ("..", ""):
            raise ModelError(f"{index}: {name}: expected a file name, found {file!r}")
    return weight_map


def _table(file: Path) -> Iterator[StoredTensor]:
    if not file.is_file():
        raise ModelError(f"{file}: {INDEX} names this file, but it is not there")
    try:
        with safe_open(file, framework="pt") as table:
            for name in table.keys():  # It is no dictionary.
                entry = table.get_slice(name)
                shape = tuple(entry.get_shape())
                yield StoredTensor(name, file, shape, str(entry.get_dtype()))
    except (SafetensorError, OSError) as error:
        raise ModelError(f"{file}: no whole safetensors file: {error}") from error
