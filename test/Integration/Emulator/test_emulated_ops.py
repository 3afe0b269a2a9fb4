"""What else programs are made of, as kernels in the emulator."""

import math

import ml_dtypes
import numpy as np
import pytest
from artifact import CallFailed
from device_artifact import DeviceArtifact
from emulated import Emulated
from emulated_programs import PROGRAMS, elementary_functions, elementwise

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


@pytest.fixture
def functions(emulated: Emulated) -> DeviceArtifact:
    """All elementary functions."""
    return emulated.load("functions", elementary_functions())


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


@pytest.mark.xdist_group("emulated ops")
def test_no_kernels(emulated: Emulated) -> None:
    """A function that has nothing to compute launches nothing."""
    text = elementwise("negate", "f32", "arith.negf").replace("?", "0")
    found = emulated.load("nothing", text).call("negate", {"x0": np.zeros(0, "f4")})
    assert found["y"].size == 0


@pytest.mark.xdist_group("emulated ops")
@pytest.mark.parametrize("kind", [np.float16, ml_dtypes.bfloat16])
def test_half_sums_round_once(kind: type, emulated: Emulated) -> None:
    """A product of matrices of half floats is that of f32, rounded."""
    element = "f16" if kind is np.float16 else "bf16"
    type_ = f"tensor<?x?x{element}>"
    text = f"""
func.func @matmul(%a: {type_} {{diffattn.name = "a"}}, %b: {type_} {{diffattn.name = "b"}},
                  %c: {type_} {{diffattn.name = "c"}}) -> ({type_} {{diffattn.name = "y"}}) {{
  %y = linalg.matmul ins(%a, %b : {type_}, {type_}) outs(%c : {type_}) -> {type_}
  return %y : {type_}
}}
"""  # noqa: E501
    random = np.random.default_rng(4)
    a = random.uniform(0, 1, (3, 400)).astype(kind)
    b = random.uniform(0, 1, (400, 5)).astype(kind)
    c = np.zeros((3, 5), kind)
    found = emulated.load(f"matmul_{element}", text).call(
        "matmul", {"a": a, "b": b, "c": c}
    )["y"]
    expected = a.astype(np.float64) @ b.astype(np.float64)
    rounding = 2.0**-11 if kind is np.float16 else 2.0**-8
    np.testing.assert_allclose(found.astype(np.float64), expected, rtol=rounding * 1.01)
