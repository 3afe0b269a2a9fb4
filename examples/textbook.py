"""Compiles and runs textbook.mlir, and looks at the map it gives.

Usage: textbook.py          (diffattn-compile and diffattn-run are in PATH)

Prints the map, the sums of its rows and how many of its weights are negative.
"""

import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

HERE = pathlib.Path(__file__).parent


def run(folder: pathlib.Path) -> NDArray[np.float32]:
    """The result of the example, compiled and run in `folder`."""
    inputs = HERE / "textbook.safetensors"
    library, outputs = folder / "textbook.so", folder / "outputs.safetensors"
    for command in (
        ["diffattn-compile", HERE / "textbook.mlir", "-o", library],
        [
            "diffattn-run",
            library,
            f"--inputs={inputs}",
            f"--expected={inputs}",
            f"--outputs={outputs}",
        ],
    ):
        subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return load_file(outputs)["out"]


def describe(weights: NDArray[np.float32]) -> None:
    """Prints the map and what is special about it."""
    for row in weights:
        print("  " + " ".join(f"{weight:6.2f}" for weight in row))
    sums = {f"{total:.2f}" for total in weights.sum(axis=-1)}
    print(f"each row sums to {' or '.join(sorted(sums))}")
    print(f"{(weights < 0).sum()} of {weights.size} weights are negative")


def main() -> int:
    """Runs the example in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            describe(run(pathlib.Path(folder)))
        except subprocess.CalledProcessError as error:
            print(f"{error.cmd[0]} failed", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
