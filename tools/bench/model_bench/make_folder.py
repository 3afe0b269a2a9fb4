"""Makes a model's folder, and what its calls are given and must give:
python -m model_bench.make_folder MODEL DTYPE FOLDER INPUTS."""

import pathlib
import sys
from typing import Any

import numpy as np
import torch

from model_bench import cases, folders
from model_bench.cases import Model
from model_bench.implementation import Inputs
from model_bench.torch_model import DTYPES, import_transformers

TOKENS_SEED = 1


def make_model(model: Model, dtype: torch.dtype) -> Any:
    """With weights of its folder, or random ones, in this type."""
    transformers = import_transformers()
    if model.folder:
        return transformers.AutoModelForCausalLM.from_pretrained(
            model.folder, dtype=dtype
        )
    transformers.set_seed(folders.SEED)
    config = transformers.DiffLlamaConfig(
        **model.config, bos_token_id=None, eos_token_id=None, pad_token_id=None
    )
    return transformers.DiffLlamaForCausalLM(config).to(dtype)


def make_inputs(network: Any, model: Model, dtype: str, inputs: Inputs) -> None:
    """Computes in f32 with attention written out, from weights in the type."""
    random = np.random.default_rng(TOKENS_SEED)
    tokens = random.integers(3, model.vocabulary, model.longest)
    np.save(inputs.tokens, tokens)
    network = network.float().eval()
    network.set_attn_implementation("eager")
    cache = import_transformers().DynamicCache(config=network.config)
    positions = folders.positions(model)
    with torch.no_grad():
        result = network(
            input_ids=torch.from_numpy(tokens[None]),
            cache=cache,
            use_cache=True,
            logits_to_keep=torch.tensor(positions),
        )
    for index, position in enumerate(positions):
        np.save(inputs.logits(position), result.logits[0, index].numpy())
    layers = [torch.cat([layer.keys, layer.values]) for layer in cache.layers]
    past = torch.stack(layers)[..., : max(model.decode), :].to(DTYPES[dtype])
    if dtype == "bf16":
        np.save(inputs.past, past.view(torch.int16).numpy().view(np.uint16))
    else:
        np.save(inputs.past, past.numpy())


def main() -> None:
    """Writes them all."""
    name, dtype, folder, inputs = sys.argv[1:]
    model = cases.load()[name]
    network = make_model(model, DTYPES[dtype])
    network.save_pretrained(folder)
    make_inputs(network, model, dtype, Inputs(pathlib.Path(inputs)))


if __name__ == "__main__":
    main()
