"""What else programs are made of, as kernels in the emulator."""

import math

import ml_dtypes
import numpy as np
import pytest
from artifact import CallFailed
from device_artifact import DeviceArtifact
from emulated import Emulated

TYPES = {"f32": np.float32, "f64": np.float64}
# Units in the last place. Those of f32 come from f64, or are exponentials.
ULPS = {"f32": 1.5, "f64": 3.5}

# Operation, NumPy's function, and where to try it.
FUNCTIONS = {
    "acos": (np.arccos, -1, 1),
    "acosh": (np.arccosh, 1, 1e30),
    "asin": (np.arcsin, -1, 1),
    "asinh": (np.arcsinh, -1e30, 1e30),
    "atan": (np.arctan, -1e30, 1e30),
    "atanh": (np.arctanh, -1, 1),
    "cbrt": (np.cbrt, -1e30, 1e30),
    "cos": (np.cos, -1e30, 1e30),
    "cosh": (np.cosh, -80, 80),
    "erf": (np.vectorize(math.erf), -6, 6),
    "erfc": (np.vectorize(math.erfc), -6, 9),
    "exp": (np.exp, -87, 88),
    "exp2": (np.exp2, -126, 127),
    "expm1": (np.expm1, -80, 88),
    "log": (np.log, 1e-38, 1e30),
    "log10": (np.log10, 1e-38, 1e30),
    "log1p": (np.log1p, -1, 1e30),
    "log2": (np.log2, 1e-38, 1e30),
    "sin": (np.sin, -1e30, 1e30),
    "sinh": (np.sinh, -80, 80),
    "sqrt": (np.sqrt, 0, 1e30),
    "tan": (np.tan, -1e30, 1e30),
    "tanh": (np.tanh, -20, 20),
    "floor": (np.floor, -1e6, 1e6),
    "roundeven": (np.rint, -1e6, 1e6),
}
SPECIAL = (0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan)


def elementwise(name: str, element: str, op: str, inputs: int = 1) -> str:
    """A function that does `op` on each element."""
    type = f"tensor<?x{element}>"
    arguments = ", ".join(
        f'%x{i}: {type} {{diffattn.name = "x{i}"}}' for i in range(inputs)
    )
    operands = ", ".join(f"%x{i}" for i in range(inputs))
    return (
        f'func.func @{name}({arguments}) -> ({type} {{diffattn.name = "y"}}) {{\n'
        f"  %y = {op} {operands} : {type}\n  return %y : {type}\n}}\n"
    )


@pytest.fixture
def functions(emulated: Emulated) -> DeviceArtifact:
    """All elementary functions."""
    text = "".join(
        elementwise(f"{op}_{element}", element, f"math.{op}")
        for op in FUNCTIONS
        for element in TYPES
    )
    for element in TYPES:
        for name, op in (
            ("powf", "math.powf"),
            ("atan2", "math.atan2"),
            ("remf", "arith.remf"),
        ):
            text += elementwise(f"{name}_{element}", element, op, inputs=2)
    return emulated.load("functions", text)


def values_between(low: float, high: float, kind: type) -> np.ndarray:
    """Numbers of all magnitudes, and near the ends."""
    random = np.random.default_rng(7)
    spread = np.exp(random.uniform(-12, math.log(max(abs(low), abs(high))), 300))
    values = np.concatenate([spread, -spread, random.uniform(low, high, 300)])
    near = np.concatenate([[low, high], low + spread[:50] * 1e-6])
    values = np.concatenate([values, near]).astype(kind)
    return values[(values >= kind(low)) & (values <= kind(high))]


def ulps_off(found: np.ndarray, expected: np.ndarray) -> float:
    """The largest distance, in units in the last place of `found`'s type."""
    assert (np.isnan(found) == np.isnan(expected)).all()
    rounded = expected.astype(found.dtype)
    finite = np.isfinite(rounded)
    np.testing.assert_array_equal(found[~finite], rounded[~finite])
    units = np.spacing(np.abs(rounded[finite])).astype(np.longdouble)
    distance = np.abs(found[finite].astype(np.longdouble) - expected[finite])
    return float((distance / units).max(initial=0))


@pytest.mark.xdist_group("emulated ops")
@pytest.mark.parametrize("element", TYPES)
@pytest.mark.parametrize("op", FUNCTIONS)
def test_function(op: str, element: str, functions: DeviceArtifact) -> None:
    function, low, high = FUNCTIONS[op]
    x = values_between(low, high, TYPES[element])
    found = functions.call(f"{op}_{element}", {"x0": x})["y"]
    wide = x.astype(np.float64 if op.startswith("erf") else np.longdouble)
    with np.errstate(all="ignore"):
        expected = np.asarray(function(wide), np.longdouble)
    assert ulps_off(found, expected) <= ULPS[element]


@pytest.mark.xdist_group("emulated ops")
@pytest.mark.parametrize("op", FUNCTIONS)
def test_special_values(op: str, functions: DeviceArtifact) -> None:
    """Infinities, NaN and signs of zeros."""
    x = np.array(SPECIAL)
    found = functions.call(f"{op}_f64", {"x0": x})["y"]
    with np.errstate(all="ignore"):
        expected = np.asarray(FUNCTIONS[op][0](x), np.float64)
    np.testing.assert_allclose(found, expected, rtol=1e-15)
    zero = expected == 0
    np.testing.assert_array_equal(np.signbit(found[zero]), np.signbit(expected[zero]))


@pytest.mark.xdist_group("emulated ops")
@pytest.mark.parametrize("element", TYPES)
def test_functions_of_two(element: str, functions: DeviceArtifact) -> None:
    kind = TYPES[element]
    random = np.random.default_rng(3)
    x = np.exp(random.uniform(-8, 8, 500)).astype(kind)
    y = random.uniform(-4, 4, 500).astype(kind)
    for name, function in (("powf", np.power), ("atan2", np.arctan2)):
        found = functions.call(f"{name}_{element}", {"x0": x, "x1": y})["y"]
        expected = function(x.astype(np.longdouble), y.astype(np.longdouble))
        assert ulps_off(found, expected) <= ULPS[element], name
    found = functions.call(f"remf_{element}", {"x0": x, "x1": y})["y"]
    np.testing.assert_array_equal(found, np.fmod(x, y))
    special = np.array(np.meshgrid(SPECIAL, SPECIAL), kind).reshape(2, -1)
    for name, function in (("powf", np.power), ("atan2", np.arctan2)):
        given = {"x0": special[0], "x1": special[1]}
        with np.errstate(all="ignore"):
            expected = function(special[0], special[1])
        found = functions.call(f"{name}_{element}", given)["y"]
        np.testing.assert_allclose(found, expected, rtol=1e-6, err_msg=name)


PROGRAMS = """
func.func @gather(%table: tensor<?x8xf16> {diffattn.name = "table"},
                  %rows: tensor<?xi64> {diffattn.name = "rows"})
    -> (tensor<?x8xf16> {diffattn.name = "y"}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %rows, %c0 : tensor<?xi64>
  %empty = tensor.empty(%n) : tensor<?x8xf16>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<?xi64>) outs(%empty : tensor<?x8xf16>) {
  ^bb0(%row: i64, %out: f16):
    %i = arith.index_cast %row : i64 to index
    %j = linalg.index 1 : index
    %x = tensor.extract %table[%i, %j] : tensor<?x8xf16>
    linalg.yield %x : f16
  } -> tensor<?x8xf16>
  return %y : tensor<?x8xf16>
}

// A constant, numbers of several types, and elements that the host reads and
// branches on.
func.func @host(%x: tensor<4xf32> {diffattn.name = "x"},
                %scale: f16 {diffattn.name = "scale"},
                %add: i1 {diffattn.name = "add"},
                %n: index {diffattn.name = "n"})
    -> (tensor<4xf32> {diffattn.name = "y"}, i64 {diffattn.name = "count"}) {
  %table = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = tensor.extract %x[%c0] : tensor<4xf32>
  %zero = arith.constant 0.0 : f32
  %positive = arith.cmpf ogt, %first, %zero : f32
  %wide = arith.extf %scale : f16 to f32
  %factor = scf.if %positive -> f32 {
    scf.yield %wide : f32
  } else {
    %negative = arith.negf %wide : f32
    scf.yield %negative : f32
  }
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%so_far = %x) -> tensor<4xf32> {
    %scaled = tensor.splat %factor : tensor<4xf32>
    %0 = arith.mulf %so_far, %scaled : tensor<4xf32>
    %1 = arith.addf %0, %table : tensor<4xf32>
    %2 = arith.select %add, %1, %0 : tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  %zero_i64 = arith.constant 0 : i64
  %one_i64 = arith.constant 1 : i64
  %c4 = arith.constant 4 : index
  %count = scf.for %i = %c0 to %c4 step %c1 iter_args(%so_far = %zero_i64) -> i64 {
    %e = tensor.extract %y[%i] : tensor<4xf32>
    %is = arith.cmpf ogt, %e, %zero : f32
    %next = arith.addi %so_far, %one_i64 : i64
    %0 = arith.select %is, %next, %so_far : i64
    scf.yield %0 : i64
  }
  return %y, %count : tensor<4xf32>, i64
}

func.func @column_sums(%x: tensor<?x?xbf16> {diffattn.name = "x"})
    -> (tensor<?xbf16> {diffattn.name = "y"}) {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<?x?xbf16>
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty(%n) : tensor<?xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<?xbf16>) -> tensor<?xbf16>
  %y = linalg.reduce ins(%x : tensor<?x?xbf16>) outs(%init : tensor<?xbf16>)
    dimensions = [0] (%a: bf16, %sum: bf16) {
      %0 = arith.addf %a, %sum : bf16
      linalg.yield %0 : bf16
    }
  return %y : tensor<?xbf16>
}

func.func @integers(%x: tensor<?xi8> {diffattn.name = "x"},
                    %y: tensor<?xi8> {diffattn.name = "y"})
    -> (tensor<?xi8> {diffattn.name = "quotient"},
        tensor<?xi8> {diffattn.name = "power"},
        tensor<?xi1> {diffattn.name = "less"}) {
  %quotient = arith.floordivsi %x, %y : tensor<?xi8>
  %power = math.ipowi %x, %y : tensor<?xi8>
  %less = arith.cmpi slt, %x, %y : tensor<?xi8>
  return %quotient, %power, %less : tensor<?xi8>, tensor<?xi8>, tensor<?xi1>
}
"""


@pytest.fixture
def programs(emulated: Emulated) -> DeviceArtifact:
    """All programs."""
    return emulated.load("programs", PROGRAMS)


@pytest.mark.xdist_group("emulated ops")
@pytest.mark.parametrize("rows", [0, 1, 31, 32, 100])
def test_gather(rows: int, programs: DeviceArtifact) -> None:
    random = np.random.default_rng(1)
    table = random.standard_normal((10, 8)).astype(np.float16)
    chosen = random.integers(0, 10, rows)
    found = programs.call("gather", {"table": table, "rows": chosen})["y"]
    np.testing.assert_array_equal(found, table[chosen])


@pytest.mark.xdist_group("emulated ops")
def test_gather_checks_indices(programs: DeviceArtifact) -> None:
    """A thread reports the index that is out of range; the next call is fine."""
    table = np.ones((10, 8), np.float16)
    with pytest.raises(CallFailed, match="'tensor.extract'.*out-of-bounds access"):
        programs.call("gather", {"table": table, "rows": np.array([3, 10])})
    found = programs.call("gather", {"table": table, "rows": np.array([3, 9])})["y"]
    np.testing.assert_array_equal(found, np.ones((2, 8)))


@pytest.mark.xdist_group("emulated ops")
@pytest.mark.parametrize("add", [True, False])
@pytest.mark.parametrize("sign", [1, -1])
def test_host_code(add: bool, sign: int, programs: DeviceArtifact) -> None:
    x = np.array([1, 2, -3, 4], np.float32) * sign
    given = {
        "x": x,
        "scale": np.array(0.5, np.float16),
        "add": np.array(add),
        "n": np.array(3, np.int64),
    }
    found = programs.call("host", given)
    expected = x
    for _ in range(3):
        expected = expected * (0.5 * sign) + (np.arange(1, 5) if add else 0)
    np.testing.assert_allclose(found["y"], expected, rtol=1e-6)
    assert found["count"] == (expected > 0).sum()


@pytest.mark.xdist_group("emulated ops")
@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (5, 300), (1, 1)])
def test_column_sums(shape: tuple[int, int], programs: DeviceArtifact) -> None:
    x = np.random.default_rng(2).integers(-8, 8, shape).astype(ml_dtypes.bfloat16)
    found = programs.call("column_sums", {"x": x})["y"]
    np.testing.assert_array_equal(found, x.astype(np.float32).sum(0))


@pytest.mark.xdist_group("emulated ops")
def test_integers(programs: DeviceArtifact) -> None:
    x, y = np.array(np.meshgrid(range(-3, 4), (1, 2, 3, 5)), np.int8).reshape(2, -1)
    found = programs.call("integers", {"x": x, "y": y})
    np.testing.assert_array_equal(found["quotient"], x // y)
    np.testing.assert_array_equal(found["power"], x**y)
    np.testing.assert_array_equal(found["less"], x < y)
    with pytest.raises(CallFailed, match="divides by zero"):
        programs.call("integers", {"x": x, "y": y * 0})
