"""The generators reach all that they are for, and what is wrong is seen."""

import dataclasses

import numpy as np
import pytest
from differences import run_drawn
from drawing import Case, cases, draw_one, shrink
from graphs import BINARY, REDUCTIONS, UNARY, Graph, graphs
from instances import Drawer, Instance
from judge import Question
from pipelines import LOOPS, Pipeline
from report import Report
from signatures import EDGE_KEYS, EDGE_ROWS, EDGE_WIDTHS, Signature, signatures

NUMBERS = range(250)


@pytest.fixture(scope="module")
def drawn() -> list[Signature]:
    """Attentions of the short form."""
    return [draw_one(signatures(), number) for number in NUMBERS]


def test_all_of_the_op_is_drawn(drawn: list[Signature]) -> None:
    def values(name: str) -> set[object]:
        return {getattr(s, name) for s in drawn}

    assert values("element") == {"f32", "f64", "bf16", "f16"}
    assert {s.mask_element for s in drawn if s.mask is not None} >= {
        *("i1", "f32", "f64", "bf16", "f16")
    }
    assert {s.lengths_element for s in drawn if s.lengths is not None} == {
        *("i32", "i64", "index")
    }
    for name in ("causal", "offsets", "sigmoid"):
        assert values(name) == {True, False}
    for name in ("softcap", "eps", "scale", "window_left", "window_right", "lam"):
        assert None in values(name) and len(values(name)) > 2, name
    assert values("alignment") == {"bottom_right", "top_left"}
    assert {len(s.batch) for s in drawn} == {0, 1, 2, 3, 4}
    assert {len(s.results()) for s in drawn} == {1, 2, 3}
    assert any(s.k2 == "k1" for s in drawn)
    # Rows, keys and heads in any order; heads that share keys; heads of noise.
    assert any(s.q1.split()[-1] not in ("d", "d0", "d1") for s in drawn)
    assert any(set(s.batch) - set(s.k1.split()) for s in drawn)
    assert any(s.has_noise and set(s.q1.split()) - set(s.q2.split()) for s in drawn)
    # Static, dynamic, and in between.
    shares = {len(s.fixed) / len(s.dims) for s in drawn}
    assert {0, 1} < shares


def test_a_fifth_of_the_sizes_are_edges() -> None:
    edges = calls = 0
    for number in NUMBERS[:50]:
        for instance in draw_one(cases(4), number).instances:
            sizes = dict(instance.sizes)
            calls += 1
            edges += (
                min(sizes.values()) == 0
                or sizes["m"] in EDGE_ROWS
                or sizes["n"] in EDGE_KEYS
                or sizes.get("d") in EDGE_WIDTHS
            )
    assert edges >= calls / 5


def test_numbers_are_cases() -> None:
    for number in NUMBERS[:10]:
        assert draw_one(cases(8), number) == draw_one(cases(8), number)
        # More calls leave the others as they are.
        assert (
            draw_one(cases(2), number).instances
            == (draw_one(cases(8), number).instances[:2])
        )


def test_shrinking() -> None:
    def fails(case: Case) -> bool:
        s = case.signature
        return s.causal and s.element == "bf16" and s.window_left is not None

    number = next(n for n in range(1000) if fails(draw_one(cases(1), n)))
    small = shrink(cases(1), number, fails)
    assert small is not None and fails(small)
    assert small.signature.mask is None and not small.signature.fixed
    assert max(size for _, size in small.instances[0].sizes) == 1
    passing = next(n for n in range(1000) if not fails(draw_one(cases(1), n)))
    assert shrink(cases(1), passing, fails) is None


def questions() -> list[Question]:
    """Calls with numbers in all results."""
    found = []
    for number in NUMBERS[:40]:
        case = draw_one(cases(1), number)
        question = Question.of(case.signature, usual(case.instances[0]))
        out = question.expected["out"]
        if out.size > 4 and np.isfinite(out).all() and np.abs(out).max() > 1e-3:
            found.append(question)
    return found


def usual(instance: Instance) -> Instance:
    """The call with numbers of a usual size."""
    return dataclasses.replace(instance, numbers="usual")


def rounded(question: Question) -> dict[str, np.ndarray]:
    """What is expected, as it is stored."""
    results = Drawer(question.signature, question.instance).results()
    with np.errstate(over="ignore"):
        for name, array in results.items():
            array[...] = question.expected[name].astype(array.dtype)
    return results


def test_the_judge_refuses_what_is_wrong() -> None:
    asked = questions()
    assert len(asked) >= 15
    for question in asked:
        right = rounded(question)
        assert question.problems(right) == []
        assert question.definition_agrees() == ""
        for name, array in right.items():
            finite = np.argwhere(np.isfinite(array.astype(np.float64)))
            if not len(finite):
                continue
            at = tuple(finite[len(finite) // 2])
            for value in (np.nan, np.inf, array[at] + np.abs(array).max() + 1):
                wrong = {n: a.copy() for n, a in right.items()}
                wrong[name][at] = value
                assert question.problems(wrong), (question.signature, name, value)


class Wrong(Pipeline):
    """Lets rows see what they must not."""

    def write(self, signature: Signature, name: str) -> str:
        return super().write(dataclasses.replace(signature, causal=False), name)


def test_wrong_code_is_a_failure() -> None:
    signature = Signature("attention", causal=True)
    sizes = {"b": 1, "h": 2, "m": 7, "n": 9, "d": 4, "e": 5}
    case = Case(signature, (Instance(tuple(sizes.items()), seed=1),))
    for pipeline, fails in ((Pipeline, False), (Wrong, True)):
        tried = [
            pipeline("loops", LOOPS),
            pipeline("loops on memrefs", LOOPS, "memrefs"),
        ]
        report = run_drawn({1: case}, tried, optimize=False)
        assert report.counts["instances"] == 1
        assert bool(report.failures) == fails, report.failures
        assert Report.of_json(report.to_json()) == report
    assert {failure.where for failure in report.failures} == {p.name for p in tried}


@pytest.fixture(scope="module")
def drawn_graphs() -> list[Graph]:
    """Graphs of the short form."""
    return [draw_one(graphs(), number) for number in range(100)]


def test_all_kinds_of_graphs_are_drawn(drawn_graphs: list[Graph]) -> None:
    nodes = [node for graph in drawn_graphs for node in graph.nodes]
    assert {node.kind for node in nodes} == {
        *("unary", "binary", "contract", "reduce", "softmax", "norm", "transpose"),
        *("collapse", "expand", "slice", "concat", "attention"),
    }
    for kind, names in (("unary", UNARY), ("binary", BINARY), ("reduce", REDUCTIONS)):
        assert {node.detail for node in nodes if node.kind == kind} == set(names)
    assert {graph.attentions for graph in drawn_graphs} == {0, 1, 2, 3, 4}
    counts = [len(graph.nodes) for graph in drawn_graphs]
    assert 1 <= min(counts) and 30 <= max(counts) <= 44
    spelled = {dict(node.options)["spelled"] for node in nodes if node.options}
    assert spelled == {True, False}
    assert {graph.element for graph in drawn_graphs} == {"f32", "bf16"}
    assert {graph.dynamic for graph in drawn_graphs} == {True, False}
