# ===- fuzz_inputs.py - inputs of the programs of test/Fuzz -------------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Reads and writes test/Fuzz/corpus, and finds modules to start from.

A corpus is one file. NAME.txt has text, with lines `// -----` between inputs;
NAME.bytes has an input a line, with escapes for what is not printable.
"""

import pathlib
import re
import struct

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = ROOT / "test/Fuzz/corpus"
BINARY = {"bytecode", "safetensors", "npy", "elf", "tensortext"}
SEPARATOR = "\n// -----\n"
# What a module is made of at most, to be worth starting from.
SEED_BYTES = 5000


def read_corpus(name: str) -> list[bytes]:
    """The inputs of a target that are checked in."""
    if name == "bytecode" and not (CORPUS / "bytecode.bytes").exists():
        # It makes bytecode of text.
        name = "text"
    if name in BINARY:
        path = CORPUS / f"{name}.bytes"
        lines = path.read_text().splitlines() if path.exists() else []
        return [unescape(line) for line in lines]
    path = CORPUS / f"{name}.txt"
    text = path.read_text() if path.exists() else ""
    return [part.encode() for part in text.split(SEPARATOR) if part.strip()]


def write_corpus(name: str, inputs: list[bytes]) -> int:
    """Replaces them; returns how many bytes it takes."""
    CORPUS.mkdir(exist_ok=True)
    if name in BINARY:
        path = CORPUS / f"{name}.bytes"
        path.write_text("".join(escape(data) + "\n" for data in inputs))
    else:
        path = CORPUS / f"{name}.txt"
        texts = [data.decode() for data in inputs if is_plain(data)]
        path.write_text(SEPARATOR.join(text.strip() for text in texts) + "\n")
    return path.stat().st_size


def is_plain(data: bytes) -> bool:
    """Whether it is text that a file of several can hold."""
    printable = all(byte in b"\n\t" or 32 <= byte < 127 for byte in data)
    return printable and SEPARATOR.encode() not in data


def escape(data: bytes) -> str:
    """Bytes as one line."""
    return data.decode("latin-1").encode("unicode_escape").decode()


def unescape(line: str) -> bytes:
    """The bytes of a line."""
    return line.encode().decode("unicode_escape").encode("latin-1")


def split_modules(text: str) -> list[str]:
    """The modules of a test, without its comments."""
    modules = []
    for part in text.split("// -----"):
        lines = [
            line for line in part.splitlines() if not line.strip().startswith("//")
        ]
        module = "\n".join(line for line in lines if line.strip())
        if module and len(module) <= SEED_BYTES:
            modules.append(module)
    return modules


def split_functions(module: str) -> list[str]:
    """A module a function, with what comes before the first; or nothing, if they need
    each other."""
    before, *functions = re.split(r"(?m)^func\.func", module)
    if "call @" in module or not functions or len(before) > 1000:
        return []
    return [f"{before}func.func{function}" for function in functions]


def find_modules() -> dict[pathlib.Path, list[str]]:
    """Small modules of tests and examples."""
    found = {}
    for path in sorted([*ROOT.glob("test/**/*.mlir"), *ROOT.glob("examples/*.mlir")]):
        modules = []
        for module in split_modules(path.read_text()):
            parts = split_functions(module)
            modules += parts if len(module) > 1500 and parts else [module]
        found[path] = modules
    return found


def passes_of(path: pathlib.Path) -> set[str]:
    """What the RUN lines of a test do, as first lines for fuzz-pipelines."""
    how = set()
    option = r"""(?:=(?:"([^"]*)"|'([^']*)'|([^\s|]+)))?"""
    for line in re.findall(r"// RUN: (diffattn-opt .*)", path.read_text()):
        passes = [
            name + (f"{{{options}}}" if (options := a or b or c) else "")
            for name, a, b, c in re.findall(rf"\s--?(diffattn-[\w-]+){option}", line)
        ]
        if passes:
            how.add(f"// passes: {','.join(passes)}")
    return how or {"// compile:", "// compile: target=sim"}


def find_pipelines() -> list[str]:
    """Modules with what their tests do to them."""
    return [
        f"{how}\n{module}"
        for path, modules in find_modules().items()
        for how in sorted(passes_of(path))
        for module in modules
    ]


def make_safetensors(header: str, data: bytes) -> bytes:
    """A file."""
    return struct.pack("<Q", len(header)) + header.encode() + data


def make_npy(header: str, data: bytes, version: int = 1) -> bytes:
    """A file."""
    length = struct.pack("<H" if version == 1 else "<I", len(header))
    return b"\x93NUMPY" + bytes([version, 0]) + length + header.encode() + data


def find_files(name: str) -> list[bytes]:
    """Small files of each kind."""
    if name == "safetensors":
        entry = '"%s":{"dtype":"%s","shape":%s,"data_offsets":[%d,%d]}'
        two = ",".join(
            [entry % ("a", "F32", "[2,1]", 0, 8), entry % ("b", "BOOL", "[]", 8, 9)]
        )
        return [
            make_safetensors("{}", b""),
            make_safetensors("{" + entry % ("x", "F16", "[0,3]", 0, 0) + "}  ", b""),
            make_safetensors('{"__metadata__":{"k":"v"},' + two + "}", b"\1" * 9),
        ]
    if name == "npy":
        text = "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n"
        return [
            make_npy(text % ("<f4", "False", "(2, 2)"), b"\0" * 16),
            make_npy(text % ("<i8", "True", "(1, 2)"), b"\1" * 16, version=2),
            make_npy(text % ("|b1", "False", "()"), b"\1", version=3),
            make_npy(text % ("<f2", "False", "(3,)"), b"\1" * 6),
        ]
    if name == "elf":
        library = pathlib.Path("/usr/lib/llvm-22/lib/libMLIR.so").read_bytes()[:1000]
        return [library]
    return [b"2x2xf32=1,2,3,4", b"f64=-1e300", b"0x5xbf16=", b"2xi64=-7,8", b"3xbool=1"]


MANIFESTS = [
    '{"diffattn": "0.1.0", "manifest": 1, "target": {"triple": "x86_64-pc-linux-gnu",'
    ' "cpu": "x86-64-v2", "features": ["sse3", "popcnt"]}, "functions": [{"name": "f",'
    ' "symbol": "diffattn_entry_f", "arguments": [{"name": "q", "kind": "input",'
    ' "dtype": "f32", "shape": [2, null, 8], "strides": null}, {"name": "s", "kind":'
    ' "input", "dtype": "i64", "shape": [], "strides": null, "scalar": true},'
    ' {"name": "out", "kind": "output", "dtype": "f32", "shape": [2, null],'
    ' "strides": "row-major", "sizes_from": [null, [0, 1]]}]}]}',
    '{"diffattn": "0.1.0", "manifest": 1, "target": {"triple": "", "cpu": "multi",'
    ' "features": [], "device": "sim", "chip": "sm_80", "variants": [{"cpu": "a",'
    ' "features": ["avx512f"]}, {"cpu": "b", "features": []}]}, "functions": []}',
]
SCHEDULES = [
    '{"*": {"*": {"row_block": 12, "key_block": 256}}}',
    '{"f": {"0": {"strategy": "online"}}, "*": {"*": {"split_rows": 1}}}',
    '{"*": {"*": {"key_tile": 32, "maps_apart": true, "row_warps": 2}}}',
]


# The passes of fuzz-passes.
OF_THE_DIALECT = {
    *("raise", "fuse", "fold-layouts", "convert-to-online", "decompose"),
    *("tile-attention", "trim-keys", "record-attentions"),
}


def is_of_the_dialect(text: str) -> bool:
    """Whether an input of fuzz-pipelines is one of fuzz-passes."""
    how = text.split("\n", 1)[0]
    passes = re.findall(r"diffattn-([\w-]+)", how)
    return bool(passes) and set(passes) <= OF_THE_DIALECT


def find_operations() -> list[str]:
    """Operations of the dialect, with passes that work on all of them."""
    lists = [
        "diffattn-tile-attention{query-tile=2},diffattn-decompose",
        "diffattn-convert-to-online,diffattn-tile-attention{key-tile=3}",
        "diffattn-fuse,diffattn-fold-layouts",
    ]
    modules = [module for part in find_modules().values() for module in part]
    modules = [module for module in modules if "diffattn.attention" in module]
    return [
        f"// passes: {lists[number % len(lists)]}\n{module}"
        for number, module in enumerate(modules)
    ]


def find_seeds(name: str) -> list[bytes]:
    """Inputs to start from, for a target."""
    if name == "pipelines":
        return [text.encode() for text in find_pipelines()]
    if name == "passes":
        texts = [text for text in find_pipelines() if is_of_the_dialect(text)]
        return [text.encode() for text in texts + find_operations()]
    if name in ("text", "bytecode"):
        return [text.encode() for part in find_modules().values() for text in part]
    if name in ("manifest", "schedules"):
        texts = MANIFESTS if name == "manifest" else SCHEDULES
        return [text.encode() for text in texts]
    return find_files(name)
