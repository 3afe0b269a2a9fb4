"""Workspace of kernels: it grows with the rows, never with rows times keys."""

import pathlib

import numpy as np
import pytest
from artifact import Artifact
from attentions import Attention, Blocks, write
from generated import V1, Shape, arrays_of
from kernels import Kernels, need
from setups import DOT, WIDE

ATTENTIONS = {
    element: Attention(f"memory_{element}", sums=False, element=element, **V1)
    for element in ("f32", "bf16")
}
DEPTH, FEATURES = 16, 32
MEBIBYTE = 2**20


def workspace(library: pathlib.Path, name: str, rows: int, keys: int) -> int:
    """Bytes that a context has after a first call with one head."""
    artifact = Artifact(library)
    kind = next(a for a in ATTENTIONS.values() if a.name == name)
    shape = Shape.of(b=1, h=1, m=rows, n=keys, d=DEPTH, e=FEATURES)
    artifact.call(name, arrays_of(kind, shape))
    found = artifact.workspace()
    artifact.close()
    return found


@pytest.mark.parametrize("element", ["f32", "bf16"])
@pytest.mark.parametrize("strategy", ["held", "online", "split", "auto"])
@pytest.mark.xdist_group("attention memory")
def test_workspace(strategy: str, element: str, kernels: Kernels) -> None:
    """Packed keys and values, and for each thread at most 2 MiB."""
    cpu = WIDE if element == "f32" else DOT
    need(cpu)
    attention = ATTENTIONS[element]
    text = write(attention, Blocks().schedule(strategy))
    library = kernels.compile(text, 1, cpu)
    bytes_of = np.dtype(np.float32).itemsize if element == "f32" else 2
    for n in (2048, 4096, 8192):
        rows = n if strategy != "split" else 8
        # Values are padded to the 64 columns of a tile.
        packed = n * (2 * DEPTH + 64) * bytes_of
        found = workspace(library, attention.name, rows, n)
        assert 0 < found <= packed + 3 * 2 * MEBIBYTE, f"{n}: {found} bytes"
        assert found < rows * n * 4 or rows == 8
