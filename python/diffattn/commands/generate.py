"""`diffattn generate`: continue texts with a compiled language model."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from diffattn import progress
from diffattn.commands.models import add_model_arguments, open_model, read_text
from diffattn.errors import UsageError

if TYPE_CHECKING:
    from diffattn.generate import Generator

NAME = "generate"
HELP = "continue a text with a compiled language model"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_model_arguments(parser)
    parser.add_argument(
        "--prompt",
        action="append",
        default=[],
        metavar="TEXT",
        help="the text to continue; give several to continue them together",
    )
    parser.add_argument(
        "--prompt-file",
        action="append",
        default=[],
        metavar="FILE",
        help="a file with such a text",
    )
    parser.add_argument(
        "--max-tokens",
        type=int,
        default=200,
        metavar="N",
        help="stop after N tokens (default: 200)",
    )
    parser.add_argument(
        "--temperature",
        type=float,
        default=0.0,
        metavar="T",
        help="0 (default): always the most likely token",
    )
    parser.add_argument(
        "--top-k", type=int, default=0, metavar="K", help="of the K most likely tokens"
    )
    parser.add_argument(
        "--top-p",
        type=float,
        default=1.0,
        metavar="P",
        help="of the most likely tokens that have the probability P together",
    )
    parser.add_argument(
        "--seed", type=int, metavar="S", help="the same text for the same seed"
    )
    parser.add_argument(
        "--quiet", action="store_true", help="only the text, no speed on stderr"
    )


def run(arguments: argparse.Namespace) -> int:
    """Generates; the text goes to the standard output as it comes."""
    from diffattn.generate import Generator, stream_text
    from diffattn.sampling import Sampling

    if arguments.max_tokens < 1:
        raise UsageError(
            f"--max-tokens: expected 1 or more, found {arguments.max_tokens}"
        )
    if arguments.seed is not None and arguments.seed < 0:
        raise UsageError(f"--seed: expected 0 or more, found {arguments.seed}")
    sampling = Sampling(arguments.temperature, arguments.top_k, arguments.top_p)
    prompts = arguments.prompt + [read_text(file) for file in arguments.prompt_file]
    if not prompts:
        raise UsageError("no prompt: expected --prompt TEXT or --prompt-file FILE")
    model = open_model(arguments)
    generator = Generator(model)
    pieces = stream_text(
        generator,
        model.tokenizer,
        prompts,
        arguments.max_tokens,
        sampling=sampling,
        seed=arguments.seed,
    )
    print_texts(prompts, watch_prefill(pieces))
    if not arguments.quiet:
        report(generator)
    return 0


def watch_prefill(pieces: Iterator[list[str]]) -> Iterator[list[str]]:
    """The pieces; while the first is waited for, which takes long, says why: weights
    are packed at their first use."""
    with progress.step("pack weights and read the prompt"):
        first = next(pieces)
    yield first
    yield from pieces


def report(generator: "Generator") -> None:
    """Says how fast it was, and which texts ended early for want of positions."""
    full = generator.statistics.full_texts
    if full:
        print(
            f"stopped: {full} of the texts {'has' if full == 1 else 'have'} all "
            f"{generator.capacity} positions of the model",
            file=sys.stderr,
        )
    print(generator.statistics, file=sys.stderr)


def print_texts(prompts: list[str], pieces: Iterable[list[str]]) -> None:
    """Prints the prompts with what follows them: the first as it comes, then the
    others with an empty line between."""
    others = [prompt for prompt in prompts[1:]]
    begun = False
    for first, *rest in pieces:
        write(first if begun else prompts[0] + first)
        begun = True
        others = [text + piece for text, piece in zip(others, rest)]
    write("\n")
    for text in others:
        write(f"\n{text}\n")


def write(text: str) -> None:
    """Prints at once, also what is no UTF-8."""
    data = text.encode("utf-8", "surrogateescape")
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
