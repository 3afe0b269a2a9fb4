"""The NumPy and the C++ reference against each other, on random cases."""

import json
import pathlib
import subprocess

import numpy as np
from numpy.testing import assert_allclose
from reference_cases import evaluate, random_case
from safetensors.numpy import load_file, save_file
from toolchain import BUILD

EVALUATE = BUILD / "test/Unit/Reference/evaluate-cases"
CASES = 300


def test_random_cases(tmp_path: pathlib.Path) -> None:
    cases = {f"random_{seed}": random_case(seed) for seed in range(CASES)}
    manifest = tmp_path / "cases.json"
    listed = [{"name": n, "attributes": a} for n, (_, a) in cases.items()]
    manifest.write_text(json.dumps(listed))
    inputs, outputs = tmp_path / "in", tmp_path / "out"
    inputs.mkdir()
    outputs.mkdir()
    for name, (tensors, _) in cases.items():
        contiguous = {key: np.ascontiguousarray(t) for key, t in tensors.items()}
        save_file(contiguous, inputs / f"{name}.safetensors")

    command = [EVALUATE, manifest, inputs, outputs]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for name, (tensors, attributes) in cases.items():
        found = load_file(outputs / f"{name}.safetensors")
        for result, expected in evaluate(tensors, attributes).items():
            text = f"{name}: {result}: {attributes}"
            assert_allclose(
                found[result], expected, rtol=1e-10, atol=1e-10, err_msg=text
            )
