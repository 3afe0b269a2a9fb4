"""Random attentions: what is fixed when one is compiled, over all of the op.

Hypothesis draws them, so that what fails can be shrunk.
"""

import dataclasses

import hypothesis.strategies as st
from attentions import Attention, is_batch, is_feature, is_value

# How often each element type is drawn, in tenths.
ELEMENTS = ("f32",) * 4 + ("bf16",) * 3 + ("f16",) * 2 + ("f64",)
BATCH_DIMS = ("b", "h", "r", "s")


@dataclasses.dataclass(frozen=True)
class Signature(Attention):
    """An attention whose mask, lengths and weight have any type that the op allows,
    with any number of logsumexps, and with some sizes known."""

    lengths_element: str = "i64"
    weight_element: str = "f32"
    sum_count: int = 2
    """How many of the logsumexps that there can be are results."""
    sum_orders: tuple[str, ...] = ()
    """Dims of the logsumexps; (): in the order of `out`."""
    fixed: tuple[tuple[str, int], ...] = ()
    """Sizes in the types."""

    @property
    def wide(self) -> str:
        """The type that sums are kept in."""
        return "f64" if self.element == "f64" else "f32"

    @property
    def batch(self) -> list[str]:
        """The batch-like dims."""
        return [d for d in self.out.split() if is_batch(d)]

    @property
    def dims(self) -> list[str]:
        """All dims."""
        found = dict.fromkeys(self.batch + ["m", "n"])
        found.update(dict.fromkeys(d for d in self.q1.split() if is_feature(d)))
        found.update(dict.fromkeys(d for d in self.v.split() if is_value(d)))
        return list(found)

    @property
    def static(self) -> dict[str, int]:
        """Sizes in the types, by dim."""
        return dict(self.fixed)

    def operands(self) -> dict[str, tuple[str, str]]:
        found = super().operands()
        for name, element in (
            ("lam", self.wide),
            ("lengths", self.lengths_element),
            ("weight", self.weight_element),
        ):
            if name in found:
                found[name] = (found[name][0], element)
        return found

    def results(self) -> dict[str, tuple[str, str]]:
        found = {"out": (self.out, self.out_element or self.element)}
        maps = [(self.q1, self.k1)]
        if self.has_noise:
            maps.append((self.q2, self.noise_key))
        for i, (query, key) in enumerate(maps[: self.sum_count]):
            dims = self.sum_dims(query, key)
            if self.sum_orders and sorted(self.sum_orders[i].split()) == sorted(
                dims.split()
            ):
                dims = self.sum_orders[i]
            found[f"lse{i + 1}"] = (dims, self.wide)
        return found


@st.composite
def permuted(draw: st.DrawFn, dims: list[str], usual: bool) -> str:
    """The dims in some order; if `usual`, in this one."""
    return " ".join(dims if usual else draw(st.permutations(dims)))


def subset(draw: st.DrawFn, dims: list[str], likely: bool) -> list[str]:
    """Some of the dims; most of them if `likely`."""
    share = st.sampled_from([True, True, True, False] if likely else [True, False])
    return [d for d in dims if draw(share)]


@dataclasses.dataclass
class _Drawer:
    """Draws the parts of a signature, which depend on the dims."""

    draw: st.DrawFn
    batch: list[str]
    features: list[str]
    values: list[str]
    usual: bool

    def one_of(self, *choices: object) -> object:
        return self.draw(st.sampled_from(choices))

    def dims(self, batch: list[str], rest: list[str]) -> str:
        return self.draw(permuted(batch + rest, self.usual))

    def some(self, likely: bool = True) -> list[str]:
        return subset(self.draw, self.batch, likely)

    def maps(self) -> dict[str, object]:
        """Queries, keys and value. Usually, query heads share keys and values."""
        outer = self.batch[:2]
        keys, queries = self.features, self.features

        def query() -> str:
            batch = self.batch if self.usual else self.some()
            return self.dims(batch, ["m", *queries])

        def key() -> str:
            batch = outer if self.usual else self.some(likely=False)
            return self.dims(batch, ["n", *keys])

        found: dict[str, object] = {"q1": query(), "k1": key()}
        found |= {"q2": None, "k2": None, "lam": None}
        if self.one_of(True, True, True, True, False):
            found["q2"] = query()
            found["k2"] = "k1" if self.one_of(True, False, False) else key()
            likely = bool(self.one_of(True, False))
            found["lam"] = self.dims(subset(self.draw, [*self.batch, "m"], likely), [])
            found["sigmoid"] = self.one_of(False, False, True)
        batch = outer if self.usual else self.some(likely=False)
        found["v"] = self.dims(batch, ["n", *self.values])
        found["out"] = self.dims(self.batch, ["m", *self.values])
        return found

    def visibility(self) -> dict[str, object]:
        """What hides keys."""
        found: dict[str, object] = {}
        if self.one_of(False, True, False):
            dims = subset(self.draw, [*self.batch, "m", "n"], likely=True)
            found["mask"] = self.dims(dims, [])
        if self.one_of(False, True, False):
            found["lengths"] = self.dims(self.some(likely=False), [])
            found["lengths_element"] = self.one_of("i64", "i32", "index")
        found["offsets"] = self.one_of(*(False,) * 9, True)
        found["causal"] = self.one_of(False, True)
        found["alignment"] = self.one_of("bottom_right", "top_left")
        for side in ("window_left", "window_right"):
            if self.one_of(False, False, False, True):
                found[side] = self.one_of(0, 1, 2, 5, 15, 16, 17, 31, 100, 1 << 40)
        return found

    def numbers(self) -> dict[str, object]:
        """Factors and norm."""
        found: dict[str, object] = {
            "scale": self.one_of(None, None, None, 0.25, 1.0, -0.5, 0.0, 1.5e-50),
            "softcap": self.one_of(None, None, None, 2.5, 50.0),
            "out_scale": self.one_of(1.0, 0.8, -0.5, 1.0, 0.0),
        }
        if self.one_of(True, False):
            found["eps"] = self.one_of(1e-5, 1e-6, 0.25, 0.0)
            if self.one_of(True, False):
                found["weight"] = self.dims(self.values, [])
        return found

    def elements(self) -> dict[str, object]:
        """Element types."""
        element = self.one_of(*ELEMENTS)
        wide = "f64" if element == "f64" else "f32"
        return {
            "element": element,
            "out_element": self.one_of(element, element, wide),
            "mask_element": self.one_of("i1", element, wide),
            "weight_element": self.one_of(element, wide),
            "sum_count": self.one_of(2, 1, 0),
        }

    def static(self) -> dict[str, int]:
        """Sizes in types: of none, features, some or all dims."""
        which = self.one_of("none", "features", "none", "features", "some", "all")
        dims = [*self.batch, "m", "n", *self.features, *self.values]
        if which == "none":
            dims = []
        elif which == "features":
            dims = [*self.features, *self.values]
        elif which == "some":
            dims = subset(self.draw, dims, likely=False)
        found = {d: self.draw(size_of(d)) for d in dims}
        if found and self.one_of(*(False,) * 14, True):
            found[self.draw(st.sampled_from(list(found)))] = 0
        return found


EDGE_ROWS = (1, 2, 3, 5, 6, 7, 11, 12, 13, 23, 24, 25, 31, 37, 47, 48, 49)
EDGE_KEYS = (1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 61, 63, 64, 65, 101, 127)
EDGE_KEYS += (128, 129, 199, 200, 201, 255, 256, 257, 287, 288, 289, 383, 385)
EDGE_WIDTHS = (1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 96, 128, 129)


# Sizes to draw from, small ones first: a fifth, at least, are edges.
SIZES = {
    "batch": (1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 5),
    "m": sorted((*range(1, 41), *EDGE_ROWS)),
    "n": sorted((*range(1, 141), *EDGE_KEYS * 2)),
    "width": sorted((*range(4, 49, 4), *EDGE_WIDTHS)),
    "part": (1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 17),
}


def size_of(dim: str) -> st.SearchStrategy[int]:
    """Sizes of a dim that is not empty."""
    if is_batch(dim):
        return st.sampled_from(SIZES["batch"])
    if dim in SIZES:
        return st.sampled_from(SIZES[dim])
    return st.sampled_from(SIZES["width" if dim in ("d", "e") else "part"])


@st.composite
def signatures(draw: st.DrawFn) -> Signature:
    """Any attention."""
    count = draw(st.sampled_from([2, 1, 2, 3, 0, 3, 4]))
    features = draw(st.sampled_from([["d"], ["d"], ["d"], ["d0", "d1"]]))
    values = draw(st.sampled_from([["e"], ["e"], ["e"], ["e0", "e1"]]))
    usual = draw(st.booleans())
    drawer = _Drawer(draw, list(BATCH_DIMS[:count]), features, values, usual)
    fields = drawer.maps() | drawer.visibility() | drawer.numbers() | drawer.elements()
    fixed = tuple(drawer.static().items())
    found = Signature("attention", fixed=fixed, **fields)
    if usual or found.sum_count == 0:
        return found
    orders = [d.split() for name, (d, _) in found.results().items() if name != "out"]
    return dataclasses.replace(
        found, sum_orders=tuple(draw(permuted(dims, False)) for dims in orders)
    )
