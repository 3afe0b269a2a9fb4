"""diffattn: a compiler for models with differential attention.

`diffattn.compiler` compiles MLIR, `diffattn.runtime` calls what was compiled, and
`diffattn.generate` makes text with compiled language models.
`diffattn.reference` computes in NumPy what the compiler's operation means.
"""

import pkgutil
import sys

# pip installs for no other, but PYTHONPATH may be anyone's.
if sys.version_info < (3, 11):  # noqa: UP036
    found = ".".join(map(str, sys.version_info[:2]))
    raise ImportError(f"diffattn: expected Python 3.11 or newer, found {found}")

from diffattn.errors import CompileError, Error, ModelError, RunError, UsageError

__all__ = ["CompileError", "Error", "ModelError", "RunError", "UsageError"]

# A build folder has the extension in a folder diffattn of its own.
__path__ = pkgutil.extend_path(__path__, __name__)
