"""Values that mean nothing: each is an error of diffattn in one line, whatever it is,
and wherever it is given."""

import pathlib
import types
from collections.abc import Callable
from typing import Any

import modules
import numpy as np
import pytest
from diffattn import Error, ModelError, RunError, UsageError, _native, generate
from diffattn.compiler import Options, compile_file, compile_text
from diffattn.description import read_description
from diffattn.device import Device
from diffattn.runtime import (
    Argument,
    Artifact,
    Function,
    Weights,
    read_index,
    set_num_threads,
)
from diffattn.sampling import Sampling, make_randoms
from diffattn.tokenizer import FileTokenizer

SURROGATE = "\ud800"
X = np.ones((4, 3), np.float32)


@pytest.fixture(scope="module")
def scale() -> Function:
    """y = x * w with the weight unbound."""
    return compile_text(modules.SCALE)["scale"]


@pytest.fixture(scope="module")
def identity() -> Function:
    """y = x, of any size."""
    return compile_text(modules.identity("f32"))["f"]


def message_of(call: Callable[[], Any], kind: type[Error] = Error) -> str:
    """What is said, which is one line."""
    with pytest.raises(kind) as caught:
        call()
    text = str(caught.value)
    assert text and "\n" not in text
    return text


COMPILING: dict[str, tuple[Callable[[], Any], str]] = {
    "cpu": (
        lambda: compile_text(modules.SCALE, cpu=3),  # type: ignore[arg-type]
        "cpu: expected a text in UTF-8, found 3",
    ),
    "nothing": (
        lambda: compile_text(modules.SCALE, target=None),  # type: ignore[arg-type]
        "target: expected a text in UTF-8, found None",
    ),
    "surrogate": (
        lambda: compile_text(modules.SCALE, cpu=SURROGATE),
        r"cpu: expected a text in UTF-8, found '\ud800'",
    ),
    "end of text": (
        lambda: compile_text(modules.SCALE, cpu="generic\0"),
        r"cpu: expected a text in UTF-8, found 'generic\x00'",
    ),
    "number for a path": (
        lambda: compile_text(modules.SCALE, cache_dir=3),  # type: ignore[arg-type]
        "cache_dir: expected a text in UTF-8, found 3",
    ),
    "text for a truth": (
        lambda: compile_text(modules.SCALE, reference="yes"),  # type: ignore[arg-type]
        "reference: expected True or False, found 'yes'",
    ),
    "unknown option": (
        lambda: compile_text(modules.SCALE, colour=3),  # type: ignore[call-arg]
        f"options: expected {', '.join(Options.__annotations__)}, found 'colour'",
    ),
    "number for text": (
        lambda: compile_text(3),  # type: ignore[arg-type]
        "text: expected a str or bytes, found a int",
    ),
    "surrogate in the text": (
        lambda: compile_text("// " + SURROGATE),
        r"text: expected UTF-8, found '\ud800' at character 3",
    ),
    "name": (
        lambda: compile_text(modules.SCALE, name=SURROGATE),
        r"name: expected a text in UTF-8, found '\ud800'",
    ),
    "path": (
        lambda: compile_file(3),  # type: ignore[arg-type]
        "expected a path, found 3",
    ),
    "surrogate in a path": (
        lambda: compile_file(SURROGATE),
        r"expected a path in UTF-8, found '\ud800'",
    ),
    "output": (
        lambda: compile_text(modules.SCALE, output=3),  # type: ignore[arg-type]
        "output: expected a path, found 3",
    ),
    "header": (
        lambda: compile_text(modules.SCALE, header=3),  # type: ignore[arg-type]
        "header: expected a path, found 3",
    ),
}


@pytest.mark.parametrize("name", COMPILING)
def test_compiling(name: str) -> None:
    call, message = COMPILING[name]
    assert message_of(call) == message


RUNNING: dict[str, tuple[Callable[[Function], Any], str]] = {
    "threads": (
        lambda f: set_num_threads("2"),  # type: ignore[arg-type]
        "threads: expected 0 to 65535, found '2'",
    ),
    "half a thread": (
        lambda f: set_num_threads(0.5),  # type: ignore[arg-type]
        "threads: expected 0 to 65535, found 0.5",
    ),
    "artifact": (lambda f: Artifact(3), "expected a path, found 3"),  # type: ignore[arg-type]
    "device": (
        lambda f: Device(3),  # type: ignore[arg-type]
        "device: expected a name such as cuda:1, found 3",
    ),
    "surrogate of a device": (
        lambda f: Device("sim:" + SURROGATE),
        r"device: expected a name such as cuda:1, found 'sim:\ud800'",
    ),
    "weights": (lambda f: Weights(3), "expected a path, found 3"),  # type: ignore[arg-type]
    "folder of weights": (
        lambda f: Weights.of_folder(3),  # type: ignore[arg-type]
        "expected a path, found 3",
    ),
    "name of a weight": (
        lambda f: Weights.of_arrays({SURROGATE: X}),
        r"expected the name of a weight in UTF-8, found '\ud800'",
    ),
    "number for a name": (
        lambda f: Weights.of_arrays({3: X}),  # type: ignore[dict-item]
        "expected the name of a weight in UTF-8, found 3",
    ),
    "list for arrays": (
        lambda f: Weights.of_arrays([X]),  # type: ignore[arg-type]
        "arrays: expected a dictionary, found a list",
    ),
    "missing weight": (
        lambda f: Weights.of_arrays({"x": X})[SURROGATE],
        r"no tensor '\ud800'",
    ),
    "no weights": (
        lambda f: f.bind(3),  # type: ignore[arg-type]
        "weights: expected Weights or a dictionary, found a int",
    ),
    "list of weights": (
        lambda f: f.bind([X]),  # type: ignore[arg-type]
        "weights: expected Weights or a dictionary, found a list",
    ),
    "unknown argument": (
        lambda f: f(**{SURROGATE: X}),
        "no argument '\ud800' of 'scale'",
    ),
    "too many": (
        lambda f: f(X, X),
        "function 'scale' takes 1 inputs (x), found 2",
    ),
}


@pytest.mark.parametrize("name", RUNNING)
def test_running(name: str, scale: Function) -> None:
    call, message = RUNNING[name]
    assert message_of(lambda: call(scale)).startswith(message)


def test_arrays_larger_than_memory(identity: Function) -> None:
    """A view that repeats one number is of any size; its result would be, too."""
    huge = np.broadcast_to(np.float32(1), (2**45,))
    assert message_of(lambda: identity(huge), RunError) == (
        "argument 'y' of function 'f': no memory for 35184372088832xf32"
    )


@pytest.mark.parametrize("size", [2**45, 2**60])
def test_copies_larger_than_memory(size: int) -> None:
    """A device gets a copy of what is not there."""
    artifact = compile_text(modules.identity("f32"), target="sim")
    huge = np.broadcast_to(np.float32(1), (size,))
    assert "memory" in message_of(lambda: artifact["f"](huge), RunError)
    np.testing.assert_array_equal(artifact["f"](X[0]), X[0])


def test_views_that_the_library_refuses(scale: Function) -> None:
    """What reaches it has a reason that it can say."""
    memory = np.ones(3, np.float32)
    for call, message in (
        (
            lambda: _native.Tensor(X.astype(np.complex64), False),
            "no element type for it",
        ),
        (lambda: _native.Tensor("x", True), "no array that can be written to"),
        (lambda: _native.Tensor.at(0, 3, [1, 2], [1], memory), "expected as many str"),
    ):
        with pytest.raises((TypeError, RuntimeError), match=message):
            call()


# Language models ------------------------------------------------------------------


def argument(name: str, kind: str, *shape: int | None) -> Argument:
    """An argument of f32."""
    return Argument(name, kind, "f32", shape, (None,) * len(shape), False)


def takes(*inputs: Argument) -> Any:
    """A function as far as its arguments go."""
    return types.SimpleNamespace(
        name="prefill", inputs=list(inputs), results=[argument("logits", "output", 9)]
    )


IDS = (argument("ids", "input", None, None), argument("lengths", "input", None))
GENERATING: dict[str, tuple[Callable[[], Any], str]] = {
    "no model": (
        lambda: read_description({}, "'m.so'"),
        "'m.so' is no language model: its manifest has no 'model'; compile the folder "
        "of one by 'diffattn compile'",
    ),
    "another model": (
        lambda: read_description({"model": {"kind": "vision"}}, "'m.so'"),
        "'m.so' is no language model: expected kind 'causal-lm', found 'vision'",
    ),
    "no ids": (
        lambda: generate.read_caches(takes(argument("x", "input", 3))),
        "expected ids, lengths and caches, found namespace(name='prefill'",
    ),
    "flat cache": (
        lambda: generate.read_caches(takes(*IDS, argument("keys", "output", 3, 4))),
        "argument 'keys' of 'prefill': expected a cache of rank 4, found output "
        "3x4xf32",
    ),
    "open cache": (
        lambda: generate.read_caches(
            takes(*IDS, argument("keys", "output", None, 2, None, 4))
        ),
        "cache 'keys' of 'prefill': expected fixed sizes behind the batch, found "
        "?x2x?x4xf32",
    ),
    "batch": (
        lambda: generate.allocate_cache(
            argument("keys", "output", 2, 1, 8, 4), 3, None
        ),
        "the model takes 2 prompts at once, found 3",
    ),
    "large cache": (
        lambda: generate.allocate_cache(
            argument("keys", "output", None, 2**30, 2**20, 4), 1, None
        ),
        "no memory for a cache of [1, 1073741824, 1048576, 4]",
    ),
    "temperature": (
        lambda: Sampling(temperature="hot"),  # type: ignore[arg-type]
        "temperature: expected a number 0 or more, found 'hot'",
    ),
    "huge temperature": (
        lambda: Sampling(temperature=10**400),
        "temperature: expected a number 0 or more, found 1000",
    ),
    "top-k": (
        lambda: Sampling(top_k=1.5),  # type: ignore[arg-type]
        "top-k: expected a whole number, found 1.5",
    ),
    "seed": (
        lambda: make_randoms("x", 1),  # type: ignore[arg-type]
        "seed: expected 0 or more, found 'x'",
    ),
    "logits": (
        lambda: Sampling().choose(np.full(3, -np.inf), np.random.default_rng(1)),
        "the model's logits are not finite: -inf",
    ),
}


@pytest.mark.parametrize("name", GENERATING)
def test_generating(name: str) -> None:
    call, message = GENERATING[name]
    assert message_of(call).startswith(message)


def test_files_of_models(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An index that is none, and a package that is not installed."""
    index = tmp_path / "model.safetensors.index.json"
    index.write_text("[]")
    message = message_of(lambda: read_index(index), ModelError)
    assert message.startswith(f"'{index}': no index of weights: ")
    monkeypatch.setitem(__import__("sys").modules, "tokenizers", None)
    assert message_of(lambda: FileTokenizer(tmp_path / "tokenizer.json")) == (
        f"'{tmp_path}/tokenizer.json' needs the package 'tokenizers': install "
        "diffattn[generate]"
    )


def test_entry_points_with_other_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of prefill are written by decode."""

    class Model(types.SimpleNamespace):
        """Has two functions."""

        def function(self, name: str) -> Any:
            """One of them."""
            size = 8 if name == "prefill" else 9
            return takes(*IDS, argument("keys", "output", None, 2, size, 4))

    model = Model(
        eos=frozenset(), description={}, artifact=types.SimpleNamespace(device=None)
    )
    assert message_of(lambda: generate.Generator(model), ModelError) == (
        "'prefill' and 'decode' differ in their caches"
    )


def test_usage_errors_are_of_one_kind() -> None:
    """They end the command line with 2."""
    with pytest.raises(UsageError):
        set_num_threads("2")  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        compile_text(modules.SCALE, cpu=3)  # type: ignore[arg-type]


def memory(device: Device) -> _native.DeviceMemory:
    """8 bytes."""
    return _native.DeviceMemory(device._context, device.native, 8)


def on_device(device: Device) -> _native.Tensor:
    """Two numbers in f32."""
    return _native.Tensor.at(memory(device).address, 3, [2], [1], device)


NATIVE: dict[str, tuple[Callable[[Device], Any], str]] = {
    "weights": (
        lambda device: _native.Weights(device._context, ["a"], []),
        "expected as many tensors as names, found 0 and 1",
    ),
    "strides": (
        lambda device: _native.Tensor.at(8, 3, [2], [], device),
        "expected as many strides as sizes, found 0 and 1",
    ),
    "array of a device": (
        lambda device: on_device(device).numpy(),
        "expected memory of the host, found a device's",
    ),
    "copy from a device": (
        lambda device: memory(device).write(on_device(device)),
        "expected memory of the host, found a device's",
    ),
    "size": (
        lambda device: memory(device).write(_native.Tensor(X, False)),
        "expected an array of 8 bytes, found one of 48",
    ),
    "gaps": (
        lambda device: memory(device).write(_native.Tensor(X[:2, :1], False)),
        "expected an array without gaps, found stride 3 in dimension 0",
    ),
}


@pytest.mark.parametrize("name", NATIVE)
def test_what_the_package_never_passes(name: str) -> None:
    """The module under it checks all the same."""
    call, message = NATIVE[name]
    with pytest.raises(TypeError) as caught:
        call(Device("sim"))
    assert str(caught.value) == message
