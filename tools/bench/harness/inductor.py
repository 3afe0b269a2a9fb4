"""torch.compile: what it needs."""

import os
import shutil

from harness import Unsuited


def find_compiler() -> None:
    """Makes sure that inductor finds a C++ compiler. Raises Unsuited if there is
    none."""
    if not shutil.which(os.environ.get("CXX", "g++")):
        if not (clang := shutil.which("clang++-22")):
            raise Unsuited("torch.compile finds no C++ compiler")
        os.environ["CXX"] = clang
