"""Calls of compiled functions with arrays of NumPy and others."""

import concurrent.futures
import gc
import pathlib
import re
from typing import Any

import ml_dtypes
import modules
import numpy as np
import pytest
import safetensors.numpy
from diffattn import RunError
from diffattn.compiler import compile_text
from diffattn.runtime import (
    DTYPES,
    Argument,
    Artifact,
    Function,
    Weights,
    get_num_threads,
    make_array,
    set_num_threads,
)

W = np.array([1, 2, 3], ml_dtypes.bfloat16)
X = np.arange(12, dtype=np.float32).reshape(4, 3)
Y = X * np.array([1, 2, 3], np.float32)


@pytest.fixture(scope="module")
def scale() -> Function:
    """y = x * w with the weight unbound."""
    return compile_text(modules.SCALE)["scale"]


@pytest.fixture(scope="module")
def bound(scale: Function) -> Function:
    """y = x * [1, 2, 3]."""
    return scale.bind({"w": W})


class OnlyDLPack:
    """An array that NumPy doesn't know."""

    def __init__(self, array: Any):
        self.array = array

    def __dlpack__(self, **arguments: Any) -> Any:
        return self.array.__dlpack__(**arguments)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


def test_signature(scale: Function) -> None:
    assert repr(scale) == "<diffattn function scale(x: ?x3xf32) -> (y: ?x3xf32)>"
    assert [p.type for p in scale.parameters] == ["3xbf16"]


@pytest.mark.parametrize(
    "view",
    [
        lambda x: x,
        np.asfortranarray,
        lambda x: x[::-1],
        lambda x: x[::2],
        lambda x: x[1:1],
        lambda x: np.broadcast_to(x[0], (5, 3)),
        lambda x: np.stack([x, -x], axis=-1)[..., 1],
    ],
    ids=["rows", "columns", "backwards", "steps", "empty", "broadcast", "inner"],
)
def test_strides(bound: Function, view: Any) -> None:
    x = view(X)
    np.testing.assert_array_equal(bound(x), x * W.astype(np.float32))
    np.testing.assert_array_equal(bound(OnlyDLPack(x)), x * W.astype(np.float32))


def test_read_only_input(bound: Function) -> None:
    x = X.copy()
    x.flags.writeable = False
    np.testing.assert_array_equal(bound(x), Y)


def test_lists_and_names(bound: Function) -> None:
    np.testing.assert_array_equal(bound(X.tolist()), Y)
    np.testing.assert_array_equal(bound(x=X), Y)


def test_out_with_strides(bound: Function) -> None:
    y = np.zeros((3, 4), np.float32).T
    assert bound(X, out=y) is y
    np.testing.assert_array_equal(y, Y)
    y[:] = 0
    bound(X, out={"y": OnlyDLPack(y)})
    np.testing.assert_array_equal(y, Y)


def test_result_outlives_everything() -> None:
    y = compile_text(modules.SCALE)["scale"].bind({"w": W})(X)
    gc.collect()
    np.testing.assert_array_equal(y, Y)


def test_caches_and_several_results() -> None:
    count = compile_text(modules.COUNT)["count"]
    counter = np.array([40, 7])
    results = count(counter, 2)
    assert counter.tolist() == [42, 7]
    assert results["first"] == 42 and results["half"] == 21
    half = np.zeros((), np.float64)
    count(counter, by=2, out={"half": half})
    assert half == 22
    with pytest.raises(RunError, match="no value for argument 'counter' .2xi64."):
        count(by=1)
    with pytest.raises(RunError, match="2 results: expected a dictionary for out"):
        count(counter, 1, out=half)


@pytest.mark.parametrize("dtype", DTYPES)
def test_element_types(dtype: str) -> None:
    mlir = {"bool": "i1"}.get(dtype, dtype)
    function = compile_text(modules.identity(mlir))["f"]
    x = np.array([0, 1, 1, 0], DTYPES[dtype][1])
    y = function(x)
    assert y.dtype == x.dtype
    np.testing.assert_array_equal(y, x)


def test_bits_of_bfloat16() -> None:
    function = compile_text(modules.identity("bf16"))["f"]
    bits = np.array([0x3F80, 0xC000], np.uint16)
    out = np.zeros(2, np.uint16)
    function(bits, out=out)
    np.testing.assert_array_equal(out, bits)


def test_torch_tensors(bound: Function) -> None:
    torch = pytest.importorskip("torch")
    x = torch.from_numpy(X)
    y = torch.empty(3, 4).T
    bound(x, out=y)
    assert torch.equal(y, torch.from_numpy(Y))
    negated = torch.view_as_complex(torch.stack([x, -x], -1)).conj().imag
    assert negated.is_neg() and torch.equal(negated, x)
    assert torch.equal(bound(negated, out=torch.empty(4, 3)), y)
    message = r"it is negated where it is read: give resolve_neg\(\) of it"
    with pytest.raises(RunError, match=message):
        bound(x, out=torch.view_as_complex(torch.empty(4, 3, 2)).conj().imag)
    bits = torch.tensor([1.0, -2.0], dtype=torch.bfloat16)
    out = torch.empty_like(bits)
    compile_text(modules.identity("bf16"))["f"](bits, out=out)
    assert torch.equal(out, bits)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda f: f(X, X), r"takes 1 inputs \(x\), found 2"),
        (lambda f: f(), r"no value for argument 'x' \(\?x3xf32\) of function 'scale'"),
        (lambda f: f(X, x=X), "two values for argument 'x' of 'scale'"),
        (lambda f: f(X, z=X), "no argument 'z' of 'scale'"),
        (
            lambda f: f(X.astype(np.float64)),
            "'x': expected element type f32, found f64",
        ),
        (lambda f: f(X[0]), "'x'.*rank"),
        (lambda f: f(X[:, :2]), "'x'.*2"),
        (lambda f: f("text"), r"'x'.*: expected an array \(\?x3xf32\), found str"),
        (lambda f: f(None), r"'x'.*: expected an array \(\?x3xf32\), found NoneType$"),
        (lambda f: f([[1, 2, 3], [4]]), "'x'.*, found a list: setting an array elem"),
        (lambda f: f([["a", "b", "c"]]), "'x'.*, found a list: could not convert"),
        (lambda f: f(X.astype(">f4")), "'x'.*: expected an array"),
        (lambda f: f(X.astype(np.complex64)), "'x'.*no element type"),
        (lambda f: f(X, out=np.zeros((1, 3), np.float32)), "output 'y'"),
        (lambda f: f(X, out=np.broadcast_to(Y, (4, 3))), "array .* to write to"),
        (lambda f: f(X, out=[1]), "'y'.* array .* to write to, found list"),
    ],
)
def test_wrong_arguments(bound: Function, call: Any, message: str) -> None:
    with pytest.raises(RunError, match=message):
        call(bound)


@pytest.mark.parametrize(
    ("value", "problem"),
    [([1.5], "it has numbers that are not whole"), ([2**70], "too large")],
)
def test_lists_that_no_integer_type_has(value: Any, problem: str) -> None:
    ids = Argument("ids", "input", "i64", (None,), (None,), False)
    with pytest.raises(RunError, match=f"'ids' .*found a list: .*{problem}"):
        make_array(value, ids, "f")
    assert make_array([], ids, "f").dtype == np.int64


def test_results_whose_size_nothing_tells() -> None:
    """It is known when the function runs; memory is given before."""
    zeros = compile_text("""
        func.func @zeros(%n: i64) -> (tensor<?xf32> {diffattn.name = "y"}) {
          %zero = arith.constant 0.0 : f32
          %size = arith.index_cast %n : i64 to index
          %empty = tensor.empty(%size) : tensor<?xf32>
          %y = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>)
              -> tensor<?xf32>
          return %y : tensor<?xf32>
        }""")["zeros"]
    message = (
        r"the size of dimension 0 of result 'y' \(\?xf32\) of function 'zeros' is not "
        "known: give an array by out"
    )
    with pytest.raises(RunError, match=message):
        zeros(3)
    y = np.ones(3, np.float32)
    zeros(3, out=y)
    assert not y.any()


def test_unbound_parameter(scale: Function) -> None:
    with pytest.raises(RunError, match=r"'w' \(3xbf16\).*: bind weights"):
        scale(X)
    with pytest.raises(RunError, match=r"no weight for parameter 'w' \(3xbf16\)"):
        scale.bind({})


def test_calls_in_parallel(bound: Function) -> None:
    x = np.ones((20000, 3), np.float32)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for y in pool.map(bound, [x * i for i in range(40)]):
            assert (y == y[0, 0] * W.astype(np.float32)).all()


def test_number_of_threads() -> None:
    set_num_threads(0)  # Tests before this one may have set another number.
    usual = get_num_threads()
    set_num_threads(1)
    assert get_num_threads() == 1
    set_num_threads(0)
    assert get_num_threads() == usual


# Artifacts.


def test_file(tmp_path: pathlib.Path) -> None:
    artifact = compile_text(modules.SCALE, output=tmp_path / "scale.so")
    assert artifact.path == tmp_path / "scale.so"
    again = Artifact(tmp_path / "scale.so")
    assert list(again) == ["scale"] and "scale" in again and len(again) == 1
    np.testing.assert_array_equal(again["scale"].bind({"w": W})(X), Y)
    with pytest.raises(
        RunError, match="scale.so' has no function 'g'; it has: 'scale'"
    ):
        again["g"]
    assert again.get("g") is None and again.get("scale") is again["scale"]


def fill(value: int, path: pathlib.Path | str) -> Artifact:
    """@f, which makes of vectors such of `value`, in a file."""
    return compile_text(
        f"""
        func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {{
          %c0 = arith.constant 0 : index
          %size = tensor.dim %x, %c0 : tensor<?xf32>
          %empty = tensor.empty(%size) : tensor<?xf32>
          %value = arith.constant {value}.0 : f32
          %y = linalg.fill ins(%value : f32) outs(%empty : tensor<?xf32>)
              -> tensor<?xf32>
          return %y : tensor<?xf32>
        }}""",
        output=path,
    )


def test_recompiled_file_has_the_new_code(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    paths = ["f.so", tmp_path / "f.so", "./f.so"]
    artifacts = [fill(i, paths[i % len(paths)]) for i in range(9)]
    for path in paths:
        np.testing.assert_array_equal(Artifact(path)["f"](X[0]), [8, 8, 8])
    for i, artifact in enumerate(artifacts):
        np.testing.assert_array_equal(artifact["f"](X[0]), [i, i, i])
    # The names that are free again are those of code that still is there.
    del artifacts[::2]
    gc.collect()
    for i in range(9, 12):
        np.testing.assert_array_equal(fill(i, "f.so")["f"](X[0]), [i, i, i])
    for i, artifact in enumerate(artifacts):
        np.testing.assert_array_equal(artifact["f"](X[0]), [2 * i + 1] * 3)


def test_no_artifact(tmp_path: pathlib.Path) -> None:
    with pytest.raises(RunError, match="none.so"):
        Artifact(tmp_path / "none.so")
    (tmp_path / "text.so").write_text("no library")
    with pytest.raises(RunError, match="text.so"):
        Artifact(tmp_path / "text.so")


# Weights.


@pytest.mark.parametrize("path", ["\udcff", "a\0b"])
def test_paths_that_are_no_utf8(path: str) -> None:
    for open_ in (Artifact, Weights):
        with pytest.raises(RunError, match="expected a path in UTF-8, found '"):
            open_(path)


def test_a_damaged_name_in_a_message(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "damaged.so"
    compile_text(modules.SCALE, output=path)
    data = path.read_bytes().replace(b"libDiffAttnRuntime", b"l\xcbbDiffAttnRuntime")
    # Another file: this one is mapped.
    path.unlink()
    path.write_bytes(data)
    with pytest.raises(RunError, match=r"can't load '.*': l\\xcbbDiffAttnRuntime"):
        Artifact(path)


def test_weights(scale: Function, tmp_path: pathlib.Path) -> None:
    safetensors.numpy.save_file({"w": W}, tmp_path / "model.safetensors")
    weights = Weights(tmp_path / "model.safetensors")
    assert list(weights) == ["w"]
    assert weights["w"].dtype == W.dtype and not weights["w"].flags.writeable
    np.testing.assert_array_equal(weights["w"], W)
    with pytest.raises(KeyError) as error:
        weights["b"]
    assert isinstance(error.value, RunError)
    assert re.fullmatch("no tensor 'b' in .*model.safetensors'?", str(error.value))
    assert weights.get("b", W) is W
    function = scale.bind(Weights.of_folder(tmp_path))
    del weights
    gc.collect()
    np.testing.assert_array_equal(function(X), Y)


def test_weights_of_arrays(scale: Function) -> None:
    """They are kept and not copied."""
    array = W.copy()
    weights = Weights.of_arrays({"w": array})
    assert list(weights) == ["w"]
    assert weights["w"].ctypes.data == array.ctypes.data
    function = scale.bind(weights)
    del weights, array
    gc.collect()
    np.testing.assert_array_equal(function(X), Y)
    with pytest.raises(RunError, match=r"no tensor 'w' in .*: expected 3xbf16"):
        scale.bind(Weights.of_arrays({}))


@pytest.mark.parametrize(
    "array, problem",
    [
        (X[:, ::2], "weight 'a': .* without gaps"),
        ("text", "weight 'a': no array"),
        (np.zeros(3, np.complex64), "weight 'a': no element type"),
    ],
)
def test_wrong_weights_of_arrays(array: Any, problem: str) -> None:
    with pytest.raises(RunError, match=problem):
        Weights.of_arrays({"a": array})


def test_weights_in_several_files(tmp_path: pathlib.Path) -> None:
    safetensors.numpy.save_file({"a": X}, tmp_path / "1.safetensors")
    safetensors.numpy.save_file({"b": Y}, tmp_path / "2.safetensors")
    (tmp_path / "model.safetensors.index.json").write_text(
        '{"weight_map": {"a": "1.safetensors", "b": "2.safetensors"}}'
    )
    weights = Weights.of_folder(tmp_path)
    assert list(weights) == ["a", "b"]
    np.testing.assert_array_equal(weights["b"], Y)
    with pytest.raises(RunError, match="tensor 'a' is in .* and again in"):
        Weights(tmp_path / "1.safetensors", tmp_path / "1.safetensors")


def test_wrong_weights(scale: Function, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "model.safetensors"
    safetensors.numpy.save_file({"v": W}, path)
    with pytest.raises(RunError, match=r"no tensor 'w' in .*: expected 3xbf16"):
        scale.bind(Weights(path))
    safetensors.numpy.save_file({"w": W[:2]}, path)
    with pytest.raises(RunError, match="tensor 'w' .*: expected 3xbf16, found 2xbf16"):
        scale.bind(Weights(path))
    safetensors.numpy.save_file({"w": X[0]}, path)
    with pytest.raises(RunError, match="tensor 'w' .*: expected 3xbf16, found 3xf32"):
        scale.bind(Weights(path))
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(RunError, match="tensor 'w': data_offsets .* reach beyond"):
        Weights(path)
    with pytest.raises(RunError, match="none"):
        Weights(tmp_path / "none.safetensors")
