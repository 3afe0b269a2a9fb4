"""What the benchmarks say about whole models."""

import json
import math
import pathlib
from typing import Any

import numpy as np
import pytest
from harness import Unsuited, tables
from model_bench import cases, check, implementations, report
from model_bench.__main__ import parse_arguments
from model_bench.cases import Case, Model
from model_bench.implementation import Inputs, Setting, as_floats

ROOT = pathlib.Path(__file__).parents[2]


def model(name: str) -> Model:
    """One of the file."""
    return cases.load()[name]


def test_weights_are_those_of_the_model() -> None:
    """334.0 million; a token needs all but the embedding. With 4 key/value heads
    25.2 million less. Tied weights are one matrix."""
    large, grouped, demo = model("diffllama"), model("kv4"), model("kjv")
    assert round(large.weights / 1e6, 1) == 334.0
    assert large.weights - large.weights_read == 32000 * 1024
    assert large.weights - grouped.weights == 16 * 2 * 12 * 64 * 1024
    assert demo.weights == demo.weights_read == 3755392


def test_work_of_a_prompt() -> None:
    """Every matrix of a layer for each token, that of the logits for one; 8d
    operations of attention for each pair of a token and one not behind it."""
    case = Case(model("diffllama"), "prefill", 512, "f32")
    linear = 2 * (16 * (4 * 1024**2 + 3 * 1024 * 4096) * 512 + 32000 * 1024)
    assert case.flops == linear + 16 * 8 * (8 * 64) * (512 * 513 // 2)


def test_work_of_a_token() -> None:
    """All weights but the embedding, and keys and values before it."""
    case = Case(model("kv4"), "decode", 512, "bf16")
    assert case.cache_bytes == 2 * 16 * 2 * 4 * 64 * 512
    assert case.bytes == 2 * model("kv4").weights_read + case.cache_bytes
    # Its attention sees 513 tokens, itself among them.
    again = Case(model("kv4"), "decode", 513, "bf16")
    assert again.flops - case.flops == 16 * 8 * (8 * 64)


def test_quantized_weights() -> None:
    """A scale of 16 bits for 64 weights of a matrix, beside what stays bf16; others
    are not asked for it."""
    case, plain = cases.find("decode_512_int4"), cases.find("decode_512_bf16")
    assert (case.dtype, case.precision, plain.precision) == ("bf16", "int4", "bf16")
    matrices = 16 * (4 * 1024**2 + 3 * 1024 * 4096) + 32000 * 1024
    assert plain.bytes - case.bytes == matrices * (16 - 4.25) / 8
    assert case.weight_bytes == plain.weight_bytes
    assert implementations.defaults(case) == ["diffattn"]
    with pytest.raises(Unsuited, match="is not asked to quantise weights to int4"):
        implementations.check_case("iree", case)


def test_default_cases() -> None:
    """Those of the large model and of the demo."""
    names = [case.name for case in cases.choose([], [])]
    assert "prefill_512_f32" in names and "kjv_decode_512_bf16" in names
    assert not any(name.startswith(("kv4", "tiny")) for name in names)
    assert len(names) == len(set(names)) == 20


def test_long_prompts_leave_out_what_is_slow() -> None:
    """Unless it is asked for."""
    assert "iree" not in implementations.defaults(cases.find("prefill_2048_f32"))
    for name in ("prefill_512_f32", "decode_2048_f32"):
        names = implementations.defaults(cases.find(name))
        assert names == list(implementations.IMPLEMENTATIONS)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--case=x"], "--case: no case 'x'; there are: prefill_128_f32"),
        (["--model=x"], "invalid choice: 'x'"),
        (["--implementation=x"], "invalid choice: 'x'"),
        (["--build=none"], "--build: 'none' has no bin/diffattn-compile; `make bench"),
        (["--rounds=0"], "--rounds: expected a number from 1, found 0"),
        (
            ["--case=prefill_128_f32", "--model=kjv"],
            "'prefill_128_f32' is of the model 'diffllama', expected one of kjv",
        ),
    ],
)
def test_wrong_flags(
    flags: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2, with what is wrong."""
    with pytest.raises(SystemExit, match="2"):
        parse_arguments(flags)
    assert message in capsys.readouterr().err


def test_settings_reach_other_processes(tmp_path: pathlib.Path) -> None:
    """As text."""
    setting = Setting(
        cases.find("tiny_decode_13_int8"),
        tmp_path / "model",
        Inputs(tmp_path / "inputs"),
        tmp_path,
        tmp_path / "build",
        2,
    )
    assert Setting.read(setting.text()) == setting


def test_calls_take_what_stands_before_the_wanted_token(
    tmp_path: pathlib.Path,
) -> None:
    """The same prompt, whatever the case."""
    np.save(tmp_path / "tokens.npy", np.arange(20))

    def tokens(name: str) -> list[list[int]]:
        inputs = Inputs(tmp_path)
        setting = Setting(cases.find(name), tmp_path, inputs, tmp_path, tmp_path, 1)
        found: list[list[int]] = setting.tokens().tolist()
        return found

    assert tokens("tiny_prefill_9_f32") == [list(range(9))]
    assert tokens("tiny_decode_13_f32") == [[13]]


def test_bits_of_bf16_become_floats() -> None:
    """Whatever says that they are."""
    bits = np.array([[0x3F80, 0xC040]], np.uint16)
    assert as_floats(bits).tolist() == [1.0, -3.0]
    assert as_floats(np.array([[1.5]], np.float32)).tolist() == [1.5]


def logits(**changes: float) -> np.ndarray[Any, Any]:
    """Of a vocabulary of 100: the most likely is the token 7, with 3 to the next."""
    values = np.linspace(-1, 1, 100, dtype=np.float32)
    values[7] = 4
    for place, value in changes.items():
        values[int(place[1:])] = value
    return values


@pytest.mark.parametrize(
    ("found", "dtype", "message"),
    [
        (logits(), "f32", ""),
        (logits(_3=-0.95), "f32", "wrong logits: relative error"),
        (logits(_3=-0.95), "bf16", ""),
        (logits(_3=math.nan), "bf16", "wrong logits: relative error inf"),
        (logits()[:99], "bf16", "wrong logits: relative error inf"),
    ],
)
def test_logits_are_checked(
    found: np.ndarray[Any, Any], dtype: str, message: str
) -> None:
    """By the error of all together."""
    problem = check.problem_of(found, logits(), dtype)
    assert problem.startswith(message) and bool(problem) == bool(message)


def test_the_most_likely_token_counts_where_it_is_clear() -> None:
    """A few wrong logits among many don't make much of an error of all."""
    wanted = np.tile(logits(), 4000)
    wanted[5] = 5
    found = wanted.copy()
    found[5] = -5
    assert check.problem_of(found, wanted, "bf16").startswith("wrong token: expected 5")
    wanted[6] = 4.9
    found[6] = 4.9
    assert not check.problem_of(found, wanted, "bf16")


def result(case: str, name: str, median: float, **more: Any) -> dict[str, Any]:
    """An entry of models.json."""
    entry = {
        "case": case,
        "implementation": name,
        "median_ms": median,
        "tokens_per_s": 512e3 / median,
        "share": 0.75,
        "peak_before": 230.0,
        "peak_after": 234.0,
        "peak_unit": "f32",
        "threads": 2,
        "processor": "P (family 25, model 17)",
        "compile_s": 2.14,
        "export_s": 6.26,
        "compile_rss_mib": 201.4,
        "peak_rss_mib": 1400.6,
        "artifact_mib": 0.417,
        "version": "" if name == "diffattn" else "1.2",
        "date": "2030-01-02",
        "command": "make bench-models",
    }
    return entry | more


RESULTS = [
    result("a", "diffattn", 1600.0),
    result("a", "openvino", 2000.0, share=0.6, export_s=20.0),
    result("a", "iree", 8000.0, share=0.15),
    result("b", "diffattn", 40.0, peak_unit="read", tokens_per_s=25.0),
    result(
        "b",
        "torch_eager",
        80.0,
        tokens_per_s=12.5,
        share=0.375,
        compile_s=None,
        export_s=None,
        compile_rss_mib=None,
        artifact_mib=None,
        version="2.13",
    ),
]


def test_report() -> None:
    """Ours and the fastest other, all others as multiples of ours, and what is
    beside times."""
    assert (
        report.markdown(RESULTS)
        == """\
P (family 25, model 17); 2 threads; 2030-01-02; made by `make bench-models`.

| case | diffattn, tokens/s | share | fastest other | tokens/s | share | x |
| --- | --- | --- | --- | --- | --- | --- |
| a | 320 | 75 % of 232 GFLOP/s | openvino | 256 | 60 % | 1.25 |
| b | 25.0 | 75 % of 232 GB/s read | torch_eager | 12.5 | 38 % | 2.00 |

Times of the others (openvino 1.2, iree 1.2, torch_eager 2.13), as multiples of ours:

| case | openvino | iree | torch_eager |
| --- | --- | --- | --- |
| a | 1.25 | 5.00 | - |
| b | - | - | 2.00 |

Seconds to compile a graph, + to get it from the model's folder:

| case | diffattn | openvino | iree | torch_eager |
| --- | --- | --- | --- | --- |
| a | 2.1 + 6.3 | 2.1 + 20.0 | 2.1 + 6.3 | - |
| b | 2.1 + 6.3 | - | - | - |

Peak memory of compiling / of running, MiB:

| case | diffattn | openvino | iree | torch_eager |
| --- | --- | --- | --- | --- |
| a | 201 / 1401 | 201 / 1401 | 201 / 1401 | - |
| b | 201 / 1401 | - | - | - / 1401 |

Size of what is compiled, without weights, MiB:

| case | diffattn | openvino | iree | torch_eager |
| --- | --- | --- | --- | --- |
| a | 0.42 | 0.42 | 0.42 | - |
| b | 0.42 | - | - | - |
"""
    )


def test_the_document_has_markers() -> None:
    """Where the report goes."""
    text = tables.DOCUMENT.read_text(encoding="utf-8")
    assert tables.replaced(text, "", report.BEGIN)


def test_models_of_the_file_can_be_made() -> None:
    """What the cases need of positions is there."""
    for name, entry in json.loads(cases.MODELS.read_text(encoding="utf-8")).items():
        found = cases.read_model(name, entry)
        assert found.longest <= found.config["max_position_embeddings"]
        assert found.heads % 2 == 0 and found.key_heads % 2 == 0
