"""Calls on a device: the fake CUDA driver of the unit tests, and the emulator."""

import os
import pathlib
import shutil
import threading
from typing import Any

import numpy as np
import pytest
import safetensors.numpy
import snippets
import tiny_model
from diffattn import RunError
from diffattn.arrays import DTYPES
from diffattn.compiler import compile_text
from diffattn.generate import Generator, LanguageModel
from diffattn.runtime import Artifact, Device, DeviceArray, Function, Weights
from diffattn.sampling import Sampling
from diffattn.tokenizer import BytesTokenizer
from modules import SCALE
from toolchain import BUILD

FOLDER = BUILD / "test" / "Unit" / "Runtime" / "Artifacts"
ARTIFACT = FOLDER / "ScaleOnDevice.so"
X = np.arange(5, dtype=np.float32)
OFFSET = np.int64(0)


@pytest.fixture(autouse=True)
def driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """No GPU, but a driver."""
    monkeypatch.setenv("DIFFATTN_CUDA_DRIVER", str(FOLDER / "libFakeCuda.so"))


@pytest.fixture
def device() -> Device:
    """The only GPU."""
    return Device("cuda")


@pytest.fixture
def scale(device: Device) -> Function:
    """scale(x, factor, offset) = factor^2 * x, if offset isn't negative."""
    return Artifact(ARTIFACT, device)["scale"]


class CudaArray:
    """An array of another library, by `__cuda_array_interface__`."""

    def __init__(self, array: DeviceArray, **changes: Any):
        self.array = array
        self.__cuda_array_interface__ = array.__cuda_array_interface__ | changes


class TorchDevice:
    """Where a TorchTensor is."""

    def __init__(self, index: int = 0):
        self.type, self.index = "cuda", index

    def __str__(self) -> str:
        return f"cuda:{self.index}"


class TorchTensor:
    """What is used of a tensor of PyTorch."""

    def __init__(self, array: DeviceArray, dtype: str = "torch.float32"):
        self.array, self.shape, self.dtype = array, array.shape, dtype
        self.device = TorchDevice()

    def data_ptr(self) -> int:
        return self.array.__cuda_array_interface__["data"][0]

    def stride(self) -> tuple[int, ...]:
        return (1,)


def test_device(device: Device) -> None:
    assert device.name == "cuda:0 (Fake GPU 0, sm_80)"
    assert device.index == 0
    with pytest.raises(RunError, match="no device 'cuda:3': the number of CUDA devi"):
        Device("cuda:3")
    with pytest.raises(RunError, match="unknown device 'gpu', expected cuda, cuda:NU"):
        Device("gpu")


def test_no_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIFFATTN_CUDA_DRIVER", "/nowhere/libcuda.so.1")
    artifact = Artifact(ARTIFACT)
    assert artifact.manifest["target"]["chip"] == "sm_80"
    with pytest.raises(RunError, match="no CUDA driver: /nowhere/libcuda.so.1: can"):
        artifact["scale"](X, 3.0, OFFSET)


def test_packages_of_nvidia_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    """The runtime looks for libraries in them."""
    (tmp_path / "nvidia" / "cu13" / "lib").mkdir(parents=True)
    monkeypatch.syspath_prepend(tmp_path)
    # As it was, after the test.
    monkeypatch.setenv("DIFFATTN_NVIDIA_PACKAGES", "")
    del os.environ["DIFFATTN_NVIDIA_PACKAGES"]
    Device("cuda")
    folders = os.environ["DIFFATTN_NVIDIA_PACKAGES"].split(os.pathsep)
    assert str(tmp_path / "nvidia") in folders


@pytest.mark.parametrize("dtype", DTYPES)
def test_arrays_keep_their_elements(device: Device, dtype: str) -> None:
    array = np.array([[0, 1, 1], [1, 0, 1]]).astype(DTYPES[dtype][1])
    copy = device.upload(array)
    assert (copy.shape, copy.dtype, copy.size) == (array.shape, array.dtype, 6)
    np.testing.assert_array_equal(copy.numpy(), array)
    np.testing.assert_array_equal(device.upload(array.T).numpy(), array.T)
    assert device.upload(array[:0]).numpy().shape == (0, 3)


def test_numpy_arrays_are_copied(scale: Function) -> None:
    y = scale(X, 3.0, OFFSET)
    assert isinstance(y, np.ndarray)
    np.testing.assert_array_equal(y, 9 * X)
    np.testing.assert_array_equal(scale(X[::-1], 2.0, 0), 4 * X[::-1])


def test_results_are_copied_to_memory_with_gaps(scale: Function) -> None:
    memory = np.zeros((5, 2), np.float32)
    scale(X, 3.0, OFFSET, out=memory[:, 1])
    np.testing.assert_array_equal(memory, np.stack([0 * X, 9 * X], axis=1))


def test_the_device_is_opened_when_it_is_needed() -> None:
    np.testing.assert_array_equal(Artifact(ARTIFACT)["scale"](X, 3.0, 0), 9 * X)


def test_arrays_on_the_device_stay_there(device: Device, scale: Function) -> None:
    x = device.upload(X)
    y = scale(x, 3.0, OFFSET)
    assert isinstance(y, DeviceArray)
    np.testing.assert_array_equal(scale(y, 1.0, OFFSET).numpy(), 9 * X)
    out = device.empty((5,), "f32")
    assert scale(x, 2.0, OFFSET, out=out) is out
    np.testing.assert_array_equal(out.numpy(), 4 * X)


@pytest.mark.parametrize("wrap", [CudaArray, TorchTensor])
def test_arrays_of_other_libraries(device: Device, scale: Function, wrap: Any) -> None:
    out = device.empty((5,), "f32")
    scale(wrap(device.upload(X)), 3.0, OFFSET, out=wrap(out))
    np.testing.assert_array_equal(out.numpy(), 9 * X)


def test_strides_of_other_libraries(device: Device, scale: Function) -> None:
    backwards = CudaArray(device.upload(X), strides=(-4,))
    with pytest.raises(RunError, match="expected stride 1 in dimension 0, found -1"):
        scale(backwards, 3.0, OFFSET)
    with pytest.raises(
        RunError, match=r"expected strides of whole elements, found \(6"
    ):
        scale(CudaArray(device.upload(X), strides=(6,)), 3.0, OFFSET)


def test_arrays_that_do_not_fit(device: Device, scale: Function) -> None:
    x = device.upload(X)
    with pytest.raises(RunError, match="found element type <c8"):
        scale(CudaArray(x, typestr="<c8"), 3.0, OFFSET)
    with pytest.raises(RunError, match="found element type torch.complex64"):
        scale(TorchTensor(x, "torch.complex64"), 3.0, OFFSET)
    read_only = CudaArray(x, data=(x.__cuda_array_interface__["data"][0], True))
    scale(read_only, 3.0, OFFSET)
    with pytest.raises(RunError, match="found one that can't be written to"):
        scale(x, 3.0, OFFSET, out=read_only)
    elsewhere = TorchTensor(x)
    elsewhere.device = TorchDevice(1)
    with pytest.raises(
        RunError, match="expected a tensor on cuda:0 .*, found one on c"
    ):
        scale(elsewhere, 3.0, OFFSET)
    with pytest.raises(RunError, match=r"expected an array on cuda:0 .*, found one on"):
        scale(Device("cuda").upload(X), 3.0, OFFSET)
    with pytest.raises(RunError, match="expected element type f32, found f64"):
        scale(X.astype(np.float64), 3.0, OFFSET)


def test_checks_in_kernels(device: Device, scale: Function) -> None:
    for x in (X, device.upload(X)):
        with pytest.raises(RunError, match="^offset is negative$"):
            scale(x, 3.0, -1)
        assert len(scale(x, 3.0, 0).shape) == 1


def test_calls_that_do_not_wait() -> None:
    device = Device("cuda", waits=False)
    scale = Artifact(ARTIFACT, device)["scale"]
    x, offset = device.upload(X), device.upload(np.int64(-1))
    scale(x, 3.0, offset)
    with pytest.raises(RunError, match="^offset is negative$"):
        device.synchronize()
    device.synchronize()
    y = scale(x, 3.0, device.upload(OFFSET))
    np.testing.assert_array_equal(y.numpy(), 9 * X)
    # Copies have to be waited for.
    with pytest.raises(RunError, match="^offset is negative$"):
        scale(x, 3.0, np.int64(-1))


def test_devices_that_are_not_for_the_artifact(device: Device) -> None:
    with pytest.raises(
        RunError, match="ScaleOnDevice.so' runs on cuda, found device '"
    ):
        Artifact(ARTIFACT, "cpu")
    with pytest.raises(RunError, match="runs on cpu, found device 'cuda'"):
        compile_text(SCALE).on(device)
    assert Artifact(FOLDER / "Exp.so", "cpu").device is None


def test_snippet(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(ARTIFACT, "scale.so")
    np.testing.assert_array_equal(snippets.on_device(X, OFFSET), 9 * X)


def test_on_another_device(device: Device) -> None:
    artifact = Artifact(ARTIFACT)
    other = artifact.on("cuda:0")
    assert other.device is not artifact.device
    assert artifact.on(device).device is device
    np.testing.assert_array_equal(other["scale"](X, 3.0, 0), 9 * X)


def test_many_threads(scale: Function) -> None:
    results: list[Any] = [None] * 4

    def call(index: int) -> None:
        for _ in range(20):
            results[index] = scale(X, float(index), 0)

    threads = [threading.Thread(target=call, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for i, result in enumerate(results):
        np.testing.assert_array_equal(result, i * i * X)


@pytest.mark.parametrize("name", ["sim", "sim:seed=3,schedule=ahead"])
def test_weights_on_the_emulator(name: str, tmp_path: pathlib.Path) -> None:
    scale = compile_text(SCALE, target="sim").on(name)["scale"]
    w = np.array([1, 2, 3], DTYPES["bf16"][1])
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    np.testing.assert_array_equal(scale.bind({"w": w})(x), x * [1, 2, 3])
    safetensors.numpy.save_file({"w": w}, tmp_path / "w.safetensors")
    bound = scale.bind(Weights(tmp_path / "w.safetensors"))
    np.testing.assert_array_equal(bound(x.T[:, ::-1].T), x[::-1] * [1, 2, 3])


def test_weights_are_copied_once(tmp_path: pathlib.Path) -> None:
    artifact = compile_text(SCALE, target="sim")
    w = np.array([1, 2, 3], DTYPES["bf16"][1])
    safetensors.numpy.save_file({"w": w}, tmp_path / "w.safetensors")
    weights = Weights(tmp_path / "w.safetensors")
    parameters = artifact["scale"].parameters
    first = weights.bind(parameters, artifact.device)["w"]
    assert weights.bind(parameters, artifact.device)["w"] is first
    assert first.is_on_device
    assert not weights.bind(parameters)["w"].is_on_device


def test_generation_on_the_emulator() -> None:
    text = tiny_model.module(256, 64)
    weights = tiny_model.weights(256)
    prompts = [list(b"In the"), list(b"x")]
    tokens = []
    for target in ("cpu", "sim"):
        artifact = compile_text(text, target=target)
        description = artifact.manifest["model"]
        model = LanguageModel(artifact, description, weights, BytesTokenizer())
        sampling = Sampling(temperature=1.0)
        steps = Generator(model).stream(prompts, 10, sampling=sampling, seed=5)
        tokens.append(list(steps))
    assert tokens[0] == tokens[1]
    assert len(set(map(tuple, tokens[0]))) > 5


def test_interface_of_device_arrays(device: Device) -> None:
    x = device.upload(X.reshape(1, 5))
    interface = x.__cuda_array_interface__
    assert (interface["shape"], interface["typestr"]) == ((1, 5), "<f4")
    assert repr(x) == "<1x5xf32 on cuda:0 (Fake GPU 0, sm_80)>"
    assert not hasattr(device.empty((1,), "bf16"), "__cuda_array_interface__")
