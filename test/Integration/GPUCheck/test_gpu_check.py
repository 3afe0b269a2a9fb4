"""tools/dev/gpu-check.sh: all of it but the GPU.

The runner checks kernels in the emulator; with a driver that does nothing, it goes
through what calls for a GPU need; and it finds fault where there is fault.
"""

import gzip
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

import pytest
from toolchain import BUILD, ROOT

torch = pytest.importorskip("torch")

from gpu_check import (  # noqa: E402
    cases,
    correctness,
    exercise,
    prepare,
    report,
    sanitizer,
    timings,
    warm,
)
from gpu_check.artifact import Runtime  # noqa: E402
from gpu_check.clock import HostClock  # noqa: E402
from gpu_check.peers import Peers  # noqa: E402
from gpu_check.run import Run  # noqa: E402

SCRIPT = ROOT / "tools/dev/gpu-check.sh"
FAKE_DRIVER = BUILD / "test/Unit/Runtime/Artifacts/libFakeCuda.so"


def run(*arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """The script, here or in a folder, and what it prints."""
    return subprocess.run(
        [str(a) for a in arguments],
        env=os.environ | {"DIFFATTN_BUILD": str(BUILD)} | variables,
        cwd="/",
        capture_output=True,
        text=True,
    )


def prepared(place: pathlib.Path, *flags: str) -> pathlib.Path:
    """A folder, moved to another place than it was made in."""
    first = place / "first"
    done = run(SCRIPT, f"--prepare={first}", *flags)
    assert done.returncode == 0, done.stderr
    return first.rename(place / "check")


@pytest.fixture(scope="module")
def emulated_folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """For the emulator."""
    place = tmp_path_factory.mktemp("gpu_check_sim")
    return prepared(place, "--target=sim", "--cases=8")


@pytest.fixture(scope="module")
def cuda_folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """For a GPU."""
    place = tmp_path_factory.mktemp("gpu_check_cuda")
    return prepared(place, "--cases=4", "--cubin=none")


pytestmark = pytest.mark.xdist_group("gpu check")


def test_emulator(emulated_folder: pathlib.Path) -> None:
    """All cases are right, and written down, by what is in the folder alone."""
    flags = ("--device=sim:schedule=random,seed=3", "--run", emulated_folder)
    done = run(emulated_folder / "gpu-check.sh", *flags, PYTHON=sys.executable)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "8 of 8 cases: 8 right" in done.stdout
    content = json.loads((emulated_folder / "results-sim.json").read_text())
    phase = content["phases"]["correctness"]
    assert [c["status"] for c in phase["cases"]] == ["right"] * 8
    assert all(c["errors"]["out"][1] >= 0 for c in phase["cases"])
    assert {"seed", "case"} <= phase["cases"][0].keys()
    assert content["folder"]["target"] == "sim"
    assert list(content["phases"]) == ["correctness"]


def changed(folder: pathlib.Path, place: pathlib.Path, name: str) -> pathlib.Path:
    """A copy whose oracle takes another scale of outputs than its kernels."""
    copy = shutil.copytree(folder, place / name)
    content = json.loads((copy / "cases.json").read_text())
    for attention in content["attentions"]:
        attention["out_scale"] *= 1.05
    (copy / "cases.json").write_text(json.dumps(content))
    return copy


def test_wrong_results(emulated_folder: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """A result that is off is told, with its case and seed."""
    folder = changed(emulated_folder, tmp_path, "wrong")
    done = run(SCRIPT, "--run", folder, "--device=sim")
    assert done.returncode == 2
    assert "cases.json' is not what --prepare wrote" in done.stderr
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["sha256"]["cases.json"] = prepare.hash_of(folder / "cases.json")
    (folder / "manifest.json").write_text(json.dumps(manifest))
    done = run(SCRIPT, "--run", folder, "--device=sim", "--out", tmp_path / "out.json")
    assert done.returncode == 1, done.stderr
    assert "correctness: wrong: case 0: v1_causal_bf16_32_64" in done.stdout
    assert "(seed " in done.stdout
    assert "out: error" in done.stdout
    content = json.loads((tmp_path / "out.json").read_text())
    wrong = [c for c in content["phases"]["correctness"]["cases"] if c["problem"]]
    assert wrong and all(c["seed"] for c in wrong)


def test_time_is_used_up(emulated_folder: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """A phase without time says how far it came; that nothing is wrong is not said
    if nothing was checked."""
    out = tmp_path / "out.json"
    flags = ("--device=sim", "--seconds=1e-9", "--out", out)
    done = run(SCRIPT, "--run", emulated_folder, *flags)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "correctness: nothing was checked (see --seconds)" in done.stdout
    assert "0 of 8 cases (its time is used up)" in done.stdout


def test_results_that_can_not_be_written(
    emulated_folder: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    """Are told before anything is done; what is there stays, alone."""
    pipe, folder = tmp_path / "pipe", tmp_path / "folder"
    os.mkfifo(pipe)
    folder.mkdir()
    for out in ("/nowhere/results.json", pipe, folder):
        flags = ("--device=sim", f"--out={out}")
        done = run(SCRIPT, "--run", emulated_folder, *flags)
        assert done.returncode == 2
        assert "can't write the results: " in done.stderr
        assert "correctness" not in done.stdout
    assert pipe.is_fifo()
    assert sorted(tmp_path.iterdir()) == [folder, pipe]


def test_no_driver(cuda_folder: pathlib.Path) -> None:
    """One line, and exit 2."""
    done = run(SCRIPT, "--run", cuda_folder, DIFFATTN_CUDA_DRIVER="/none/libcuda.so.1")
    assert done.returncode == 2
    assert done.stderr.startswith("gpu-check: error: no CUDA driver: /none/libcuda")
    assert done.stderr.count("\n") == 1


def test_other_device(cuda_folder: pathlib.Path) -> None:
    """A folder is for one kind of device."""
    done = run(SCRIPT, "--run", cuda_folder, "--device=sim")
    assert done.returncode == 2
    assert "was prepared for cuda, found device 'sim'" in done.stderr


def test_usage(tmp_path: pathlib.Path) -> None:
    """What can't be, in a line."""
    (tmp_path / "file").touch()
    for flags, message in (
        (("--prepare", tmp_path), "expected a new or empty folder"),
        (("--prepare", tmp_path / "file"), "expected a new or empty folder"),
        (("--prepare", tmp_path / "file/below"), "gpu-check: error: "),
        (("--run", tmp_path, "--seconds=0"), "--seconds: expected more than 0"),
        (("--run", tmp_path, "--seconds=nan"), "--seconds: expected more than 0"),
        (("--run", tmp_path), "not a folder of --prepare"),
        (("--run", tmp_path, "--cases=3"), "--cases is for --prepare"),
        (("--prepare", tmp_path / "new", "--out=x"), "--out is for --run"),
        (
            ("--prepare", tmp_path / "new", "--target=sim", "--cubin=sm_90"),
            "--cubin needs --target=cuda",
        ),
        ((), "one of the arguments --prepare --run is required"),
    ):
        done = run(SCRIPT, *flags)
        assert done.returncode == 2
        assert message in done.stderr
        assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("manifest", ["[]", "{}", '{"sha256": 1, "target": "sim"}'])
def test_broken_manifest(manifest: str, tmp_path: pathlib.Path) -> None:
    """It is no folder of --prepare."""
    (tmp_path / "manifest.json").write_text(manifest)
    done = run(SCRIPT, "--run", tmp_path)
    assert done.returncode == 2
    assert "not a folder of --prepare" in done.stderr


@pytest.fixture
def fake_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver whose kernels do nothing."""
    monkeypatch.setenv("DIFFATTN_CUDA_DRIVER", str(FAKE_DRIVER))
    monkeypatch.setenv("FAKE_CUDA_ANY_KERNEL", "1")
    monkeypatch.setenv("FAKE_CUDA_REPORT", "1")


@pytest.mark.usefixtures("fake_driver")
def test_launches(cuda_folder: pathlib.Path) -> None:
    """Artifacts for GPUs up to their launches, without PyTorch; nothing is left."""
    done = run(
        *(
            sys.executable,
            "-m",
            "gpu_check.exercise",
            cuda_folder,
            "cuda",
            "0",
            "1",
            "2",
        ),
        PYTHONPATH=str(cuda_folder),
    )
    assert done.returncode == 0, done.stderr
    assert "fault" not in done.stderr
    assert "left over: 0 bytes, 0 modules, 0 contexts" in done.stderr


@pytest.mark.usefixtures("fake_driver")
def test_phases_for_a_gpu(
    cuda_folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Correctness and timings as on a GPU, but with memory of the fake driver and
    PyTorch on the CPU. Its kernels compute nothing, which must be told."""
    monkeypatch.setattr(timings, "CudaClock", HostClock)
    monkeypatch.setattr(timings, "Peers", lambda: Peers(compiles=False))
    monkeypatch.setattr(timings, "TOKENS", 128)
    monkeypatch.setattr(timings, "DECODE_TOKENS", 128)
    monkeypatch.setattr(timings, "COPIED", 1 << 16)
    shapes = [timings.Timing(64, "causal", 64, 64), timings.Timing(64, "full", 64, 1)]
    monkeypatch.setattr(timings, "plan", lambda: shapes)
    for module in (correctness, timings):
        monkeypatch.setattr(
            module,
            "open_runtime",
            lambda folder, device: (
                Runtime(folder / "lib", device),
                torch.device("cpu"),
            ),
        )
    result = correctness.Phase(cuda_folder, "cuda").do(0)
    assert result["status"] == "wrong"
    assert "not finite" in result["problem"]
    phase = timings.Phase(cuda_folder, "cuda")
    assert phase.about()["device"] == "cuda:0 (Fake GPU 0, sm_80)"
    prefill, decode = phase.do(0), phase.do(1)
    for result in (prefill, decode):
        assert result["problem"] == "ours: there are numbers that are not finite"
        assert result["ms"].keys() >= {"ours", "flash4"}
        assert result["skipped"].keys() == {"cudnn2", "flex2"}
    assert prefill["tflops"] > 0 and decode["copy"] > 0
    text = report.timings({"cases": [prefill, decode]})
    assert "causal 64/128 N=64" in text and "decode 64/128 N=64" in text


@pytest.mark.usefixtures("fake_driver")
def test_no_torch_device(cuda_folder: pathlib.Path) -> None:
    """A driver alone is not enough."""
    done = run(SCRIPT, "--run", cuda_folder)
    assert done.returncode == 2
    assert "finds no CUDA device" in done.stderr


def test_contents(cuda_folder: pathlib.Path) -> None:
    """What is in a folder for a GPU."""
    manifest = json.loads((cuda_folder / "manifest.json").read_text())
    assert manifest["target"] == "cuda"
    assert manifest["compiler"]
    names = set(manifest["sha256"])
    assert {"lib/libDiffAttnRuntime.so", "cases.json", "gpu-check.sh"} <= names
    assert {"lib/timed_full_64.so", "ptx/timed_causal_128.ptx.gz"} <= names
    assert not any("LLVM" in name or "Sim" in name for name in names)
    ptx = gzip.open(cuda_folder / "ptx/timed_full_64.ptx.gz", "rt").read()
    assert ".target sm_80" in ptx and ".entry" in ptx
    assert (cuda_folder / "README.md").read_text()
    drawn = cases.load(cuda_folder / "cases.json")[1]
    timed = [f"timed_{mask}_{d}" for d in (64, 128) for mask in ("full", "causal")]
    assert [case.attention for case in drawn] == timed


def fake_sanitizer(folder: pathlib.Path, status: int) -> str:
    """Runs what it is given, and ends with `status`."""
    path = folder / "compute-sanitizer"
    path.write_text(
        '#!/bin/sh\necho "$@" >> "$0.log"\n'
        'while [ "${1#--}" != "$1" ]; do shift; done\n'
        f'"$@" || exit 5\necho "==== ERROR SUMMARY"\nexit {status}\n'
    )
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(("status", "expected"), [(0, "right"), (99, "wrong")])
def test_sanitizer(
    emulated_folder: pathlib.Path,
    tmp_path: pathlib.Path,
    status: int,
    expected: str,
) -> None:
    """Each tool sees each small case; what it finds is told."""
    program = fake_sanitizer(tmp_path, status)
    found: list[dict[str, str]] = []
    deadline = time.monotonic() + 300

    def take(_: int, result: dict[str, str]) -> None:
        found.append(result)

    assert sanitizer.run(emulated_folder, "sim", deadline, take, program) == ""
    known = cases.load(emulated_folder / "cases.json")[1]
    wanted = exercise.smallest(known, sanitizer.CASES)
    assert len(found) == 2 * len(wanted) == 8
    assert {result["status"] for result in found} == {expected}
    calls = (tmp_path / "compute-sanitizer.log").read_text()
    assert calls.count("--tool=memcheck") == calls.count("--tool=racecheck") == 4
    assert sanitizer.run(emulated_folder, "sim", 0.0, take, program) != ""


def test_warm_up(emulated_folder: pathlib.Path) -> None:
    """Every attention is launched; what goes wrong is told, and holds nothing up."""
    assert warm.run(emulated_folder, "sim", 60.0) == ""
    assert "found 'luck'" in warm.run(emulated_folder, "sim:luck=1", 60.0)
    assert warm.run(emulated_folder, "sim", 0.0) == "it took too long"


def test_no_sanitizer(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    """It is looked for in the toolkit, too."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CUDA_HOME", raising=False)
    if not pathlib.Path("/usr/local/cuda").exists():
        assert sanitizer.find() is None
    (tmp_path / "bin").mkdir()
    program = fake_sanitizer(tmp_path / "bin", 0)
    monkeypatch.setenv("CUDA_HOME", str(tmp_path))
    assert sanitizer.find() == program


def test_run_needs_its_folder(tmp_path: pathlib.Path) -> None:
    """The parent opens the device before anything else."""
    with pytest.raises(prepare.UsageError, match="not a folder of --prepare"):
        Run(tmp_path, "sim", 1.0, None, print).run()
