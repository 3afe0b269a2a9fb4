"""Walks the graph of a program and writes its function."""

import dataclasses
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import sympy
import torch
from torch.export.graph_signature import (
    ConstantArgument,
    ExportGraphSignature,
    InputKind,
    InputSpec,
    OutputKind,
    SymIntArgument,
    TensorArgument,
)

from diffattn.importer import (  # noqa: F401 - they fill the table
    attention,
    cache,
    contraction,
    elementwise,
    indices,
    reduction,
    shape,
)
from diffattn.importer.builder import Builder
from diffattn.importer.emit import Locations, Writer, attribute, dense, quote
from diffattn.importer.errors import ImportFailure, Place
from diffattn.importer.table import CONVERTING, SKIPPED, TABLE, Call, missing
from diffattn.importer.values import (
    ELEMENTS,
    Size,
    Value,
    View,
    drop_units,
    size_of,
    tensor_type,
)

__all__ = ["Function", "Program", "Weight", "Weights", "write_function"]


class Program(Protocol):
    """What is read of a program: a torch.export.ExportedProgram, for example."""

    @property
    def graph(self) -> torch.fx.Graph:
        """Its operations, on fake tensors."""

    @property
    def graph_signature(self) -> ExportGraphSignature:
        """What its inputs and outputs are."""

    @property
    def state_dict(self) -> Mapping[str, Any]:
        """Parameters and buffers by name."""

    @property
    def constants(self) -> Mapping[str, Any]:
        """Other tensors by name."""


@dataclasses.dataclass(frozen=True)
class Weight:
    """A tensor of the weights file that a module reads."""

    dtype: str
    """Element type, as in MLIR."""
    shape: tuple[int, ...]
    state: str
    """Its name in the program's state_dict."""


class Weights:
    """The weights of a module, one for each tensor in memory."""

    def __init__(
        self, rename: Callable[[str], str], dtypes: Mapping[str, torch.dtype]
    ) -> None:
        self.used: dict[str, Weight] = {}
        self._rename = rename
        self._dtypes = dtypes
        self._names: dict[Any, str] = {}

    def prefer(self, state: Mapping[str, Any], held: "frozenset[str] | None") -> None:
        """Chooses a name for each tensor: of tied ones, one that the file holds."""
        for name, tensor in state.items():
            if isinstance(tensor, torch.Tensor):
                known = self._names.get(_identity(tensor))
                new = self._rename(name)
                if known is None or (held and known not in held and new in held):
                    self._names[_identity(tensor)] = new

    def use(self, state: str, tensor: torch.Tensor) -> str:
        """The name under which to read a tensor, now one of `used`."""
        name = self._names.get(_identity(tensor), self._rename(state))
        element = element_of(self._dtypes.get(name, tensor.dtype), None)
        self.used.setdefault(name, Weight(element, tuple(tensor.shape), state))
        return name

    def lines(self) -> list[str]:
        """The globals of the module."""
        return [
            f"ml_program.global private @{quote(name)}"
            f"(#ml_program.extern<{type}>) : {type}"
            for name, weight in self.used.items()
            for type in [tensor_type(weight.shape, weight.dtype)]
        ]


def _identity(tensor: torch.Tensor) -> Any:
    """Equal for tensors that are the same memory."""
    if tensor.device.type == "meta" or tensor.numel() == 0:
        return id(tensor)
    where = (
        tensor.untyped_storage().data_ptr()
        + tensor.storage_offset() * tensor.element_size()
    )
    return (where, tensor.dtype, tuple(tensor.shape), tensor.stride())


def element_of(dtype: torch.dtype, place: Place | None) -> str:
    """The element type for a dtype."""
    if dtype not in ELEMENTS:
        raise ImportFailure(f"no element type for {dtype}", place)
    return ELEMENTS[dtype]


@dataclasses.dataclass(frozen=True)
class Function:
    """The text of a function, and how often each operation was found."""

    lines: list[str]
    counts: dict[str, int]


def write_function(
    name: str,
    program: Program,
    weights: Weights,
    locations: Locations,
    arguments: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
    has_caches: bool = True,
) -> Function:
    """The function of a program. With `has_caches`, inputs that it appends to are
    changed in place; else what it appends to is a copy.

    Raises:
        UnsupportedOperation: An operation has no translation.
        ImportFailure: The program as a whole has none.
    """
    walk = _Walk(name, program, weights, locations, arguments, outputs)
    # Of appends to caches, and of results of appends, the cache's name.
    walk.caches = _caches(program) if has_caches else {}
    return walk.write()


class _Walk:
    def __init__(
        self,
        name: str,
        program: Program,
        weights: Weights,
        locations: Locations,
        arguments: Sequence[str] | None,
        outputs: Sequence[str] | None,
    ) -> None:
        self.name = name
        self.program = program
        self.weights = weights
        self.labels = arguments or ()
        self.outputs = outputs
        self.writer = Writer(locations)
        self.builder = Builder(self.writer)
        self.env: dict[str, Any] = {}
        self.arguments: list[str] = []
        self.results: list[str] = []
        self.counts: dict[str, int] = {}
        self.specs = {
            spec.arg.name: spec for spec in program.graph_signature.input_specs
        }
        self.symbols: list[tuple[Size, str, int, str]] = []
        self.caches: dict[str, str] = {}

    def write(self) -> Function:
        """All lines of the function."""
        nodes = list(self.program.graph.nodes)
        for node in nodes:
            if node.op == "placeholder":
                self._argument(node)
        self._bind_symbols()
        for node in nodes:
            if node.op == "placeholder":
                self._placeholder(node)
            elif node.op == "get_attr":
                self.env[node.name] = self._constant(self._tensor(str(node.target)))
            elif node.op == "call_function":
                self._call(node)
            elif node.op == "output":
                self._output(node)
        return Function(self._lines(), self.counts)

    def _lines(self) -> list[str]:
        results = f" -> ({', '.join(self.results)})" if self.results else ""
        arguments = ",\n    ".join(self.arguments)
        return [
            f"func.func @{quote(self.name)}(\n    {arguments}){results} {{",
            *self.writer.lines(),
            "}",
        ]

    # Inputs --------------------------------------------------------------------

    def _argument(self, node: torch.fx.Node) -> None:
        """Declares an argument of the function."""
        spec = self.specs[node.name]
        if spec.kind != InputKind.USER_INPUT or isinstance(spec.arg, ConstantArgument):
            return
        count = len(self.arguments)
        label = attribute(self.labels[count] if count < len(self.labels) else node.name)
        name = f"%{node.name}"
        if isinstance(spec.arg, SymIntArgument):
            self.arguments.append(f"{name}: index {{diffattn.name = {label}}}")
            self.writer.bind(node.meta["val"].node.expr, name)
            return
        meta = node.meta["val"]
        sizes = tuple(map(size_of, meta.shape))
        type = tensor_type(sizes, element_of(meta.dtype, None))
        if node.name in self.caches:
            type = type.replace("tensor", "memref", 1)
        self.arguments.append(f"{name}: {type} {{diffattn.name = {label}}}")
        self.symbols += [
            (size, name, i, type)
            for i, size in enumerate(sizes)
            if not isinstance(size, int)
        ]

    def _bind_symbols(self) -> None:
        """Reads the symbols from the arguments' sizes: plain ones first."""
        for size, name, dim, type in sorted(
            self.symbols, key=lambda item: not isinstance(item[0], sympy.Symbol)
        ):
            if isinstance(size, int) or self.writer.knows(size):
                continue
            index = self.writer.constant(dim, "index")
            kind = type.partition("<")[0]
            value = self.writer.head(f"{kind}.dim {name}, {index} : {type}")
            self.writer.bind(size, value)
            self._solve(size, value)

    def _solve(self, size: Any, value: str) -> None:
        """From a size `factor * symbol + offset`, the symbol."""
        unknown = [s for s in size.free_symbols if not self.writer.knows(s)]
        if len(unknown) != 1 or len(size.free_symbols) != 1:
            return
        factor, offset = size.coeff(unknown[0], 1), size.coeff(unknown[0], 0)
        if not (
            factor.is_Integer and sympy.expand(size - factor * unknown[0] - offset) == 0
        ):
            return
        if offset != 0:
            value = self.writer.head(
                f"arith.subi {value}, {self.writer.size(size_of(offset))} : index"
            )
        if factor != 1:
            value = self.writer.head(
                f"arith.divsi {value}, {self.writer.size(int(factor))} : index"
            )
        self.writer.bind(unknown[0], value)

    def _placeholder(self, node: torch.fx.Node) -> None:
        spec = self.specs[node.name]
        if isinstance(spec.arg, ConstantArgument):
            self.env[node.name] = spec.arg.value
        elif isinstance(spec.arg, SymIntArgument):
            self.env[node.name] = size_of(node.meta["val"])
        elif spec.kind == InputKind.USER_INPUT:
            self.env[node.name] = lambda: self._input(node)
        else:
            self.env[node.name] = lambda: self._stored(node, spec)

    def _input(self, node: torch.fx.Node) -> Value:
        meta = node.meta["val"]
        sizes = tuple(map(size_of, meta.shape))
        name, element = f"%{node.name}", element_of(meta.dtype, None)
        if node.name in self.caches:
            type = tensor_type(sizes, element)
            memref = type.replace("tensor", "memref", 1)
            name = self.writer.op(
                f"bufferization.to_tensor {name} restrict writable : {memref} to {type}"
            )
            return self.builder.plain(name, element, sizes)
        return self.builder.plain(name, element, sizes, is_strided=True)

    def _stored(self, node: torch.fx.Node, spec: InputSpec) -> Value:
        """A parameter, buffer or constant."""
        tensor = self._tensor(str(spec.target))
        sizes = tuple(tensor.shape)
        is_weight = spec.kind == InputKind.PARAMETER or (
            spec.kind == InputKind.BUFFER and spec.persistent
        )
        if not is_weight:
            return self._constant(tensor)
        label = self.weights.use(str(spec.target), tensor)
        element = self.weights.used[label].dtype
        type = tensor_type(sizes, element)
        name = self.writer.op(f"ml_program.global_load_const @{quote(label)} : {type}")
        return self.builder.plain(name, element, sizes)

    def _constant(self, tensor: torch.Tensor) -> View:
        """A tensor that is in the text."""
        element = element_of(tensor.dtype, None)
        sizes, axes = drop_units(tuple(tensor.shape))
        value = dense(tensor, element)
        name = self.writer.tensor_constant(value, tensor_type(sizes, element))
        return View(name, element, sizes, tuple(tensor.shape), axes)

    def _tensor(self, target: str) -> torch.Tensor:
        for source in (self.program.state_dict, self.program.constants):
            if isinstance(source.get(target), torch.Tensor):
                return source[target]
        raise ImportFailure(f"the program has no value of '{target}'")

    # Operations ------------------------------------------------------------------

    def _call(self, node: torch.fx.Node) -> None:
        target, meta = str(node.target), node.meta.get("val")
        if target in SKIPPED or isinstance(meta, (torch.SymBool, bool)):
            return
        self.writer.place = place = Place.of(node)
        if node.target is operator.getitem:
            self.env[node.name] = self._resolve(node.args[0])[node.args[1]]
            return
        if isinstance(meta, (torch.SymInt, int)):
            self.env[node.name] = size_of(meta)
            return
        if target not in TABLE:
            raise missing(target, place)
        self.counts[target] = self.counts.get(target, 0) + 1
        call = Call(self.builder, target, self._arguments(node), meta, place)
        self.env[node.name] = TABLE[target](call)

    def _arguments(self, node: torch.fx.Node) -> dict[str, Any]:
        """The arguments by name, with defaults."""
        schema: Any = node.target._schema
        found: dict[str, Any] = {}
        for i, argument in enumerate(schema.arguments):
            if i < len(node.args):
                value = node.args[i]
            elif argument.name in node.kwargs:
                value = node.kwargs[argument.name]
            else:
                value = argument.default_value
            converts = str(node.target) in CONVERTING
            if converts and isinstance(value, torch.fx.Node):
                found[argument.name] = self._value(value, as_stored=True)
            else:
                found[argument.name] = self._resolve(value)
        return found

    def _value(self, node: torch.fx.Node, as_stored: bool = False) -> Any:
        """The value of a node; weights in the program's type or `as_stored`."""
        known = self.env[node.name]
        if callable(known):
            # Weights and inputs are read where they are first needed.
            known = self.env[node.name] = known()
        if as_stored or node.op != "placeholder" or not isinstance(known, View):
            return known
        return elementwise.cast(
            self.builder, known, element_of(node.meta["val"].dtype, None)
        )

    def _resolve(self, value: Any) -> Any:
        """An argument with the values of nodes in it."""
        if isinstance(value, torch.fx.Node):
            return self._value(value)
        if isinstance(value, (list, tuple)):
            return [self._resolve(item) for item in value]
        return size_of(value) if isinstance(value, torch.SymInt) else value

    # Outputs -----------------------------------------------------------------------

    def _output(self, node: torch.fx.Node) -> None:
        self.writer.place = None
        specs = self.program.graph_signature.output_specs
        names: list[str] = []
        types: list[str] = []
        self._write_caches()
        for value, spec in zip(node.args[0], specs):
            if isinstance(value, torch.fx.Node) and value.name in self.caches:
                continue
            if spec.kind != OutputKind.USER_OUTPUT:
                raise ImportFailure(
                    f"the program changes '{spec.target}' ({spec.kind.name}); "
                    "return the new value instead, or use diffattn::cache_append"
                )
            if not isinstance(spec.arg, TensorArgument):
                continue
            name, type = self.builder.whole(self._resolve(value))
            names.append(name)
            types.append(type)
            label = self._label(len(names) - 1)
            self.results.append(f"{type} {{diffattn.name = {attribute(label)}}}")
        values = f" {', '.join(names)} : {', '.join(types)}" if names else ""
        self.writer.line(f"return{values}")

    def _write_caches(self) -> None:
        """The last state of each cache is what its memref holds in the end."""
        last = {buffer: name for name, buffer in self.caches.items()}
        nodes = {node.name: node for node in self.program.graph.nodes}
        for buffer, name in last.items():
            if name == buffer:
                continue
            self.writer.place = Place.of(nodes[name])
            value, type = self.builder.whole(self.env[name])
            memref = type.replace("tensor", "memref", 1)
            self.writer.line(
                "bufferization.materialize_in_destination "
                f"{value} in restrict writable %{buffer} : ({type}, {memref}) -> ()"
            )
        self.writer.place = None

    def _label(self, i: int) -> str:
        if self.outputs is not None and i < len(self.outputs):
            return self.outputs[i]
        return f"result{i}"


def _caches(program: Program) -> dict[str, str]:
    """For inputs that `cache_append` appends to, and for its results, the input."""
    inputs = set(program.graph_signature.user_inputs)
    caches: dict[str, str] = {}
    for node in program.graph.nodes:
        if str(node.target) == "diffattn.cache_append.default":
            buffer = node.args[0]
            if buffer.name in inputs or buffer.name in caches:
                caches.setdefault(buffer.name, buffer.name)
                caches[node.name] = caches[buffer.name]
    return caches
