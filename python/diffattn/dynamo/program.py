"""Graphs of AOTAutograd as programs that the importer reads."""

import dataclasses
from collections.abc import Collection, Sequence
from typing import Any

import torch
from torch.export.graph_signature import (
    ConstantArgument,
    ExportGraphSignature,
    InputKind,
    InputSpec,
    OutputKind,
    OutputSpec,
    SymIntArgument,
    TensorArgument,
)

from diffattn.importer import ImportFailure


@dataclasses.dataclass(frozen=True)
class GraphProgram:
    """A `diffattn.importer.Program`."""

    graph: torch.fx.Graph
    graph_signature: ExportGraphSignature
    state_dict: dict[str, torch.Tensor]
    constants: dict[str, torch.Tensor]

    @property
    def inputs(self) -> list[torch.fx.Node]:
        """The graph's inputs, in order."""
        return inputs_of(self.graph)

    @property
    def weights(self) -> dict[int, str]:
        """The names of the inputs that are weights, by their places."""
        return {
            place: str(spec.target)
            for place, spec in enumerate(self.graph_signature.input_specs)
            if spec.kind == InputKind.PARAMETER
        }

    @property
    def outputs(self) -> list[Any]:
        """What the graph returns: nodes, and what isn't computed."""
        return list(self.graph.output_node().args[0])


def inputs_of(graph: torch.fx.Graph) -> list[torch.fx.Node]:
    """The inputs of a graph, in order."""
    return [node for node in graph.nodes if node.op == "placeholder"]


def program_of(
    module: torch.fx.GraphModule, static: Collection[int], names: Sequence[str]
) -> GraphProgram:
    """The program of a graph whose inputs `static` are weights. `names` are those of
    all its inputs.

    Raises ImportFailure for an input that is neither a tensor nor a number, and for
    tensors that are not on the CPU.
    """
    inputs, state = [], {}
    for number, node in enumerate(inputs_of(module.graph)):
        meta = node.meta.get("val")
        if isinstance(meta, (torch.SymInt, int)):
            argument: Any = SymIntArgument(node.name)
        elif isinstance(meta, torch.Tensor):
            check_tensor(meta)
            argument = TensorArgument(node.name)
        else:
            raise ImportFailure(f"expected tensors, found a {type(meta).__name__}")
        if number in static:
            name = names[number]
            state[name] = torch.empty(meta.shape, dtype=meta.dtype, device="meta")
            spec = InputSpec(InputKind.PARAMETER, argument, name)
        else:
            spec = InputSpec(InputKind.USER_INPUT, argument, None)
        inputs.append(spec)
    outputs = [
        OutputSpec(OutputKind.USER_OUTPUT, output_argument(value), None)
        for value in module.graph.output_node().args[0]
    ]
    constants = {
        node.target: getattr(module, node.target)
        for node in module.graph.nodes
        if node.op == "get_attr"
    }
    return GraphProgram(
        module.graph, ExportGraphSignature(inputs, outputs), state, constants
    )


def output_argument(value: Any) -> Any:
    """What the graph returns at one place."""
    if not isinstance(value, torch.fx.Node):
        return ConstantArgument("", value)
    meta = value.meta.get("val")
    if isinstance(meta, torch.Tensor):
        check_tensor(meta)
        return TensorArgument(value.name)
    return SymIntArgument(value.name)


def check_tensor(tensor: torch.Tensor) -> None:
    """Fails for tensors that compiled functions can't view."""
    if tensor.device.type != "cpu" or tensor.layout != torch.strided:
        raise ImportFailure(
            f"expected strided tensors on the CPU, found a {tensor.layout} one on "
            f"{tensor.device}"
        )
