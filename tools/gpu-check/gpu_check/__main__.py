"""The command line of tools/dev/gpu-check.sh."""

import argparse
import math
import os
import pathlib
import sys

from gpu_check import prepare
from gpu_check.errors import UsageError
from gpu_check.run import Run

CASES = {"cuda": 200, "sim": 12}

EPILOG = """\
On the machine that has a compiler, but no GPU:
  tools/dev/gpu-check.sh --prepare /tmp/check
  tar cf check.tar -C /tmp check

On the one that has the GPU, its driver, and Python with PyTorch:
  tar xf check.tar && ./check/gpu-check.sh --run check

The same runner without a GPU, by the emulator:
  tools/dev/gpu-check.sh --prepare /tmp/check --target=sim
  tools/dev/gpu-check.sh --run /tmp/check --device=sim

phases of --run:
  correctness  random shapes, options and types, each against f64: error at most twice
               that of a plain program
  sanitizer    a few small shapes under compute-sanitizer, if there is one
  timings      prefill and decoding, beside PyTorch's forms in the same process
Each has a share of the time; when it is used up, the next one begins, and what is
printed says how many cases were done. A kernel that hangs or breaks the device costs
its case, not the run. Exit status: 0 all is right, 1 something is not, 2 it can't run.
"""


def parse(arguments: list[str]) -> argparse.Namespace:
    """The flags."""
    parser = argparse.ArgumentParser(
        prog="gpu-check.sh",
        description="Shows whether kernels for NVIDIA GPUs are right and fast, "
        "on a machine that has one.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--prepare",
        metavar="FOLDER",
        type=pathlib.Path,
        help="compile, and write all that --run needs to a new folder",
    )
    what.add_argument(
        "--run", metavar="FOLDER", type=pathlib.Path, help="check, with such a folder"
    )
    parser.add_argument(
        "--target",
        choices=("cuda", "sim"),
        help="of --prepare: a GPU (default) or the emulator",
    )
    parser.add_argument(
        "--cases",
        metavar="N",
        type=int,
        help="of --prepare: random shapes (default: 200; 12 for sim)",
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, help="of --prepare: of shapes and numbers"
    )
    parser.add_argument(
        "--cubin",
        metavar="CHIPS",
        help="of --prepare: machine code for these, so that their driver need not "
        "compile (default: sm_90, which an H200 is; none: PTX alone)",
    )
    parser.add_argument(
        "--device",
        metavar="NAME",
        help="of --run: cuda (default), cuda:1, sim, sim:OPTIONS",
    )
    parser.add_argument(
        "--seconds",
        metavar="N",
        type=float,
        help="of --run: for all phases together (default: 220)",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=pathlib.Path,
        help="of --run: the results as JSON (default: FOLDER/results-DEVICE.json)",
    )
    found = parser.parse_args(arguments)
    others = ("device", "seconds", "out") if found.prepare else OF_PREPARE
    for name in others:
        if getattr(found, name) is not None:
            parser.error(f"--{name} is for --{'run' if found.prepare else 'prepare'}")
    if found.cases is not None and found.cases < 1:
        parser.error(f"--cases: expected 1 or more, found {found.cases}")
    if found.seconds is not None and not 0 < found.seconds < math.inf:
        parser.error(f"--seconds: expected more than 0, found {found.seconds}")
    return found


OF_PREPARE = ("target", "cases", "seed", "cubin")


def main(arguments: list[str]) -> int:
    """Does what they say; the exit status."""
    flags = parse(arguments)
    if flags.prepare:
        root = prepare.ROOT
        build = pathlib.Path(os.environ.get("DIFFATTN_BUILD", root / "build" / "dev"))
        target = flags.target or "cuda"
        seed = prepare.SEED if flags.seed is None else flags.seed
        chips = flags.cubin or ("sm_90" if target == "cuda" else "none")
        if chips == "none":
            chips = ""
        preparation = prepare.Preparation(flags.prepare, build, target, chips)
        preparation.run(flags.cases or CASES[target], seed, say)
        say(f"wrote {flags.prepare}")
        return 0
    device = flags.device or "cuda"
    seconds = 220.0 if flags.seconds is None else flags.seconds
    return 1 if Run(flags.run, device, seconds, flags.out, say).run() else 0


def say(line: str) -> None:
    """For people who watch."""
    print(line, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (UsageError, OSError) as error:
        print(f"gpu-check: error: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
