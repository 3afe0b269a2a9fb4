"""Compilation from Python."""

import os
import pathlib
import platform
import re
import subprocess

import modules
import numpy as np
import pytest
from diffattn import CompileError, UsageError
from diffattn.compiler import compile_file, compile_text


def test_text_bytes_and_file(tmp_path: pathlib.Path) -> None:
    text = modules.identity("f32")
    (tmp_path / "f.mlir").write_text(text)
    x = np.arange(3, dtype=np.float32)
    for artifact in (
        compile_text(text),
        compile_text(text.encode()),
        compile_file(tmp_path / "f.mlir"),
        compile_file(str(tmp_path / "f.mlir"), output=str(tmp_path / "f.so")),
    ):
        np.testing.assert_array_equal(artifact["f"](x), x)
        assert artifact.diagnostics == ""


def test_header(tmp_path: pathlib.Path) -> None:
    compile_text(modules.SCALE, header=tmp_path / "scale.h")
    assert "diffattn_entry_scale" in (tmp_path / "scale.h").read_text()


@pytest.mark.parametrize("in_memory", [True, False])
def test_emulator(in_memory: bool, tmp_path: pathlib.Path) -> None:
    """Kernels run in the emulator, from memory or a file."""
    output = None if in_memory else tmp_path / "f.so"
    artifact = compile_text(modules.identity("f32"), target="sim", output=output)
    assert artifact.manifest["target"]["device"] == "sim"
    x = np.arange(300, dtype=np.float32)
    np.testing.assert_array_equal(artifact["f"](x), x)


def test_targets() -> None:
    artifact = compile_text(modules.SCALE, target="cuda", chip="sm_90")
    assert artifact.manifest["target"]["chip"] == "sm_90"
    with pytest.raises(CompileError, match="'vulkan', expected cpu, cuda or sim"):
        compile_text(modules.SCALE, target="vulkan")
    with pytest.raises(CompileError, match="unknown chip 'sm_70', expected one of"):
        compile_text(modules.SCALE, target="cuda", chip="sm_70")
    with pytest.raises(
        CompileError,
        match="cpu: multi is for target cpu only, expected one processor, for",
    ):
        compile_text(modules.SCALE, target="cuda", cpu="multi")


def test_machine_code(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of chips that are named, by the ptxas of the package nvidia-cuda-nvcc."""
    monkeypatch.delenv("CUDA_HOME", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    path = tmp_path / "scale.so"
    compile_text(modules.SCALE, target="cuda", cubin="sm_90", output=path)
    # An ELF file in the file whose machine is 190.
    assert re.search(rb"\x7fELF\x02\x01.{12}\xbe\0", path.read_bytes(), re.DOTALL)
    with pytest.raises(CompileError, match="no ptxas: '/nowhere/ptxas' is no program"):
        compile_text(
            modules.SCALE, target="cuda", cubin="sm_90", ptxas="/nowhere/ptxas"
        )
    with pytest.raises(CompileError, match="cubin: expected target cuda, found sim"):
        compile_text(modules.SCALE, target="sim", cubin="sm_90")


def test_options(tmp_path: pathlib.Path) -> None:
    artifact = compile_text(modules.SCALE, cpu="generic", dump_stages_to=tmp_path)
    assert artifact.manifest["target"]["cpu"] == "x86-64"
    assert any(tmp_path.iterdir())
    compile_text(modules.SCALE, reference=True, remarks="show")
    with pytest.raises(CompileError, match="none, show or strict, found 'some'"):
        compile_text(modules.SCALE, remarks="some")
    with pytest.raises(CompileError, match="pentium-nine"):
        compile_text(modules.SCALE, cpu="pentium-nine")
    with pytest.raises(UsageError, match="options: expected cpu, .*found 'colour'"):
        compile_text(modules.SCALE, colour="blue")  # type: ignore[call-arg]


@pytest.mark.skipif(platform.machine() != "x86_64", reason="for x86-64")
def test_several_processors(tmp_path: pathlib.Path) -> None:
    x = np.arange(3, dtype=np.float32)
    for output in (None, tmp_path / "multi.so"):
        artifact = compile_text(modules.identity("f32"), cpu="multi", output=output)
        assert artifact.manifest["target"]["cpu"] == "multi"
        np.testing.assert_array_equal(artifact["f"](x), x)


def test_cache(tmp_path: pathlib.Path) -> None:
    cache = tmp_path / "cache"
    first = compile_text(modules.SCALE, cache_dir=cache)
    (entry,) = cache.iterdir()
    written = entry.stat().st_mtime_ns
    second = compile_text(modules.SCALE, cache_dir=cache)
    to_file = compile_text(modules.SCALE, cache_dir=cache, output=tmp_path / "s.so")
    # The entry would have been replaced.
    assert [e.stat().st_mtime_ns for e in cache.iterdir()] == [written]
    for artifact in (second, to_file):
        assert artifact.manifest == first.manifest
    compile_text(modules.SCALE, cache_dir=cache, reference=True)
    assert len(list(cache.iterdir())) == 2
    with pytest.raises(CompileError, match="can't make the cache folder"):
        compile_text(modules.SCALE, cache_dir=entry)


def test_schedule(tmp_path: pathlib.Path) -> None:
    (tmp_path / "mine.json").write_text('{"*": {"*": {"strategy": "online"}}}')
    compile_text(
        modules.ATTENTION, schedule=tmp_path / "mine.json", dump_stages_to=tmp_path
    )
    assert "diffattn.schedule<online," in (tmp_path / "3-scheduled.mlir").read_text()
    (tmp_path / "mine.json").write_text('{"attend": {"0": {"speed": 9}}}')
    with pytest.raises(CompileError, match="mine.json: attend.0.speed: unknown field"):
        compile_text(modules.ATTENTION, schedule=tmp_path / "mine.json")


def test_observed_functions_must_come_by_stage_fused() -> None:
    message = (
        "observe: expected a compilation that comes by stage fused, found one from "
        "fused to llvm"
    )
    with pytest.raises(CompileError, match=message):
        compile_text(modules.ATTENTION, observe="attend", compile_from="fused")


def test_messages_name_the_text(tmp_path: pathlib.Path) -> None:
    with pytest.raises(CompileError, match=r"^a\.mlir:2:1: error: [^\n]*junk[^\n]*$"):
        compile_text("\njunk", name="a.mlir")
    (tmp_path / "b.mlir").write_text("junk")
    with pytest.raises(CompileError, match=r"b\.mlir:1:1: error"):
        compile_file(tmp_path / "b.mlir")
    with pytest.raises(CompileError, match="none.mlir"):
        compile_file(tmp_path / "none.mlir")


def test_output_that_can_not_be_written(tmp_path: pathlib.Path) -> None:
    with pytest.raises(CompileError, match="no-folder"):
        compile_text(modules.SCALE, output=tmp_path / "no-folder" / "f.so")


def test_outputs_are_files(tmp_path: pathlib.Path) -> None:
    """The artifact is loaded from there, which would wait for a pipe for ever."""
    os.mkfifo(tmp_path / "pipe")
    path = tmp_path / "pipe"
    expected = f"^output: expected the name of a file, found '{path}'$"
    with pytest.raises(UsageError, match=expected):
        compile_text(modules.SCALE, output=path)


def test_artifact_needs_no_compiler(tmp_path: pathlib.Path) -> None:
    compile_text(modules.SCALE, output=tmp_path / "scale.so")
    needed = subprocess.run(
        ["readelf", "-d", tmp_path / "scale.so"], capture_output=True, text=True
    )
    assert "libDiffAttnRuntime" in needed.stdout
    assert "libDiffAttnC" not in needed.stdout and "LLVM" not in needed.stdout
