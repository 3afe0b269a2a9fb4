"""What the benchmarks beside other software have in common: peaks, rounds, results,
tables."""

import pathlib

ROOT = pathlib.Path(__file__).parents[3]
OURS = "diffattn"


class Unsuited(Exception):
    """An implementation can't do the case; the text says why."""
