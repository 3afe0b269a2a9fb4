"""What docs/python.md and docs/pictures.md show, run in an empty folder."""

import numpy as np
import safetensors.numpy
import tiny_model
from modules import SCALE, identity
from numpy.typing import NDArray

text = identity("f32").replace("@f", "@layer").replace("tensor<?x", "tensor<?x?x")


def compile_and_call(x: NDArray[np.float32]) -> NDArray[np.float32]:
    """`x` backwards, by way of a square array."""
    from diffattn.compiler import compile_text

    layer = compile_text(text, output="layer.so")["layer"]

    from diffattn.runtime import Artifact

    layer = Artifact("layer.so")["layer"]
    y = layer(x)
    layer(x[::-1], out=y.T)
    return y.T


def bind() -> NDArray[np.float32]:
    """[1, 2, 3] times itself."""
    from diffattn.compiler import compile_text
    from ml_dtypes import bfloat16

    w = np.array([1, 2, 3], bfloat16)
    safetensors.numpy.save_file({"w": w}, "model.safetensors")
    artifact = compile_text(SCALE)

    from diffattn.runtime import Weights

    function = artifact["scale"].bind(Weights("model.safetensors"))
    return function([[1, 2, 3]])


def on_device(x: NDArray[np.float32], offset: np.int64) -> NDArray[np.float32]:
    """Nine times x, by scale.so."""
    from diffattn.runtime import Artifact, Device

    device = Device("cuda")
    scale = Artifact("scale.so", device)["scale"]
    y = scale(device.upload(x), 3.0, offset).numpy()
    return y


def generate() -> None:
    """Prints what follows `In the`."""
    from diffattn.compiler import compile_text
    from diffattn.runtime import Artifact

    compile_text(tiny_model.module(256, 64), output="model.so")
    safetensors.numpy.save_file(tiny_model.weights(256), "model.safetensors")

    from diffattn.generate import Generator, LanguageModel, stream_text

    model = LanguageModel.open(Artifact("model.so"))
    for (piece,) in stream_text(Generator(model), model.tokenizer, ["In the"], 20):
        print(piece, end="", flush=True)


def show_attentions() -> None:
    """Prints the axes and the mean row sum of the only attention."""
    from diffattn.compiler import compile_text
    from diffattn.runtime import Artifact

    module = tiny_model.module(256, 64)
    compile_text(module, output="observed.so", observe="forward")
    safetensors.numpy.save_file(tiny_model.weights(256), "model.safetensors")

    from diffattn.generate import LanguageModel
    from diffattn.pictures.observe import observe

    model = LanguageModel.open(Artifact("observed.so"))
    for attention in observe(model, "In the beginning").attentions:
        maps = attention.maps()
        print(attention.axes, maps.difference.sum(axis=-1).mean())
