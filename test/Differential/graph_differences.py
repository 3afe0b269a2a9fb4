"""Runs graphs through all pipelines and says where they are wrong."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from artifact import Array
from attention_oracle import why_wrong
from diffattn.compiler import compile_text
from diffattn.errors import Error
from drawing import draw_one, shrink
from graph_text import write_graph
from graph_values import Arithmetic, Evaluator, make_arguments
from graphs import Graph, graphs
from instances import numpy_type
from pipelines import apply
from report import Failure, Report
from schedules import SCHEDULES
from twins import HALVES

Problems = (Error, RuntimeError)

RAISED = "attentions after raising"
RAISE = ("diffattn-raise", "diffattn-fuse")
# How modules are compiled: passes, options.
PIPELINES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "loops": ((), {"reference": True}),
    "fast": ((), {}),
    "raised loops": (RAISE, {"reference": True}),
    "tiled": ((*RAISE, *SCHEDULES["online"]), {}),
}
EMULATED: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "emulated": ((), {"target": "sim"})
}
# Of a number's size: what rounding costs.
ROUNDING = {"f32": 2.0**-24, "bf16": 2.0**-9, "f16": 2.0**-11}
# The emulator's exp2 is off as in the worst case on a GPU.
EMULATED_ROUNDING = 2.0**-22
PLAIN_PROGRAMS = 3
# What misses the rule is held against more of them, which add up in other orders.
MORE_PROGRAMS = 40


def run_graphs(
    numbers: Sequence[int], pipelines: dict[str, Any] = PIPELINES, **options: Any
) -> Report:
    """The graphs with these numbers, through all pipelines."""
    drawn = {number: draw_one(graphs(), number) for number in numbers}
    report = Report()
    for graph in drawn.values():
        report.counts["graphs"] += 1
        report.counts["operations"] += len(graph.nodes)
        report.counts["attentions in graphs"] += graph.attentions
    for name, (passes, given) in pipelines.items():
        run_drawn(drawn, name, passes, given | options, report)
    return report


def run_drawn(
    drawn: dict[int, Graph],
    name: str,
    passes: Sequence[str],
    options: dict[str, Any],
    report: Report,
) -> None:
    """Graphs through one pipeline. What is not compiled together is compiled in
    halves."""
    items = list(drawn.items())
    text = "\n".join(write_graph(graph, f"graph_{number}") for number, graph in items)
    try:
        text = apply(text, passes) if passes else text
        artifact = compile_text(text, **options)
    except Problems as error:
        if len(items) == 1:
            report.add(Failure(items[0][0], name, "compile", str(error)))
            return
        for half in (items[: len(items) // 2], items[len(items) // 2 :]):
            run_drawn(dict(half), name, passes, options, report)
        return
    if passes == RAISE:
        report.counts[RAISED] += text.count("diffattn.attention")
    for number, graph in items:
        for sizes in sizes_of_calls(graph):
            report.counts[f"graph results: {name}"] += 1
            function, emulated = artifact[f"graph_{number}"], name in EMULATED
            for what in ask(function, graph, sizes, emulated):
                report.add(Failure(number, name, str(sizes), what))


def sizes_of_calls(graph: Graph) -> list[dict[str, int]]:
    """Those it was drawn with; others too, if it takes them."""
    sizes = dict(graph.sizes)
    if not graph.dynamic:
        return [sizes]
    return [sizes, sizes | {"b": 1, "s": sizes["s"] + 1}]


def ask(
    function: Any, graph: Graph, sizes: dict[str, int], emulated: bool
) -> list[str]:
    """What is wrong with one call."""
    arguments = make_arguments(graph, sizes)
    names = [f"y{i}" for i in range(len(graph.results))]
    expected, references = expect(graph, sizes, arguments)
    element = numpy_type(graph.element)
    out = {
        name: np.full(value.shape, np.nan, element_of(graph, i, element))
        for i, (name, value) in enumerate(zip(names, expected))
    }
    try:
        given = {f"x{i}": array for i, array in enumerate(arguments)}
        function(out=out, **given)
    except Problems as error:
        return [f"fails: {error}"]
    texts = []
    for i, name in enumerate(names):
        if why_wrong(out[name], expected[i], worst(references, expected, i)):
            more = more_references(graph, sizes, arguments, emulated)
            why = why_wrong(out[name], expected[i], worst(more, expected, i))
            if why:
                texts.append(f"{name}: {why}")
    return texts


def worst(references: list[list[Array]], expected: list[Array], i: int) -> Array:
    """A result as the least precise of some plain programs has it."""
    return max(
        (r[i] for r in references), key=lambda r: np.abs(r - expected[i]).max(initial=0)
    )


def element_of(graph: Graph, result: int, element: np.dtype) -> np.dtype:
    """The type of a result: lambdas are of the type of sums."""
    value = graph.results[result]
    lambdas = {
        dict(zip(node.detail.split(), node.inputs)).get("lam")
        for node in graph.nodes
        if node.kind == "attention"
    }
    return np.dtype(np.float32) if value in lambdas else element


def expect(
    graph: Graph, sizes: dict[str, int], arguments: list[Array]
) -> tuple[list[Array], list[list[Array]]]:
    """What f64 gives, and plain programs: one, and f64 in which each number of each
    operation is off by as much as rounding may cost."""
    noise = ROUNDING[graph.element]
    programs = [Arithmetic(np.float32, HALVES.get(graph.element))] + [
        Arithmetic(np.float64, None, noise, seed) for seed in range(PLAIN_PROGRAMS - 1)
    ]
    expected = Evaluator(graph, sizes, Arithmetic()).results(arguments)
    return expected, run_all(graph, sizes, arguments, programs)


def more_references(
    graph: Graph, sizes: dict[str, int], arguments: list[Array], emulated: bool
) -> list[list[Array]]:
    """What other plain programs give."""
    order = np.random.default_rng(MORE_PROGRAMS)
    half, noise = HALVES.get(graph.element), ROUNDING[graph.element]
    if emulated:
        noise = max(noise, EMULATED_ROUNDING)
    programs = [Arithmetic(np.float32, half, order=order)] * MORE_PROGRAMS + [
        Arithmetic(np.float64, None, noise, seed) for seed in range(MORE_PROGRAMS)
    ]
    return run_all(graph, sizes, arguments, programs)


def run_all(
    graph: Graph,
    sizes: dict[str, int],
    arguments: list[Array],
    programs: Sequence[Arithmetic],
) -> list[list[Array]]:
    """The results of programs."""
    return [Evaluator(graph, sizes, how).results(arguments) for how in programs]


def shrink_graph(failure: Failure, **options: Any) -> tuple[Graph, Report] | None:
    """A small graph that fails in the same pipeline, and how."""
    passes, given = (PIPELINES | EMULATED)[failure.where]

    def run(graph: Graph) -> Report:
        report = Report()
        number = {failure.number: graph}
        run_drawn(number, failure.where, passes, given | options, report)
        return report

    found = shrink(graphs(), failure.number, lambda graph: bool(run(graph).failures))
    return None if found is None else (found, run(found))
