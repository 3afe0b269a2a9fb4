"""Imports of transformers that say what is missing."""

import importlib.util
import sys

import torch

from diffattn.errors import UnavailableError

_OPERATORS = ("nms", "qnms")
_libraries: list[torch.library.Library] = []


def require_transformers() -> None:
    """Makes `import transformers` work, or says why it cannot.

    transformers imports torchvision if it is installed. One that was built for
    another torch fails to import, and transformers with it, although no language
    model uses it. It fails where it describes two of its compiled operators; if
    these are declared first, the rest imports.

    Raises:
        UnavailableError: If transformers is missing or cannot be imported.
    """
    if importlib.util.find_spec("transformers") is None:
        raise UnavailableError("transformers is not installed: install diffattn[torch]")
    if importlib.util.find_spec("torchvision") is None:
        return
    try:
        importlib.import_module("torchvision")
    except (ImportError, RuntimeError):
        _declare_operators()


def _declare_operators() -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "torchvision"]:
        del sys.modules[name]
    library = torch.library.Library("torchvision", "FRAGMENT")
    for name in _OPERATORS:
        if not hasattr(torch.ops.torchvision, name):
            library.define(f"{name}(Tensor dets, Tensor scores, float limit) -> Tensor")
    # The declarations last as long as the library object.
    _libraries.append(library)
    try:
        importlib.import_module("torchvision")
    except (ImportError, RuntimeError) as error:
        raise UnavailableError(
            "torchvision does not fit torch, so transformers cannot be imported: "
            f"remove or update torchvision ({error})"
        ) from error
