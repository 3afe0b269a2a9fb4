"""A compiled graph as PyTorch calls it."""

import collections
import math
import threading
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import torch
from torch.utils._sympy.printers import PythonPrinter
from torch.utils.weak import WeakIdRef

from diffattn.arrays import Argument, _native
from diffattn.dynamo.program import GraphProgram
from diffattn.importer import ImportFailure
from diffattn.importer.values import size_of
from diffattn.runtime import Function, Weights

# States of the weights that stay packed: of two modules, say, that share a graph.
MOST_BOUND = 2

# Weights that graphs have packed, by their states: graphs with the same weights share
# them, since memory is packed for one `Weights` at a time.
_packed: weakref.WeakValueDictionary[Any, Weights] = weakref.WeakValueDictionary()
_lock = threading.Lock()


class CompiledGraph:
    """Calls a function with the arguments of a graph, and allocates its results.

    Parameters are used where they lie. They are packed at the first call, and again
    if PyTorch has changed them since: it counts that.
    """

    _boxed_call = True
    """PyTorch gives all arguments as one list, which may be emptied."""

    def __init__(self, function: Function, program: GraphProgram) -> None:
        self._function = function
        self._weights = program.weights
        self._inputs = [i for i in range(len(program.inputs)) if i not in self._weights]
        self._shapes = Shapes(program)
        # With each function, what it was bound to.
        self._bound: collections.OrderedDict[Any, tuple[Function, list[Weights]]] = (
            collections.OrderedDict()
        )
        self._lock = threading.Lock()

    def __call__(self, arguments: list[Any]) -> list[Any]:
        """The results of the graph, in order: new tensors, and what isn't computed.
        Empties `arguments`."""
        function = self._bind([arguments[i] for i in self._weights])
        results, tensors = self._shapes.results(arguments)
        inputs = [plain(arguments[i]) for i in self._inputs]
        arguments.clear()
        named = dict(zip((r.name for r in function.results), tensors))
        function(*inputs, out=named)
        return results

    def _bind(self, weights: Sequence[torch.Tensor]) -> Function:
        """The function with these weights."""
        if not weights:
            return self._function
        key = tuple(map(state_of, weights))
        with self._lock:
            if key not in self._bound:
                packed, bound = self._wrap(weights)
                self._bound[key] = self._function.bind(bound), packed
                if len(self._bound) > MOST_BOUND:
                    self._bound.popitem(last=False)
            self._bound.move_to_end(key)
            return self._bound[key][0]

    def _wrap(
        self, weights: Sequence[torch.Tensor]
    ) -> tuple[list[Weights], dict[str, Any]]:
        """What is packed, and weights by name. Those with gaps, and those whose changes
        PyTorch doesn't count, are not packed."""
        parameters = {p.name: p for p in self._function.parameters}
        packed, bound = [], {}
        for name, weight in zip(self._weights.values(), weights):
            bound[name] = plain(weight)
            is_fixed = weight.is_contiguous() and not weight.is_inference()
            if is_fixed and name in parameters:
                fixed, bound[name] = pack(weight, parameters[name])
                packed.append(fixed)
        return packed, bound


def pack(weight: torch.Tensor, parameter: Argument) -> tuple[Weights, "_native.Tensor"]:
    """A weight in the state that it is in, packed as long as what is returned first
    lives."""
    name, state = "weight", state_of(weight)
    with _lock:
        fixed = _packed.get(state)
        if fixed is None:
            fixed = Weights.of_arrays({name: plain(weight)})
            _packed[state] = fixed
    return fixed, fixed.bind([replace(parameter, name=name)])[name]


def state_of(tensor: torch.Tensor) -> tuple[Any, int, int]:
    """What is another one if PyTorch changes the tensor, or where it lies. Another
    tensor in the same memory may have been changed as often."""
    count = -1 if tensor.is_inference() else tensor._version
    return WeakIdRef(tensor), tensor.data_ptr(), count


def plain(value: Any) -> Any:
    """An argument as compiled functions take it."""
    return value.detach() if isinstance(value, torch.Tensor) else value


class Shapes:
    """The sizes of a graph's results, computed from its arguments."""

    def __init__(self, program: GraphProgram) -> None:
        self._known: dict[str, tuple[int, int | None]] = {}
        for i, node in enumerate(program.inputs):
            meta = node.meta["val"]
            sizes = (
                [(meta, None)]
                if isinstance(meta, (torch.SymInt, int))
                else [(size, dim) for dim, size in enumerate(meta.shape)]
            )
            for size, dim in sizes:
                expression = size_of(size)
                if getattr(expression, "is_Symbol", False):
                    self._known.setdefault(str(expression), (i, dim))
        self._makers = [self._maker(value) for value in program.outputs]

    def results(self, arguments: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """What the graph returns, and the tensors in it that are to be computed."""
        symbols = {
            name: arguments[i] if dim is None else arguments[i].shape[dim]
            for name, (i, dim) in self._known.items()
        }
        results = [make(symbols) for make in self._makers]
        return results, [r for r in results if isinstance(r, torch.Tensor)]

    def _maker(self, value: Any) -> Callable[[dict[str, int]], Any]:
        if not isinstance(value, torch.fx.Node):
            return lambda symbols: value
        meta = value.meta["val"]
        if not isinstance(meta, torch.Tensor):
            return self._number(meta)
        sizes = [self._number(size) for size in meta.shape]
        strides = [self._number(stride) for stride in meta.stride()]
        overlaps = any(size_of(stride) == 0 for stride in meta.stride())

        def make(symbols: dict[str, int]) -> torch.Tensor:
            shape = [size(symbols) for size in sizes]
            if overlaps:
                return torch.empty(shape, dtype=meta.dtype)
            steps = [stride(symbols) for stride in strides]
            return torch.empty_strided(shape, steps, dtype=meta.dtype)

        return make

    def _number(self, number: Any) -> Callable[[dict[str, int]], int]:
        """A number that may depend on symbols."""
        expression = size_of(number)
        if isinstance(expression, int):
            return lambda symbols: expression
        unknown = {str(s) for s in expression.free_symbols} - set(self._known)
        if unknown:
            raise ImportFailure(
                f"the size {expression} of a result is no function of the sizes of "
                "the inputs"
            )
        code = compile(PythonPrinter().doprint(expression), "<size>", "eval")
        return lambda symbols: int(eval(code, {"math": math}, symbols))
