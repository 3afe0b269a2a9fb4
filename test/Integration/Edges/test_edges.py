"""What the conformance cases leave out: sizes of 0, strides, memory not to be read.

All on f32 (f64 has a test of its own beside the conformance cases), with every
size `?`, and under every schedule.
"""

import dataclasses
import itertools
import pathlib
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from artifact import Array, Artifact, CallFailed
from cases import Case
from diffattn.reference import attention
from function_writer import Form
from generate import CaseWriter
from schedules import SCHEDULES
from toolchain import Toolchain

# Of the largest result, or of 1: a few roundings of f32.
TOLERANCE = 2.0**-18

DEFAULTS: dict[str, Any] = dict(
    scale=None,
    causal=False,
    alignment="bottom_right",
    window_left=None,
    window_right=None,
    softcap=None,
    lambda_act="none",
    norm="none",
    eps=1e-5,
    out_scale=1.0,
)
FULL = dict(causal=True, norm="rms", out_scale=0.8, scale=0.5)
# As FULL, but with no row that sees nothing.
SEEING = dict(causal=True, norm="rms", out_scale=0.8)


@dataclasses.dataclass(frozen=True)
class Sizes:
    """Of one attention."""

    b: int = 2
    h: int = 2
    m: int = 4
    n: int = 5
    d: int = 4
    e: int = 8

    def __str__(self) -> str:
        return "-".join(f"{k}{v}" for k, v in dataclasses.asdict(self).items())


def make_case(sizes: Sizes, attributes: dict[str, Any], lengths: bool) -> Case:
    """A case without a file."""
    s = sizes
    shapes = {
        "q1": (s.b, s.h, s.m, s.d),
        "k1": (s.b, s.h, s.n, s.d),
        "q2": (s.b, s.h, s.m, s.d),
        "k2": (s.b, s.h, s.n, s.d),
        "v": (s.b, s.h, s.n, s.e),
        "lam": (),
    }
    inputs = {name: ("f32", shape) for name, shape in shapes.items()}
    if lengths:
        inputs["kv_lengths"] = ("i64", (s.b,))
    return Case("edge", {**DEFAULTS, **attributes}, False, 1.0, inputs)


def make_inputs(sizes: Sizes) -> dict[str, Array]:
    """Random inputs, alike in every run."""
    random = np.random.default_rng(20)
    case = make_case(sizes, {}, lengths=False)
    return {
        name: random.standard_normal(shape).astype(np.float32)
        for name, (_, shape) in case.inputs.items()
    }


def expect(t: dict[str, Array], attributes: dict[str, Any]) -> dict[str, Array]:
    """The results of the case with these attributes."""
    lengths = t.get("kv_lengths")
    result = attention(
        signal=(t["q1"], "b h m d", t["k1"], "b h n d"),
        noise=(t["q2"], "b h m d", t["k2"], "b h n d"),
        value=(t["v"], "b h n e"),
        lam=(t["lam"], ""),
        key_lengths=None if lengths is None else (lengths, "b"),
        out="b h m e",
        causal=attributes.get("causal", False),
        norm_eps=1e-5 if attributes.get("norm") else None,
        out_scale=attributes.get("out_scale", 1.0),
        scale=attributes.get("scale"),
    )
    return {
        "out": result.out,
        "lse1": result.signal_logsumexp,
        "lse2": result.noise_logsumexp,
    }


def assert_close(found: dict[str, Array], expected: dict[str, Array]) -> None:
    """Same places of infinities, no NaN, small differences."""
    for name, value in expected.items():
        finite = np.abs(value[np.isfinite(value)])
        limit = TOLERANCE * max(1.0, finite.max(initial=0))
        np.testing.assert_allclose(
            found[name], value, rtol=0, atol=limit, equal_nan=False, err_msg=name
        )


def text_of(case: Case, form: Form) -> str:
    """The function `edge` with all results."""
    return CaseWriter(case, form, "edge", ("out", "lse1", "lse2")).write()


Compile = Callable[[str, str], Artifact]


@pytest.fixture(scope="module")
def compiled(toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory) -> Compile:
    """Compiles a text under a schedule, once for all tests that ask alike."""
    folder = tmp_path_factory.mktemp("edges")
    done: dict[tuple[str, str], Artifact] = {}

    def compile(text: str, schedule: str) -> Artifact:
        key = (text, schedule)
        if key not in done:
            path = pathlib.Path(folder, f"{len(done)}.so")
            passes = SCHEDULES[schedule]
            done[key] = Artifact(toolchain.compile(text, path, *passes))
        return done[key]

    return compile


DYNAMIC = Form("tensor", dynamic=True)

# Tests of a schedule stay on one worker, which then compiles less.
in_every_schedule = pytest.mark.parametrize(
    "schedule",
    [
        pytest.param(name, marks=pytest.mark.xdist_group(f"edges {name}"))
        for name in SCHEDULES
    ],
)

EMPTY = [
    Sizes(n=0),
    Sizes(m=0),
    Sizes(d=0),
    Sizes(e=0),
    Sizes(b=0),
    Sizes(h=0),
    Sizes(b=0, h=0, m=0, n=0, d=0, e=0),
    Sizes(b=1, h=1, m=1, n=1, d=1, e=1),
]


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
@in_every_schedule
@pytest.mark.parametrize("sizes", EMPTY, ids=str)
def test_empty_dims(
    sizes: Sizes, schedule: str, dynamic: bool, compiled: Compile
) -> None:
    """A dim of size 0, in the type and at run time; and all sizes 1."""
    case = make_case(sizes, FULL, lengths=False)
    artifact = compiled(text_of(case, Form("tensor", dynamic)), schedule)
    inputs = make_inputs(sizes)
    assert_close(artifact.call("edge", inputs), expect(inputs, FULL))


def padded(array: Array) -> Array:
    """The same numbers with gaps between all elements."""
    room = np.full([2 * size for size in array.shape], np.nan, array.dtype)
    view = room[tuple(slice(None, None, 2) for _ in array.shape)]
    view[...] = array
    return view


def reversed_dims(array: Array) -> Array:
    """The same numbers, the first dim innermost in memory."""
    return np.asfortranarray(array)


def backwards(array: Array) -> Array:
    """The same numbers with negative strides."""
    flipped = array[tuple(slice(None, None, -1) for _ in array.shape)].copy()
    return flipped[tuple(slice(None, None, -1) for _ in array.shape)]


LAYOUTS = [padded, reversed_dims, backwards]
Change = Callable[[Array], Array]


def assert_strides_change_nothing(artifact: Artifact, layout: Change) -> None:
    """Results with strided inputs and outputs are those without, to the bit."""
    inputs = make_inputs(Sizes())
    plain = artifact.call("edge", inputs | empty_outputs())
    arrays = inputs | empty_outputs()
    given = {name: layout(a) if a.ndim else a for name, a in arrays.items()}
    strided = artifact.call("edge", given)
    for name, array in plain.items():
        assert np.isfinite(array).all()
        np.testing.assert_array_equal(strided[name], array, err_msg=name)


def empty_outputs() -> dict[str, Array]:
    """Memory for the results."""
    s = Sizes()
    rows = (s.b, s.h, s.m)
    shapes = {"out": (*rows, s.e), "lse1": rows, "lse2": rows}
    return {n: np.full(shape, np.nan, np.float32) for n, shape in shapes.items()}


@pytest.mark.parametrize("layout", LAYOUTS)
@in_every_schedule
def test_strides(layout: Change, schedule: str, compiled: Compile) -> None:
    """Tensors have any strides."""
    case = make_case(Sizes(), SEEING, lengths=False)
    assert_strides_change_nothing(compiled(text_of(case, DYNAMIC), schedule), layout)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_strided_memrefs(layout: Change, compiled: Compile) -> None:
    """Memrefs have those that their type allows."""

    def any_strides(type: re.Match[str]) -> str:
        strides = ", ".join("?" * type[1].count("x"))
        return f"memref<{type[1]}f32, strided<[{strides}], offset: ?>>"

    case = make_case(Sizes(), SEEING, lengths=False)
    text = text_of(case, Form("memref", dynamic=True))
    text = re.sub(r"memref<((?:\?x)+)f32>", any_strides, text)
    assert_strides_change_nothing(compiled(text, "direct"), layout)


@in_every_schedule
def test_broadcast_input(schedule: str, compiled: Compile) -> None:
    """A stride of 0: all batches and heads read the same keys."""
    sizes = Sizes()
    case = make_case(sizes, FULL, lengths=False)
    artifact = compiled(text_of(case, DYNAMIC), schedule)
    inputs = make_inputs(sizes)
    inputs["k1"] = np.broadcast_to(inputs["k1"][:1, :1], inputs["k1"].shape)
    assert_close(artifact.call("edge", inputs), expect(inputs, FULL))


@pytest.mark.parametrize("lengths", [(5, 2), (0, 1)], ids=str)
@in_every_schedule
def test_memory_behind_key_lengths(
    lengths: tuple[int, int], schedule: str, compiled: Compile
) -> None:
    """What lies behind the lengths may be NaN."""
    sizes = Sizes()
    case = make_case(sizes, FULL, lengths=True)
    artifact = compiled(text_of(case, DYNAMIC), schedule)
    inputs = make_inputs(sizes)
    inputs["kv_lengths"] = np.array(lengths, np.int64)
    for name, batch in itertools.product(("k1", "k2", "v"), range(sizes.b)):
        inputs[name][batch, :, lengths[batch] :] = np.nan
    assert_close(artifact.call("edge", inputs), expect(inputs, FULL))


@pytest.mark.parametrize("lengths", [(9, 2), (5, -3)], ids=str)
def test_key_lengths_out_of_range(lengths: tuple[int, int], compiled: Compile) -> None:
    """More keys than there are, or fewer than none, are refused."""
    case = make_case(Sizes(), FULL, lengths=True)
    artifact = compiled(text_of(case, DYNAMIC), "direct")
    inputs = make_inputs(Sizes())
    inputs["kv_lengths"] = np.array(lengths, np.int64)
    with pytest.raises(CallFailed, match="key_lengths"):
        artifact.call("edge", inputs)


@in_every_schedule
def test_nan_and_infinity_come_through(schedule: str, compiled: Compile) -> None:
    """A visible score of NaN or +inf makes its row NaN, and no other row."""
    sizes = Sizes()
    attributes = dict(scale=0.5)
    case = make_case(sizes, attributes, lengths=False)
    artifact = compiled(text_of(case, DYNAMIC), schedule)
    inputs = make_inputs(sizes)
    inputs["q1"][0, 0, 1, 0] = np.nan
    inputs["q2"][1, 1, 2] = np.inf
    inputs["k2"][1, 1] = np.abs(inputs["k2"][1, 1])
    found = artifact.call("edge", inputs)["out"]
    expected = expect(inputs, attributes)["out"]
    np.testing.assert_array_equal(np.isnan(found), np.isnan(expected))
    ok = ~np.isnan(expected)
    np.testing.assert_allclose(found[ok], expected[ok], rtol=0, atol=2.0**-17)


@in_every_schedule
def test_same_bits_every_time(schedule: str, compiled: Compile) -> None:
    """Results do not depend on the run."""
    sizes = Sizes(m=17, n=29)
    case = make_case(sizes, FULL, lengths=False)
    artifact = compiled(text_of(case, DYNAMIC), schedule)
    inputs = make_inputs(sizes)
    first = artifact.call("edge", inputs)
    for _ in range(20):
        again = artifact.call("edge", inputs)
        for name, array in first.items():
            assert array.tobytes() == again[name].tobytes(), name
