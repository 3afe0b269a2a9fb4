"""Exports the entry points of a loaded model by `torch.export`."""

from collections.abc import Iterable, Mapping
from typing import Any

import torch
from torch import nn
from torch.export import Dim, ExportedProgram

from diffattn import progress
from diffattn.errors import ModelError
from diffattn.huggingface import attention
from diffattn.huggingface.folder import LoadedModel
from diffattn.huggingface.generation import Forward, Step, cache_names, new_caches

ENTRIES = ("forward", "prefill", "decode")
ATTENTIONS = (attention.NAME, "eager", "sdpa")


def export_entries(
    loaded: LoadedModel,
    entries: Iterable[str] = ENTRIES,
    *,
    context: int | None = None,
    attention_name: str = attention.NAME,
) -> dict[str, ExportedProgram]:
    """Exports entry points; batch and number of rows are dynamic.

    Args:
        loaded: The model; its weights may be uninitialised.
        entries: Of `ENTRIES`.
        context: The capacity of the caches; by default all positions of the model.
        attention_name: The attention implementation of transformers; `prefill` and
            `decode` need "diffattn".

    Returns:
        Programs whose parameters have their names in the weight files.

    Raises:
        ModelError: If the model cannot be exported so.
    """
    entries = tuple(entries)
    capacity = context_of(loaded, context)
    attention.register()
    steps = [entry for entry in entries if entry != "forward"]
    if steps and attention_name != attention.NAME:
        raise ModelError(
            f"{steps[0]}: expected attention {attention.NAME}, found {attention_name}"
        )
    if steps:
        check_plain(loaded)
    try:
        loaded.model.set_attn_implementation(attention_name)
    except (ValueError, KeyError, NotImplementedError) as error:
        raise ModelError(f"attention {attention_name}: {error}") from error
    return {
        entry: _named_as_stored(
            _export(loaded, entry, capacity, attention_name), loaded
        )
        for entry in entries
    }


def context_of(loaded: LoadedModel, context: int | None) -> int:
    """The capacity of the caches, in positions: `context`, by default all that the
    model has. Raises ModelError for one that it doesn't have, and without `context` for
    a model that names no limit."""
    positions: int | None = getattr(loaded.config, "max_position_embeddings", None)
    if context is None:
        if positions is None:
            raise ModelError(
                "context: expected a number, as the model has no limit, found none"
            )
        return positions
    if context < 1 or (positions is not None and context > positions):
        raise ModelError(f"context: expected 1 to {positions}, found {context}")
    return context


def check_plain(loaded: LoadedModel) -> None:
    """Raises ModelError unless every layer sees all keys before a row."""
    config = loaded.config
    kinds = set(getattr(config, "layer_types", None) or ())
    window = getattr(config, "sliding_window", None)
    if getattr(config, "use_sliding_window", True) is False:
        window = None
    if kinds - {"full_attention"}:
        other = sorted(kinds - {"full_attention"})[0]
        raise ModelError(f"generation: expected full attention, found {other} layers")
    if window is not None and not kinds:
        raise ModelError(
            f"generation: expected full attention, found a window of {window}"
        )


def argument_names(entry: str, layers: int) -> list[str]:
    """The names of an entry point's arguments."""
    return ["ids"] if entry == "forward" else ["ids", "lengths", *cache_names(layers)]


def _export(
    loaded: LoadedModel, entry: str, capacity: int, attention_name: str
) -> ExportedProgram:
    batch = Dim("batch")
    # With one row transformers takes another way to call PyTorch's own attention.
    rows = Dim("rows", min=2) if attention_name == "sdpa" else Dim("rows")
    wrapper: nn.Module
    if entry == "forward":
        wrapper = Forward(loaded.model)
        arguments: tuple[Any, ...] = (torch.zeros(2, 3, dtype=torch.int64),)
        shapes: tuple[Any, ...] = ({0: batch, 1: rows},)
    else:
        wrapper = Step(loaded.model)
        # The program keeps them; what is in them is never looked at, so they take no
        # memory.
        caches = new_caches(loaded.model, 2, capacity, make=torch.empty)
        is_decode = entry == "decode"
        ids = torch.zeros(2, 1 if is_decode else 3, dtype=torch.int64)
        arguments = (ids, torch.tensor([3, 3]), *caches)
        ids_shape = {0: batch} if is_decode else {0: batch, 1: rows}
        shapes = (ids_shape, {0: batch}, tuple({0: batch} for _ in caches))
    try:
        with progress.step(f"export {entry}"), torch.no_grad():
            program = torch.export.export(
                wrapper, arguments, dynamic_shapes=shapes, strict=False
            )
    except Exception as error:
        raise ModelError(f"{entry}: torch.export fails: {_summary(error)}") from error
    if entry != "forward":
        _check_caches(program, entry, loaded.config.num_hidden_layers)
    return program


def _summary(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0] if lines else 'no message'}"


def _check_caches(program: ExportedProgram, entry: str, layers: int) -> None:
    """All attention goes through the caches and knows how full they are."""
    ops = torch.ops.diffattn
    calls: dict[Any, list[torch.fx.Node]] = {
        ops.attention.default: [],
        ops.cache_append.default: [],
    }
    for node in program.graph.nodes:
        if node.target in calls:
            calls[node.target].append(node)
        elif "scaled_dot_product_attention" in str(node.target):
            raise ModelError(
                f"{entry}: an attention does not use transformers' registry"
            )
    appends = len(calls[ops.cache_append.default])
    if appends != 2 * layers:
        raise ModelError(
            f"{entry}: expected {2 * layers} updates of caches, found {appends}"
        )
    for node in calls[ops.attention.default]:
        position = [a.name for a in node.target._schema.arguments].index("key_lengths")
        given = dict(enumerate(node.args)).get(position, node.kwargs.get("key_lengths"))
        if given is None:
            raise ModelError(f"{entry}: the model does not hand key_lengths on")


def _named_as_stored(program: ExportedProgram, loaded: LoadedModel) -> ExportedProgram:
    """Gives tied parameters the name under which the file has them."""
    names = stored_names(loaded)
    state = program.state_dict
    for spec in program.graph_signature.input_specs:
        name = names.get(spec.target, spec.target)
        if name != spec.target:
            state[name] = state.pop(spec.target)
            spec.target = name
    return program


def stored_names(loaded: LoadedModel) -> Mapping[str, str]:
    """The model's names of weights to those in the files."""
    return {name: tensor.name for name, tensor in loaded.stored.items()}


def weight_types(loaded: LoadedModel) -> dict[str, torch.dtype]:
    """The types in the files where the model computes in another one."""
    own = loaded.model.state_dict()
    return {
        tensor.name: tensor.dtype
        for name, tensor in loaded.stored.items()
        if tensor.dtype is not None and tensor.dtype != own[name].dtype
    }
