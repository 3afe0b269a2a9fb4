"""What a model computes between its contractions, against NumPy in f64.

One module with a function for each form, compiled once and called with all
sizes around those of vectors, any strides, and with one to three threads.
"""

import dataclasses
from collections.abc import Callable

import ml_dtypes
import numpy as np
import pytest
from artifact import Array, Artifact
from toolchain import Toolchain

SIZES = [0, 1, 2, 7, 15, 16, 17, 31, 64, 83, 131]
MAPS = """
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#none = affine_map<(d0, d1) -> ()>
"""
NUMPY = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
    "i64": np.int64,
    "i1": np.bool_,
}
# Half a unit in the last place.
ROUNDING = {"f16": 2.0**-11, "bf16": 2.0**-8, "f32": 2.0**-24, "f64": 2.0**-53}


@dataclasses.dataclass(frozen=True)
class Form:
    """One linalg.generic on [m, n] arrays."""

    body: str
    expected: Callable[..., Array]
    """Of the inputs in f64, or as they are if they are not floats."""
    inputs: tuple[tuple[str, str], ...] = (("f32", "id"),)
    """Element type and map of each."""
    out: tuple[str, str] = ("f32", "id")
    roundings: float = 4
    """Of the result, that the tolerance allows."""
    start: str | None = None
    """What a reduction starts from."""

    def write(self, name: str) -> str:
        """The function."""
        types = [tensor(*operand) for operand in self.inputs]
        arguments = ", ".join(
            f'%in{i}: {t} {{diffattn.name = "in{i}"}}' for i, t in enumerate(types)
        )
        element, out_map = self.out
        out_type = tensor(element, out_map)
        sizes = {
            "id": "%rows, %cols",
            "row": "%rows",
            "col": "%cols",
            "swap": "%cols, %rows",
        }[out_map]
        kinds = {"row": ["parallel", "reduction"], "col": ["reduction", "parallel"]}
        kind = kinds.get(out_map, ["parallel", "parallel"])
        block = [f"%x{i}: {e}" for i, (e, _) in enumerate(self.inputs)]
        block.append(f"%acc: {element}")
        maps = ", ".join(f"#{m}" for _, m in [*self.inputs, self.out])
        lines = [
            f"func.func @{name}({arguments}) -> "
            f'({out_type} {{diffattn.name = "out"}}) {{',
            "  %c0 = arith.constant 0 : index",
            "  %c1 = arith.constant 1 : index",
            f"  %rows = tensor.dim %in0, %c0 : {types[0]}",
            f"  %cols = tensor.dim %in0, %c1 : {types[0]}",
            f"  %empty = tensor.empty({sizes}) : {out_type}",
        ]
        init = "%empty"
        if self.start is not None:
            lines += [
                f"  %start = arith.constant {self.start} : {element}",
                f"  %filled = linalg.fill ins(%start : {element}) "
                f"outs(%empty : {out_type}) "
                f"-> {out_type}",
            ]
            init = "%filled"
        lines += [
            f"  %result = linalg.generic {{indexing_maps = [{maps}], iterator_types = "
            f'["{kind[0]}", "{kind[1]}"]}} '
            f"ins({', '.join(f'%in{i}' for i in range(len(types)))} : "
            f"{', '.join(types)}) outs({init} : {out_type}) {{",
            f"  ^bb0({', '.join(block)}):",
            *("    " + line.strip() for line in self.body.split(";")),
            f"    linalg.yield %y : {element}",
            f"  }} -> {out_type}",
            f"  return %result : {out_type}",
            "}",
        ]
        return "\n".join(lines)


def tensor(element: str, map_name: str) -> str:
    """The type of an operand with that map."""
    rank = {"id": 2, "swap": 2, "row": 1, "col": 1, "none": 0}[map_name]
    return f"tensor<{'?x' * rank}{element}>"


def unary(op: str) -> str:
    """The body of a function of one f32."""
    return f"%y = math.{op} %x0 : f32"


def erf(x: Array) -> Array:
    """erf in f64."""
    import math

    return np.vectorize(math.erf, otypes=[float])(x)


def silu(x: Array) -> Array:
    """x * sigmoid(x)."""
    return x / (1 + np.exp(-x))


FORMS = {
    "copy": Form("%y = arith.addf %x0, %x0 : f32", lambda x: x + x),
    "halves": Form(
        "%y = arith.addf %x0, %x1 : bf16",
        lambda x, y: x + y,
        inputs=(("bf16", "id"), ("bf16", "col")),
        out=("bf16", "id"),
    ),
    "widen_f16": Form(
        "%w = arith.extf %x0 : f16 to f32; %y = math.exp %w : f32",
        np.exp,
        inputs=(("f16", "id"),),
    ),
    "narrow": Form(
        "%y = arith.truncf %x0 : f32 to bf16", lambda x: x, out=("bf16", "id")
    ),
    "doubles": Form(
        "%a = math.exp %x0 : f64; %y = arith.mulf %a, %x1 : f64",
        lambda x, y: np.exp(x) * y[:, None],
        inputs=(("f64", "id"), ("f64", "row")),
        out=("f64", "id"),
    ),
    "integers": Form(
        "%i = linalg.index 1 : index; %j = arith.index_cast %i : index to i64; "
        "%k = arith.muli %j, %x1 : i64; %y = arith.addi %x0, %k : i64",
        lambda x, y: x + y[:, None] * np.arange(x.shape[1]),
        inputs=(("i64", "id"), ("i64", "row")),
        out=("i64", "id"),
    ),
    "divide": Form(
        "%c = arith.constant 3 : i64; %y = arith.floordivsi %x0, %c : i64",
        lambda x: x // 3,
        inputs=(("i64", "id"),),
        out=("i64", "id"),
    ),
    "masked": Form(
        "%c = arith.constant 0xFF800000 : f32; %y = arith.select %x1, %x0, %c : f32",
        lambda x, mask: np.where(mask, x, -np.inf),
        inputs=(("f32", "id"), ("i1", "id")),
    ),
    "compare": Form(
        "%y = arith.cmpf olt, %x0, %x1 : f32",
        lambda x, y: x < y[:, None],
        inputs=(("f32", "id"), ("f32", "row")),
        out=("i1", "id"),
    ),
    "causal": Form(
        "%i = linalg.index 0 : index; %j = linalg.index 1 : index; "
        "%b = arith.cmpi sle, %j, %i : index; "
        "%c = arith.constant 0.0 : f32; %y = arith.select %b, %x0, %c : f32",
        np.tril,
    ),
    "broadcast": Form(
        "%a = arith.addf %x0, %x1 : f32; %b = arith.mulf %a, %x2 : f32; "
        "%y = arith.subf %b, %x3 : f32",
        lambda x, row, col, one: (x + row[:, None]) * col - one,
        inputs=(("f32", "id"), ("f32", "row"), ("f32", "col"), ("f32", "none")),
        roundings=40,
    ),
    "transpose": Form("%y = arith.negf %x0 : f32", lambda x: -x.T, out=("f32", "swap")),
    "silu": Form(
        "%one = arith.constant 1.0 : f32; %n = arith.negf %x0 : f32; "
        "%p = math.exp %n : f32; %q = arith.addf %p, %one : f32; "
        "%y = arith.divf %x0, %q : f32",
        silu,
        roundings=6,
    ),
    **{
        # Scalars take exp(x) - 1 for expm1.
        name: Form(unary(name), function, roundings=7 if name == "expm1" else 4)
        for name, function in {
            "exp": np.exp,
            "exp2": np.exp2,
            "expm1": np.expm1,
            "log": np.log,
            "log1p": np.log1p,
            "tanh": np.tanh,
            "erf": erf,
            "sin": np.sin,
            "cos": np.cos,
            "sqrt": np.sqrt,
            "rsqrt": lambda x: 1 / np.sqrt(x),
        }.items()
    },
    "sum_row": Form(
        "%y = arith.addf %acc, %x0 : f32",
        lambda x: x.sum(1),
        out=("f32", "row"),
        start="0.0",
        roundings=2000,
    ),
    "sum_col": Form(
        "%y = arith.addf %x0, %acc : f32",
        lambda x: x.sum(0),
        out=("f32", "col"),
        start="0.0",
        roundings=2000,
    ),
    "squares": Form(
        "%y = math.fma %x0, %x0, %acc : f32",
        lambda x: (x * x).sum(1),
        out=("f32", "row"),
        start="0.0",
        roundings=200,
    ),
    "max_row": Form(
        "%y = arith.maximumf %acc, %x0 : f32",
        lambda x: x.max(1, initial=-np.inf),
        out=("f32", "row"),
        start="0xFF800000",
    ),
    "maxnum_row": Form(
        "%y = arith.maxnumf %acc, %x0 : f32",
        lambda x: np.fmax.reduce(x, 1, initial=-np.inf),
        out=("f32", "row"),
        start="0xFF800000",
    ),
    "min_col": Form(
        "%y = arith.minimumf %acc, %x0 : f32",
        lambda x: x.min(0, initial=np.inf),
        out=("f32", "col"),
        start="0x7F800000",
    ),
    "max_int": Form(
        "%y = arith.maxsi %acc, %x0 : i64",
        lambda x: x.max(1, initial=-100),
        inputs=(("i64", "id"),),
        out=("i64", "row"),
        start="-100",
    ),
    "any": Form(
        "%y = arith.ori %acc, %x0 : i1",
        lambda x: x.any(1),
        inputs=(("i1", "id"),),
        out=("i1", "row"),
        start="0",
    ),
    "last": Form(
        # No sum: the order counts.
        "%c = arith.constant 0.5 : f32; %a = arith.mulf %acc, %c : f32; "
        "%y = arith.addf %a, %x0 : f32",
        lambda x: (x * 0.5 ** np.arange(x.shape[1])[::-1]).sum(1),
        out=("f32", "row"),
        start="0.0",
        roundings=200,
    ),
}

WHOLE = """
func.func @rms_norm(%x: tensor<?x?xf32> {diffattn.name = "x"},
                    %w: tensor<?xf32> {diffattn.name = "w"})
    -> (tensor<?x?xf32> {diffattn.name = "out"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %ni = arith.index_cast %n : index to i64
  %nf = arith.sitofp %ni : i64 to f32
  %e0 = tensor.empty(%m) : tensor<?xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row],
                         iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%f0 : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %two = arith.constant 2.0 : f32
    %s = math.powf %a, %two : f32
    %r = arith.addf %acc, %s : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %factor = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                             affine_map<(d0) -> (d0)>],
                            iterator_types = ["parallel"]}
      ins(%sum : tensor<?xf32>) outs(%e0 : tensor<?xf32>) {
  ^bb0(%s: f32, %o: f32):
    %mean = arith.divf %s, %nf : f32
    %p = arith.addf %mean, %eps : f32
    %r = math.rsqrt %p : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %e1 = tensor.empty(%m, %n) : tensor<?x?xf32>
  %out = linalg.generic {indexing_maps = [#id, #row, #col, #id],
                         iterator_types = ["parallel", "parallel"]}
      ins(%x, %factor, %w : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>)
      outs(%e1 : tensor<?x?xf32>) {
  ^bb0(%a: f32, %s: f32, %g: f32, %o: f32):
    %t = arith.mulf %a, %s : f32
    %u = arith.mulf %t, %g : f32
    linalg.yield %u : f32
  } -> tensor<?x?xf32>
  return %out : tensor<?x?xf32>
}
func.func @softmax(%x: tensor<?x?xf32> {diffattn.name = "x"})
    -> (tensor<?x?xf32> {diffattn.name = "out"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %out = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>)
      outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %out : tensor<?x?xf32>
}
func.func @embed(%ids: tensor<?xi64> {diffattn.name = "ids"},
                 %w: tensor<50x33xf32> {diffattn.name = "w"})
    -> (tensor<?x33xf32> {diffattn.name = "out"}) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %ids, %c0 : tensor<?xi64>
  %e = tensor.empty(%m) : tensor<?x33xf32>
  %out = linalg.generic {indexing_maps = [#row, #id],
                         iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<?xi64>) outs(%e : tensor<?x33xf32>) {
  ^bb0(%id: i64, %o: f32):
    %i = arith.index_cast %id : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %w[%i, %j] : tensor<50x33xf32>
    linalg.yield %v : f32
  } -> tensor<?x33xf32>
  return %out : tensor<?x33xf32>
}
func.func @rotate(%x: tensor<?x64xf32> {diffattn.name = "x"})
    -> (tensor<?x64xf32> {diffattn.name = "out"}) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x64xf32>
  %a = tensor.extract_slice %x[0, 0] [%m, 32] [1, 1]
      : tensor<?x64xf32> to tensor<?x32xf32>
  %b = tensor.extract_slice %x[0, 32] [%m, 32] [1, 1]
      : tensor<?x64xf32> to tensor<?x32xf32>
  %n = arith.negf %b : tensor<?x32xf32>
  %c = tensor.concat dim(1) %n, %a
      : (tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x64xf32>
  %out = arith.addf %x, %c : tensor<?x64xf32>
  return %out : tensor<?x64xf32>
}
"""


@pytest.fixture(scope="module")
def artifact(tmp_path_factory: pytest.TempPathFactory) -> Artifact:
    """All functions, compiled."""
    text = MAPS + "\n".join(form.write(name) for name, form in FORMS.items()) + WHOLE
    path = tmp_path_factory.mktemp("elementwise") / "all.so"
    return Artifact(Toolchain().compile(text, path))


def make(element: str, shape: tuple[int, ...], seed: int) -> Array:
    """Inputs of moderate size."""
    random = np.random.default_rng(seed)
    if element == "i64":
        return random.integers(-50, 50, shape)
    if element == "i1":
        return random.random(shape) < 0.5
    return (3 * random.standard_normal(shape)).astype(NUMPY[element])


def make_inputs(form: Form, m: int, n: int) -> dict[str, Array]:
    """Arrays for all inputs of a form."""
    shapes = {"id": (m, n), "row": (m,), "col": (n,), "none": ()}
    return {
        f"in{i}": np.asarray(make(element, shapes[map_name], i))
        for i, (element, map_name) in enumerate(form.inputs)
    }


def expected(form: Form, inputs: dict[str, Array]) -> Array:
    """The result in f64, or exactly if it is no float."""
    exact = [
        a if a.dtype in (np.int64, np.bool_) else a.astype(np.float64)
        for a in inputs.values()
    ]
    with np.errstate(all="ignore"):
        return np.asarray(form.expected(*exact))


def check(form: Form, inputs: dict[str, Array], out: Array) -> None:
    """Compares with NumPy, NaN for NaN."""
    want = expected(form, inputs)
    if form.out[0] not in ROUNDING:
        np.testing.assert_array_equal(out, want)
        return
    rounding = ROUNDING[form.out[0]] * form.roundings
    with np.errstate(all="ignore"):
        sizes = [np.abs(a[np.isfinite(a)]).max(initial=1) for a in inputs.values()]
    np.testing.assert_allclose(
        out.astype(np.float64),
        want,
        rtol=rounding,
        atol=rounding * float(max(sizes)) if form.roundings > 6 else 1e-35,
    )


@pytest.mark.parametrize("name", FORMS)
def test_sizes(artifact: Artifact, name: str) -> None:
    """All sizes of the inner dim, which vectors run along."""
    for n in SIZES:
        for m in (0, 1, 3):
            inputs = make_inputs(FORMS[name], m, n)
            out = artifact.call(name, inputs)["out"]
            check(FORMS[name], inputs, out)


@pytest.mark.parametrize("name", FORMS)
def test_strides(artifact: Artifact, name: str) -> None:
    """Transposed, reversed, spread and repeated inputs and spread outputs."""
    form = FORMS[name]
    plain = make_inputs(form, 19, 35)
    ways: list[Callable[[Array], Array]] = [
        lambda a: np.asfortranarray(a) if a.ndim else a,
        lambda a: a[..., ::-1] if a.ndim else a,
        lambda a: np.repeat(a, 3, -1)[..., ::3] if a.ndim else a,
        lambda a: np.broadcast_to(a[..., :1], a.shape) if a.ndim else a,
    ]
    for way in ways:
        inputs = {key: way(array) for key, array in plain.items()}
        out = artifact.call(name, inputs)["out"]
        check(form, inputs, out)
        spread = np.zeros((*out.shape, 2), out.dtype)[..., 0]
        again = artifact.call(name, {**inputs, "out": spread})["out"]
        check(form, inputs, again)


@pytest.mark.parametrize("name", FORMS)
def test_threads(artifact: Artifact, name: str) -> None:
    """The same bits from any number of threads."""
    inputs = make_inputs(FORMS[name], 517, 331)
    results = [each["out"] for each in artifact.call_on_threads(name, inputs)]
    check(FORMS[name], inputs, results[0])
    for other in results[1:]:
        assert results[0].tobytes() == other.tobytes()


SPECIAL = np.array(
    [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 1e-38, 88.7, 88.8, 89.5]
    + [-87.4, -103.9, -104.1, 127.9, 128.1, -149.5, -150.1, 3e38, -3e38, 1, -1],
    np.float32,
)
FUNCTIONS = [n for n, form in FORMS.items() if form.body.startswith("%y = math.")]
FUNCTIONS.remove("squares")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(artifact: Artifact, name: str) -> None:
    """All exponents of f32, and what is special: within 2 ulp."""
    # Every 65537th number.
    bits = np.arange(0, 2**32, 65537, dtype=np.uint64).astype(np.uint32)
    for x in (bits.view(np.float32)[None], np.resize(SPECIAL, (1, 35))):
        out = artifact.call(name, {"in0": x})["out"]
        with np.errstate(all="ignore"):
            want = FORMS[name].expected(x.astype(np.float64))
            rounded = want.astype(np.float32)
        finite = np.isfinite(rounded)
        np.testing.assert_array_equal(out[~finite], rounded[~finite])
        zero = rounded == 0
        np.testing.assert_array_equal(np.signbit(out[zero]), np.signbit(rounded[zero]))
        ulp = np.spacing(np.abs(rounded[finite]))
        error = np.abs(out[finite].astype(np.float64) - want[finite]) / ulp
        assert error.max() <= 2, (x[finite][error.argmax()], error.max())


@pytest.mark.parametrize("name", ["max_row", "maxnum_row", "min_col", "sum_row"])
def test_special_values(artifact: Artifact, name: str) -> None:
    """NaN and infinities reach results wherever they stand."""
    for value in (np.nan, np.inf, -np.inf):
        for position in (0, 15, 16, 63, 64, 70):
            x = make("f32", (71, 71), 1)
            x[3, position] = value
            x[position, 5] = value
            if name == "maxnum_row":
                x[9] = np.nan
            inputs = {"in0": x}
            check(FORMS[name], inputs, artifact.call(name, inputs)["out"])


@pytest.mark.parametrize("n", SIZES)
def test_rms_norm(artifact: Artifact, n: int) -> None:
    """A reduction and what uses it, row by row."""
    for m in (0, 1, 5, 301):
        x, w = make("f32", (m, n), 1), make("f32", (n,), 2)
        out = artifact.call("rms_norm", {"x": x, "w": w})["out"]
        square = (x.astype(np.float64) ** 2).sum(1, keepdims=True)
        want = x / np.sqrt(square / max(n, 1) + 1e-5) * w
        np.testing.assert_allclose(out, want, rtol=2.0**-18, atol=1e-30)


@pytest.mark.parametrize("n", SIZES)
def test_softmax(artifact: Artifact, n: int) -> None:
    """Four operations in one loop over rows; also of transposed arrays."""
    for m in (0, 1, 5, 301):
        x = make("f32", (m, n), 1)
        x[:, : n // 3] = -np.inf
        power = np.exp(x.astype(np.float64) - x.max(1, initial=-1e9, keepdims=True))
        want = power / power.sum(1, keepdims=True)
        for way in (x, np.asfortranarray(x)):
            out = artifact.call("softmax", {"x": way})["out"]
            np.testing.assert_allclose(out, want, rtol=2.0**-18)


def test_embedding(artifact: Artifact) -> None:
    """Rows are gathered as vectors; a wrong index is an error."""
    w = make("f32", (50, 33), 1)
    for m in (0, 1, 7, 3001):
        ids = np.random.default_rng(2).integers(0, 50, m)
        out = artifact.call("embed", {"ids": ids, "w": w})["out"]
        np.testing.assert_array_equal(out, w[ids])
        turned = artifact.call("embed", {"ids": ids, "w": np.asfortranarray(w)})
        np.testing.assert_array_equal(turned["out"], w[ids])
        for wrong in (-1, 50):
            if m == 0:
                continue
            ids[m // 2] = wrong
            with pytest.raises(Exception, match="tensor.extract"):
                artifact.call("embed", {"ids": ids, "w": w})


def test_rotation(artifact: Artifact) -> None:
    """Slices of a row, concatenated."""
    x = make("f32", (301, 64), 1)
    out = artifact.call("rotate", {"x": x})["out"]
    want = x + np.concatenate([-x[:, 32:], x[:, :32]], 1)
    np.testing.assert_array_equal(out, want)
