"""expect-exit.py CODE COMMAND...: runs a command and insists on its exit code.

`not` of lit takes any code but 0 for an answer, a crash's too with --crash.
"""

import subprocess
import sys

code = subprocess.run(sys.argv[2:]).returncode
if code != int(sys.argv[1]):
    sys.exit(f"expected exit code {sys.argv[1]}, found {code}")
