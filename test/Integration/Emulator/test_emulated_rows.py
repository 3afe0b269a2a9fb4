"""Reductions of rows, which warps and workgroups share, in the emulator."""

import math

import ml_dtypes
import numpy as np
import pytest
from device_artifact import DeviceArtifact
from emulated import Emulated

DTYPES = {
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
}
# Half a unit in the last place of 1.
EPSILON = {"f16": 2.0**-11, "bf16": 2.0**-8, "f32": 2.0**-24, "f64": 2.0**-53}
# A warp has a row, or, of those known to be long, a workgroup.
LENGTHS = [0, 1, 31, 32, 33, 1000]
LONG = [1024, 1025, 4099]
FLOATS = ["f16", "bf16", "f32", "f64"]
INTEGERS = ["i32", "i64"]
OPS = {
    "sum": {"f": "arith.addf", "i": "arith.addi"},
    "largest": {"f": "arith.maximumf", "i": "arith.maxsi"},
    "smallest": {"f": "arith.minimumf", "i": "arith.minsi"},
}

pytestmark = pytest.mark.xdist_group("emulated rows")


def reduction(name: str, length: str, element: str, op: str) -> str:
    """y = x0 combined with the rows of x."""
    x, y = f"tensor<?x{length}x{element}>", f"tensor<?x{element}>"
    return f"""\
func.func @{name}(%x: {x} {{diffattn.name = "x"}}, %x0: {y} {{diffattn.name = "x0"}})
    -> ({y} {{diffattn.name = "y"}}) {{
  %y = linalg.reduce {{ {op} }} ins(%x : {x}) outs(%x0 : {y}) dimensions = [1]
  return %y : {y}
}}
"""


def squares(element: str) -> str:
    """y = the sums of the squares of the rows of x, and z = their largest numbers."""
    x, y = f"tensor<?x?x{element}>", f"tensor<?x{element}>"
    return f"""\
func.func @squares_{element}(%x: {x} {{diffattn.name = "x"}},
                             %x0: {y} {{diffattn.name = "x0"}})
    -> ({y} {{diffattn.name = "y"}}, {y} {{diffattn.name = "z"}}) {{
  %r:2 = linalg.generic {{
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                       affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}}
      ins(%x : {x}) outs(%x0, %x0 : {y}, {y}) {{
  ^bb0(%e: {element}, %s: {element}, %m: {element}):
    %0 = arith.mulf %e, %e : {element}
    %1 = arith.addf %s, %0 : {element}
    %2 = arith.maximumf %m, %e : {element}
    linalg.yield %1, %2 : {element}, {element}
  }} -> ({y}, {y})
  return %r#0, %r#1 : {y}, {y}
}}
"""


def all_reductions() -> str:
    """Of unknown lengths, and of long rows."""
    text = "".join(map(squares, FLOATS))
    for element in FLOATS + INTEGERS:
        for name, ops in OPS.items():
            op = ops["i" if element in INTEGERS else "f"]
            text += reduction(f"{name}_{element}", "?", element, op)
            for length in LONG:
                name_of_long = f"{name}_{length}_{element}"
                text += reduction(name_of_long, str(length), element, op)
    return text


@pytest.fixture(scope="module", params=["", ":schedule=random,seed=3"])
def reductions(request: pytest.FixtureRequest, emulated: Emulated) -> DeviceArtifact:
    """All of them, under two schedules."""
    path = emulated.compile("reductions", all_reductions())
    return DeviceArtifact(path, f"sim{request.param}")


def make_rows(rows: int, length: int, element: str) -> dict[str, np.ndarray]:
    """Values to reduce, and to start with."""
    random = np.random.default_rng(length)
    kind = DTYPES[element]
    if element in INTEGERS:
        values = random.integers(-1000, 1000, (rows, length + 1))
    else:
        values = random.standard_normal((rows, length + 1))
    values = values.astype(kind)
    return {"x": np.ascontiguousarray(values[:, 1:]), "x0": values[:, 0].copy()}


def check_sum(found: np.ndarray, terms: np.ndarray, element: str) -> None:
    """A sum in f32, or f64, of any order, rounded once."""
    expected = terms.sum(axis=1)
    if element in INTEGERS:
        np.testing.assert_array_equal(found, expected.astype(found.dtype))
        return
    wide = EPSILON["f64" if element == "f64" else "f32"]
    bound = 2 * terms.shape[1] * wide * abs(terms).sum(axis=1)
    bound += EPSILON[element] * abs(expected)
    assert (abs(found.astype(np.longdouble) - expected) <= bound).all()


def check(name: str, found: np.ndarray, arrays: dict, element: str) -> None:
    """The results of one function."""
    wide = np.longdouble if element in FLOATS else np.int64
    terms = np.column_stack([arrays["x0"], arrays["x"]]).astype(wide)
    if name == "sum":
        check_sum(found, terms, element)
        return
    expected = terms.max(axis=1) if name == "largest" else terms.min(axis=1)
    np.testing.assert_array_equal(found.astype(wide), expected)


@pytest.mark.parametrize("element", FLOATS + INTEGERS)
@pytest.mark.parametrize("name", OPS)
def test_rows(name: str, element: str, reductions: DeviceArtifact) -> None:
    for length in LENGTHS:
        # Fewer rows than a workgroup has warps, and more.
        for rows in (0, 1, 9):
            arrays = make_rows(rows, length, element)
            found = reductions.call(f"{name}_{element}", arrays)["y"]
            check(name, found, arrays, element)


@pytest.mark.parametrize("length", LONG)
@pytest.mark.parametrize("element", FLOATS + INTEGERS)
@pytest.mark.parametrize("name", OPS)
def test_long_rows(
    name: str, element: str, length: int, reductions: DeviceArtifact
) -> None:
    arrays = make_rows(3, length, element)
    found = reductions.call(f"{name}_{length}_{element}", arrays)["y"]
    check(name, found, arrays, element)


@pytest.mark.parametrize("element", FLOATS)
def test_two_results(element: str, reductions: DeviceArtifact) -> None:
    """Products of half floats are those of f32, too."""
    for length in LENGTHS:
        arrays = make_rows(5, length, element)
        found = reductions.call(f"squares_{element}", arrays)
        wide = {key: array.astype(np.longdouble) for key, array in arrays.items()}
        check_sum(found["y"], np.column_stack([wide["x0"], wide["x"] ** 2]), element)
        check("largest", found["z"], arrays, element)


def test_what_is_no_number(reductions: DeviceArtifact) -> None:
    """NaN is the largest, and infinities count."""
    x = np.array([[1, math.nan], [math.inf, -math.inf], [-math.inf, 2]], np.float32)
    x0 = np.zeros(3, np.float32)
    found = reductions.call("largest_f32", {"x": x, "x0": x0})["y"]
    np.testing.assert_array_equal(found, np.float32([math.nan, math.inf, 2]))
    found = reductions.call("sum_f32", {"x": x, "x0": x0})["y"]
    np.testing.assert_array_equal(found, np.float32([math.nan, math.nan, -math.inf]))
