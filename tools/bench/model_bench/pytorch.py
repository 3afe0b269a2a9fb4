"""PyTorch: transformers' model with scaled_dot_product_attention, as it is and by
torch.compile."""

import os
import pathlib
import time
from collections.abc import Callable
from typing import Any

import torch
from harness.inductor import find_compiler

from model_bench import torch_model
from model_bench.implementation import Array, Ready, Setting, as_floats

SPARE_POSITIONS = 128
"""Of a cache of fixed size, behind what is in it."""


def read(result: Any) -> Array:
    """The logits."""
    return as_floats(result.float().numpy())


def _without_gradients(call: Callable[[], Any]) -> Callable[[], Any]:
    def wrapped() -> Any:
        with torch.no_grad():
            return call()

    return wrapped


def _call_of(
    setting: Setting, model: Any, function: Any, is_static: bool
) -> tuple[Callable[[], Any], Callable[[], None]]:
    """A call of the model, and what makes its cache what it was before it."""
    ids = torch_model.tokens_of(setting)
    if not setting.case.is_decode:
        arguments = {"input_ids": ids, "use_cache": False, "logits_to_keep": 1}
        return _without_gradients(lambda: function(**arguments).logits), lambda: None
    transformers = torch_model.import_transformers()
    if is_static:
        size = setting.case.tokens + SPARE_POSITIONS
        cache = transformers.StaticCache(config=model.config, max_cache_len=size)
    else:
        cache = transformers.DynamicCache(config=model.config)
    torch_model.fill(cache, *torch_model.past_of(setting))
    arguments = {
        "input_ids": ids,
        "position_ids": torch.tensor([[setting.case.position]]),
        "cache": cache,
        "use_cache": True,
        "logits_to_keep": 1,
    }
    before = setting.case.tokens

    def reset() -> None:
        longer = int(cache.get_seq_length()) - before
        if longer:
            cache.crop(-longer)

    return _without_gradients(lambda: function(**arguments).logits), reset


def eager(setting: Setting) -> Ready:
    """A cache that grows, as `generate` has it."""
    torch.set_num_threads(setting.threads)
    model = torch_model.load(setting)
    call, reset = _call_of(setting, model, model, is_static=False)
    return Ready(call, read, reset)


def compiled(setting: Setting) -> Ready:
    """Through inductor, for this shape; a cache of fixed size."""
    find_compiler()
    torch.set_num_threads(setting.threads)
    model = torch_model.load(setting)
    function = torch.compile(model, dynamic=False, fullgraph=True)
    call, reset = _call_of(setting, model, function, is_static=True)
    seconds = []
    for _ in range(2):
        reset()
        start = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - start)
    made = pathlib.Path(os.environ["TORCHINDUCTOR_CACHE_DIR"])
    size = sum(file.stat().st_size for file in made.rglob("*") if file.is_file())
    return Ready(call, read, reset, seconds[0] - seconds[1], size)
