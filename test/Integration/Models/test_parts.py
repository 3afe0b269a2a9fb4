"""Large modules are compiled in parts, by several threads: to the same code with any
number of them. The model is one; an attention alone is not."""

import os
import pathlib
import re
import struct
import subprocess

import pytest
from toolchain import BUILD, ROOT, Toolchain

MODEL = ROOT / "examples" / "kjv-diffllama" / "model.mlir"
ENTRIES = ("forward", "prefill", "decode")

# The model is compiled once.
pytestmark = pytest.mark.xdist_group("parts")


def compile_object(out: pathlib.Path, *flags: str, one_thread: bool = False) -> bytes:
    """The model's object file."""
    cpus = os.sched_getaffinity(0)
    subprocess.run(
        [BUILD / "bin" / "diffattn-compile", MODEL, "--emit=object", "-o", out, *flags],
        check=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {min(cpus)} if one_thread else cpus),
    )
    return out.read_bytes()


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The object file, made by as many threads as there are processors."""
    return compile_object(tmp_path_factory.mktemp("parts") / "model.o")


def defined_symbols(code: bytes) -> dict[str, tuple[int, int]]:
    """Names of functions and variables of an object file for 64 bits that are not
    local: binding and visibility."""
    (table,) = struct.unpack_from("<Q", code, 0x28)
    size, count = struct.unpack_from("<HH", code, 0x3A)
    sections = [
        struct.unpack_from("<IIQQQQIIQQ", code, table + i * size) for i in range(count)
    ]
    found = {}
    for section in sections:
        if section[1] != 2:  # SHT_SYMTAB
            continue
        names = sections[section[6]][4]
        for offset in range(section[4], section[4] + section[5], 24):
            name, info, other, index = struct.unpack_from("<IBBH", code, offset)
            if info >> 4 and index:
                text = code[names + name : code.index(b"\0", names + name)]
                found[text.decode()] = (info >> 4, other & 3)
    return found


def test_one_thread(
    code: bytes, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One thread makes the same object, and leaves nothing else behind."""
    folders = tmp_path / "out", tmp_path / "tmp"
    for folder in folders:
        folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folders[1]))
    assert compile_object(folders[0] / "model.o", one_thread=True) == code
    assert [path.name for path in folders[0].iterdir()] == ["model.o"]
    assert not list(folders[1].iterdir())


def test_symbols(code: bytes) -> None:
    """Two models in one program share no names: what parts have of each other is
    local."""
    symbols = defined_symbols(code)
    manifest = symbols.pop("diffattn_manifest")
    assert manifest == (2, 0)  # Weak.
    assert symbols == {f"diffattn_entry_{entry}": (1, 0) for entry in ENTRIES}


def test_ir(toolchain: Toolchain) -> None:
    """LLVM IR is one module again: only entries are visible, and what is called is
    there once."""
    text = toolchain.run("diffattn-compile", str(MODEL), "--emit=llvm", "-o", "-")
    defined = re.findall(r"(?m)^define (.*?)@([\w.]+)\(", text)
    names = [name for _, name in defined]
    assert len(names) == len(set(names))
    visible = {name for kind, name in defined if "internal" not in kind}
    assert visible == {f"diffattn_entry_{entry}" for entry in ENTRIES}
    assert not re.search(r"(?m)^(@|define|declare).*\bhidden\b", text)
    assert not re.search(r"(?m)^declare .*@diffattn_local", text)


def test_variants(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code for several processors is cut as well, and the entries choose. There need
    not be a folder for temporary files."""
    monkeypatch.setenv("TMPDIR", str(tmp_path / "missing"))
    code = compile_object(tmp_path / "model.o", "--cpu=multi")
    symbols = defined_symbols(code)
    assert set(symbols) == {
        "diffattn_manifest",
        *(f"diffattn_entry_{entry}" for entry in ENTRIES),
    }


def make_layers(count: int) -> str:
    """So many layers of a product, a nonlinearity and a sum."""
    weights = "".join(f", %w{i}: tensor<64x64xf32>" for i in range(count))
    lines = []
    for i in range(count):
        before = f"%x{i}" if i else "%x"
        lines += [
            f"%p{i} = linalg.matmul ins({before}, %w{i} : tensor<8x64xf32>, "
            f"tensor<64x64xf32>) outs(%zero : tensor<8x64xf32>) -> tensor<8x64xf32>",
            f"%t{i} = math.tanh %p{i} : tensor<8x64xf32>",
            f"%x{i + 1} = arith.addf %t{i}, {before} : tensor<8x64xf32>",
        ]
    body = "\n".join(lines)
    return f"""func.func @f(%x: tensor<8x64xf32>{weights}) -> tensor<8x64xf32> {{
      %c = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<8x64xf32>
      %zero = linalg.fill ins(%c : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
      {body}
      return %x{count} : tensor<8x64xf32>
    }}"""


def test_linear_in_layers(toolchain: Toolchain) -> None:
    """Twice as many layers are at most twice as many operations more."""
    sizes = {}
    for count in (4, 8, 16, 32):
        text = toolchain.run(
            "diffattn-compile",
            "-",
            "--emit=mlir",
            "-o",
            "-",
            stdin=make_layers(count),
        )
        sizes[count] = text.count("\n")
    assert sizes[16] - sizes[8] <= 2.1 * (sizes[8] - sizes[4])
    assert sizes[32] - sizes[16] <= 2.1 * (sizes[16] - sizes[8])
