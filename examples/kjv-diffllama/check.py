"""Compares a compiled kjv-diffllama with the exact results beside this file.

    python check.py MODEL.so

For each of the three prompts: the logits of every position, and 64 greedily chosen
tokens. The logits may be wrong by at most twice the error that PyTorch makes in
float32, plus a few units in the last place; the tokens must be those of float64.
"""

import json
import pathlib
import sys

import numpy as np
from diffattn.generate import Generator, LanguageModel
from diffattn.runtime import Artifact
from safetensors.numpy import load_file

FOLDER = pathlib.Path(__file__).resolve().parent


def main() -> int:
    """Prints what it compared; returns 1 if something is wrong."""
    model = LanguageModel.open(Artifact(sys.argv[1]), FOLDER)
    exact = load_file(FOLDER / "expected.safetensors")
    forward = model.function("forward")
    wrong = 0
    for number, case in enumerate(
        json.loads((FOLDER / "expected.json").read_text())["cases"]
    ):
        ids = np.array([case["prompt"]], np.int64)
        expected = exact[f"logits_f64_{number}"]
        reference = np.abs(exact[f"logits_f32_{number}"] - expected).max()
        error = np.abs(forward(ids)[0] - expected).max()
        bound = 2 * reference + 2.0**-21 * np.abs(expected).max()
        tokens = [row[0] for row in Generator(model).stream([case["prompt"]], 64)]
        same = tokens == case["tokens"]
        wrong += not (error <= bound and same)
        print(
            f"prompt {number}, {ids.size} bytes: logits differ by {error:.1e} from "
            f"float64 (PyTorch's float32: {reference:.1e}, allowed: {bound:.1e}); 64 "
            f"greedy tokens {'the same' if same else 'DIFFER'}"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
