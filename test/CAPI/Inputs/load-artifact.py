"""Loads an artifact by the dynamic linker alone, after another library.

Usage: load-artifact.py MODULE OUT.so
"""

import ctypes
import sys

from arrays import Entry, check_attend, use

use(sys.argv[1])
artifact = ctypes.CDLL(sys.argv[2])
# The artifact brought its runtime along.
artifact.diffattn_context_create.restype = ctypes.c_void_p
context = artifact.diffattn_context_create()
check_attend(Entry(("diffattn_entry_attend", artifact)), context)
use(sys.argv[1])
