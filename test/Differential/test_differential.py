"""Random attentions through every pipeline, half of them each, and graphs, compared
with float64: the short form of tools/dev/differential.sh, which takes all pipelines for
each, and runs one of them again."""

from collections.abc import Iterator

import pytest
from diffattn.runtime import get_num_threads, set_num_threads
from differential import GRAPHS_OF_TASK, SIGNATURES_OF_TASK, Task, run_task
from graph_differences import RAISED

CALLS = 8
# Some attentions and graphs.
ATTENTIONS = [
    Task("attention", first, SIGNATURES_OF_TASK, CALLS)
    for first in range(0, 250, SIGNATURES_OF_TASK)
]
GRAPHS = [
    Task("graph", first, GRAPHS_OF_TASK, CALLS)
    for first in range(0, 100, GRAPHS_OF_TASK)
]


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Each worker has a core."""
    before = get_num_threads()
    set_num_threads(1)
    yield
    set_num_threads(before)


@pytest.mark.parametrize("task", [*ATTENTIONS, *GRAPHS], ids=str)
def test_differential(task: Task) -> None:
    report = run_task(task, some=True)
    print(dict(report.counts))
    if task.kind == "attention":
        assert report.counts["instances"] == CALLS * task.count
        assert report.counts["instances in the emulator"] >= CALLS
        again = f"tools/dev/differential.sh --calls={CALLS} --case=NUMBER --shrink"
    else:
        attentions = report.counts["attentions in graphs"]
        assert attentions >= task.count // 2
        assert report.counts[RAISED] >= attentions * 0.9
        assert report.counts["graphs in the emulator"] >= 1
        again = "tools/dev/differential.sh --graph=NUMBER --shrink"
    found = "\n".join(map(str, report.failures[:20]))
    assert not report.failures, f"{found}\nrun one again: {again}"
