"""What the benchmarks say about times and peaks."""

import json
import math
import mmap
import pathlib
from typing import Any

import numpy as np
import pytest
from attention_bench import ours, program, report
from attention_bench.__main__ import parse_arguments
from attention_bench.cases import choose
from attention_bench.inputs import relative_error
from harness import tables
from harness.machine import MemoryMeter, Peak, processor
from harness.results import Results
from harness.rounds import Pace, Rounds, kept_rounds, timed
from toolchain import BUILD, Toolchain


def test_rounds_beside_a_low_peak_do_not_count() -> None:
    """A peak stands between two rounds, so a low one costs both."""
    assert kept_rounds([100, 100, 90, 100, 99, 96]) == [True, False, False, True, True]


def test_all_rounds_count_if_most_peaks_are_low() -> None:
    """One lucky peak must not throw the run away."""
    assert kept_rounds([100, 80, 81, 80]) == [True] * 3


def test_slow_implementations_take_part_in_fewer_rounds() -> None:
    """In three at least, and never in more than asked for."""
    assert [Pace().rounds_of(s, 7) for s in (0.001, 6, 100)] == [7, 5, 3]


def test_rounds_go_on_until_enough_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of the rounds are disturbed, so two more are made; their times are left
    out of the medians."""
    monkeypatch.setattr("harness.rounds.SETTLE_SECONDS", 0)
    peaks = iter([100.0, 100, 100, 50, 100, 100, 100, 100, 100, 100, 100, 100, 100])
    calls = {"ours": 0, "other": 0}

    def call(name: str) -> Any:
        def count() -> None:
            calls[name] += 1

        return count

    turns = {name: timed(call(name)) for name in calls}
    numbers: list[int] = []
    rounds = Rounds(turns, "ours", lambda: next(peaks), report=numbers.append)
    timings = rounds.run(5)
    assert [len(timing.seconds) for timing in timings.values()] == [5, 5]
    assert [timing.dropped for timing in timings.values()] == [2, 2]
    # Three to warm up, then one to warm up and nine to time in each of 7 rounds.
    assert calls == {"ours": 73, "other": 73}
    assert numbers == [1, 2, 3, 4, 5, 6, 7]


def test_short_calls_are_repeated() -> None:
    """For about 30 ms, nine at most."""
    assert [Pace().calls_of(s) for s in (0, 0.001, 0.008, 0.02, 5)] == [9, 9, 3, 1, 1]


def test_peak_is_measured() -> None:
    """Of arithmetic and of reading; this process can do a thousandth of a modern
    processor at least."""
    peak = Peak(BUILD, threads=1)
    assert peak.measure("f32", tries=1) > 0.1
    assert peak.measure("read", tries=1) > 0.01


def test_memory_of_a_call_is_seen() -> None:
    """What was given back, too. The kernel counts pages in batches."""
    meter = MemoryMeter()
    with mmap.mmap(-1, 32 << 20) as memory:
        memory.write(bytes(len(memory)))
    assert 30 << 20 <= meter.used() < 72 << 20


def test_processor_has_a_name() -> None:
    """With the family, by which processors of one name differ."""
    assert "(family " in processor()


def test_what_is_not_written_is_an_error() -> None:
    """NaN makes the error infinite; no share of wrong elements is accepted."""
    wanted = np.ones((2, 3, 4))
    found = wanted.copy()
    assert relative_error(found, wanted) == 0
    found[1, 2, 3] = np.nan
    assert math.isinf(relative_error(found, wanted))


def result(case: str, name: str, median: float, **more: Any) -> dict[str, Any]:
    """An entry of attention.json."""
    entry = {
        "case": case,
        "implementation": name,
        "median_ms": median,
        "share": 0.75,
        "peak_before": 500.0,
        "peak_after": 510.0,
        "peak_unit": "f32",
        "threads": 2,
        "processor": "P (family 26, model 2)",
        "memory_mib": 3.2,
        "strategy": "held" if name == "diffattn" else "",
        "date": "2030-01-02",
        "command": "make bench",
    }
    return entry | more


TIMED = {"ratio_to_ours": None, "rounds": 7}

RESULTS = [
    result("a", "diffattn", 40.0),
    result("a", "torch_flex", 80.0),
    result("a", "ort_8d", 62.0),
    result("b", "diffattn", 2.5, peak_unit="read", share=0.8),
    result("b", "torch_flex", 5.0),
    result("c", "diffattn", 1234.0),
]


def test_report() -> None:
    """Ours, its share, the fastest other; then all others as multiples of ours."""
    assert (
        report.markdown(RESULTS)
        == """\
P (family 26, model 2); 2 threads; 2030-01-02; made by `make bench`.

| case | diffattn, ms | share | strategy | memory, MiB | fastest other | ms | x |
| --- | --- | --- | --- | --- | --- | --- | --- |
| a | 40.0 | 75 % of 505 GFLOP/s | held | 3 | ort_8d | 62.0 | 1.55 |
| b | 2.50 | 80 % of 505 GB/s read | held | 3 | torch_flex | 5.00 | 2.00 |
| c | 1234 | 75 % of 505 GFLOP/s | held | 3 | - | - | - |

![shares of the peak](benchmarks.svg)

Times of the others, as multiples of ours:

| case | torch_flex | ort_8d |
| --- | --- | --- |
| a | 2.00 | 1.55 |
| b | 2.00 | - |
"""
    )


def test_report_replaces_what_stands_between_the_markers() -> None:
    """And nothing else; a document without them is refused."""
    document = f"before\n{report.BEGIN}\nold\n{tables.END}\nafter\n"
    new = tables.replaced(document, "new\n", report.BEGIN)
    assert new == document.replace("old", "new")
    with pytest.raises(ValueError, match="expected the markers"):
        tables.replaced("no markers", "new\n", report.BEGIN)


def test_a_part_may_stand_behind_another() -> None:
    """Each ends where its own end is."""
    other = f"<!-- begin: other -->\nkept\n{tables.END}\n"
    document = f"{other}{report.BEGIN}\nold\n{tables.END}\n{other}"
    new = tables.replaced(document, "new\n", report.BEGIN)
    assert new == document.replace("old", "new")


def test_the_document_has_markers() -> None:
    """Where the report goes."""
    text = tables.DOCUMENT.read_text(encoding="utf-8")
    assert tables.replaced(text, "", report.BEGIN)


def test_results_can_be_added_to(tmp_path: pathlib.Path) -> None:
    """Of cases that are run again, the old ones go."""
    path = tmp_path / "results.json"
    first = Results(path, ["a", "b"], add=False, target="bench")
    for case in "ab":
        first.add(case, [result(case, "diffattn", 1.0, **TIMED)], {})
    second = Results(path, ["b", "c"], add=True, target="bench")
    second.add("b", [result("b", "diffattn", 2.0, **TIMED)], {"iree": "no"})
    second.add("c", [], {"diffattn": "wrong"})
    assert (first.failures, second.failures) == (0, 1)
    found = json.loads(path.read_text(encoding="utf-8"))
    assert [(entry["case"], entry["median_ms"]) for entry in found] == [
        ("a", 1.0),
        ("b", 2.0),
    ]
    skipped = (tmp_path / "results-skipped.json").read_text(encoding="utf-8")
    assert json.loads(skipped) == {"b": {"iree": "no"}, "c": {"diffattn": "wrong"}}


@pytest.mark.parametrize(
    ("flag", "message"),
    [
        ("--case=v9", "--case: no case 'v9'; there are: v1_64_2048_full_f32"),
        ("--implementation=x", "invalid choice: 'x'"),
        ("--build=none", "'none' has no bin/diffattn-compile; `make bench` builds it"),
        ("--rounds=0", "--rounds: expected a number from 1, found 0"),
        ("--threads=100000", "processors, found 100000"),
    ],
)
def test_wrong_flags(
    flag: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2, with what is wrong."""
    with pytest.raises(SystemExit, match="2"):
        parse_arguments([flag])
    assert message in capsys.readouterr().err


def test_strategy_is_found_in_the_plan(toolchain: Toolchain) -> None:
    """As diffattn-compile prints it."""
    (case,) = choose(["v1_64_512_causal_f32"])
    plan = toolchain.run(
        "diffattn-compile", "-", "--print-plan", stdin=program.text_of(case)
    )
    assert ours.strategy_of(plan) in ("held", "online", "split", "auto")
