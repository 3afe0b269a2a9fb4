"""compile-repeatedly.py COUNT IN.mlir OUT: all COUNT libraries must be equal."""

import pathlib
import subprocess
import sys

count, source, out = int(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3] + ".so")
found = set()
for _ in range(count):
    subprocess.run(["diffattn-compile", source, "-o", out], check=True)
    found.add(out.read_bytes())
if len(found) != 1:
    sys.exit(f"{len(found)} different libraries")
