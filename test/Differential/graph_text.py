"""Writes graphs as functions of tensors."""

from attention_text import attention_op
from graph_values import EPSILON, signature_of, value_dims
from graphs import Graph, Node
from linalg_text import LOWEST, Body, LinalgWriter, Value
from spelled import Speller

WIDE = "f32"
# Operations that stand on tensors themselves.
ON_TENSORS = {
    "tanh": "math.tanh",
    "neg": "arith.negf",
    "abs": "math.absf",
    "cos": "math.cos",
    "sin": "math.sin",
    "add": "arith.addf",
    "sub": "arith.subf",
    "mul": "arith.mulf",
    "max": "arith.maximumf",
}


def compute_unary(b: Body, name: str, x: str) -> str:
    """The operation on a number."""

    def op(name: str, *operands: str) -> str:
        return b.op(name, WIDE, *operands)

    def sigmoid() -> str:
        one = b.constant(1.0, WIDE)
        e = op("math.exp", op("arith.negf", x))
        return op("arith.divf", one, op("arith.addf", e, one))

    if name in ON_TENSORS:
        return op(ON_TENSORS[name], x)
    if name == "relu":
        return op("arith.maximumf", x, b.constant(0.0, WIDE))
    if name == "sigmoid":
        return sigmoid()
    if name == "silu":
        return op("arith.mulf", x, sigmoid())
    if name == "gelu":
        inner = op("math.erf", op("arith.mulf", x, b.constant(0.5**0.5, WIDE)))
        inner = op("arith.addf", inner, b.constant(1.0, WIDE))
        return op("arith.mulf", x, op("arith.mulf", inner, b.constant(0.5, WIDE)))
    square = op("arith.addf", op("arith.mulf", x, x), b.constant(1.0, WIDE))
    return op("math.rsqrt", square)


class GraphWriter:
    """Writes one graph. Numbers are computed in f32, and stored in the type of the
    graph."""

    def __init__(self, graph: Graph, name: str):
        self.graph = graph
        fixed = dict(graph.sizes)
        if graph.dynamic:
            del fixed["b"], fixed["s"]
        self.writer = LinalgWriter(name, fixed)
        self.values: list[Value] = []
        self.bits = graph.style
        self.lambdas = {
            dict(zip(node.detail.split(), node.inputs)).get("lam")
            for node in graph.nodes
            if node.kind == "attention"
        }

    def text(self) -> str:
        """The function."""
        count = len(self.graph.arguments)
        for i, dims in enumerate(self.graph.arguments):
            element = self.element(i)
            self.values.append(self.writer.argument(f"x{i}", " ".join(dims), element))
        # Rows and keys of attentions.
        self.writer.alias("m", "s")
        self.writer.alias("n", "s")
        for i, node in enumerate(self.graph.nodes):
            inputs = [self.values[x] for x in node.inputs]
            write = getattr(self, node.kind)
            self.values.append(write(node, inputs, self.element(count + i)))
        results = enumerate(self.values[i] for i in self.graph.results)
        return self.writer.text([(f"y{i}", value) for i, value in results])

    def element(self, value: int) -> str:
        """The type of a value."""
        return WIDE if value in self.lambdas else self.graph.element

    def choice(self) -> bool:
        """How the next operation is written."""
        self.bits = (self.bits * 48271 + 11) % 2147483647
        return bool(self.bits >> 7 & 1)

    def stored(self, value: Value, element: str) -> Value:
        """The value in the type of the graph."""
        if value.element == element:
            return value

        def compute(b: Body, x: str, old: str) -> str:
            if element == WIDE:
                return b.widen(x, value.element, WIDE)
            return b.narrow(b.widen(x, value.element, WIDE), WIDE, element)

        return self.writer.generic([value], value.dims, element, compute)

    def on_tensors(self, node: Node, x: list[Value], element: str) -> Value:
        """An operation on whole tensors."""
        operands = ", ".join(v.ssa for v in x)
        type = self.writer.type(node.dims, element)
        ssa = self.writer.emit(f"{ON_TENSORS[node.detail]} {operands} : {type}")
        return Value(ssa, node.dims, element)

    def elementwise(self, node: Node, x: list[Value], element: str, compute) -> Value:
        """An operation on numbers."""
        same = all(v.dims == node.dims and v.element == element == WIDE for v in x)
        if same and node.detail in ON_TENSORS and self.choice():
            return self.on_tensors(node, x, element)

        def body(b: Body, *elements: str) -> str:
            wide = [b.widen(e, v.element, WIDE) for e, v in zip(elements, x)]
            return b.narrow(compute(b, *wide), WIDE, element)

        return self.writer.generic(x, node.dims, element, body)

    def unary(self, node: Node, x: list[Value], element: str) -> Value:
        return self.elementwise(
            node, x, element, lambda b, v: compute_unary(b, node.detail, v)
        )

    def binary(self, node: Node, x: list[Value], element: str) -> Value:
        return self.elementwise(
            node, x, element, lambda b, v, w: b.op(ON_TENSORS[node.detail], WIDE, v, w)
        )

    def contract(self, node: Node, x: list[Value], element: str) -> Value:
        def multiply(b: Body, v: str, w: str, old: str) -> str:
            v, w = b.widen(v, x[0].element, WIDE), b.widen(w, x[1].element, WIDE)
            return b.op("arith.addf", WIDE, old, b.op("arith.mulf", WIDE, v, w))

        found = self.writer.generic(x, node.dims, WIDE, multiply, "0.0")
        return self.stored(found, element)

    def reduce(self, node: Node, x: list[Value], element: str) -> Value:
        name = "arith.maximumf" if node.detail == "max" else "arith.addf"
        start = LOWEST[WIDE] if node.detail == "max" else "0.0"
        (gone,) = set(x[0].dims) - set(node.dims)

        def combine(b: Body, v: str, old: str) -> str:
            return b.op(name, WIDE, b.widen(v, x[0].element, WIDE), old)

        found = self.writer.generic(x, node.dims, WIDE, combine, start)
        if node.detail == "mean":
            found = self.over_size(found, gone)
        return self.stored(found, element)

    def over_size(self, value: Value, dim: str) -> Value:
        """The value divided by the size of a dim."""
        size = self.writer.size_i64(dim)

        def divide(b: Body, v: str, old: str) -> str:
            return b.op("arith.divf", WIDE, v, b.op("arith.sitofp", "i64 to f32", size))

        return self.writer.generic([value], value.dims, WIDE, divide)

    def softmax(self, node: Node, x: list[Value], element: str) -> Value:
        value = self.stored(x[0], WIDE)
        type = self.writer.type(value.dims, WIDE)
        empty = self.writer.empty(value.dims, WIDE)
        ssa = self.writer.emit(
            f"linalg.softmax dimension({value.dims.index(node.detail)}) "
            f"ins({value.ssa} : {type}) outs({empty} : {type}) -> {type}"
        )
        return self.stored(Value(ssa, value.dims, WIDE), element)

    def norm(self, node: Node, x: list[Value], element: str) -> Value:
        def square(b: Body, v: str, old: str) -> str:
            v = b.widen(v, x[0].element, WIDE)
            return b.op("arith.addf", WIDE, old, b.op("arith.mulf", WIDE, v, v))

        def root(b: Body, v: str, old: str) -> str:
            v = b.op("arith.addf", WIDE, v, b.constant(EPSILON, WIDE))
            return b.op("math.rsqrt", WIDE, v)

        def scale(b: Body, v: str, r: str, w: str, old: str) -> str:
            v, w = b.widen(v, x[0].element, WIDE), b.widen(w, x[1].element, WIDE)
            v = b.op("arith.mulf", WIDE, b.op("arith.mulf", WIDE, v, r), w)
            return b.narrow(v, WIDE, element)

        rows = [d for d in node.dims if d != "f"]
        squares = self.writer.generic(x[:1], rows, WIDE, square, "0.0")
        mean = self.over_size(squares, "f")
        roots = self.writer.generic([mean], rows, WIDE, root)
        return self.writer.generic([x[0], roots, x[1]], node.dims, element, scale)

    def transpose(self, node: Node, x: list[Value], element: str) -> Value:
        value = self.stored(x[0], element)
        if not node.dims:
            return value
        empty = self.writer.empty(node.dims, element)
        old = self.writer.type(value.dims, element)
        new = self.writer.type(node.dims, element)
        order = [value.dims.index(d) for d in node.dims]
        ssa = self.writer.emit(
            f"linalg.transpose ins({value.ssa} : {old}) outs({empty} : {new}) "
            f"permutation = {order}"
        )
        return Value(ssa, node.dims, element)

    def collapse(self, node: Node, x: list[Value], element: str) -> Value:
        value = self.stored(x[0], element)
        groups = [[i] for i in range(len(node.dims) - 1)]
        groups.append([len(node.dims) - 1, len(node.dims)])
        old = self.writer.type(value.dims, element)
        new = self.writer.type(node.dims, element)
        ssa = self.writer.emit(
            f"tensor.collapse_shape {value.ssa} {groups} : {old} into {new}"
        )
        return Value(ssa, node.dims, element)

    def expand(self, node: Node, x: list[Value], element: str) -> Value:
        value = self.stored(x[0], element)
        groups = [[i] for i in range(len(node.dims) - 2)]
        groups.append([len(node.dims) - 2, len(node.dims) - 1])
        old = self.writer.type(value.dims, element)
        new = self.writer.type(node.dims, element)
        sizes = ", ".join(self.size(d) for d in node.dims)
        ssa = self.writer.emit(
            f"tensor.expand_shape {value.ssa} {groups} output_shape [{sizes}] : "
            f"{old} into {new}"
        )
        return Value(ssa, node.dims, element)

    def size(self, dim: str) -> str:
        """A size in the text of an operation."""
        fixed = self.writer.fixed
        return str(fixed[dim]) if dim in fixed else self.writer.sizes[dim]

    def box(self, dims: tuple[str, ...], dim: str, start: int) -> str:
        """Offsets, sizes and strides of a slice."""
        offsets = ", ".join(str(start if d == dim else 0) for d in dims)
        sizes = ", ".join(self.size(d) for d in dims)
        return f"[{offsets}] [{sizes}] [{', '.join('1' for _ in dims)}]"

    def slice(self, node: Node, x: list[Value], element: str) -> Value:
        value = self.stored(x[0], element)
        start = 0 if node.detail == "low" else self.writer.fixed["g"]
        old = self.writer.type(value.dims, element)
        new = self.writer.type(node.dims, element)
        ssa = self.writer.emit(
            f"tensor.extract_slice {value.ssa}{self.box(node.dims, 'g', start)} : "
            f"{old} to {new}"
        )
        return Value(ssa, node.dims, element)

    def concat(self, node: Node, x: list[Value], element: str) -> Value:
        parts = [self.stored(v, element) for v in x]
        type = self.writer.type(parts[0].dims, element)
        whole = self.writer.type(node.dims, element)
        if self.choice():
            names = ", ".join(v.ssa for v in parts)
            ssa = self.writer.emit(
                f"tensor.concat dim({node.dims.index('f')}) {names} : "
                f"({type}, {type}) -> {whole}"
            )
            return Value(ssa, node.dims, element)
        ssa = self.writer.empty(node.dims, element)
        for i, part in enumerate(parts):
            box = self.box(part.dims, "g", i * self.writer.fixed["g"])
            ssa = self.writer.emit(
                f"tensor.insert_slice {part.ssa} into {ssa}{box} : {type} into {whole}"
            )
        return Value(ssa, node.dims, element)

    def attention(self, node: Node, x: list[Value], element: str) -> Value:
        signature = signature_of(self.graph, node)
        operands = {}
        for (name, (dims, kind)), value in zip(
            signature.operands().items(), self.in_order(signature, node, x)
        ):
            assert value.element == kind, (name, value, kind)
            operands[name] = Value(value.ssa, tuple(dims.split()), kind)
        if dict(node.options)["spelled"]:
            found = Speller(signature, self.writer, operands).write()
            return Value(found.ssa, node.dims, element)
        init = self.writer.empty(signature.out.split(), element)
        types = {n: self.writer.type(v.dims, v.element) for n, v in operands.items()}
        names = {n: v.ssa for n, v in operands.items()} | {"out": init}
        types["out"] = self.writer.type(signature.out.split(), element)
        ssa = self.writer.emit(attention_op(signature, names, types))
        return Value(ssa, node.dims, element)

    def in_order(self, signature, node: Node, x: list[Value]) -> list[Value]:
        """The operands in the order of the signature."""
        given = dict(zip(node.detail.split(), x))
        return [given[name] for name in signature.operands()]


def write_graph(graph: Graph, name: str) -> str:
    """The function: arguments x0, x1..., results y0, y1..."""
    assert len(value_dims(graph)) == len(graph.arguments) + len(graph.nodes)
    return GraphWriter(graph, name).text()
