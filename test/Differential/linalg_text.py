"""Writes functions of linalg on tensors whose dims have names."""

import dataclasses
from collections.abc import Callable, Sequence

# -infinity.
LOWEST = {"f32": "0xFF800000", "f64": "0xFFF0000000000000"}


@dataclasses.dataclass(frozen=True)
class Value:
    """A tensor."""

    ssa: str
    dims: tuple[str, ...]
    element: str


class Body:
    """The body of a linalg.generic, an operation a line."""

    def __init__(self, loops: Sequence[str], count: int):
        self.loops = list(loops)
        self.count = count
        self.lines: list[str] = []

    def op(self, name: str, type: str, *operands: str) -> str:
        """`%N = name operands : type`"""
        ssa = f"%v{self.count}_{len(self.lines)}"
        joined = ", ".join(operands)
        self.lines.append(f"{ssa} = {name} {joined} : {type}".replace("  ", " "))
        return ssa

    def constant(self, value: float | int, type: str) -> str:
        """A constant of a type."""
        text = str(value)
        if value == float("-inf"):
            text = LOWEST[type]
        elif type[0] in "fb":
            text = f"{float(value):.17e}"
        return self.op("arith.constant", type, text)

    def index(self, dim: str) -> str:
        """The index along a dim, as an i64."""
        ssa = self.op("linalg.index", "index", str(self.loops.index(dim)))
        return self.op("arith.index_cast", "index to i64", ssa)

    def widen(self, ssa: str, element: str, wide: str) -> str:
        """A float in the type of sums."""
        return (
            ssa
            if element == wide
            else self.op("arith.extf", f"{element} to {wide}", ssa)
        )

    def narrow(self, ssa: str, wide: str, element: str) -> str:
        """A float in the type of a result."""
        return (
            ssa
            if element == wide
            else self.op("arith.truncf", f"{wide} to {element}", ssa)
        )


Compute = Callable[..., str]


class LinalgWriter:
    """Collects arguments and operations of a function."""

    def __init__(self, name: str, fixed: dict[str, int]):
        self.name = name
        self.fixed = dict(fixed)
        self.arguments: list[str] = []
        self.lines: list[str] = []
        self.sizes: dict[str, str] = {}
        self.count = 0

    def type(self, dims: Sequence[str], element: str) -> str:
        """A tensor type."""
        sizes = "".join(f"{self.fixed.get(d, '?')}x" for d in dims)
        return f"tensor<{sizes}{element}>"

    def emit(self, operation: str) -> str:
        """`%N = operation`"""
        self.count += 1
        self.lines.append(f"%t{self.count} = {operation}")
        return f"%t{self.count}"

    def argument(self, name: str, dims: str, element: str) -> Value:
        """A new argument."""
        value = Value(f"%{name}", tuple(dims.split()), element)
        type = self.type(value.dims, element)
        self.arguments.append(f'%{name}: {type} {{diffattn.name = "{name}"}}')
        for axis, dim in enumerate(value.dims):
            if dim not in self.fixed and dim not in self.sizes:
                at = self.emit(f"arith.constant {axis} : index")
                self.sizes[dim] = self.emit(f"tensor.dim %{name}, {at} : {type}")
        return value

    def alias(self, dim: str, of: str) -> None:
        """Another name of a dim."""
        for sizes in (self.fixed, self.sizes):
            if of in sizes:
                sizes[dim] = sizes[of]

    def size(self, dim: str) -> str:
        """The size of a dim, an index."""
        if dim in self.fixed:
            return self.emit(f"arith.constant {self.fixed[dim]} : index")
        return self.sizes[dim]

    def size_i64(self, dim: str) -> str:
        """The same as an i64."""
        return self.emit(f"arith.index_cast {self.size(dim)} : index to i64")

    def empty(self, dims: Sequence[str], element: str) -> str:
        """A tensor without contents."""
        sizes = ", ".join(self.sizes[d] for d in dims if d not in self.fixed)
        return self.emit(f"tensor.empty({sizes}) : {self.type(dims, element)}")

    def filled(self, dims: Sequence[str], element: str, constant: str) -> str:
        """A tensor of one number."""
        type = self.type(dims, element)
        typed = constant if element == "i1" else f"{constant} : {element}"
        number = self.emit(f"arith.constant {typed}")
        empty = self.empty(dims, element)
        return self.emit(
            f"linalg.fill ins({number} : {element}) outs({empty} : {type}) -> {type}"
        )

    def generic(
        self,
        inputs: Sequence[Value],
        dims: Sequence[str],
        element: str,
        compute: Compute,
        start: str | None = None,
    ) -> Value:
        """An operation with a result of these dims; those of inputs alone are
        reduced, from the constant `start`. `compute` gets the body, the elements and
        what is there already."""
        loops = list(dict.fromkeys([*dims, *(d for v in inputs for d in v.dims)]))
        names = {dim: f"d{i}" for i, dim in enumerate(loops)}

        def map_of(of: Sequence[str]) -> str:
            return (
                f"affine_map<({', '.join(names.values())}) -> "
                f"({', '.join(names[d] for d in of)})>"
            )

        out = self.filled(dims, element, start) if start else self.empty(dims, element)
        kinds = ['"parallel"' if d in dims else '"reduction"' for d in loops]
        self.count += 1
        body = Body(loops, self.count)
        elements = [f"%x{self.count}_{i}" for i in range(len(inputs))]
        old = f"%old{self.count}"
        result = compute(body, *elements, old)
        types = [self.type(v.dims, v.element) for v in inputs]
        type = self.type(dims, element)
        ins = f"ins({', '.join(v.ssa for v in inputs)} : {', '.join(types)}) "
        block = ", ".join(
            f"{x}: {e}"
            for x, e in zip([*elements, old], [*(v.element for v in inputs), element])
        )
        lines = "\n".join(f"    {line}" for line in body.lines)
        maps = ", ".join(map_of(v.dims) for v in inputs)
        comma = ", " if inputs else ""
        ssa = self.emit(
            f"linalg.generic {{indexing_maps = [{maps}{comma}{map_of(dims)}], "
            f"iterator_types = [{', '.join(kinds)}]}} {ins if inputs else ''}"
            f"outs({out} : {type}) {{\n  ^bb0({block}):\n{lines}\n"
            f"    linalg.yield {result} : {element}\n  }} -> {type}"
        )
        return Value(ssa, tuple(dims), element)

    def text(self, results: Sequence[tuple[str, Value]]) -> str:
        """The function."""
        types = [self.type(v.dims, v.element) for _, v in results]
        named = ", ".join(
            f'{t} {{diffattn.name = "{name}"}}' for t, (name, _) in zip(types, results)
        )
        lines = "\n".join(f"  {line}" for line in self.lines)
        returned = ", ".join(value.ssa for _, value in results)
        arguments = ",\n    ".join(self.arguments)
        return (
            f"func.func @{self.name}(\n    {arguments})\n    -> ({named}) {{\n{lines}\n"
            f"  return {returned} : {', '.join(types)}\n}}\n"
        )
