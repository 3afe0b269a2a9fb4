"""`python -m diffattn` is the command `diffattn`."""

import sys

from diffattn.cli import main

sys.exit(main())
