"""Whole models as kernels in the emulator."""

import pathlib

import pytest
from emulated import Emulated
from safetensors.numpy import load_file, save_file
from toolchain import Toolchain

DATA = pathlib.Path(__file__).parents[1] / "Models" / "data"


@pytest.mark.parametrize(
    "model", sorted(path.parent.name for path in DATA.glob("*/imported.mlir"))
)
def test_model(
    model: str, emulated: Emulated, toolchain: Toolchain, tmp_path: pathlib.Path
) -> None:
    """Its results are within their tolerance."""
    folder = DATA / model
    library = emulated.compile(model, (folder / "imported.mlir").read_text())
    results = load_file(folder / "expected.safetensors").items()
    kept = {n: x for n, x in results if n.startswith(("expected_", "reference_"))}
    path = tmp_path / "tensors.safetensors"
    save_file(load_file(folder / "inputs.safetensors") | kept, path)
    toolchain.run(
        "diffattn-run",
        library,
        "--device=sim",
        f"--params={folder / 'model.safetensors'}",
        f"--inputs={path}",
        f"--expected={path}",
    )
