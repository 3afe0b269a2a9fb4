"""What quantised weights cost: the perplexity of the trained example model."""

import pathlib
import re
from collections.abc import Callable

import pytest
from toolchain import Toolchain

FOLDER = pathlib.Path(__file__).parents[3] / "examples" / "kjv-diffllama"
BYTES = 4096
"""Of the held-out text: a piece tells as much as all of it."""


@pytest.fixture(scope="module")
def perplexity(
    toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], float]:
    """Of the model, compiled with a quantisation."""
    folder = tmp_path_factory.mktemp("quantized")
    text = folder / "text.txt"
    text.write_bytes((FOLDER / "validation.txt").read_bytes()[:BYTES])

    def measure(kind: str) -> float:
        library = folder / f"{kind}.so"
        flag = f"--quantize={kind}"
        toolchain.run("diffattn", "compile", FOLDER / "model.mlir", "-o", library, flag)
        said = toolchain.run(
            "diffattn", "perplexity", library, "--model", FOLDER, "--text", text
        )
        found = re.search(r"perplexity ([0-9.]+)\n", said)
        assert found, said
        return float(found[1])

    return measure


@pytest.mark.xdist_group("quantized-demo")
def test_perplexity(perplexity: Callable[[str], float]) -> None:
    """Within 1 % of that of bf16 for 8 bits, 3 % for 4 bits; and not the same, or
    nothing was quantised."""
    plain = perplexity("none")
    for kind, most in (("int8", 1.01), ("int4", 1.03)):
        ratio = perplexity(kind) / plain
        assert ratio != 1 and 1 / most < ratio < most
