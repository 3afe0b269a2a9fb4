"""Random graphs: operations of linalg and tensor around attentions.

Values are tensors whose dims have names: `b` and `s` are batch and sequence, `f` the
features of a model, `g` half of them, `p` other ones, `h` heads, `d` and `e` the
features of a head, `he` heads and features as one dim. `b` and `s` may be dynamic.
"""

import dataclasses

import hypothesis.strategies as st

UNARY = ("tanh", "sigmoid", "relu", "neg", "abs", "silu", "gelu", "cos", "sin", "rsqrt")
BINARY = ("add", "sub", "mul", "max")
REDUCTIONS = ("sum", "mean", "max")
MOST_DIMS = 5
MOST_NODES = 40
# Whole layers have up to 12 nodes.
LAYER = 12


@dataclasses.dataclass(frozen=True)
class Node:
    """An operation."""

    kind: str
    inputs: tuple[int, ...]
    dims: tuple[str, ...]
    """Of the result."""
    detail: str = ""
    """Which operation of this kind, or along which dim."""
    options: tuple[tuple[str, object], ...] = ()
    """Of an attention: fields of its signature."""


@dataclasses.dataclass(frozen=True)
class Graph:
    """Inputs, weights and operations; values are numbered in this order."""

    element: str
    sizes: tuple[tuple[str, int], ...]
    """Of all dims; those of `b` and `s` may differ at run time, if `dynamic`."""
    dynamic: bool
    arguments: tuple[tuple[str, ...], ...]
    """The dims of each input and weight."""
    nodes: tuple[Node, ...]
    results: tuple[int, ...]
    seed: int
    style: int
    """How operations are written."""

    @property
    def attentions(self) -> int:
        """How many there are."""
        return sum(node.kind == "attention" for node in self.nodes)


class _Builder:
    """Draws a graph. Values are known by their dims."""

    def __init__(self, draw: st.DrawFn):
        self.draw = draw
        self.arguments: list[tuple[str, ...]] = []
        self.nodes: list[Node] = []
        self.dims: dict[int, tuple[str, ...]] = {}
        self.inputs = 0
        # Arguments and nodes are numbered apart while they are added.
        self.numbers: list[tuple[str, int]] = []

    def one_of(self, *choices: object) -> object:
        return self.draw(st.sampled_from(choices))

    def argument(self, *dims: str) -> int:
        """A new input or weight."""
        self.numbers.append(("argument", len(self.arguments)))
        self.arguments.append(dims)
        self.dims[len(self.numbers) - 1] = dims
        return len(self.numbers) - 1

    def node(
        self, kind: str, inputs: list[int], dims: list[str], detail: str = "", **options
    ) -> int:
        """A new operation."""
        assert len(set(dims)) == len(dims), f"{kind}: a dim twice in {dims}"
        self.numbers.append(("node", len(self.nodes)))
        self.nodes.append(
            Node(kind, tuple(inputs), tuple(dims), detail, tuple(options.items()))
        )
        self.dims[len(self.numbers) - 1] = tuple(dims)
        return len(self.numbers) - 1

    def value(self, *need: str) -> int | None:
        """A value that has these dims; rather a late one."""
        fitting = [
            v
            for v, (kind, _) in enumerate(self.numbers)
            if set(need) <= set(self.dims[v]) and (kind == "node" or v < self.inputs)
        ]
        if not fitting:
            return None
        return self.draw(st.sampled_from(fitting[-4:]))

    def project(self, x: int, away: tuple[str, ...], new: tuple[str, ...]) -> int:
        """A product with a weight."""
        weight = self.argument(*away, *new)
        kept = [d for d in self.dims[x] if d not in away]
        return self.node("contract", [x, weight], [*kept, *new], " ".join(away))

    # Operations ------------------------------------------------------------------

    def unary(self) -> None:
        x = self.value()
        assert x is not None
        self.node("unary", [x], list(self.dims[x]), str(self.one_of(*UNARY)))

    def binary(self) -> None:
        x, y = self.value(), self.value()
        assert x is not None and y is not None
        dims = list(dict.fromkeys(self.dims[x] + self.dims[y]))
        if len(dims) <= MOST_DIMS:
            self.node("binary", [x, y], dims, str(self.one_of(*BINARY)))

    def reduce(self) -> None:
        x = self.value()
        assert x is not None
        if self.dims[x]:
            dim = str(self.one_of(*self.dims[x]))
            kept = [d for d in self.dims[x] if d != dim]
            self.node("reduce", [x], kept, str(self.one_of(*REDUCTIONS)))

    def softmax(self) -> None:
        x = self.value()
        assert x is not None
        if self.dims[x]:
            self.node("softmax", [x], list(self.dims[x]), self.one_of(*self.dims[x]))

    def norm(self) -> None:
        x = self.value("f")
        if x is not None:
            weight = self.argument("f")
            self.node("norm", [x, weight], list(self.dims[x]), "f")

    def transpose(self) -> None:
        x = self.value()
        assert x is not None
        self.node("transpose", [x], self.draw(st.permutations(self.dims[x])))

    def join_heads(self) -> None:
        """Heads and features as one dim, and apart again."""
        x = self.value("h", "e")
        if x is not None and "he" not in self.dims[x]:
            front = [d for d in self.dims[x] if d not in ("h", "e")]
            x = self.node("transpose", [x], [*front, "h", "e"])
            x = self.node("collapse", [x], [*front, "he"])
            if self.one_of(True, False):
                x = self.node("expand", [x], [*front, "h", "e"])

    def halves(self) -> None:
        """A rotation of the halves of features, as rotary embeddings have it."""
        x = self.value("f")
        if x is not None and "g" not in self.dims[x]:
            dims = ["g" if d == "f" else d for d in self.dims[x]]
            low = self.node("slice", [x], dims, "low")
            high = self.node("slice", [x], dims, "high")
            high = self.node("unary", [high], dims, "neg")
            self.node("concat", [high, low], list(self.dims[x]))

    def contract(self) -> None:
        """A projection of features, or of heads."""
        away = self.one_of(("f",), ("p",), ("e",), ("h", "e"), ("he",))
        x = self.value(*away)
        if x is not None:
            new = self.one_of(("f",), ("p",), ("h", "e"), ("he",))
            if not set(new) & set(self.dims[x]):
                self.project(x, away, new)

    def attention(self) -> None:
        """Projections, an attention, a projection back and a sum."""
        x = self.value("s", "f")
        if x is None or set(self.dims[x]) - {"b", "s", "f"}:
            return
        shared = bool(self.one_of(True, False))
        heads = ("h",) if not shared else ()
        q1 = self.project(x, ("f",), ("h", "d"))
        k1 = self.project(x, ("f",), (*heads, "d"))
        inputs = {"q1": q1, "k1": k1}
        if self.one_of(True, True, False):
            inputs["q2"] = self.project(x, ("f",), ("h", "d"))
            if self.one_of(True, True, False):
                inputs["k2"] = self.project(x, ("f",), (*heads, "d"))
            if self.one_of(True, False):
                inputs["lam"] = self.argument()
            else:
                inputs["lam"] = self.project(x, ("f",), ("h",))
        inputs["v"] = self.project(x, ("f",), (*heads, "e"))
        options: dict[str, object] = {
            "causal": self.one_of(True, True, False),
            "window_left": self.one_of(None, None, None, 3),
            "sigmoid": "q2" in inputs and self.one_of(False, True),
            "eps": self.one_of(None, 1e-5),
            "out_scale": self.one_of(1.0, 0.8),
            "spelled": self.one_of(True, True, False),
        }
        if options["eps"] is not None and self.one_of(True, False):
            inputs["weight"] = self.argument("e")
        rest = [d for d in self.dims[x] if d != "f"]
        dims = self.draw(st.permutations([*rest, "h", "e"]))
        names = tuple(inputs)
        o = self.node(
            "attention", list(inputs.values()), dims, " ".join(names), **options
        )
        back = self.project(o, ("h", "e"), ("f",))
        self.node("binary", [x, back], list(self.dims[x]), "add")


OPERATIONS = (
    *("unary", "binary", "contract") * 2,
    *("attention",) * 4,
    *("reduce", "softmax", "norm", "transpose", "join_heads", "halves"),
)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Any graph."""
    builder = _Builder(draw)
    builder.argument("b", "s", "f")
    if draw(st.booleans()):
        builder.argument("s", "f")
    builder.inputs = len(builder.arguments)
    wanted = draw(st.integers(2, MOST_NODES))
    steps = draw(st.lists(st.sampled_from(OPERATIONS), min_size=2, max_size=MOST_NODES))
    attentions = 0
    for step in steps:
        count = len(builder.nodes)
        if count >= wanted:
            break
        if step == "attention" and (attentions == 4 or count + LAYER > MOST_NODES):
            continue
        getattr(builder, step)()
        attentions += step == "attention"
    if not builder.nodes:
        builder.unary()
    heads, width = draw(st.integers(1, 3)), draw(st.sampled_from([1, 2, 4, 5, 8, 16]))
    sizes = {
        "b": draw(st.integers(1, 3)),
        "s": draw(st.sampled_from([1, 2, 3, 5, 7, 8, 9, 16, 17, 31, 33])),
        "f": draw(st.sampled_from([2, 4, 6, 8, 12, 16, 20])),
        "p": draw(st.sampled_from([1, 3, 8, 17, 24])),
        "h": heads,
        "d": draw(st.sampled_from([1, 2, 4, 5, 8, 16])),
        "e": width,
        "he": heads * width,
    }
    sizes["g"] = sizes["f"] // 2
    used = {x for node in builder.nodes for x in node.inputs}
    order = [i for i, (kind, _) in enumerate(builder.numbers) if kind == "argument"]
    order += [i for i, (kind, _) in enumerate(builder.numbers) if kind == "node"]
    number = {old: new for new, old in enumerate(order)}
    nodes = [
        dataclasses.replace(node, inputs=tuple(number[x] for x in node.inputs))
        for node in builder.nodes
    ]
    last = [
        number[v]
        for v, (kind, _) in enumerate(builder.numbers)
        if kind == "node" and v not in used
    ]
    return Graph(
        draw(st.sampled_from(["f32", "f32", "f32", "bf16"])),
        tuple(sizes.items()),
        draw(st.booleans()),
        tuple(builder.arguments),
        tuple(nodes),
        tuple(last),
        draw(st.integers(0, 2**32 - 1)),
        draw(st.integers(0, 2**16 - 1)),
    )
