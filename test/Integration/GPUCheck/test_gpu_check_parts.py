"""Parts of tools/gpu-check: the oracle, the supervisor, clocks, peers, tables."""

import dataclasses
import json
import pathlib
import sys
import time
from typing import Any

import numpy as np
import pytest
from attention_oracle import evaluate
from attentions import Attention as OtherAttention

torch = pytest.importorskip("torch")

from gpu_check import cases, clock, kinds, oracle, report, timings  # noqa: E402
from gpu_check.attentions import Attention  # noqa: E402
from gpu_check.cases import Case  # noqa: E402
from gpu_check.peers import Peers, TimeUp, at_most  # noqa: E402
from gpu_check.supervisor import Supervisor  # noqa: E402
from gpu_check.tensors import laid_out, make_inputs  # noqa: E402
from torch.nn.attention import SDPBackend  # noqa: E402

KINDS = [
    kinds.sized(option, fields, "f32", 16, 24)
    for option, fields in kinds.OPTIONS.items()
]


def other(attention: Attention) -> OtherAttention:
    """The same attention for the oracle of other tests."""
    fields = dataclasses.asdict(attention)
    fields["weight"] = "e" if attention.weight else None
    fields["sums"] = attention.sums is not None
    for name in ("features", "values"):
        del fields[name]
    return OtherAttention(**fields)


@pytest.mark.parametrize("attention", KINDS, ids=lambda kind: kind.name)
def test_oracle(attention: Attention) -> None:
    """What it expects is what the oracle of the other tests does."""
    for number, (rows, keys) in enumerate([(7, 40), (40, 7), (3, 0), (0, 3)]):
        sizes = {"b": 2, "h": 2, "r": 2, "s": 2} | {"m": rows, "n": keys}
        sizes = {dim: sizes[dim] for dim in attention.dims()}
        case = Case(number, attention.name, 5 + number, sizes, "dense")
        inputs = make_inputs(attention, case)
        found = oracle.evaluate(attention, inputs)
        arrays = {name: tensor.numpy() for name, tensor in inputs.items()}
        expected = evaluate(other(attention), arrays)
        for name, tensor in found.results.items():
            np.testing.assert_allclose(
                tensor.numpy(), expected[name], rtol=1e-12, atol=1e-13
            )
        np.testing.assert_allclose(
            found.cancellation.numpy(), expected["cancellation"], rtol=1e-9
        )


def judged(found: Any, exact: Any, hidden: bool = False) -> str:
    """The problem of a result beside an exact one."""
    expected = oracle.Expected(
        {"out": exact}, torch.ones_like(exact), torch.full(exact.shape, hidden)
    )
    return oracle.judge({"out": found}, expected, expected)["out"].problem


def test_rule() -> None:
    """What is near enough, and what isn't."""
    exact = torch.tensor([1.0, -2.0, 0.0], dtype=torch.float64)
    assert judged(exact.float(), exact) == ""
    assert judged((exact + 1e-6).float(), exact) == ""
    assert "error" in judged((exact + 1e-5).float(), exact)
    assert judged((exact + 1e-2).bfloat16(), exact) == ""
    assert "error" in judged((exact + 1e-1).bfloat16(), exact)
    assert "not finite" in judged(torch.tensor([1.0, -2.0, torch.nan]), exact)
    assert "infinities" in judged(exact.float(), exact / torch.tensor([1.0, 1.0, 0.0]))
    assert judged(exact.float(), exact, hidden=True).startswith(
        "rows without a visible"
    )
    assert judged(torch.zeros(3), torch.zeros(3).double(), hidden=True) == ""


def test_draws_are_alike() -> None:
    """The same seed, the same cases; all options, layouts and types are there."""
    drawn = cases.draw(kinds.checked(), 200, 7, small=False)
    assert drawn == cases.draw(kinds.checked(), 200, 7, small=False)
    assert drawn != cases.draw(kinds.checked(), 200, 8, small=False)
    assert {case.layout for case in drawn} == set(cases.LAYOUTS)
    assert {case.attention for case in drawn} == {a.name for a in kinds.checked()}
    assert {a.element for a in kinds.checked()} == {"bf16", "f16", "f32"}
    assert any(0 in case.sizes.values() for case in drawn)
    assert any(case.sizes["n"] > 4000 for case in drawn)


@pytest.mark.parametrize("layout", cases.LAYOUTS)
def test_layouts(layout: str) -> None:
    """The same numbers; rows are aligned but where they should not be."""
    tensor = torch.arange(2 * 3 * 5 * 8).reshape(2, 3, 5, 8).to(torch.bfloat16)
    found = laid_out(tensor, layout)
    assert torch.equal(found, tensor)
    is_aligned = all(stride * 2 % 16 == 0 for stride in found.stride()[:-1])
    assert is_aligned == (layout != "unaligned")
    assert (found.stride() == tensor.stride()) == (layout == "dense")


class Scripted(Supervisor):
    """Starts a program of the test instead of the worker."""

    program = ""

    def command(self, first: int, count: int) -> list[str]:
        """With the numbers of cases."""
        return [sys.executable, "-c", self.program, str(first), str(count)]


def supervise(program: str, seconds: float = 30.0) -> tuple[list[Any], str]:
    """Results of five cases by number, and why it stopped."""
    found: list[Any] = []
    supervisor = Scripted("phase", pathlib.Path(), "sim", time.monotonic() + seconds)
    supervisor.program = "import json, os, sys, time\n" + program
    supervisor.start, supervisor.stall = 20.0, 1.5
    stopped = supervisor.run(5, lambda i, r: found.append((i, r["status"])))
    return found, stopped


CASES = """
print("libraries say things", flush=True)
for i in range(int(sys.argv[1]), int(sys.argv[2])):
    print(json.dumps({"begin": i}), flush=True)
    BODY
    print(json.dumps({"end": i, "result": {"status": "right"}}), flush=True)
print(json.dumps({"finished": True}), flush=True)
"""
ALL_RIGHT = [(i, "right") for i in range(5)]


@pytest.mark.parametrize(
    ("body", "bad"),
    [
        ("pass", None),
        ("if i == 2: os.abort()", 2),
        ("if i == 4: sys.exit('lost')", 4),
        ("if i == 0: time.sleep(60)", 0),
    ],
)
def test_supervisor(body: str, bad: int | None) -> None:
    """What crashes or hangs costs its case alone."""
    found, stopped = supervise(CASES.replace("BODY", body))
    assert stopped == ""
    assert found == [(i, "crashed" if i == bad else s) for i, s in ALL_RIGHT]


def test_supervisor_restarts_behind_failures() -> None:
    """A worker that ends after a failure is followed by another."""
    says = "print(json.dumps({'end': 1, 'result': {'status': 'failed'}}), flush=True)"
    found, stopped = supervise(CASES.replace("BODY", f"if i == 1: {says}; sys.exit(3)"))
    assert found == [(i, "failed" if i == 1 else s) for i, s in ALL_RIGHT]
    assert stopped == ""


def test_supervisor_gives_up() -> None:
    """What can't start is not tried for ever, and says why."""
    found, stopped = supervise("sys.exit('no such device')")
    assert found == [] and "no such device" in stopped
    found, stopped = supervise(CASES.replace("BODY", "os.abort()"))
    assert [status for _, status in found] == ["crashed"] * 5


def test_supervisor_ends_in_time() -> None:
    """At the deadline, the case under way is left."""
    start = time.monotonic()
    found, stopped = supervise(CASES.replace("BODY", "time.sleep(0.7)"), seconds=1.2)
    assert stopped == "its time is used up"
    assert len(found) <= 1 and time.monotonic() - start < 10


def test_measure() -> None:
    """Everyone has a turn in each round; medians are told apart."""
    calls: list[str] = []
    runs = {name: lambda name=name: calls.append(name) for name in ("a", "b")}
    runs["slow"] = lambda: time.sleep(0.002)
    ms = clock.measure(runs, clock.HostClock(), rounds=4, warm_ups=1)
    assert calls.count("a") == calls.count("b") == 5
    assert ms["slow"] >= 2 > ms["a"]


@pytest.mark.parametrize("causal", [False, True])
def test_peers(causal: bool) -> None:
    """The forms that PyTorch has on CPUs are the same function as ours."""
    name = "timed_causal_64" if causal else "timed_full_64"
    attention = next(a for a in kinds.TIMED if a.name == name)
    sizes = {"b": 2, "h": 2, "m": 70, "n": 70}
    operands = timings.make_operands(attention, sizes, torch.device("cpu"))
    peers = Peers(compiles=False)
    found = {
        "two": peers.two_calls(operands, causal, SDPBackend.MATH)(),
        "four": peers.four_calls(operands, causal, SDPBackend.FLASH_ATTENTION)(),
    }
    verdicts = timings.check(attention, operands, found)
    assert {v.problem for v in verdicts.values()} == {""}
    wrong = {"ours": found["two"] * 1.05, "two": found["two"] * 2}
    verdicts = timings.check(attention, operands, wrong)
    assert all(v.problem for v in verdicts.values())


def test_peers_that_do_not_work() -> None:
    """The time for compiling is limited."""
    with pytest.raises(TimeUp), at_most(0.05):
        time.sleep(5)
    forms = Peers(compiles=False).forms({"q1": torch.zeros(1, 1, 4, 8)}, True)
    with pytest.raises(RuntimeError, match="nothing can be compiled: not asked for"):
        forms["flex2"]()


def test_tables() -> None:
    """Numbers, goals, and what is missing."""
    results = []
    for timing in timings.plan():
        ms = {"ours": 2.0, "flash4": 3.0, "copy": 0.5}
        verdicts = {"ours": oracle.Verdict(0.0, 1.0, "")}
        skipped = {"cudnn2": "RuntimeError: no"}
        results.append(timings.describe(timing, ms, verdicts, skipped))
    json.dumps(results)
    text = report.timings({"cases": results})
    lines = {line[:21].strip(): " ".join(line.split()) for line in text.splitlines()}
    assert len(results) == 20
    # 12 * 64 * 4096^2 * 16 heads * 4 texts in 2 ms.
    assert "2.000 412 300 met - - 1.50 1.2 met" in lines["full 64/128 N=4096"]
    assert "206 270 missed" in lines["causal 64/128 N=4096"]
    assert "1.50 1.5 met" in lines["full 128/256 N=1024"]
    # 2^18 keys of 16 heads, 512 bytes each, in 2 ms; 2 GiB in 0.5 ms.
    assert "1074" in lines["decode 64/128 N=8192"]
    assert "0.25 0.8 missed" in lines["decode 64/128 N=8192"]
    assert "cudnn2: left out of 20 of 20 cases: RuntimeError: no" in text
    assert "flex2: left out" not in text
    assert "not compiled" not in text
    phase = {"cases": results, "epilogue_of_peers": "RuntimeError: no Triton"}
    assert "not compiled (RuntimeError: no Triton)" in report.timings(phase)
    assert report.count({"done": 2, "planned": 3, "stopped": "x", "cases": []}) == (
        "2 of 3 cases (x)"
    )
