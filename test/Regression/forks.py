"""Runs `diffattn` with each of the argument lists that the standard input has as JSON,
each in a process of its own, which has imported the package already; prints a JSON
list of [status, output, errors]."""

import json
import os
import sys
import tempfile
from typing import NoReturn

from diffattn import arrays, cli, compiler, runtime  # noqa: F401


def run_here(arguments: list[str], out: int, err: int) -> NoReturn:
    """As the command does, in a fork."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(err, 2)
    sys.argv = ["diffattn", *arguments]
    status: object = 1
    try:
        status = cli.main(arguments)
    except SystemExit as end:
        status = end.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status if isinstance(status, int) else 1)


def outcome_of(arguments: list[str]) -> tuple[int, str, str]:
    """Status, as subprocess has it, output and errors."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if not child:
            run_here(arguments, out.fileno(), err.fileno())
        _, status = os.waitpid(child, 0)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
        return os.waitstatus_to_exitcode(status), *texts


lists = json.load(sys.stdin)
print(
    json.dumps(
        [
            outcome_of([os.fsdecode(a.encode("latin-1")) for a in arguments])
            for arguments in lists
        ]
    )
)
