"""`diffattn perplexity`: how well a compiled language model predicts a text."""

import argparse
import pathlib

from diffattn.commands.models import add_model_arguments, open_model, read_text

NAME = "perplexity"
HELP = "measure how well a compiled language model predicts a text"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_model_arguments(parser)
    parser.add_argument("--text", required=True, metavar="FILE", help="the text")
    parser.add_argument(
        "--window",
        type=int,
        metavar="N",
        help="predict windows of N tokens (default: 512, or all positions of a model "
        "with fewer)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints bits a byte, and perplexity a token."""
    from diffattn.generate import score

    result = score(open_model(arguments), read_text(arguments.text), arguments.window)
    print(
        f"{pathlib.Path(arguments.text).name}, {result.tokens} tokens in windows of "
        f"{result.window}: {result.bits_per_byte:.4f} bits/byte, perplexity "
        f"{result.perplexity:.4f}"
    )
    return 0
