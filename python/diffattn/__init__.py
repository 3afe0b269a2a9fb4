"""diffattn: a compiler for models with differential attention.

`diffattn.compiler` compiles MLIR, `diffattn.runtime` calls what was compiled, and
`diffattn.generate` makes text with compiled language models.
`diffattn.reference` computes in NumPy what the compiler's operation means.
"""

import pkgutil

from diffattn.errors import CompileError, Error, ModelError, RunError, UsageError

__all__ = ["CompileError", "Error", "ModelError", "RunError", "UsageError"]

# A build folder has the extension in a folder diffattn of its own.
__path__ = pkgutil.extend_path(__path__, __name__)
