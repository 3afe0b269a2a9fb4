"""What the results of kernels may not depend on, to the bit: threads, what else is
in the batch, memory that is not used, earlier calls."""

import dataclasses
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from artifact import Array, Artifact, load_runtime
from attentions import Attention, Blocks, is_batch, write
from generated import BLOCKS, GROUPS, V1, Shape, arrays_of
from kernels import Kernels, need
from setups import DOT, WHOLE, WIDE, Setup, marked

# Several blocks of rows, steps and parts of keys.
SHAPE = Shape.of(b=2, h=3, r=2, s=2, m=31, n=385, d=17, e=65)

SETUPS = [*WHOLE, Setup(DOT, "bf16", "held"), Setup(DOT, "bf16", "online")]
in_each_setup = pytest.mark.parametrize(
    "setup", [pytest.param(s, id=str(s), marks=marked(s)) for s in SETUPS]
)


Arrays = dict[str, Array]
CallAll = Callable[[Callable[[Attention], Arrays]], Arrays]


@pytest.fixture
def call_all(setup: Setup, kernels: Kernels) -> CallAll:
    """Calls all kinds of a setup; the results by kind and name."""
    need(setup.cpu)
    artifact = setup.compile(kernels, BLOCKS)

    def call(arrays: Callable[[Attention], Arrays]) -> Arrays:
        return {
            f"{kind.name} {name}": result
            for kind in setup.kinds
            for name, result in artifact.call(kind.name, arrays(kind)).items()
        }

    return call


@pytest.fixture
def set_threads(kernels: Kernels) -> Iterator[Callable[[int], None]]:
    """Sets the number of threads; afterwards it is what it was."""
    runtime = load_runtime()
    before = runtime.diffattn_get_num_threads()
    yield runtime.diffattn_set_num_threads
    runtime.diffattn_set_num_threads(before)


def assert_same(found: Arrays, expected: Arrays) -> None:
    """Equal to the bit."""
    for name, array in expected.items():
        assert found[name].tobytes() == array.tobytes(), name


def given(attention: Attention) -> Arrays:
    """Inputs and memory for results."""
    return arrays_of(attention, SHAPE)


@in_each_setup
def test_threads(
    setup: Setup, call_all: CallAll, set_threads: Callable[[int], None]
) -> None:
    """One, two and three threads give the same."""
    results = []
    for threads in (1, 2, 3):
        set_threads(threads)
        results.append(call_all(given))
    assert_same(results[1], results[0])
    assert_same(results[2], results[0])


@in_each_setup
def test_repetition(setup: Setup, call_all: CallAll) -> None:
    """Each of twenty calls gives the same."""
    expected = call_all(given)
    for _ in range(20):
        assert_same(call_all(given), expected)


def first_of(attention: Attention, dim: str) -> Arrays:
    """The arrays of `given`, of which `dim` has the first index alone."""
    dims = attention.operands() | attention.results()
    return {
        name: array[(..., *(slice(d == dim or None) for d in dims[name][0].split()))]
        for name, array in given(attention).items()
    }


@in_each_setup
@pytest.mark.parametrize("dim", ["b", "h", "r", "s"])
def test_rows_alone(setup: Setup, dim: str, kernels: Kernels) -> None:
    """A batch row, a head or one of a group gives alone what it gives with others."""
    need(setup.cpu)
    artifact = setup.compile(kernels, BLOCKS)
    tried = 0
    for kind in setup.kinds:
        if dim not in kind.out.split():
            continue
        tried += 1
        together = artifact.call(kind.name, given(kind))
        alone = artifact.call(kind.name, first_of(kind, dim))
        for name, (dims, _) in kind.results().items():
            names = dims.split()
            whole = together[name]
            if dim in names:
                whole = whole.take([0], axis=names.index(dim))
            assert alone[name].tobytes() == whole.tobytes(), f"{kind.name} {name}"
    assert tried


@in_each_setup
def test_behind_lengths(setup: Setup, call_all: CallAll) -> None:
    """What lies behind the key lengths, NaN or numbers, is not used."""

    def with_numbers(attention: Attention) -> Arrays:
        found = given(attention)
        results = attention.results()
        return {
            name: array
            if name in results or array.dtype == np.bool_
            else np.nan_to_num(array, nan=-3.5)
            if name in ("k1", "k2", "v")
            else array
            for name, array in found.items()
        }

    assert_same(call_all(with_numbers), call_all(given))


# The strategy auto --------------------------------------------------------------

AUTO = (
    Attention("auto_causal", causal=True, **GROUPS, **V1),
    Attention("auto_window", window_left=100, causal=True, sums=False),
)


def chosen(attention: Attention, shape: Shape, blocks: Blocks) -> str:
    """What auto is to choose: split for few rows that share keys, held if the keys
    that a block of rows sees are few."""
    sizes = dict(shape.sizes)
    keys = attention.k1.split()
    own = [d for d in attention.out.split() if is_batch(d) and d not in keys]
    if np.prod([sizes[d] for d in own] + [sizes["m"]]) <= blocks.split_rows:
        return "split"
    seen = sizes["n"]
    if attention.window_left is not None and attention.causal:
        seen = min(seen, blocks.row_block + attention.window_left)
    return "held" if seen <= blocks.held_keys else "online"


@pytest.mark.xdist_group("attention auto")
@pytest.mark.parametrize("cpu", [WIDE])
def test_auto(cpu: str, kernels: Kernels) -> None:
    """auto gives what the strategy gives that the limits of the schedule choose."""
    need(cpu)

    def named(attention: Attention, strategy: str) -> str:
        kind = dataclasses.replace(attention, name=f"{attention.name}_{strategy}")
        return write(kind, BLOCKS.schedule(strategy))

    strategies = ("auto", "held", "online", "split")
    text = "\n".join(named(a, s) for a in AUTO for s in strategies)
    artifact = kernels.load(text, len(AUTO) * len(strategies), cpu)
    seen = set()
    for attention in AUTO:
        for m in (7, 8, 9):
            for n in (199, 200, 201, 300):
                for r in (1, 2):
                    shape = Shape.of(b=1, h=2, r=r, m=m, n=n, d=16, e=32)
                    strategy = chosen(attention, shape, BLOCKS)
                    seen.add(strategy)
                    assert_auto(artifact, attention, shape, strategy)
    assert seen == {"held", "online", "split"}


def assert_auto(
    artifact: Artifact, attention: Attention, shape: Shape, strategy: str
) -> None:
    """auto and `strategy` give the same bits."""
    found = call_named(artifact, attention, shape, "auto")
    for name, array in call_named(artifact, attention, shape, strategy).items():
        assert found[name].tobytes() == array.tobytes(), f"{strategy} {shape} {name}"


def call_named(
    artifact: Artifact, attention: Attention, shape: Shape, strategy: str
) -> Arrays:
    """The results under a strategy."""
    return artifact.call(f"{attention.name}_{strategy}", arrays_of(attention, shape))
