"""Loads a model folder as Hugging Face saves it.

The folder holds `config.json` and weights in safetensors. The model is built
without memory for its weights and then gets them from the files; each of its
parameters must be in a file with the right shape, and nothing else may be.
"""

import contextlib
import dataclasses
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from torch import nn
from transformers import AutoConfig, AutoModelForCausalLM, PreTrainedConfig
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES

from diffattn.configuration import read_config, read_json
from diffattn.errors import ModelError
from diffattn.huggingface.weights import StoredTensor, WeightFiles

# A program may widen a weight when it reads it, but not narrow it.
_WIDENED = {
    torch.float16: (torch.float16,),
    torch.bfloat16: (torch.bfloat16,),
    torch.float32: (torch.float32, torch.float16, torch.bfloat16),
    torch.float64: (torch.float64, torch.float32, torch.float16, torch.bfloat16),
}


@dataclasses.dataclass(frozen=True)
class LoadedModel:
    """A causal language model and where its weights are."""

    model: nn.Module
    """In eval mode; its parameters need no gradient."""
    folder: Path
    files: WeightFiles
    stored: dict[str, StoredTensor]
    """Parameter or persistent buffer of `model` to its tensor; tied parameters once,
    under the first of the model's names."""
    eos: tuple[int, ...]
    """Tokens that end a text."""
    tokenizer: str | None
    """"tokenizer.json", "bytes" or unknown."""

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.resolve().name

    @property
    def config(self) -> PreTrainedConfig:
        """The model's configuration."""
        return self.model.config


def load_folder(
    path: str | os.PathLike[str],
    *,
    dtype: torch.dtype | None = None,
    trust_remote_code: bool = False,
    weights: bool = True,
) -> LoadedModel:
    """Loads a causal language model from a folder.

    Args:
        path: The folder.
        dtype: The type to compute in, by default float32. Weights are converted when
            they are narrower; narrowing is refused.
        trust_remote_code: Whether code in the folder may run.
        weights: False leaves the parameters uninitialised, which is enough (and
            takes no memory) to export the model.

    Raises:
        ModelError: For everything that is wrong with the folder.
    """
    folder = Path(path)
    if not folder.is_dir():
        raise ModelError(f"{folder}: expected a model folder, found no folder")
    config = _load_config(folder, trust_remote_code)
    files = WeightFiles(folder)
    model = _build(config, folder, trust_remote_code)
    stored = _match(model, files, dtype or torch.float32)
    _set_weights(model, stored, dtype or torch.float32, weights)
    return LoadedModel(
        model.eval().requires_grad_(False),
        folder,
        files,
        stored,
        _eos(folder, config),
        _tokenizer(folder, config),
    )


# Configuration -------------------------------------------------------------------


def _load_config(folder: Path, trust_remote_code: bool) -> PreTrainedConfig:
    file = folder / "config.json"
    content = read_config(folder)
    if content.get("auto_map") and not trust_remote_code:
        raise ModelError(
            f"{file}: the model brings code of its own (auto_map): expected "
            "permission to run it by trust_remote_code"
        )
    if content.get("quantization_config"):
        raise ModelError(f"{file}: expected weights as numbers, found quantized ones")
    try:
        return AutoConfig.from_pretrained(folder, trust_remote_code=trust_remote_code)
    except Exception as error:  # What a model class makes of its numbers is open.
        found = content.get("model_type")
        raise ModelError(
            f"{file}: model_type: expected one that transformers knows, found {found!r}"
            if not _is_known(found)
            else f"{file}: {_one_line(error)}"
        ) from error


def _is_known(model_type: Any) -> bool:
    return model_type in MODEL_FOR_CAUSAL_LM_MAPPING_NAMES


def _one_line(error: Exception) -> str:
    text = " ".join(str(error).split()).rstrip(".")
    if isinstance(error, KeyError):
        return f"unknown name {text}"
    first = text.split(" ")[0]
    # Names stay as they are.
    return text[:1].lower() + text[1:] if first[1:].islower() else text


def _eos(folder: Path, config: PreTrainedConfig) -> tuple[int, ...]:
    """Of generation_config.json, else of the model's."""
    file = folder / "generation_config.json"
    content = read_json(file) if file.is_file() else {}
    found = content.get("eos_token_id")
    if found is None:
        found = getattr(config, "eos_token_id", None)
    if found is None:
        return ()
    tokens = found if isinstance(found, list) else [found]
    if not all(isinstance(token, int) for token in tokens):
        raise ModelError(f"{file}: eos_token_id: expected integers, found {found!r}")
    return tuple(tokens)


def _tokenizer(folder: Path, config: PreTrainedConfig) -> str | None:
    if (folder / "tokenizer.json").is_file():
        return "tokenizer.json"
    return "bytes" if config.vocab_size == 256 else None


# Construction --------------------------------------------------------------------


def _build(
    config: PreTrainedConfig, folder: Path, trust_remote_code: bool
) -> nn.Module:
    architectures = getattr(config, "architectures", None) or []
    known = MODEL_FOR_CAUSAL_LM_MAPPING_NAMES.get(config.model_type)
    has_code = trust_remote_code and hasattr(config, "auto_map")
    if not has_code and (known is None or architectures not in ([], [known])):
        found = ", ".join(architectures) or config.model_type
        expected = known or "a causal language model that transformers knows"
        raise ModelError(
            f"{folder / 'config.json'}: architectures: expected {expected}, found "
            f"{found}"
        )
    try:
        with _weights_on_meta():
            return AutoModelForCausalLM.from_config(
                config, dtype=torch.float32, trust_remote_code=trust_remote_code
            )
    except Exception as error:  # What a model class makes of its numbers is open.
        raise ModelError(f"{folder / 'config.json'}: {_one_line(error)}") from error


@contextlib.contextmanager
def _weights_on_meta() -> Iterator[None]:
    """Parameters of modules built within have no memory; buffers do.

    Buffers such as the frequencies of rotary positions are computed, not stored.
    """
    register = nn.Module.register_parameter

    def register_on_meta(
        module: nn.Module, name: str, parameter: nn.Parameter | None
    ) -> None:
        if parameter is not None and parameter.device.type != "meta":
            parameter = nn.Parameter(parameter.to("meta"), requires_grad=False)
        register(module, name, parameter)

    nn.Module.register_parameter = register_on_meta
    try:
        yield
    finally:
        nn.Module.register_parameter = register


# Weights -------------------------------------------------------------------------


def _names(model: nn.Module) -> dict[str, list[str]]:
    """The first name of each parameter and persistent buffer to all its names."""
    kept = model.state_dict(keep_vars=True)
    names: dict[int, list[str]] = {}
    for name, tensor in kept.items():
        names.setdefault(id(tensor), []).append(name)
    return {group[0]: group for group in names.values()}


def _match(
    model: nn.Module, files: WeightFiles, dtype: torch.dtype
) -> dict[str, StoredTensor]:
    """Finds the stored tensor of each parameter; all must fit."""
    own = model.state_dict(keep_vars=True)
    stored: dict[str, StoredTensor] = {}
    missing = []
    for first, names in _names(model).items():
        found = [files.tensors[name] for name in names if name in files.tensors]
        if not found:
            missing.append(first)
            continue
        stored[first] = found[0]
        for tensor in found:
            _check_fit(tensor, own[first], dtype)
        for tensor in found[1:]:
            if not torch.equal(found[0].read(), tensor.read()):
                raise ModelError(
                    f"{tensor.file}: {tensor.name}: expected the same values as "
                    f"{found[0].name}, to which the model ties it, found others"
                )
    if missing:
        raise ModelError(f"{files.folder}: {_list(missing)} missing in the weights")
    extra = [name for name in files.tensors if not _is_expected(name, model, own)]
    if extra:
        raise ModelError(f"{files.folder}: the model has no {_list(extra)}")
    return stored


def _list(names: list[str]) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more


def _is_expected(name: str, model: nn.Module, own: dict[str, torch.Tensor]) -> bool:
    """Of the model, computed by it, or known to be left over in old files."""
    ignored = getattr(model, "_keys_to_ignore_on_load_unexpected", None) or ()
    buffers = dict(model.named_buffers(remove_duplicate=False))
    return (
        name in own
        or name in buffers
        or any(re.search(pattern, name) for pattern in ignored)
    )


def _check_fit(stored: StoredTensor, own: torch.Tensor, dtype: torch.dtype) -> None:
    where = f"{stored.file}: {stored.name}"
    if stored.shape != tuple(own.shape):
        raise ModelError(
            f"{where}: expected shape {list(own.shape)}, found {list(stored.shape)}"
        )
    expected = _WIDENED[dtype] if own.is_floating_point() else (own.dtype,)
    if stored.dtype not in expected:
        names = " or ".join(str(each).removeprefix("torch.") for each in expected)
        raise ModelError(f"{where}: expected {names}, found {stored.type_name}")


def _set_weights(
    model: nn.Module,
    stored: dict[str, StoredTensor],
    dtype: torch.dtype,
    weights: bool,
) -> None:
    own = model.state_dict(keep_vars=True)
    for first, names in _names(model).items():
        target = own[first]
        wanted = dtype if target.is_floating_point() else target.dtype
        if weights:
            values = stored[first].read().to(wanted)
        else:
            values = torch.empty(target.shape, dtype=wanted)
        is_parameter = isinstance(target, nn.Parameter)
        value = nn.Parameter(values, requires_grad=False) if is_parameter else values
        for name in names:
            path, _, leaf = name.rpartition(".")
            setattr(model.get_submodule(path), leaf, value)
