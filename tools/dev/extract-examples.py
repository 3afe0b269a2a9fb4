#!/usr/bin/env python3
# ===- extract-examples.py - the examples of docs as a module -----------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Usage: extract-examples.py FILE...

Prints the ```mlir blocks of .md and .td files, each as the body of a function
whose arguments are the operands that the block names but does not define. A
test gives them to diffattn-opt, so that what the docs show is what is parsed.
Exits 1 if a file has none.
"""

import pathlib
import re
import sys
import textwrap

BLOCK = re.compile(r"^ *```mlir\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
# keyword(%a[m, d], %b : type, type)
GROUP = re.compile(r"\w+\((%[^:()]*) : ([^()]*)\)")
OPERAND = re.compile(r"(%\w+)(?:\[[^\]]*\])?")
TYPE = re.compile(r"\w+(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>)?")
RESULT = re.compile(r"^\s*(%\w+)(?::\d+)? =", re.MULTILINE)


def arguments(block: str) -> dict[str, str]:
    """Types of the operands that `block` does not define, by name."""
    defined = set(RESULT.findall(block))
    types: dict[str, str] = {}
    for operands, spelt in GROUP.findall(block):
        names = OPERAND.findall(operands)
        types.update(zip(names, TYPE.findall(spelt), strict=True))
    return {name: spelt for name, spelt in types.items() if name not in defined}


def function(name: str, block: str) -> str:
    """`block` as the body of a function."""
    signature = ", ".join(f"{n}: {spelt}" for n, spelt in arguments(block).items())
    body = textwrap.indent(textwrap.dedent(block), "  ")
    return f"func.func @{name}({signature}) {{\n{body}  return\n}}\n"


def main() -> int:
    """Prints the examples of all files."""
    for path in map(pathlib.Path, sys.argv[1:]):
        blocks = BLOCK.findall(path.read_text())
        if not blocks:
            print(f"extract-examples: no ```mlir block in {path}", file=sys.stderr)
            return 1
        stem = re.sub(r"\W", "_", path.stem)
        for number, block in enumerate(blocks):
            print(function(f"{stem}_{number}", block))
    return 0


if __name__ == "__main__":
    sys.exit(main())
