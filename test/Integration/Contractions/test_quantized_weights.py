"""Products with weights that are quantised, against NumPy in f64 with weights that
are quantised the same way."""

import pathlib
from collections.abc import Iterator

import numpy as np
import pytest
from artifact import Array, Artifact
from quantized import BITS, GROUP, quantize
from safetensors.numpy import save_file
from test_contractions import ROUNDING, load, make
from test_weights import (
    FORMS,
    TYPES,
    OpenWeights,
    Weight,
    make_rows,
    write_function,
    write_global,
)
from toolchain import Toolchain, flags_for

# Around panels of 32 columns, groups of 64 depths, and stretches of 256 or 512.
SIZES = [
    (1, 2 * 8192 + 1),
    (31, 2047),
    (32, 1024),
    (33, 1025),
    (601, 1),
    (613, 63),
    (613, 64),
    (613, 65),
    (131, 530),
]
ROWS = (64, 0, 1, 2, 3, 7, 8, 9, 12, 13, 25)


def make_weights() -> list[Weight]:
    """Every size with pairs of bf16 and with f32, and other types and forms."""
    weights = [
        Weight(f"nk_{types}_{n}_{k}", "mk,nk->mn", dict(n=n, k=k), TYPES[types])
        for types in ("bf16", "f32_bf16")
        for n, k in SIZES
    ]
    weights += [
        Weight(f"nk_{types}", "mk,nk->mn", dict(n=131, k=530), TYPES[types])
        for types in ("bf16_f32_f32",)
    ]
    weights += [
        Weight(f"{form}_{types}", FORMS[form][0], dict(n=130, k=517), TYPES[types])
        for form, types in (("kn", "f32"), ("kn", "bf16"), ("turned", "f32"))
    ]
    heads = dict(h=5, n=21, g=3, d=187)
    weights.append(Weight("heads_bf16", "mgd,hngd->mhn", heads, TYPES["bf16"]))
    return weights


WEIGHTS = {weight.name: weight for weight in make_weights()}
# Of other values, in f32.
SPECIAL = Weight("special", "mk,nk->mn", dict(n=128, k=256), TYPES["f32"])
ADDS = WEIGHTS["kn_f32"]
MODULE = "".join(
    write_global(weight) + write_function(weight, start=False)
    for weight in [*WEIGHTS.values(), SPECIAL]
) + write_function(ADDS, start=True)


def is_quantized(weight: Weight) -> bool:
    """Weights that are turned are rows."""
    return not weight.name.startswith("turned")


def multiplied(weight: Weight, w: Array, kind: str) -> Array:
    """What takes the place of the weight, in f64."""
    if not is_quantized(weight):
        return np.asarray(w, np.float64)
    inputs, out = weight.einsum.split("->")
    term = inputs.split(",")[1]
    columns = [term.index(d) for d in out if d in term]
    depth = [i for i, d in enumerate(term) if d not in out]
    turned = np.transpose(np.asarray(w, np.float32), columns + depth)
    rows = int(np.prod([w.shape[i] for i in columns]))
    result = quantize(turned.reshape(rows, -1), kind).reshape(turned.shape)
    return np.transpose(result, np.argsort(columns + depth))


class Compiled:
    """The module, compiled for a processor with a kind of quantisation, and its
    weights in a file."""

    def __init__(self, toolchain: Toolchain, folder: pathlib.Path, cpu: str, kind: str):
        """Compiles."""
        self.kind = kind
        path = folder / f"{kind}.so"
        flags = (*flags_for(cpu), f"--quantize={kind}")
        toolchain.run("diffattn-compile", "-", "-o", path, *flags, stdin=MODULE)
        self.artifact: Artifact = load(path)
        self.weights = OpenWeights(self.artifact, folder / "w.safetensors")

    def weight(self, weight: Weight) -> Array:
        """In the file's memory."""
        return self.weights.get(f"w_{weight.name}", weight.shape, weight.dtypes[1])

    def call(self, weight: Weight, x: Array, w: Array) -> Array:
        """Their product."""
        found: Array = self.artifact.call(weight.name, {"x": x, f"w_{weight.name}": w})[
            "out"
        ]
        return found

    def close(self) -> None:
        """Frees it all."""
        self.weights.close()
        self.artifact.close()


def special_weights() -> Array:
    """Columns of what is seldom seen."""
    w = make((128, 256), "f32", 3)
    w[0, 64:128] = 0
    w[1, 70] = np.nan
    w[2, 100] = np.inf
    w[3, 255] = -np.inf
    w[4] *= 2.0**-140
    w[5] *= 2.0**-124
    w[6, 128:192] *= 1e36 / np.abs(w[6, 128:192]).max()
    w[7, :64] = np.where(np.arange(64) % 2, -3.7, 3.7)
    w[8] = np.abs(w[8])
    w[9] = -np.abs(w[9])
    return w


@pytest.fixture(
    scope="module",
    params=[
        # Compiled by one worker, once.
        pytest.param(cpu, marks=pytest.mark.xdist_group(f"quantized-{cpu}"))
        for cpu in ("native", "x86-64-v4", "x86-64-v3", "generic")
    ],
)
def all_kinds(
    request: pytest.FixtureRequest,
    toolchain: Toolchain,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[dict[str, Compiled]]:
    """For processors with vectors of several widths."""
    folder = tmp_path_factory.mktemp("quantized")
    tensors = {
        f"w_{name}": make(tuple(weight.shape), weight.dtypes[1], 1)
        for name, weight in WEIGHTS.items()
    }
    save_file(tensors | {"w_special": special_weights()}, folder / "w.safetensors")
    names = ["none", *BITS] if request.param == "native" else BITS
    kinds = {kind: Compiled(toolchain, folder, request.param, kind) for kind in names}
    yield kinds
    for compiled in kinds.values():
        compiled.close()


def assert_close(found: Array, weight: Weight, x: Array, w: Array) -> None:
    """As the sum of products in f64, within roundings."""
    wide = np.asarray(x, np.float64)
    expected = np.einsum(weight.einsum, wide, w)
    magnitude = np.einsum(weight.einsum, np.abs(wide), np.abs(w))
    limit = ROUNDING[weight.dtypes[2]] * (magnitude + 1e-30)
    error = np.abs(np.asarray(found, np.float64) - expected)
    assert found.shape == expected.shape
    assert np.isfinite(error).all() and (error <= limit).all()


@pytest.mark.parametrize("kind", BITS)
@pytest.mark.parametrize("name", WEIGHTS)
def test_any_rows(all_kinds: dict[str, Compiled], name: str, kind: str) -> None:
    """Each row is the same, bit by bit, whatever is beside it."""
    weight, compiled = WEIGHTS[name], all_kinds[kind]
    w = compiled.weight(weight)
    quantized = multiplied(weight, w, kind)
    # A single depth is the largest of its group.
    is_exact = np.array_equal(quantized, np.asarray(w, np.float64))
    assert is_exact == (not is_quantized(weight) or weight.sizes.get("k") == 1)
    axis = weight.einsum.split("->")[1].index("m")
    of_all = None
    for rows in ROWS:
        x = make_rows(weight, rows)
        found = compiled.call(weight, x, w)
        assert_close(found, weight, x, quantized)
        if of_all is None:
            of_all = found
        if is_quantized(weight):
            same = np.take(of_all, range(rows), axis=axis)
            assert found.tobytes() == same.tobytes()


@pytest.mark.parametrize("name", WEIGHTS)
def test_others_are_as_they_were(all_kinds: dict[str, Compiled], name: str) -> None:
    """What is no weight, or not quantised, is multiplied as without the option."""
    weight = WEIGHTS[name]
    for rows in (1, 25):
        x = make_rows(weight, rows)
        found = set()
        for compiled in all_kinds.values():
            w = compiled.weight(weight)
            w = w.copy() if is_quantized(weight) else w
            found.add(compiled.call(weight, x, w).tobytes())
        assert len(found) == 1


@pytest.mark.parametrize("kind", BITS)
def test_special_values(all_kinds: dict[str, Compiled], kind: str) -> None:
    """Columns with an infinity or NaN are NaN, others are not."""
    compiled = all_kinds[kind]
    w = compiled.weight(SPECIAL)
    quantized = quantize(w, kind)
    wild = ~np.isfinite(quantized).all(axis=1)
    assert (np.flatnonzero(wild) == [1, 2, 3]).all()
    assert not quantized[4].any() and not quantized[0, 64:128].any()
    for rows in (1, 20):
        x = make_rows(SPECIAL, rows)
        found = compiled.call(SPECIAL, x, w)
        assert np.isnan(found[:, wild]).all()
        tame = Weight("tame", SPECIAL.einsum, dict(n=125, k=256), SPECIAL.dtypes)
        assert_close(found[:, ~wild], tame, x, quantized[~wild])


@pytest.mark.parametrize("kind", BITS)
@pytest.mark.parametrize("types", ["bf16", "f32_bf16"])
def test_errors_are_bounded(kind: str, types: str) -> None:
    """By half a step; by five quarters of one where the largest number has an equal
    of the other sign."""
    weight = WEIGHTS[f"nk_{types}_131_530"]
    w = make(tuple(weight.shape), "bf16", 1).astype(np.float64)
    columns, depth = w.shape
    steps = np.zeros((columns, -(-depth // GROUP)))
    for group in range(steps.shape[1]):
        part = np.abs(w[:, group * GROUP : (group + 1) * GROUP]).max(axis=1)
        steps[:, group] = part * (1 + 2.0**-8) / 2 ** (BITS[kind] - 1)
    error = np.abs(quantize(w, kind) - w)
    step = np.repeat(steps, GROUP, axis=1)[:, :depth]
    assert (error <= 1.25 * step).all() and np.mean(error > 0.5 * step) < 0.01


@pytest.mark.parametrize("kind", BITS)
def test_threads(all_kinds: dict[str, Compiled], kind: str) -> None:
    """Bit by bit the same on any number of threads."""
    compiled = all_kinds[kind]
    for name in ("nk_bf16_613_65", "nk_f32_bf16_131_530"):
        weight = WEIGHTS[name]
        for rows in (1, 30):
            given = {
                "x": make_rows(weight, rows),
                f"w_{name}": compiled.weight(weight),
            }
            results = compiled.artifact.call_on_threads(name, given, (1, 2, 3, 16))
            assert len({result["out"].tobytes() for result in results}) == 1


@pytest.mark.parametrize("kind", BITS)
def test_views_and_sums(all_kinds: dict[str, Compiled], kind: str) -> None:
    """Weights with other strides, and results that start from an operand."""
    compiled = all_kinds[kind]
    w = compiled.weight(ADDS)
    for view in (w, w[::-1], w[:, ::-1], np.broadcast_to(w[:, :1], w.shape)):
        for rows in (1, 20):
            x = make_rows(ADDS, rows)
            quantized = multiplied(ADDS, view, kind)
            found = compiled.call(ADDS, x, view)
            assert_close(found, ADDS, x, quantized)
            c = np.full(found.shape, 2.0**-3, np.float32)
            given = {"x": x, f"w_{ADDS.name}": view, "c": c}
            total = compiled.artifact.call(f"{ADDS.name}_add", given)["out"]
            assert (total == found + c).all()
