"""`torch.compile` with diffattn: inference on the CPU.

    model = torch.compile(model.eval(), backend="diffattn")
    with torch.no_grad():
        logits = model(ids)

Where the package is installed, PyTorch finds the backend by its name; else
`import diffattn.dynamo` registers it. Each graph that TorchDynamo captures becomes
one compiled function: sizes that TorchDynamo knows to vary do so without compiling
again, and parameters are used where they lie. A graph with an operation that has no
translation, one that is to be trained, and one that is not on the CPU run as if they
were not compiled, with a warning that says why.

Options, by `torch.compile(..., options={...})`, are those of
`diffattn.compiler.Options` that make sense here, and `strict`: what would be a warning
is an error.
"""

import atexit
import collections
import dataclasses
import pathlib
import threading
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, cast

import torch
from torch._dynamo.backends.common import aot_autograd
from torch._dynamo.backends.registry import list_backends, register_backend
from torch._guards import TracingContext
from torch._subclasses.fake_tensor import unset_fake_temporarily

from diffattn.compiler import Options, compile_text, make_session
from diffattn.dynamo.attention import keep_attention_whole
from diffattn.dynamo.call import CompiledGraph
from diffattn.dynamo.program import inputs_of, program_of
from diffattn.errors import Error, UsageError
from diffattn.importer import ImportFailure, import_graph
from diffattn.runtime import Function

__all__ = ["GraphWarning", "Statistics", "compile_graph", "statistics"]

NAME = "diffattn"
FUNCTION = "graph"
OPTIONS = (
    "cache_dir",
    "cpu",
    "optimize",
    "quantize",
    "reference",
    "remarks",
    "schedule",
)
Backend: TypeAlias = Callable[[torch.fx.GraphModule, Sequence[Any]], Callable[..., Any]]
# Functions that are kept for graphs with the same text.
MOST_FUNCTIONS = 64


class GraphWarning(UserWarning):
    """A graph is not compiled; the message says why."""


@dataclasses.dataclass
class Statistics:
    """What became of the graphs of this process."""

    compiled: int = 0
    """Graphs that were compiled, or found in the cache on disk."""
    reused: int = 0
    """Graphs whose text was that of another one."""
    eager: int = 0
    """Graphs that run as if they were not compiled."""


statistics = Statistics()
_functions: collections.OrderedDict[Any, Function] = collections.OrderedDict()
_lock = threading.Lock()


def compile_graph(
    module: torch.fx.GraphModule,
    inputs: Sequence[Any],
    *,
    mode: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Callable[..., Any]:
    """The backend: what `torch.compile` calls for each graph.

    Args:
        module: The graph, as TorchDynamo captured it.
        inputs: Its inputs, which say types and sizes: fake tensors and symbols.
        mode: None; there are no modes.
        options: What the module's docstring says, by name.

    Returns:
        A callable that computes what `module` does: compiled, or, after a
        `GraphWarning`, the module's own `forward`.

    Raises:
        UsageError: For a mode, an option that there is not, or a `strict` that is no
            bool.
        CompileError: For an option's value that means nothing.
        Error: With `strict`, what says why the graph can't be compiled.
    """
    given = dict(options or {})
    strict = given.pop("strict", False)
    chosen = cast(Options, given)
    check_options(mode, chosen, strict)
    names = [node.name for node in inputs_of(module.graph)]
    compile_inference: Backend = aot_autograd(
        fw_compiler=refuse_training,
        inference_compiler=lambda graph, _: compile_program(graph, names, chosen),
        keep_inference_input_mutations=False,
    )
    uncompiled: Callable[..., Any] = module.forward
    keep_attention_whole(module)
    try:
        return compile_inference(module, inputs)
    except Error as error:
        if strict:
            raise
        statistics.eager += 1
        warnings.warn(
            f"diffattn: graph runs uncompiled ({statistics.eager} so far): {error}",
            GraphWarning,
            stacklevel=2,
        )
        return uncompiled


def check_options(mode: str | None, options: Options, strict: Any) -> None:
    """Raises UsageError for what this backend doesn't have, and CompileError for
    values that mean nothing."""
    if mode is not None:
        raise UsageError(f"mode: expected none, found '{mode}'")
    for name in options:
        if name not in OPTIONS:
            names = ", ".join((*OPTIONS, "strict"))
            raise UsageError(f"options: expected {names}, found '{name}'")
    if not isinstance(strict, bool):
        raise UsageError(f"options: strict: expected a bool, found {strict!r}")
    make_session(options)
    # Else known when a graph is compiled, which then runs without.
    schedule = options.get("schedule")
    if schedule is not None and not pathlib.Path(schedule).is_file():
        raise UsageError(f"options: schedule: expected a file, found '{schedule}'")


def refuse_training(graph: torch.fx.GraphModule, inputs: Sequence[Any]) -> Any:
    """What AOTAutograd calls for a graph with gradients."""
    raise ImportFailure("there are no gradients: expected a call under torch.no_grad()")


def compile_program(
    module: torch.fx.GraphModule, names: Sequence[str], options: Options
) -> CompiledGraph:
    """A graph of AOTAutograd, compiled. `names` are those of its inputs, if it has
    as many."""
    own = [node.name for node in inputs_of(module.graph)]
    if len(names) != len(own):
        names = own
    # Constants have values.
    with unset_fake_temporarily():
        program = program_of(module, static_inputs(len(own)), names)
        text = import_graph(FUNCTION, program).text
    return CompiledGraph(compile_once(text, options), program)


def static_inputs(count: int) -> set[int]:
    """The inputs that are parameters and buffers, and that the graph leaves alone."""
    context = TracingContext.try_get()
    if context is None or context.fw_metadata is None:
        return set()
    metadata = context.fw_metadata
    static = {i for i in metadata.static_input_indices if i < count}
    return {i for i in static if not metadata.input_info[i].mutates_data}


def compile_once(text: str, options: Options) -> Function:
    """The function of a text; of equal ones the same."""
    key = (text, tuple(sorted((name, str(value)) for name, value in options.items())))
    with _lock:
        function = _functions.get(key)
        if function is not None:
            _functions.move_to_end(key)
            statistics.reused += 1
            return function
    function = compile_text(text, name="<graph>", **options)[FUNCTION]
    with _lock:
        statistics.compiled += 1
        _functions[key] = function
        if len(_functions) > MOST_FUNCTIONS:
            _functions.popitem(last=False)
    return function


# What PyTorch keeps of compiled code outlives the extension module otherwise.
atexit.register(_functions.clear)

if NAME not in list_backends(exclude_tags=()):
    register_backend(compile_graph, name=NAME)
