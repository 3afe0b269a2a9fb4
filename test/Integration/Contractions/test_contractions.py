"""Contractions of any form, size, element type and stride, against NumPy in f64.

One module holds a function for each form, and is compiled once a processor.
"""

import itertools
import pathlib
from collections.abc import Iterator

import ml_dtypes
import numpy as np
import pytest
from artifact import DTYPES, Array, Artifact, CallFailed
from toolchain import Toolchain, flags_for

# Of the sum of the magnitudes of the products: one rounding of each type.
ROUNDING = {"f64": 2.0**-50, "f32": 2.0**-20, "f16": 2.0**-10, "bf16": 2.0**-7}

# Name: einsum with a letter a dim, and the element types.
FORMS: dict[str, tuple[str, str, str, str]] = {
    "linear": ("bsk,nk->bsn", "f32", "f32", "f32"),
    "matmul": ("mk,kn->mn", "f32", "f32", "f32"),
    "transposed": ("km,nk->mn", "f32", "f32", "f32"),
    "result_transposed": ("mk,nk->nm", "f32", "f32", "f32"),
    "scores": ("bhmd,bhnd->bhmn", "f32", "f32", "f32"),
    "values": ("bhmn,bhne->bhme", "f32", "f32", "f32"),
    "grouped_values": ("bgrmn,begnf->bmgref", "f32", "f32", "f32"),
    "heads_in": ("bsgd,ngd->bsn", "f32", "f32", "f32"),
    "matvec": ("mk,k->m", "f32", "f32", "f32"),
    "vecmat": ("k,kn->n", "f32", "f32", "f32"),
    "dot": ("k,k->", "f32", "f32", "f32"),
    "outer_batch": ("mkb,knb->mnb", "f32", "f32", "f32"),
    "linear_f64": ("bsk,nk->bsn", "f64", "f64", "f64"),
    "linear_bf16": ("bsk,nk->bsn", "f32", "bf16", "f32"),
    "both_bf16": ("bsk,nk->bsn", "bf16", "bf16", "f32"),
    "all_bf16": ("mk,kn->mn", "bf16", "bf16", "bf16"),
    "both_f16": ("mk,nk->mn", "f16", "f16", "f32"),
}
ADDED = [name for name, form in FORMS.items() if form[3] in ("f32", "bf16")]


def tensor(letters: str, dtype: str) -> str:
    """A type of dynamic sizes."""
    return f"tensor<{'?x' * len(letters)}{dtype}>"


def write_function(
    name: str, form: tuple[str, str, str, str], start: str = "sized"
) -> str:
    """`out = a * b`, or `out = a * b + c` if it should `start` from "c". If from
    "like", the sizes of `out` are those of an input of that name."""
    einsum, *dtypes = form
    inputs, out = einsum.split("->")
    terms = [*inputs.split(","), out]
    loops = out + "".join(sorted(set(inputs) - set(out) - {","}))
    types = [tensor(term, dtype) for term, dtype in zip(terms, dtypes)]
    dims = ", ".join(loops)
    maps = ", ".join(f"affine_map<({dims}) -> ({', '.join(term)})>" for term in terms)
    kinds = ", ".join('"parallel"' if d in out else '"reduction"' for d in loops)
    lines = []
    sizes = []
    for dim in out if start != "c" else "":
        source = 2 if start == "like" else 0 if dim in terms[0] else 1
        lines.append(f"%at_{dim} = arith.constant {terms[source].index(dim)} : index")
        lines.append(
            f"%size_{dim} = tensor.dim %x{source}, %at_{dim} : {types[source]}"
        )
        sizes.append(f"%size_{dim}")
    arguments = ""
    if start == "c":
        arguments = f', %c: {types[2]} {{diffattn.name = "c"}}'
    else:
        lines.append(f"%zero = arith.constant 0.0 : {dtypes[2]}")
        lines.append(f"%empty = tensor.empty({', '.join(sizes)}) : {types[2]}")
        lines.append(
            f"%c = linalg.fill ins(%zero : {dtypes[2]}) outs(%empty : {types[2]})"
            f" -> {types[2]}"
        )
    if start == "like":
        arguments = f', %x2: {types[2]} {{diffattn.name = "like"}}'
    casts = []
    for i in range(2):
        if dtypes[i] == dtypes[2]:
            casts.append(f"%e{i}")
        else:
            casts.append(f"%w{i}")
    body = [
        f"%w{i} = arith.extf %e{i} : {dtypes[i]} to {dtypes[2]}"
        for i in range(2)
        if dtypes[i] != dtypes[2]
    ]
    return f"""
func.func @{name}(%x0: {types[0]} {{diffattn.name = "a"}},
                  %x1: {types[1]} {{diffattn.name = "b"}}{arguments})
    -> ({types[2]} {{diffattn.name = "out"}}) {{
  {chr(10).join(lines)}
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
      ins(%x0, %x1 : {types[0]}, {types[1]}) outs(%c : {types[2]}) {{
    ^bb0(%e0: {dtypes[0]}, %e1: {dtypes[1]}, %sum: {dtypes[2]}):
      {chr(10).join(body)}
      %product = arith.mulf {casts[0]}, {casts[1]} : {dtypes[2]}
      %next = arith.addf %sum, %product : {dtypes[2]}
      linalg.yield %next : {dtypes[2]}
  }} -> {types[2]}
  return %r : {types[2]}
}}"""


MODULE = "".join(
    write_function(name, form) + write_function(f"{name}_like", form, start="like")
    for name, form in FORMS.items()
)
MODULE += "".join(
    write_function(f"{name}_add", FORMS[name], start="c") for name in ADDED
)


def load(path: pathlib.Path) -> Artifact:
    """The artifact, if this machine can run its code."""
    try:
        return Artifact(path)
    except CallFailed as error:
        if "the code is for processor" in str(error):
            pytest.skip(str(error))
        raise


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(cpu, marks=pytest.mark.xdist_group(f"contractions {cpu}"))
        for cpu in ("native", "x86-64-v4", "x86-64-v3", "generic")
    ],
)
def artifact(
    request: pytest.FixtureRequest,
    toolchain: Toolchain,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Artifact]:
    """The module, for processors with vectors of several widths."""
    path = pathlib.Path(tmp_path_factory.mktemp("contractions"), "all.so")
    toolchain.run(
        "diffattn-compile", "-", "-o", path, *flags_for(request.param), stdin=MODULE
    )
    artifact = load(path)
    yield artifact
    artifact.close()


def make(shape: tuple[int, ...], dtype: str, seed: int) -> Array:
    """Random numbers, alike in every run."""
    random = np.random.default_rng([seed, *shape])
    return random.standard_normal(shape).astype(DTYPES[dtype][1])


def make_inputs(form: tuple[str, str, str, str], sizes: dict[str, int]) -> list[Array]:
    """Both inputs of a form."""
    terms = form[0].split("->")[0].split(",")
    return [
        make(tuple(sizes[dim] for dim in term), form[1 + i], i)
        for i, term in enumerate(terms)
    ]


def assert_close(
    found: Array, form: tuple[str, str, str, str], a: Array, b: Array, c: float | Array
) -> None:
    """As the sum of products in f64, within roundings."""
    wide = [np.asarray(x, np.float64) for x in (a, b)]
    expected = np.einsum(form[0], *wide) + c
    magnitude = np.einsum(form[0], *map(np.abs, wide)) + np.abs(c)
    limit = ROUNDING[form[3]] * (magnitude + 1e-30)
    error = np.abs(np.asarray(found, np.float64) - expected)
    assert found.shape == expected.shape
    assert np.isfinite(error).all() and (error <= limit).all()


def check(artifact: Artifact, name: str, sizes: dict[str, int]) -> None:
    """One call with random inputs."""
    form = FORMS[name]
    a, b = make_inputs(form, sizes)
    found = artifact.call(name, {"a": a, "b": b})["out"]
    assert_close(found, form, a, b, 0.0)


# Around tiles of 6 and 12 rows, panels of 8, 16 and 32 columns, vectors, and
# stretches of 256.
ROWS = [0, 1, 2, 5, 8, 9, 12, 13, 25, 97]
COLS = [0, 1, 3, 8, 31, 32, 33, 64, 65, 131]
DEPTHS = [0, 1, 7, 16, 17, 64, 255, 256, 257, 530]


@pytest.mark.parametrize("rows", ROWS)
def test_sizes(artifact: Artifact, rows: int) -> None:
    """Every number of columns, and of products, with a few of the others."""
    for i, cols in enumerate(COLS):
        for depth in (DEPTHS[i], DEPTHS[(i * 7 + rows) % len(DEPTHS)]):
            check(artifact, "linear", dict(b=1, s=rows, n=cols, k=depth))
            check(artifact, "matmul", dict(m=rows, n=cols, k=depth))


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("number", range(4))
def test_forms(artifact: Artifact, name: str, number: int) -> None:
    """Small, odd and larger sizes of each form."""
    letters = sorted(set(FORMS[name][0]) - set(",->"))
    choices = [[1, 2, 3], [5, 3, 7], [17, 2, 33], [4, 70, 13]][number]
    sizes = dict(zip(letters, itertools.cycle(choices)))
    check(artifact, name, sizes)
    check(artifact, name, dict(zip(reversed(letters), itertools.cycle(choices))))


@pytest.mark.parametrize("rows", [1, 4, 7, 40])
def test_adds_to_what_is_there(artifact: Artifact, rows: int) -> None:
    """Without a fill the result starts from the operand."""
    form = FORMS["linear"]
    a, b = make_inputs(form, dict(b=2, s=rows, n=45, k=70))
    c = make((2, rows, 45), "f32", 2)
    found = artifact.call("linear_add", {"a": a, "b": b, "c": c})["out"]
    assert_close(found, form, a, b, c.astype(np.float64))


def make_without_products(
    form: tuple[str, str, str, str], empty: str, seed: int
) -> list[Array]:
    """Arrays that fit although their sizes differ: dim `empty` has size 0 in the
    first operand that has it, so that no element of any operand is looked at."""
    random = np.random.default_rng(seed)
    terms = form[0].replace("->", ",").split(",")
    first = next(i for i, term in enumerate(terms) if empty in term)
    arrays = []
    for i, term in enumerate(terms):
        choices = [0, 1, 2, 40 if len(term) < 4 else 5]
        shape = [int(size) for size in random.choice(choices, len(term))]
        if i == first:
            shape[term.index(empty)] = 0
        if i == 2:
            shape = [size or 3 for size in shape]
        arrays.append(make(tuple(shape), form[1 + i], seed))
    return arrays


@pytest.mark.parametrize("name", FORMS)
def test_results_without_products(artifact: Artifact, name: str) -> None:
    """Where there is nothing to multiply, results of all sizes are what the sums
    start from."""
    form = FORMS[name]
    dims = sorted(set(form[0].split("->")[0]) - {","})
    for empty, seed in itertools.product(dims, range(12)):
        a, b, c = make_without_products(form, empty, seed)
        found = artifact.call(f"{name}_like", {"a": a, "b": b, "like": c})["out"]
        assert found.shape == c.shape and (found == 0).all()
        if name in ADDED:
            found = artifact.call(f"{name}_add", {"a": a, "b": b, "c": c})["out"]
            assert found.shape == c.shape and (found == c).all()


def views(array: Array) -> Iterator[Array]:
    """The same numbers, or fewer different ones, at other strides."""
    yield array
    yield np.asfortranarray(array)
    spread = np.zeros([2 * size for size in array.shape], array.dtype)
    spread[tuple(slice(None, None, 2) for _ in array.shape)] = array
    yield spread[tuple(slice(None, None, 2) for _ in array.shape)]
    yield np.ascontiguousarray(array[..., ::-1])[..., ::-1]
    yield np.ascontiguousarray(array[::-1])[::-1]
    yield np.broadcast_to(array[..., :1], array.shape)
    yield np.broadcast_to(array[:1], array.shape)


@pytest.mark.parametrize("name", ["linear", "matmul", "both_bf16", "values"])
@pytest.mark.parametrize("rows", [1, 6, 29])
def test_strides(artifact: Artifact, name: str, rows: int) -> None:
    """Inputs and outputs of any strides: also negative, and 0 in inputs."""
    form = FORMS[name]
    sizes = dict(b=1, s=rows, m=rows, h=2, n=37, k=35, e=40)
    a, b = make_inputs(form, sizes)
    out = np.zeros(np.einsum(form[0], np.float32(a), np.float32(b)).shape, np.float32)
    for a_view, b_view in itertools.product(views(a), views(b)):
        found = artifact.call(name, {"a": a_view, "b": b_view})["out"]
        assert_close(found, form, a_view, b_view, 0.0)
    for out_view in itertools.islice(views(out), 5):
        out_view[...] = np.nan
        artifact.call(name, {"a": a, "b": b, "out": out_view})
        assert_close(out_view, form, a, b, 0.0)


@pytest.mark.parametrize("rows", [1, 5, 300])
def test_threads(artifact: Artifact, rows: int) -> None:
    """The number of threads does not change a bit."""
    form = FORMS["linear"]
    a, b = make_inputs(form, dict(b=1, s=rows, n=333, k=300))
    outputs = artifact.call_on_threads("linear", {"a": a, "b": b})
    results = [output["out"] for output in outputs]
    assert_close(results[0], form, a, b, 0.0)
    for other in results[1:]:
        assert (other.view(np.int32) == results[0].view(np.int32)).all()


def test_rounds_once(artifact: Artifact) -> None:
    """Results of half floats are those of f32, rounded."""
    form = FORMS["all_bf16"]
    a, b = make_inputs(form, dict(m=20, n=50, k=600))
    found = artifact.call("all_bf16", {"a": a, "b": b})["out"]
    expected = np.einsum(form[0], a.astype(np.float64), b.astype(np.float64))
    rounded = expected.astype(np.float32).astype(ml_dtypes.bfloat16)
    different = found.view(np.int16).astype(int) - rounded.view(np.int16)
    assert np.abs(different).max() <= 1
    assert (different != 0).mean() < 0.01
