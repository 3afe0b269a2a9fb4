"""Makes the NumPy of this interpreter, and nothing else, one of another venv.

python link-numpy.py VENV
"""

import pathlib
import sys

import numpy

(packages,) = pathlib.Path(sys.argv[1]).glob("lib/python3*/site-packages")
for folder in pathlib.Path(numpy.__file__).parents[1].glob("numpy*"):
    (packages / folder.name).symlink_to(folder)
