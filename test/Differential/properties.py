"""How results must change, or not, when a call is changed.

What must not change a bit: threads, what else is in the batch, memory behind key
lengths; strides where an attention has a kernel. One that has none becomes products of
matrices, whose sums are ordered by how arrays lie.

What is known within the tolerance rule: a noise map of no weight, two maps that are the
same, keys in another order, keys that are hidden, values in two parts, keys in two
parts.
"""

import dataclasses
from collections.abc import Callable

import ml_dtypes
import numpy as np
from artifact import Array
from diffattn.runtime import get_num_threads, set_num_threads
from instances import Instance, numpy_type
from judge import Question
from signatures import Signature

Arrays = dict[str, Array]
Call = Callable[[Instance, Arrays], Arrays]
"""Results of a call with other sizes and inputs."""


@dataclasses.dataclass(frozen=True)
class Situation:
    """A call, and what may be done with it."""

    question: Question
    call: Call
    forced: bool
    """The strategy does not depend on sizes."""
    emulated: bool
    """The emulator's functions are less precise."""
    decomposed: bool
    """It is computed as products of matrices: vectors add up what lies side by side,
    and a library for GPUs chooses by sizes."""
    random: np.random.Generator

    @property
    def signature(self) -> Signature:
        return self.question.signature

    @property
    def instance(self) -> Instance:
        return self.question.instance

    @property
    def inputs(self) -> Arrays:
        return self.question.inputs

    @property
    def sizes(self) -> dict[str, int]:
        return dict(self.instance.sizes)

    def results(self) -> Arrays:
        """Those of the call as it is."""
        return self.call(self.instance, self.inputs)

    def dense_results(self) -> Arrays:
        """Those of the call with dense arrays."""
        instance = dataclasses.replace(self.instance, layouts=())
        return self.call(instance, dense(self.inputs))

    def free(self, dim: str) -> bool:
        """Whether the size of a dim may differ."""
        return dim not in self.signature.static

    def axes(self, name: str) -> list[str]:
        """The dims of an input or result."""
        return (self.signature.operands() | self.signature.results())[name][0].split()

    def along(self, dim: str, change: Callable[[Array, int], Array]) -> Arrays:
        """The inputs, those with a dim changed along it."""
        return {
            name: change(array, self.axes(name).index(dim))
            if dim in self.axes(name)
            else array
            for name, array in self.inputs.items()
        }

    def resized(self, dim: str, size: int) -> Instance:
        """The call with another size, and dense arrays."""
        sizes = tuple((d, size if d == dim else n) for d, n in self.instance.sizes)
        return dataclasses.replace(self.instance, sizes=sizes, layouts=())


def dense(arrays: Arrays) -> Arrays:
    """Copies without gaps, the last dim innermost."""
    return {name: np.array(a, order="C") for name, a in arrays.items()}


Problems = list[str] | None
"""What is wrong; None: the property is not one of this call."""
Property = Callable[[Situation], Problems]


def differs(found: Arrays, expected: Arrays) -> list[str]:
    """The results that are not equal to the bit."""
    return [
        f"{name} differs"
        for name, array in expected.items()
        if found[name].shape != array.shape or found[name].tobytes() != array.tobytes()
    ]


# To the bit ----------------------------------------------------------------------


def threads(s: Situation) -> Problems:
    """One, two and three threads give the same."""
    before = get_num_threads()
    try:
        found = []
        for count in (1, 2, 3):
            set_num_threads(count)
            found.append(s.results())
    finally:
        set_num_threads(before)
    return [*differs(found[1], found[0]), *differs(found[2], found[0])]


def strides(s: Situation) -> Problems:
    """Dense arrays give the same."""
    if s.decomposed:
        return None
    return differs(s.results(), s.dense_results())


def rows_alone(s: Situation) -> Problems:
    """One index of a batch-like dim gives alone what it gives with the others. The
    number of heads that share keys may decide the strategy, if nothing else does."""
    shared = [set(s.axes(n)) for n in ("k1", "k2", "v") if n in s.inputs]
    dims = [
        d
        for d in s.signature.batch
        if s.free(d) and s.sizes[d] > 1 and (s.forced or all(d in x for x in shared))
    ]
    if not dims or (s.decomposed and s.emulated):
        return None
    dim = dims[s.random.integers(len(dims))]
    at = int(s.random.integers(s.sizes[dim]))
    if s.decomposed:
        # The strides stay as they are with the others.
        one = {
            name: a[
                tuple(
                    slice(at, at + 1) if d == dim else slice(None) for d in s.axes(name)
                )
            ]
            for name, a in dense(s.inputs).items()
        }
    else:
        one = s.along(dim, lambda a, axis: a.take([at], axis=axis))
    whole = {
        name: array.take([at], axis=s.axes(name).index(dim))
        if dim in s.axes(name)
        else array
        for name, array in s.dense_results().items()
    }
    alone = s.call(s.resized(dim, 1), one)
    return [f"{what}, {dim}={at} alone" for what in differs(alone, whole)]


def behind_lengths(s: Situation) -> Problems:
    """Memory behind key lengths, NaN or numbers, is not used."""
    if s.signature.lengths is None or s.instance.numbers in ("nan", "infinite"):
        return None
    numbers = {
        name: np.nan_to_num(a, nan=-3.5) if name in ("k1", "k2", "v") else a
        for name, a in dense(s.inputs).items()
    }
    instance = dataclasses.replace(s.instance, layouts=())
    return differs(s.call(instance, numbers), s.dense_results())


# Within the rule -----------------------------------------------------------------


def by_rule(
    s: Situation, instance: Instance, inputs: Arrays, expected: dict[str, Array]
) -> Problems:
    """What misses the rule for a call with these results."""
    question = Question.about(s.signature, instance, inputs)
    merged = dataclasses.replace(question, expected=question.expected | expected)
    return merged.problems(s.call(instance, inputs), s.emulated)


def no_noise(s: Situation) -> Problems:
    """lambda = 0 is ordinary attention."""
    if not s.signature.has_noise or s.signature.sigmoid:
        return None
    if s.instance.numbers in ("nan", "infinite"):
        return None
    inputs = s.inputs | {"lam": np.zeros_like(s.inputs["lam"])}
    ordinary = dataclasses.replace(
        s.signature, q2=None, k2=None, lam=None, sum_count=0, sum_orders=()
    )
    kept = {n: a for n, a in inputs.items() if n not in ("q2", "k2", "lam")}
    expected = Question.about(ordinary, s.instance, kept).expected["out"]
    return by_rule(s, s.instance, inputs, {"out": expected})


def same_maps(s: Situation) -> Problems:
    """Two maps that are the same give 1 - lambda' of one."""
    x = s.signature
    if not x.has_noise or x.eps is not None or x.q1 != x.q2 or x.k2 not in ("k1", x.k1):
        return None
    if s.instance.numbers in ("nan", "infinite"):
        return None
    inputs = s.inputs | {"q2": s.inputs["q1"]}
    if x.k2 != "k1":
        inputs["k2"] = s.inputs["k1"]
    ordinary = dataclasses.replace(
        x, q2=None, k2=None, lam=None, sum_count=0, sum_orders=()
    )
    kept = {n: a for n, a in inputs.items() if n not in ("q2", "k2", "lam")}
    one = Question.about(ordinary, s.instance, kept).expected["out"]
    lam = inputs["lam"].astype(one.dtype)
    lam = 1 / (1 + np.exp(-lam)) if x.sigmoid else lam
    dims, names = s.axes("out"), s.axes("lam")
    lam = lam.transpose([names.index(d) for d in dims if d in names]).reshape(
        [s.sizes[d] if d in names else 1 for d in dims]
    )
    return by_rule(s, s.instance, inputs, {"out": (1 - lam) * one})


def sees_by_position(signature: Signature) -> bool:
    """Whether it matters where a key stands."""
    windows = (signature.window_left, signature.window_right)
    return signature.causal or any(w is not None for w in windows)


def keys_permuted(s: Situation) -> Problems:
    """The order of keys does not matter where positions don't."""
    if sees_by_position(s.signature) or s.signature.lengths is not None:
        return None
    order = s.random.permutation(s.sizes["n"])
    inputs = s.along("n", lambda a, axis: a.take(order, axis=axis))
    expected = {n: a for n, a in s.question.expected.items() if n != "cancellation"}
    return by_rule(s, s.instance, inputs, expected)


def values_in_parts(s: Situation) -> Problems:
    """The result is linear in the value: what one part gives is what is left of the
    whole without the other."""
    if s.signature.eps is not None or not s.sizes["n"]:
        return None
    keys = s.random.random(s.sizes["n"]) < 0.5
    at = s.axes("v").index("n")
    shape = [-1 if i == at else 1 for i in range(s.inputs["v"].ndim)]

    def part(chosen: Array) -> Arrays:
        v = np.where(chosen.reshape(shape), s.inputs["v"], 0)
        return s.inputs | {"v": v.astype(s.inputs["v"].dtype)}

    rest = Question.about(s.signature, s.instance, part(~keys)).expected["out"]
    expected = s.question.expected["out"] - rest
    return by_rule(s, s.instance, part(keys), {"out": expected})


def hidden_keys(s: Situation) -> Problems:
    """More keys that a mask hides change nothing, where positions don't count from
    the last key."""
    x = s.signature
    if x.mask is None or "n" not in x.mask.split() or not s.free("n") or x.offsets:
        return None
    if sees_by_position(x) and x.alignment == "bottom_right" and x.lengths is None:
        return None
    more = int(s.random.integers(1, 40))

    def longer(array: Array, axis: int) -> Array:
        shape = [more if i == axis else n for i, n in enumerate(array.shape)]
        if array.dtype == np.bool_:
            return np.concatenate([array, np.zeros(shape, np.bool_)], axis=axis)
        rest = s.random.standard_normal(shape).astype(array.dtype)
        return np.concatenate([array, rest], axis=axis)

    inputs = s.along("n", longer)
    if inputs["mask"].dtype != np.bool_:
        rows = np.moveaxis(inputs["mask"], s.axes("mask").index("n"), -1)
        rows[..., -more:] = -np.inf
    expected = {n: a for n, a in s.question.expected.items() if n != "cancellation"}
    return by_rule(s, s.resized("n", s.sizes["n"] + more), inputs, expected)


def keys_in_parts(s: Situation) -> Problems:
    """An ordinary attention over all keys is that over two parts, put together by
    their logsumexps."""
    x = s.signature
    if x.has_noise or x.eps is not None or x.sum_count == 0 or x.offsets:
        return None
    if sees_by_position(x) or x.lengths is not None or not s.free("n"):
        return None
    if s.sizes["n"] < 2 or s.instance.numbers in ("nan", "infinite"):
        return None
    cut = int(s.random.integers(1, s.sizes["n"]))
    outs, sums = [], []
    for start, stop in ((0, cut), (cut, s.sizes["n"])):
        part = s.along(
            "n",
            lambda a, axis: a.take(range(start, stop), axis=axis),  # noqa: B023
        )
        found = s.call(s.resized("n", stop - start), part)
        outs.append(found["out"].astype(np.float64))
        dims, names = s.axes("out"), s.axes("lse1")
        lse = found["lse1"].astype(np.float64)
        order = [names.index(d) for d in dims if d in names]
        shape = [s.sizes[d] if d in names else 1 for d in dims]
        sums.append(lse.transpose(order).reshape(shape))
    with np.errstate(all="ignore"):
        both = np.logaddexp(*sums)
        weights = [np.where(np.isneginf(x), 0, np.exp(x - both)) for x in sums]
    merged = sum(w * o for w, o in zip(weights, outs))
    expected, reference = s.question.expected["out"], s.question.reference["out"]
    scale = np.abs(expected[np.isfinite(expected)]).max(initial=0)
    finite = [np.abs(x[np.isfinite(x)]).max(initial=0) for x in sums]
    # Both parts are rounded, and so are their logsumexps.
    limit = 4 * np.abs(reference - expected).max(initial=0)
    limit += (8 * last_place(s) + 2.0**-20 * max(finite)) * scale
    limit += (2.0**-18 if s.emulated else 0.0) * scale
    error = np.abs(merged - expected).max(initial=0)
    if error <= limit:
        return []
    return [f"out of keys in two parts, cut at {cut}: error {error}, allowed {limit}"]


def last_place(s: Situation) -> float:
    """What rounding the result costs, of its size."""
    kind = numpy_type(s.signature.results()["out"][1])
    return max(float(ml_dtypes.finfo(kind).eps), float(np.finfo(np.float32).eps))


BITWISE: tuple[Property, ...] = (threads, strides, rows_alone, behind_lengths)
BY_RULE: tuple[Property, ...] = (
    no_noise,
    same_maps,
    keys_permuted,
    values_in_parts,
    hidden_keys,
    keys_in_parts,
)
PROPERTIES = BITWISE + BY_RULE
