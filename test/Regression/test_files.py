"""Files that are damaged, and files that can't be written in whole."""

import json
import pathlib
import resource
import struct

import numpy as np
import pytest
from commands import refused, run

MODULE = """
func.func @f(%x: tensor<4xf32> {diffattn.name = "x"}) -> (tensor<4xf32> {diffattn.name = "y"}) {
  return %x : tensor<4xf32>
}
"""  # noqa: E501

# Weights and inputs ---------------------------------------------------------------


def safetensors(table: object, data: bytes, size: int | None = None) -> bytes:
    """A file; `size` is what it says of its header."""
    header = table if isinstance(table, bytes) else json.dumps(table).encode()
    return struct.pack("<Q", len(header) if size is None else size) + header + data


def entry(begin: int, end: int, shape: tuple[int, ...] = (4,)) -> dict[str, object]:
    """Of a table."""
    return {"dtype": "F32", "shape": shape, "data_offsets": [begin, end]}


SIXTEEN = bytes(16)
DAMAGED: dict[str, tuple[bytes, str]] = {
    "4 MB in 4 bytes": (
        safetensors({"x": entry(0, 4 << 20, (1 << 20,))}, bytes(4)),
        "the file has 4 bytes behind its header|bytes",
    ),
    "header of 4 MB": (safetensors(b"{}", b"", 4 << 20), "header"),
    "header of 2^63 bytes": (safetensors(b"{}", b"", 2**63), "header"),
    "too short for a header": (b"\x01\0", "header|bytes"),
    "overlap": (
        safetensors({"x": entry(0, 16), "y": entry(8, 24)}, bytes(24)),
        "overlap|begin|byte",
    ),
    "gap": (safetensors({"x": entry(0, 16), "y": entry(20, 36)}, bytes(36)), "byte"),
    "backwards": (safetensors({"x": entry(16, 0)}, SIXTEEN), "x"),
    "negative": (safetensors({"x": entry(-16, 0)}, SIXTEEN), "x"),
    "beyond 64 bits": (
        safetensors(
            b'{"x":{"dtype":"F32","shape":[4],"data_offsets":[0,18446744073709551632]}}',
            SIXTEEN,
        ),
        "x",
    ),
    "sizes that overflow": (
        safetensors({"x": entry(0, 16, (2**32, 2**32))}, SIXTEEN),
        "x",
    ),
    "another size": (safetensors({"x": entry(0, 16, (5,))}, SIXTEEN), "x"),
    "twice": (
        safetensors(
            b'{"x":{"dtype":"F32","shape":[4],"data_offsets":[0,16]},'
            b'"x":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}}',
            SIXTEEN,
        ),
        "key 'x' occurs twice",
    ),
    "rest": (safetensors({"x": entry(0, 16)}, bytes(20)), "byte"),
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """@f, which returns its argument."""
    path = tmp_path_factory.mktemp("files") / "f.so"
    assert run("diffattn-compile", "-", "-o", path, stdin=MODULE).status == 0
    return path


# ml-explore/mlx#3363
@pytest.mark.parametrize("name", DAMAGED)
def test_offsets_lead_out_of_the_file(
    name: str, library: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    content, message = DAMAGED[name]
    file = tmp_path / "x.safetensors"
    file.write_bytes(content)
    error = refused("diffattn-run", library, f"--inputs={file}")
    assert str(file) in error
    assert any(part in error for part in message.split("|")), error


# ml-explore/mlx#3363
def test_tensors_in_another_order_are_refused(
    library: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    """The table may name them in any order."""
    x, y = np.arange(4, dtype=np.float32), np.ones(4, np.float32)
    file = tmp_path / "x.safetensors"
    table = {"x": entry(16, 32), "y": entry(0, 16)}
    file.write_bytes(safetensors(table, y.tobytes() + x.tobytes()))
    outcome = run("diffattn-run", library, f"--inputs={file}")
    assert outcome.status == 0 and "0, 1, 2, 3" in outcome.out, outcome


# Files that can't be written ------------------------------------------------------

WRITING = {
    "shared": ("diffattn-compile", "-", "-o", "out"),
    "object": ("diffattn-compile", "-", "--emit=object", "-o", "out"),
    "text": ("diffattn-compile", "-", "--emit=llvm", "-o", "out"),
    "stages": ("diffattn-compile", "-", "-o", "/dev/null", "--dump-stages-to=stages"),
    "cache": ("diffattn-compile", "-", "-o", "out", "--cache-dir=cache"),
    "header": ("diffattn-compile", "-", "-o", "/dev/null", "--emit-header=out"),
    "times": (
        "diffattn-compile",
        "-",
        "--emit=object",
        "-o",
        "/dev/null",
        "--timing=out",
    ),
    "result": ("diffattn-run", "-", "--input=4xf32=1", "--output=@out"),
    "results": ("diffattn-run", "-", "--input=4xf32=1", "--outputs=out"),
    "optimizer": ("diffattn-opt", "-", "-o", "out"),
}


@pytest.mark.parametrize("name", WRITING)
@pytest.mark.parametrize("limit", [0, 30])
def test_files_beyond_the_limit_of_their_size_kill_the_tool(
    limit: int, name: str, tmp_path: pathlib.Path
) -> None:
    """The write fails, which is told; nothing half-written is left."""
    old = tmp_path / "out"
    old.write_text("old")
    error = refused(
        *WRITING[name],
        stdin=MODULE,
        limits={resource.RLIMIT_FSIZE: limit},
        folder=tmp_path,
        lines=2 if name == "cache" else 1,  # It warns, and fails.
    )
    assert "File too large" in error
    left = [p for p in tmp_path.rglob("*") if p.is_file() and p != old]
    assert not left
    if name != "optimizer":  # It writes to the file itself.
        assert old.read_text() == "old"
