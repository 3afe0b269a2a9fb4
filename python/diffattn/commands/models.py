"""What the commands that run a compiled language model share."""

import argparse
import pathlib
from typing import TYPE_CHECKING

from diffattn import progress
from diffattn.errors import Error

if TYPE_CHECKING:
    from diffattn.generate import LanguageModel


def add_model_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what a compiled model is opened from."""
    parser.add_argument("artifact", metavar="MODEL.so", help="a compiled model")
    add_placement_arguments(parser)


def add_placement_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares where the rest of a compiled model is, and where it runs."""
    parser.add_argument(
        "--model",
        metavar="FOLDER",
        help="where its weights and tokenizer are (default: the folder that it was "
        "compiled from, else that of MODEL.so)",
    )
    parser.add_argument(
        "--threads", type=int, default=0, metavar="N", help="use at most N threads"
    )
    parser.add_argument(
        "--device",
        metavar="DEVICE",
        help="where to run what was compiled for GPUs: cuda, cuda:NUMBER, or for the "
        "emulator sim:OPTIONS (default: the first)",
    )


def open_model(
    arguments: argparse.Namespace, path: str | None = None
) -> "LanguageModel":
    """Opens the model of the arguments above, or the library at another path."""
    from diffattn.generate import LanguageModel
    from diffattn.runtime import Artifact, set_num_threads

    set_num_threads(arguments.threads)
    with progress.step("open the model"):
        artifact = Artifact(path or arguments.artifact, arguments.device)
        return LanguageModel.open(artifact, arguments.model)


def read_text(path: str) -> str:
    """The text in a file. Raises Error if there is none; bytes that are no UTF-8
    become surrogates, from which tokenizers get them back."""
    try:
        data = pathlib.Path(path).read_bytes()
    except OSError as error:
        raise Error(f"'{path}': {error.strerror}") from None
    return data.decode("utf-8", "surrogateescape")
