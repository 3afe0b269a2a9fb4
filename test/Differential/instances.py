"""Random calls of an attention: sizes, numbers, strides."""

import dataclasses
import math

import hypothesis.strategies as st
import numpy as np
from artifact import DTYPES, Array
from attentions import is_batch, is_value
from generated import LAYOUTS
from signatures import Signature, size_of

# Products of a query and a key feature, or a weight and a value, in one call.
MOST_PRODUCTS = 400_000
# Of which the definition, which keeps each of them, is asked.
FEW_PRODUCTS = 100_000

SPECIAL = ("usual",) * 8 + ("equal", "large", "small", "integers", "nan", "infinite")


def numpy_type(element: str) -> np.dtype:
    """NumPy's type of an element type of MLIR."""
    names = {"i1": "bool", "index": "i64"}
    return np.dtype(DTYPES[names.get(element, element)][1])


@dataclasses.dataclass(frozen=True)
class Instance:
    """One call."""

    sizes: tuple[tuple[str, int], ...]
    seed: int
    numbers: str = "usual"
    """How queries, keys and values are drawn: one of SPECIAL."""
    layouts: tuple[str, ...] = ()
    """Of each argument in turn: "dense", one of LAYOUTS, or "broadcast"."""

    def layout(self, index: int) -> str:
        """The layout of an argument."""
        return self.layouts[index % len(self.layouts)] if self.layouts else "dense"

    def __str__(self) -> str:
        sizes = " ".join(f"{dim}={size}" for dim, size in self.sizes)
        return f"{sizes} ({self.numbers}, {','.join(self.layouts)}, seed {self.seed})"


def products(sizes: dict[str, int]) -> int:
    """How many products a call takes."""
    widths = {"d": 1, "e": 1}
    for dim, size in sizes.items():
        if dim[0] in widths:
            widths[dim[0]] *= size
    rows = math.prod(size for dim, size in sizes.items() if is_batch(dim))
    return rows * sizes["m"] * sizes["n"] * (widths["d"] + widths["e"])


@st.composite
def instances(draw: st.DrawFn, signature: Signature) -> Instance:
    """Any call of the attention. One that is large is made smaller in the sizes
    that are not fixed."""
    static = signature.static
    sizes = {d: static.get(d, -1) for d in signature.dims}
    for dim in sizes:
        if sizes[dim] < 0:
            sizes[dim] = draw(size_of(dim))
    free = [d for d in sizes if d not in static]
    if free and draw(st.sampled_from([False] * 14 + [True])):
        sizes[draw(st.sampled_from(free))] = 0
    while free and products(sizes) > MOST_PRODUCTS:
        largest = max(free, key=lambda d: sizes[d])
        if sizes[largest] <= 1:
            break
        sizes[largest] = (sizes[largest] + 1) // 2
    names = ["dense", *(layout.__name__ for layout in LAYOUTS), "broadcast"]
    layouts = st.lists(st.sampled_from(names), min_size=1, max_size=5)
    dense = draw(st.booleans())
    return Instance(
        tuple(sizes.items()),
        draw(st.integers(0, 2**32 - 1)),
        draw(st.sampled_from(SPECIAL)),
        ("dense",) if dense else tuple(draw(layouts)),
    )


# Numbers -------------------------------------------------------------------------


@dataclasses.dataclass
class Drawer:
    """Draws the arrays of a call."""

    signature: Signature
    instance: Instance

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.instance.seed)
        self.sizes = dict(self.instance.sizes)

    def inputs(self) -> dict[str, Array]:
        """All of them, with NaN behind lengths, and strides."""
        operands = self.signature.operands()
        found: dict[str, Array] = {}
        for name, (dims, element) in operands.items():
            array = self.draw(name, dims.split())
            with np.errstate(over="ignore"):
                found[name] = np.asarray(array).astype(numpy_type(element))
        self.spoil(found)
        if self.signature.lengths is not None:
            forget_behind_lengths(self.signature, found)
        for index, (name, array) in enumerate(found.items()):
            found[name] = self.arrange(array, index)
        return found

    def extents(self, dims: list[str], index: int) -> list[int]:
        """The shape to draw: of dims that will be broadcast, one."""
        found = [self.sizes[d] for d in dims]
        if self.instance.layout(index) == "broadcast":
            found = [min(n, 1) if i % 2 == 0 else n for i, n in enumerate(found)]
        return found

    def draw(self, name: str, dims: list[str]) -> Array:
        """An input."""
        index = list(self.signature.operands()).index(name)
        extents = self.extents(dims, index)
        shape = [self.sizes[d] for d in dims]
        if name == "lengths":
            values = self.lengths(extents)
        elif name == "mask":
            values = self.mask(dims, extents)
        elif name == "query_offset":
            values = self.random.integers(-self.sizes["n"], 40)
        elif name == "key_offset":
            values = self.random.integers(0, 70)
        elif name == "lam":
            values = 0.3 + 0.7 * self.random.standard_normal(extents)
        else:
            values = self.features(name, extents)
        return np.broadcast_to(values, shape)

    def features(self, name: str, extents: list[int]) -> Array:
        """Queries, keys, values or weights."""
        values = self.random.standard_normal(extents)
        numbers = self.instance.numbers
        if numbers == "integers":
            values = np.rint(values)
        if numbers == "equal" and name in ("k1", "k2"):
            values = np.full(extents, 0.5)
        gain = {"large": 12.0, "small": 1e-3}.get(numbers, 1.0)
        return values * gain if name in ("q1", "q2") else values

    def spoil(self, arrays: dict[str, Array]) -> None:
        """Queries or keys that are no numbers."""
        bad = {"nan": np.nan, "infinite": np.inf}.get(self.instance.numbers)
        name = ("q1", "k1", "q2", "k2")[self.random.integers(4)]
        if bad is not None and name in arrays and arrays[name].size:
            at = self.random.integers(arrays[name].size)
            arrays[name] = arrays[name].copy()
            arrays[name].reshape(-1)[at] = bad

    def lengths(self, extents: list[int]) -> Array:
        """None, few, all. Those of a tile may be any."""
        keys = self.sizes["n"]
        choices = [0, 1, 15, 16, 17, 31, 33, 64, keys - 1, keys, keys]
        found = self.random.choice(choices, size=extents)
        if self.signature.offsets:
            return found + self.random.integers(-3, 50, size=extents)
        return np.clip(found, 0, keys)

    def mask(self, dims: list[str], extents: list[int]) -> Array:
        """A third hidden, or the end of the keys, or none, or all; all of some rows.
        In masks of floats some rows have the lowest number everywhere, and in some
        each key outweighs those before."""
        order = [d for d in dims if d not in "mn"] + [d for d in "mn" if d in dims]
        shape = [extents[dims.index(d)] for d in order]
        kind = self.random.integers(4)
        if kind == 0 and "n" in dims and shape[-1]:
            ends = self.random.integers(0, shape[-1] + 1, size=[*shape[:-1], 1])
            shown = np.arange(shape[-1]) < ends
        else:
            shown = self.random.random(shape) > (0.35, 0.35, 0.0, 0.97)[kind]
        shown = np.asarray(shown)
        if self.signature.mask_element == "i1":
            self.fill_rows(shown, order, 2, False)
            mask = shown
        else:
            mask = np.where(shown, self.random.standard_normal(shape), -np.inf)
            lowest = np.finfo(np.float32).min
            if numpy_type(self.signature.mask_element) == np.float16:
                lowest = float(np.finfo(np.float16).min)
            self.fill_rows(mask, order, 2, -np.inf)
            self.fill_rows(mask, order, 3, lowest)
            if "n" in dims:
                self.fill_rows(mask, order, 4, 0.5 * np.arange(shape[-1]))
        return mask.transpose([order.index(d) for d in dims])

    def fill_rows(
        self, mask: Array, order: list[str], start: int, value: object
    ) -> None:
        """Each fifth row, if rows have masks of their own."""
        if "m" in order:
            rows = np.moveaxis(mask, order.index("m"), 0)
            rows[start::5] = value

    def arrange(self, array: Array, index: int) -> Array:
        """The array in its layout."""
        layout = self.instance.layout(index)
        if layout == "broadcast" or array.ndim == 0:
            return self.broadcast(array) if array.ndim else array
        array = np.ascontiguousarray(array)
        if layout == "dense":
            return array
        return {f.__name__: f for f in LAYOUTS}[layout](array)

    def broadcast(self, array: Array) -> Array:
        """Strides of 0 along the dims that were drawn with one element, if nothing
        was changed since."""
        first = array[
            tuple(slice(None, 1 if i % 2 == 0 else None) for i in range(array.ndim))
        ]
        same = np.broadcast_to(first, array.shape)
        equal = np.array_equal(
            np.nan_to_num(array.astype(np.float64)),
            np.nan_to_num(same.astype(np.float64)),
        )
        unspoilt = np.array_equal(array != array, same != same)
        return same if equal and unspoilt else np.ascontiguousarray(array)

    def results(self) -> dict[str, Array]:
        """Memory for the results, filled with NaN."""
        found = {}
        count = len(self.signature.operands())
        for index, (name, (dims, element)) in enumerate(
            self.signature.results().items()
        ):
            shape = [self.sizes[d] for d in dims.split()]
            array = np.full(shape, np.nan, numpy_type(element))
            layout = self.instance.layout(count + index)
            if layout not in ("dense", "broadcast") and array.ndim:
                array = {f.__name__: f for f in LAYOUTS}[layout](array)
            found[name] = array
        return found


def forget_behind_lengths(signature: Signature, inputs: dict[str, Array]) -> None:
    """Keys and values that no head may use become NaN."""
    own = (signature.lengths or "").split()
    start = int(inputs["key_offset"]) if signature.offsets else 0
    for name in ("k1", "k2", "v"):
        if name not in inputs:
            continue
        dims = signature.operands()[name][0].split()
        absent = tuple(i for i, d in enumerate(own) if d not in dims)
        longest = inputs["lengths"].max(axis=absent, initial=0, keepdims=True)
        longest = longest.reshape(
            [n for i, n in enumerate(longest.shape) if i not in absent]
        )
        kept = [d for d in own if d in dims]
        order = [kept.index(d) for d in dims if d in kept]
        spread = longest.transpose(order).reshape(
            [inputs[name].shape[i] if d in kept else 1 for i, d in enumerate(dims)]
        )
        keys = np.arange(inputs[name].shape[dims.index("n")]) + start
        keys = keys.reshape([-1 if d == "n" else 1 for d in dims])
        array = np.array(inputs[name])
        array[np.broadcast_to(keys >= spread, array.shape)] = np.nan
        inputs[name] = array


def is_empty(signature: Signature, instance: Instance) -> bool:
    """Whether there is nothing to compute."""
    sizes = dict(instance.sizes)
    return not all(sizes[d] for d in signature.out.split() if not is_value(d))
