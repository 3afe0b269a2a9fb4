"""The command line: `python -m model_bench`."""

import argparse
import sys
from typing import Any

from harness import ROOT
from harness.flags import add_flags, check_build, check_flags, print_names
from harness.results import run_cases

from model_bench import cases, implementations, one_case

OUTPUT = ROOT / "build" / "bench" / "models.json"
EPILOG = """\
examples (in BENCH="..." of make bench-models, or of tools/bench/run.sh models):
  --case=prefill_512_f32 --implementation=diffattn   ours alone
  --model=kjv                                        the trained demo model
  --model=tiny --rounds=1                            does everything work? in a minute
  --case=decode_512_bf16 --add                       again, into the same results

Models are made below the folder of --output, 3 GiB for one of 334 million weights in
both types, and kept there. What can't do a case, or is not installed, is left out;
models-skipped.json says why.
"""


def parse_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    """The flags (of the command line, by default); exits with 2 for what makes no
    sense."""
    parser = argparse.ArgumentParser(
        prog="model_bench",
        description="Times whole language models: diffattn beside other software, by "
        "turns, each in a process of its own and checked against PyTorch first.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_flags(
        parser,
        implementations.IMPLEMENTATIONS,
        "all, but for long prompts what takes minutes a call",
        OUTPUT,
    )
    parser.add_argument(
        "--model",
        action="append",
        default=[],
        metavar="NAME",
        choices=cases.load(),
        dest="models",
        help="all cases of this model: "
        + ", ".join(cases.load())
        + " (default: those that --list doesn't mark)",
    )
    options = parser.parse_args(arguments)
    check_flags(parser, options)
    try:
        options.cases = cases.choose(options.cases, options.models)
    except ValueError as error:
        parser.error(f"--case: {error}")
    if not options.list:
        check_build(parser, options, "bench-models")
    return options


def run(case: cases.Case, options: argparse.Namespace) -> dict[str, Any]:
    """One of the cases."""
    return one_case.run(
        one_case.Request(
            case,
            options.implementations or implementations.defaults(case),
            options.rounds,
            options.threads,
            options.build.resolve(),
            options.output.parent.resolve() / "models",
        )
    )


def main() -> int:
    """Exits with 1 if ours failed in a case, with 130 after Ctrl-C."""
    options = parse_arguments()
    if options.list:
        print_names(
            ((case.name, case.model.default) for case in cases.all_cases()),
            implementations.IMPLEMENTATIONS,
        )
        return 0
    try:
        return run_cases(options, "bench-models", lambda case: run(case, options))
    except KeyboardInterrupt:
        print("\nmodel_bench: stopped; cases that were done are written")
        return 130


if __name__ == "__main__":
    sys.exit(main())
