"""What a graph computes, in NumPy: exactly, or as a plain program does."""

import dataclasses
import math
from collections.abc import Callable

import numpy as np
from artifact import Array
from attention_oracle import evaluate
from graphs import Graph, Node
from instances import numpy_type
from signatures import Signature

erf = np.vectorize(math.erf, otypes=[np.float64])

UNARY: dict[str, Callable[[Array], Array]] = {
    "tanh": np.tanh,
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "relu": lambda x: np.maximum(x, 0),
    "neg": lambda x: -x,
    "abs": np.abs,
    "silu": lambda x: x / (1 + np.exp(-x)),
    "gelu": lambda x: x * (x.dtype.type(0.5) * (1 + erf(x * math.sqrt(0.5)))),
    "cos": np.cos,
    "sin": np.sin,
    "rsqrt": lambda x: 1 / np.sqrt(x * x + 1),
}
BINARY = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "max": np.maximum,
}
EPSILON = 1e-5


def signature_of(graph: Graph, node: Node) -> Signature:
    """The attention of a node: its rows are `m`, its keys `n`."""
    dims = value_dims(graph)
    fields: dict[str, object] = {"q2": None, "k2": None, "lam": None}
    for name, value in zip(node.detail.split(), node.inputs):
        sequence = "n" if name in ("k1", "k2", "v") else "m"
        fields[name] = " ".join(sequence if d == "s" else d for d in dims[value])
    if fields["q2"] is not None and fields["k2"] is None:
        fields["k2"] = "k1"
    options = dict(node.options)
    options.pop("spelled")
    out = " ".join("m" if d == "s" else d for d in node.dims)
    sizes = {d: n for d, n in graph.sizes if d in "hde"}
    return Signature(
        "attention",
        **fields,
        **options,
        out=out,
        element=graph.element,
        weight_element=graph.element,
        sum_count=0,
        fixed=tuple(sizes.items()),
    )


def value_dims(graph: Graph) -> list[tuple[str, ...]]:
    """The dims of all values."""
    return [*graph.arguments, *(node.dims for node in graph.nodes)]


def make_arguments(graph: Graph, sizes: dict[str, int]) -> list[Array]:
    """Inputs and weights. Weights keep numbers at their size."""
    random = np.random.default_rng(graph.seed)
    found = []
    for number, dims in enumerate(graph.arguments):
        values = random.standard_normal([sizes[d] for d in dims])
        if "b" not in dims and "s" not in dims and dims:
            away = {
                d
                for node in graph.nodes
                if number in node.inputs[1:] and node.kind == "contract"
                for d in node.detail.split()
            }
            values = values / math.sqrt(math.prod([sizes[d] for d in away]) or 1)
        if not dims:
            values = np.array(0.3 + 0.2 * values)
        is_lambda = not dims or is_lambda_argument(graph, number)
        found.append(values.astype(numpy_type("f32" if is_lambda else graph.element)))
    return found


def is_lambda_argument(graph: Graph, number: int) -> bool:
    """Whether an argument is of the type of sums."""
    return any(
        node.kind == "attention"
        and dict(zip(node.detail.split(), node.inputs)).get("lam") == number
        for node in graph.nodes
    )


@dataclasses.dataclass
class Arithmetic:
    """How numbers are rounded."""

    dtype: type = np.float64
    half: type | None = None
    noise: float = 0.0
    """Each element of each value is off by up to this, by chance."""
    seed: int = 0
    order: np.random.Generator | None = None
    """Sums are added up in random orders."""

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.seed)

    def round(self, x: Array) -> Array:
        """The value as it is stored."""
        x = np.asarray(x, self.dtype)
        if self.noise:
            x = x * (1 + self.noise * self.random.uniform(-1, 1, x.shape))
        return x if self.half is None else x.astype(self.half).astype(self.dtype)


class Evaluator:
    """Evaluates a graph."""

    def __init__(self, graph: Graph, sizes: dict[str, int], how: Arithmetic):
        self.graph = graph
        self.sizes = sizes
        self.how = how
        self.dims = value_dims(graph)
        self.letters = {d: chr(ord("a") + i) for i, d in enumerate(sizes)}

    def results(self, arguments: list[Array]) -> list[Array]:
        """The results."""
        values = [a.astype(self.how.dtype) for a in arguments]
        with np.errstate(all="ignore"):
            for node in self.graph.nodes:
                value = getattr(self, node.kind)(node, [values[i] for i in node.inputs])
                values.append(self.how.round(value))
        return [values[i] for i in self.graph.results]

    def spread(self, array: Array, dims: tuple[str, ...], to: tuple[str, ...]) -> Array:
        """The array with the axes `to`, of size 1 where it lacks them."""
        order = [dims.index(d) for d in to if d in dims]
        array = array.transpose(order)
        shape = [self.sizes[d] if d in dims else 1 for d in to]
        return array.reshape(shape)

    def axis(self, node: Node, dim: str) -> int:
        """The axis of the input's dim."""
        return self.dims[node.inputs[0]].index(dim)

    def unary(self, node: Node, x: list[Array]) -> Array:
        return UNARY[node.detail](x[0])

    def binary(self, node: Node, x: list[Array]) -> Array:
        a, b = (self.spread(v, self.dims[i], node.dims) for v, i in zip(x, node.inputs))
        return BINARY[node.detail](a, b)

    def contract(self, node: Node, x: list[Array]) -> Array:
        def text(dims: tuple[str, ...]) -> str:
            return "".join(self.letters[d] for d in dims)

        ins = [self.dims[i] for i in node.inputs]
        if self.how.order is not None:
            x = self.shuffled(ins, node.dims, x, self.how.order)
        return np.einsum(f"{','.join(map(text, ins))}->{text(node.dims)}", *x)

    def shuffled(
        self,
        ins: list[tuple[str, ...]],
        out: tuple[str, ...],
        x: list[Array],
        order: np.random.Generator,
    ) -> list[Array]:
        """Factors with the dims that are summed along in another order."""
        for dim in sorted(set().union(*ins) - set(out)):
            by = order.permutation(self.sizes[dim])
            x = [
                a.take(by, axis=dims.index(dim)) if dim in dims else a
                for a, dims in zip(x, ins)
            ]
        return x

    def reduce(self, node: Node, x: list[Array]) -> Array:
        (axis,) = (
            i for i, d in enumerate(self.dims[node.inputs[0]]) if d not in node.dims
        )
        if node.detail == "max":
            return x[0].max(axis=axis)
        return x[0].sum(axis=axis) if node.detail == "sum" else x[0].mean(axis=axis)

    def softmax(self, node: Node, x: list[Array]) -> Array:
        axis = self.axis(node, node.detail)
        weights = np.exp(x[0] - x[0].max(axis=axis, keepdims=True))
        return weights / weights.sum(axis=axis, keepdims=True)

    def norm(self, node: Node, x: list[Array]) -> Array:
        axis = self.axis(node, node.detail)
        mean = (x[0] * x[0]).mean(axis=axis, keepdims=True)
        weight = self.spread(x[1], ("f",), node.dims)
        return x[0] / np.sqrt(mean + self.how.dtype(EPSILON)) * weight

    def transpose(self, node: Node, x: list[Array]) -> Array:
        return self.spread(x[0], self.dims[node.inputs[0]], node.dims)

    def collapse(self, node: Node, x: list[Array]) -> Array:
        return x[0].reshape([self.sizes[d] for d in node.dims])

    expand = collapse

    def slice(self, node: Node, x: list[Array]) -> Array:
        half = self.sizes["g"]
        start = 0 if node.detail == "low" else half
        return x[0].take(range(start, start + half), axis=node.dims.index("g"))

    def concat(self, node: Node, x: list[Array]) -> Array:
        return np.concatenate(x, axis=node.dims.index("f"))

    def attention(self, node: Node, x: list[Array]) -> Array:
        signature = signature_of(self.graph, node)
        arrays = dict(zip(node.detail.split(), x))
        how = self.how
        return evaluate(signature, arrays, how.dtype, how.half, how.order)["out"]
