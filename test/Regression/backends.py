"""The ways by which an attention is computed, and what is expected of each of them."""

import dataclasses
import pathlib
from collections.abc import Sequence

import numpy as np
import pytest
from artifact import Array, Artifact
from attention_oracle import evaluate, problems, sizes_of
from attentions import Attention, write
from device_artifact import DeviceArtifact
from generated import numpy_type
from gpu_setups import why_wrong
from toolchain import Toolchain
from twins import HALVES

# The flags of each.
BACKENDS: dict[str, tuple[str, ...]] = {
    "kernels": (),
    "loops": ("--reference",),
    "emulator": ("--target=sim",),
}


def in_every_backend(group: str, *names: str) -> pytest.MarkDecorator:
    """Runs a test once for each backend, or for those named. Tests of one group and
    backend stay on one worker, which compiles their attentions once."""
    return pytest.mark.parametrize(
        "backend",
        [
            pytest.param(name, marks=pytest.mark.xdist_group(f"{group} {name}"))
            for name in names or BACKENDS
        ],
    )


class Backends:
    """Artifacts, each compiled when it is first asked for."""

    def __init__(self, toolchain: Toolchain, folder: pathlib.Path):
        self.toolchain = toolchain
        self.folder = folder
        self.done: dict[tuple[str, tuple[str, ...]], Artifact] = {}

    def load(self, text: str, backend: str, *flags: str) -> Artifact:
        """The artifact of a module."""
        key = (text, (*BACKENDS[backend], *flags))
        if key not in self.done:
            path = self.folder / f"{len(self.done)}.so"
            self.toolchain.run("diffattn-compile", "-", "-o", path, *key[1], stdin=text)
            kind = DeviceArtifact if backend == "emulator" else Artifact
            self.done[key] = kind(path)
        return self.done[key]

    def call(
        self,
        attention: Attention,
        inputs: dict[str, Array],
        backend: str,
        group: Sequence[Attention] = (),
    ) -> dict[str, Array]:
        """The results; `group` is compiled together with the attention."""
        text = "\n".join(write(a) for a in group or (attention,))
        return self.load(text, backend).call(
            attention.name, inputs | results_of(attention, inputs)
        )

    def check(
        self,
        attention: Attention,
        inputs: dict[str, Array],
        backend: str,
        group: Sequence[Attention] = (),
    ) -> dict[str, Array]:
        """The results, which meet the tolerance rule."""
        found = self.call(attention, inputs, backend, group)
        wrong = misses(attention, inputs, found, backend)
        assert not wrong, "\n".join(wrong)
        return found


def results_of(attention: Attention, inputs: dict[str, Array]) -> dict[str, Array]:
    """Memory for the results, filled with NaN."""
    sizes = sizes_of(attention, inputs)
    return {
        name: np.full([sizes[d] for d in dims.split()], np.nan, numpy_type(element))
        for name, (dims, element) in attention.results().items()
    }


def misses(
    attention: Attention,
    inputs: dict[str, Array],
    found: dict[str, Array],
    backend: str,
) -> list[str]:
    """What misses the tolerance rule, a line each."""
    if backend == "emulator":
        return why_wrong(attention, inputs, found)
    expected = evaluate(attention, inputs)
    half = HALVES.get(attention.element)
    reference = evaluate(attention, inputs, np.float32, half)
    return problems(attention, found, expected, reference)


def draw(attention: Attention, seed: int = 3, **sizes: int) -> dict[str, Array]:
    """Random inputs. Masks hide nothing, lengths are all keys."""
    random = np.random.default_rng(seed)
    inputs: dict[str, Array] = {}
    for name, (dims, element) in attention.operands().items():
        shape = [sizes[d] for d in dims.split()]
        kind = numpy_type(element)
        if name == "lengths":
            inputs[name] = np.full(shape, sizes["n"], kind)
        elif name == "mask":
            inputs[name] = np.full(shape, kind is np.bool_, kind)
        else:
            inputs[name] = np.asarray(random.standard_normal(shape)).astype(kind)
    return inputs


def of_element(attention: Attention, element: str, **changes: str) -> Attention:
    """The same attention on another element type; its name says which."""
    name = f"{attention.name}_{element}"
    return dataclasses.replace(attention, name=name, element=element, **changes)
