"""Artifacts for several processors: each variant that this machine can run.

What a variant computes is, bit for bit, what an artifact for its processor alone
does; and that differs from variant to variant, as sums go by vectors.
"""

import json
import pathlib

import numpy as np
import pytest
from artifact import Array, Artifact, CallFailed
from toolchain import Toolchain

VARIANTS = ["x86-64-v4+avx512bf16", "x86-64-v4", "x86-64-v3", "x86-64"]

SOURCE = """
func.func @attention(
    %q1: tensor<2x?x16xf32> {diffattn.name = "q1"},
    %k1: tensor<2x?x16xf32> {diffattn.name = "k1"},
    %q2: tensor<2x?x16xf32> {diffattn.name = "q2"},
    %k2: tensor<2x?x16xf32> {diffattn.name = "k2"},
    %v: tensor<2x?x32xf32> {diffattn.name = "v"},
    %lambda: tensor<f32> {diffattn.name = "lambda"},
    %init: tensor<2x?x32xf32> {diffattn.name = "init"})
    -> (tensor<2x?x32xf32> {diffattn.name = "out"}) {
  %o = diffattn.attention
      signal(%q1[h, m, d], %k1[h, n, d] : tensor<2x?x16xf32>, tensor<2x?x16xf32>)
      noise(%q2[h, m, d], %k2[h, n, d] : tensor<2x?x16xf32>, tensor<2x?x16xf32>)
      value(%v[h, n, e] : tensor<2x?x32xf32>)
      lambda(%lambda[] : tensor<f32>)
      outs(%init[h, m, e] : tensor<2x?x32xf32>) {causal}
  return %o : tensor<2x?x32xf32>
}
func.func @double(%x: tensor<?xf32> {diffattn.name = "x"})
    -> (tensor<?xf32> {diffattn.name = "out"}) {
  %0 = arith.addf %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


def make_inputs() -> dict[str, Array]:
    """Inputs of @attention, of sizes that no vector divides."""
    rng = np.random.default_rng(5)
    shapes = {"q1": (2, 37, 16), "k1": (2, 61, 16), "q2": (2, 37, 16)}
    shapes |= {"k2": (2, 61, 16), "v": (2, 61, 32), "init": (2, 37, 32)}
    inputs = {n: rng.normal(size=s).astype(np.float32) for n, s in shapes.items()}
    return inputs | {"lambda": np.array(0.5, np.float32)}


def compile_for(toolchain: Toolchain, folder: pathlib.Path, cpu: str) -> pathlib.Path:
    """Compiles the functions for a processor."""
    path = folder / f"{cpu}.so"
    toolchain.run("diffattn-compile", "-", "-o", path, f"--cpu={cpu}", stdin=SOURCE)
    return path


@pytest.fixture(scope="module")
def multi(
    toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory
) -> pathlib.Path:
    """The artifact with variants."""
    return compile_for(toolchain, tmp_path_factory.mktemp("variants"), "multi")


@pytest.fixture(autouse=True)
def no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variant is up to the runtime, unless a test says otherwise."""
    monkeypatch.delenv("DIFFATTN_VARIANT", raising=False)


def can_run(path: pathlib.Path) -> bool:
    """Whether this machine can run an artifact."""
    try:
        Artifact(path).close()
    except CallFailed as error:
        assert "this machine lacks" in str(error)
        return False
    return True


@pytest.mark.parametrize("cpu", VARIANTS)
def test_variant_is_code_for_its_processor(
    toolchain: Toolchain,
    multi: pathlib.Path,
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    cpu: str,
) -> None:
    single = compile_for(toolchain, tmp_path, cpu)
    monkeypatch.setenv("DIFFATTN_VARIANT", cpu)
    if not can_run(single):
        with pytest.raises(
            CallFailed, match=rf"DIFFATTN_VARIANT: .*'{cpu}'".replace("+", r"\+")
        ):
            Artifact(multi)
        return
    expected, found = Artifact(single), Artifact(multi)
    assert expected.cpu == found.cpu == cpu
    inputs = make_inputs()
    out = expected.call("attention", inputs)["out"]
    assert np.isfinite(out).all()
    assert found.call("attention", inputs)["out"].tobytes() == out.tobytes()
    for artifact in (expected, found):
        x = np.arange(100, dtype=np.float32)
        np.testing.assert_array_equal(artifact.call("double", {"x": x})["out"], x + x)
        artifact.close()


def test_variants_differ(
    multi: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The choice changes what runs."""
    results = {}
    for cpu in ("x86-64-v3", "x86-64"):
        copy = tmp_path / f"{cpu}.so"
        copy.write_bytes(multi.read_bytes())
        monkeypatch.setenv("DIFFATTN_VARIANT", cpu)
        try:
            artifact = Artifact(copy)
        except CallFailed:
            pytest.skip("this machine has the baseline only")
        results[cpu] = artifact.call("attention", make_inputs())["out"]
        artifact.close()
    one, other = results.values()
    np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-6)
    assert one.tobytes() != other.tobytes()


def test_best_variant_runs(
    toolchain: Toolchain, multi: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    """The first in the manifest's order whose code runs alone."""
    artifact = Artifact(multi)
    text = artifact.runtime.diffattn_artifact_manifest(artifact.handle)
    target = json.loads(text)["target"]
    assert target["cpu"] == "multi" and target["features"] == []
    assert [variant["cpu"] for variant in target["variants"]] == VARIANTS
    assert target["variants"][-1]["features"] == []
    runs = [c for c in VARIANTS if can_run(compile_for(toolchain, tmp_path, c))]
    assert artifact.cpu == runs[0]
    artifact.close()


def test_variants_that_are_not_there(
    multi: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIFFATTN_VARIANT", "znver9")
    with pytest.raises(CallFailed) as failure:
        Artifact(multi)
    assert str(failure.value) == (
        f"'{multi}': DIFFATTN_VARIANT: there is no variant 'znver9'; there is: "
        + ", ".join(VARIANTS)
    )


def test_choice_is_made_once(
    multi: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A choice that fails at the first call is an error of that call; what was
    chosen stays."""
    artifact = Artifact(multi)
    x = {"x": np.ones(3, np.float32)}
    monkeypatch.setenv("DIFFATTN_VARIANT", "znver9")
    with pytest.raises(CallFailed, match="there is no variant 'znver9'"):
        artifact.call("double", x)
    monkeypatch.delenv("DIFFATTN_VARIANT")
    artifact.call("double", x)
    monkeypatch.setenv("DIFFATTN_VARIANT", "znver9")
    artifact.call("double", x)
    artifact.close()


def test_threads(multi: pathlib.Path) -> None:
    """The number of threads does not change a bit."""
    artifact = Artifact(multi)
    first, *others = artifact.call_on_threads("attention", make_inputs())
    for other in others:
        assert other["out"].tobytes() == first["out"].tobytes()
    artifact.close()
