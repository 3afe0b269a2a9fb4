"""The benchmark of whole models on a tiny one: ours and PyTorch, all the way."""

import json
import pathlib
import subprocess
import sys
from typing import Any

import pytest
from harness import ROOT
from toolchain import BUILD

pytest.importorskip("torch")
pytest.importorskip("transformers")

KEYS = {
    "case": str,
    "implementation": str,
    "median_ms": float,
    "share": float,
    "peak_before": float,
    "peak_after": float,
    "threads": int,
    "processor": str,
    "ratio_to_ours": float,
    "peak_unit": str,
    "tokens_per_s": float,
    "peak_rss_mib": float,
    "relative_error": float,
    "version": str,
    "date": str,
    "command": str,
}
COMPILED = {
    "compile_s": float,
    "compile_rss_mib": float,
    "export_s": float,
    "export_rss_mib": float,
    "artifact_mib": float,
}


def run(output: pathlib.Path, *flags: str) -> subprocess.CompletedProcess[str]:
    """The benchmark, with the build that is tested."""
    command = [sys.executable, "-m", "model_bench", f"--build={BUILD}"]
    return subprocess.run(
        [*command, f"--output={output}", *flags],
        capture_output=True,
        text=True,
        cwd=ROOT / "tools" / "bench",
    )


def check_entry(entry: dict[str, Any], keys: dict[str, type]) -> None:
    """It has these keys, with values of these types."""
    for key, type_ in keys.items():
        assert isinstance(entry[key], type_), (key, entry[key])


@pytest.mark.skipif(
    not (BUILD / "python" / "diffattn").exists(),
    reason="the build has no Python extension",
)
def test_tiny_model(tmp_path: pathlib.Path) -> None:
    """Results are right, all figures are there, and nothing large is left."""
    output = tmp_path / "models.json"
    decode, prefill = "tiny_decode_13_f32", "tiny_prefill_9_f32"
    ours = "--implementation=diffattn"
    peer = "--implementation=torch_eager"
    for flags in ([decode, ours, peer], [prefill, ours, "--add"]):
        done = run(output, "--rounds=1", f"--case={flags[0]}", *flags[1:])
        skipped = output.with_name("models-skipped.json").read_text(encoding="utf-8")
        assert done.returncode == 0, f"{skipped}\n{done.stdout}{done.stderr}"
        assert json.loads(skipped) == {flags[0]: {}}
    entries = json.loads(output.read_text(encoding="utf-8"))
    assert [(entry["case"], entry["implementation"]) for entry in entries] == [
        (decode, "diffattn"),
        (decode, "torch_eager"),
        (prefill, "diffattn"),
    ]
    for entry in entries:
        check_entry(entry, KEYS)
        is_ours = entry["implementation"] == "diffattn"
        check_entry(entry, COMPILED if is_ours else dict.fromkeys(COMPILED, type(None)))
        assert entry["peak_unit"] == ("read" if entry["case"] == decode else "f32")
        assert 0 < entry["relative_error"] < 2e-5
    assert not list((tmp_path / "models").glob("work-*"))


def test_libraries_stay_out_of_the_process_that_starts_others() -> None:
    """Or what it starts would be charged with their memory, 250 MiB for PyTorch."""
    text = """
import sys
from model_bench import implementations, one_case
for name, found in implementations.IMPLEMENTATIONS.items():
    if found.is_built:
        implementations._find(name, "build")
print(sorted({"iree", "onnxruntime", "openvino", "torch"} & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", text],
        capture_output=True,
        text=True,
        cwd=ROOT / "tools" / "bench",
    )
    assert done.stdout == "[]\n", done.stderr


def test_what_fails_is_left_out(tmp_path: pathlib.Path) -> None:
    """With the reason; without ours that is a failure."""
    output = tmp_path / "models.json"
    case = "tiny_prefill_9_f32"
    done = run(output, f"--case={case}", "--implementation=openvino", "--threads=1")
    skipped = (tmp_path / "models-skipped.json").read_text(encoding="utf-8")
    assert done.returncode == 1
    assert json.loads(output.read_text(encoding="utf-8")) == []
    assert json.loads(skipped)[case] == {
        "openvino": "the package openvino is not installed"
    }
    assert "left out: the package openvino is not installed" in done.stderr
