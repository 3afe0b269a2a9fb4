"""Products with weights that the runtime keeps in panels, against NumPy in f64.

Each weight is multiplied twice: as a tensor of an open safetensors file, of which
panels are made, and as any other array.
"""

import ctypes
import pathlib
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest
from artifact import DTYPES, Array, Artifact, Tensor
from safetensors.numpy import save_file
from test_contractions import ROUNDING, load, make
from toolchain import Toolchain, flags_for


class Weight(NamedTuple):
    """A weight, what it is multiplied by and into what."""

    name: str
    # An einsum of x, with any number of rows `m`, and the weight.
    einsum: str
    sizes: dict[str, int]
    dtypes: tuple[str, str, str]

    @property
    def shape(self) -> list[int]:
        """That of the weight."""
        return [self.sizes[dim] for dim in self.einsum.split("->")[0].split(",")[1]]


# Around panels of 32 columns and stretches of 256 words, with odd depths.
SIZES = [(33, 257), (131, 530), (32, 1024), (300, 513), (4000, 3), (1, 8192)]
FORMS = {
    "nk": ("mk,nk->mn", "n", "k"),
    "kn": ("mk,kn->mn", "n", "k"),
    "turned": ("mk,nk->nm", "n", "k"),
}
TYPES = {
    "f32": ("f32", "f32", "f32"),
    "f64": ("f64", "f64", "f64"),
    "f16": ("f16", "f16", "f16"),
    "bf16": ("bf16", "bf16", "bf16"),
    "bf16_f32": ("bf16", "bf16", "f32"),
    "f32_bf16": ("f32", "bf16", "f32"),
    "f32_f16": ("f32", "f16", "f32"),
    "bf16_f32_f32": ("bf16", "f32", "f32"),
    "f32_f64": ("f32", "f32", "f64"),
}


def make_weights() -> list[Weight]:
    """Every type with every size, and other forms with some of each."""
    weights = [
        Weight(f"nk_{types}_{n}_{k}", "mk,nk->mn", dict(n=n, k=k), TYPES[types])
        for types in TYPES
        for n, k in SIZES
    ]
    for types in ("f32", "bf16", "f32_f16"):
        weights += [
            Weight(f"{form}_{types}", FORMS[form][0], dict(n=130, k=261), TYPES[types])
            for form in ("kn", "turned")
        ]
        weights.append(
            Weight(
                f"heads_{types}",
                "mgd,hngd->mhn",
                dict(h=5, n=21, g=3, d=87),
                TYPES[types],
            )
        )
    return weights


WEIGHTS = {weight.name: weight for weight in make_weights()}


def write_function(weight: Weight, start: bool) -> str:
    """`out = x * w`, or `out = x * w + c` if there is a `start`."""
    inputs, out = weight.einsum.split("->")
    left, right = inputs.split(",")
    types = [
        f"tensor<{''.join(f'{weight.sizes.get(d, chr(63))}x' for d in term)}{dtype}>"
        for term, dtype in zip((left, right, out), weight.dtypes)
    ]
    loops = out + "".join(d for d in right if d not in out)
    maps = ", ".join(
        f"affine_map<({', '.join(loops)}) -> ({', '.join(term)})>"
        for term in (left, right, out)
    )
    kinds = ", ".join('"parallel"' if d in out else '"reduction"' for d in loops)
    dtype = weight.dtypes[2]
    casts = [f"%e{i}" if d == dtype else f"%w{i}" for i, d in enumerate(weight.dtypes)]
    body = "\n".join(
        f"%w{i} = arith.extf %e{i} : {d} to {dtype}"
        for i, d in enumerate(weight.dtypes)
        if d != dtype
    )
    argument, first = "", ""
    if start:
        argument = f', %c: {types[2]} {{diffattn.name = "c"}}'
    else:
        first = f"""
  %zero = arith.constant 0.0 : {dtype}
  %at = arith.constant {left.index("m")} : index
  %rows = tensor.dim %x, %at : {types[0]}
  %empty = tensor.empty(%rows) : {types[2]}
  %c = linalg.fill ins(%zero : {dtype}) outs(%empty : {types[2]}) -> {types[2]}"""
    suffix = "_add" if start else ""
    symbol = f"@w_{weight.name}"
    load = f"ml_program.global_load_const {symbol} : {types[1]}"
    return f"""
func.func @{weight.name}{suffix}(%x: {types[0]} {{diffattn.name = "x"}}{argument})
    -> ({types[2]} {{diffattn.name = "out"}}) {{{first}
  %w = {load}
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
      ins(%x, %w : {types[0]}, {types[1]}) outs(%c : {types[2]}) {{
    ^bb0(%e0: {weight.dtypes[0]}, %e1: {weight.dtypes[1]}, %sum: {dtype}):
      {body}
      %product = arith.mulf {casts[0]}, {casts[1]} : {dtype}
      %next = arith.addf %sum, %product : {dtype}
      linalg.yield %next : {dtype}
  }} -> {types[2]}
  return %r : {types[2]}
}}"""


def write_global(weight: Weight) -> str:
    """The parameter."""
    sizes = "x".join(map(str, weight.shape))
    type_ = f"tensor<{sizes}x{weight.dtypes[1]}>"
    return (
        f"ml_program.global private @w_{weight.name}"
        f"(#ml_program.extern<{type_}>) : {type_}\n"
    )


# Those that also add to what is there.
ADDS = ("nk_f32_131_530", "nk_f32_bf16_131_530", "heads_f32")
MODULE = "".join(
    write_global(weight)
    + write_function(weight, start=False)
    + (write_function(weight, start=True) if name in ADDS else "")
    for name, weight in WEIGHTS.items()
)


class OpenWeights:
    """diffattn_weights of one file."""

    def __init__(self, artifact: Artifact, path: pathlib.Path):
        self.runtime, self.context = artifact.runtime, artifact.context
        pointer, text = ctypes.c_void_p, ctypes.c_char_p
        for name, result, arguments in (
            (
                "diffattn_weights_open",
                pointer,
                [pointer, ctypes.POINTER(text), ctypes.c_int64],
            ),
            ("diffattn_weights_close", None, [pointer]),
            (
                "diffattn_weights_get",
                ctypes.c_int32,
                [pointer, pointer, text, ctypes.POINTER(Tensor)],
            ),
        ):
            function = getattr(self.runtime, name)
            function.restype = result
            function.argtypes = arguments
        files = (text * 1)(str(path).encode())
        self.handle = self.runtime.diffattn_weights_open(self.context, files, 1)
        assert self.handle, artifact.error()

    def get(self, name: str, shape: list[int], dtype: str) -> Array:
        """The tensor, in the file's memory."""
        tensor = Tensor()
        status = self.runtime.diffattn_weights_get(
            self.context, self.handle, name.encode(), ctypes.byref(tensor)
        )
        assert status == 0
        numpy = np.dtype(DTYPES[dtype][1])
        size = int(np.prod(shape)) * numpy.itemsize
        memory = (ctypes.c_uint8 * size).from_address(tensor.data)
        return np.frombuffer(memory, np.uint8).view(numpy).reshape(shape)

    def close(self) -> None:
        """Frees the panels."""
        self.runtime.diffattn_weights_close(self.handle)


class Compiled(NamedTuple):
    """The module, and its weights in a file."""

    artifact: Artifact
    weights: OpenWeights
    file: pathlib.Path

    def weight(self, weight: Weight) -> Array:
        """In the file's memory."""
        return self.weights.get(f"w_{weight.name}", weight.shape, weight.dtypes[1])


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(cpu, marks=pytest.mark.xdist_group(f"weights {cpu}"))
        for cpu in ("native", "x86-64-v4", "x86-64-v3", "generic")
    ],
)
def compiled(
    request: pytest.FixtureRequest,
    toolchain: Toolchain,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Compiled]:
    """For processors with vectors of several widths."""
    folder = tmp_path_factory.mktemp("weights")
    path = pathlib.Path(folder, "all.so")
    toolchain.run(
        "diffattn-compile", "-", "-o", path, *flags_for(request.param), stdin=MODULE
    )
    file = pathlib.Path(folder, "w.safetensors")
    tensors = {
        f"w_{name}": make(tuple(weight.shape), weight.dtypes[1], 1)
        for name, weight in WEIGHTS.items()
    }
    save_file(tensors, file)
    artifact = load(path)
    weights = OpenWeights(artifact, file)
    yield Compiled(artifact, weights, file)
    weights.close()
    artifact.close()


def make_rows(weight: Weight, rows: int) -> Array:
    """Inputs: the first rows of many are those of few."""
    term = weight.einsum.split(",")[0]
    shape = [97 if dim == "m" else weight.sizes[dim] for dim in term]
    return np.ascontiguousarray(make(tuple(shape), weight.dtypes[0], 0)[:rows])


def assert_close(found: Array, weight: Weight, x: Array, w: Array, c: Array) -> None:
    """As the sum of products in f64, within roundings."""
    wide = [np.asarray(array, np.float64) for array in (x, w)]
    expected = np.einsum(weight.einsum, *wide) + c
    magnitude = np.einsum(weight.einsum, *map(np.abs, wide)) + np.abs(c)
    limit = ROUNDING[weight.dtypes[2]] * (magnitude + 1e-30)
    error = np.abs(np.asarray(found, np.float64) - expected)
    assert found.shape == expected.shape
    assert np.isfinite(error).all() and (error <= limit).all()


@pytest.mark.parametrize("name", WEIGHTS)
def test_weights(compiled: Compiled, name: str) -> None:
    """Any number of rows; each is the same, bit by bit, whatever is beside it."""
    weight = WEIGHTS[name]
    w = compiled.weight(weight)
    zero = np.zeros(())
    symbol = f"w_{name}"
    of_all = None
    for rows in (97, 0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 25):
        x = make_rows(weight, rows)
        found = compiled.artifact.call(name, {"x": x, symbol: w})["out"]
        assert_close(found, weight, x, w, zero)
        plain = compiled.artifact.call(name, {"x": x, symbol: w.copy()})["out"]
        assert_close(plain, weight, x, w, zero)
        axis = weight.einsum.split("->")[1].index("m")
        if of_all is None:
            of_all = found
        # Weights that are turned are rows, and packed with those.
        if not name.startswith("turned"):
            same = np.take(of_all, range(rows), axis=axis)
            assert found.tobytes() == same.tobytes()


@pytest.mark.parametrize("rows", [1, 7, 40])
def test_adds_to_what_is_there(compiled: Compiled, rows: int) -> None:
    """Without a fill the result starts from the operand."""
    for name in ADDS:
        weight = WEIGHTS[name]
        w = compiled.weight(weight)
        x = make_rows(weight, rows)
        out = weight.einsum.split("->")[1]
        shape = [rows if d == "m" else weight.sizes[d] for d in out]
        c = make(tuple(shape), "f32", 2)
        given = {"x": x, f"w_{name}": w, "c": c}
        found = compiled.artifact.call(f"{name}_add", given)["out"]
        assert_close(found, weight, x, w, c.astype(np.float64))


@pytest.mark.parametrize("types", ["f32", "bf16", "f32_bf16"])
def test_threads(compiled: Compiled, types: str) -> None:
    """Bit by bit the same on any number of threads."""
    name = f"nk_{types}_300_513"
    for rows in (1, 30):
        given = {
            "x": make_rows(WEIGHTS[name], rows),
            f"w_{name}": compiled.weight(WEIGHTS[name]),
        }
        results = compiled.artifact.call_on_threads(name, given, (1, 2, 3, 16))
        assert len({result["out"].tobytes() for result in results}) == 1


def test_panels_are_kept(compiled: Compiled) -> None:
    """What is written to the memory of weights later comes too late: the panels
    are what is multiplied. They go with the weights."""
    name = "nk_f32_131_530"
    weight = WEIGHTS[name]
    x = make_rows(weight, 2)
    weights = OpenWeights(compiled.artifact, compiled.file)
    w = weights.get(f"w_{name}", weight.shape, "f32")
    before = compiled.artifact.call(name, {"x": x, f"w_{name}": w})["out"]
    ctypes.memset(w.ctypes.data, 0, w.nbytes)
    after = compiled.artifact.call(name, {"x": x, f"w_{name}": w})["out"]
    assert (before == after).all() and before.any()
    copied = compiled.artifact.call(name, {"x": x, f"w_{name}": w.copy()})["out"]
    assert not copied.any()
    weights.close()


def test_strided_weights(compiled: Compiled) -> None:
    """Views of weights with other strides have panels of their own."""
    name = "nk_f32_131_530"
    weight = WEIGHTS[name]
    w = compiled.weight(weight)
    for view in (w[::-1], w[:, ::-1], np.broadcast_to(w[:1], w.shape)):
        for rows in (1, 20):
            x = make_rows(weight, rows)
            given = {"x": x, f"w_{name}": view}
            found = compiled.artifact.call(name, given)["out"]
            assert_close(found, weight, x, view, np.zeros(()))
