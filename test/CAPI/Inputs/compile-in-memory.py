"""Compiles and calls a function in this process, after another library.

Usage: compile-in-memory.py MODULE libDiffAttnC.so IN.mlir
"""

import ctypes
import sys

from arrays import Entry, check_attend, use


def handle_maker(library: ctypes.CDLL, name: str):
    """The function `name`, which takes and returns pointers."""
    function = getattr(library, name)
    function.restype = ctypes.c_void_p
    return lambda *arguments: function(
        *(
            ctypes.c_void_p(a) if isinstance(a, int) or a is None else a
            for a in arguments
        )
    )


use(sys.argv[1])
library = ctypes.CDLL(sys.argv[2])
session = handle_maker(library, "diffattn_session_create")()
source = handle_maker(library, "diffattn_source_from_file")(
    session, sys.argv[3].encode()
)
compiled = handle_maker(library, "diffattn_compile")(session, source)
program = handle_maker(library, "diffattn_program_load")(session, compiled)
entry = handle_maker(library, "diffattn_program_entry")(session, program, b"attend")
library.diffattn_session_diagnostics.restype = ctypes.c_char_p
assert entry, library.diffattn_session_diagnostics(ctypes.c_void_p(session)).decode()
context = handle_maker(library, "diffattn_context_create")()
check_attend(Entry(entry), context)
use(sys.argv[1])
