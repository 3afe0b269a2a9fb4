"""`diffattn import`: a PyTorch model as MLIR text."""

import argparse

from diffattn.errors import Error

NAME = "import"
HELP = "turn a Hugging Face model folder or a .pt2 file into MLIR"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("model", metavar="MODEL", help="a model folder or .pt2 file")
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="the .mlir file to write"
    )


def run(arguments: argparse.Namespace) -> int:
    """Imports the model and writes the text."""
    raise Error("import: not there yet")
