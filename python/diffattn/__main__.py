"""`python -m diffattn` is the command `diffattn`."""

import sys

from diffattn import interruption

# Before anything that takes time to import.
interruption.install()

from diffattn.cli import main as run  # noqa: E402


def main() -> int:
    """What the installed command calls."""
    return run()


if __name__ == "__main__":
    sys.exit(main())
