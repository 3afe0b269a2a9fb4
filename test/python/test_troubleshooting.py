"""The messages that docs/troubleshooting.md explains are those of the code."""

import re

from toolchain import ROOT

# Of other software.
FOREIGN = ("OMP: ",)
# What stands for any name or number.
NAMES = r"'[^']*'|\d+|\.\.\.|\btorch\b|\[\w+\]|\bGraphWarning: "


def messages() -> list[str]:
    """What the table has in code in its first column."""
    text = (ROOT / "docs/troubleshooting.md").read_text()
    cells = [line.split(" | ")[0] for line in text.splitlines() if line[:3] == "| `"]
    found = [message for cell in cells for message in re.findall(r"`([^`]+)`", cell)]
    assert len(found) >= 8
    return [message for message in found if not message.startswith(FOREIGN)]


def test_messages_are_in_the_code() -> None:
    """Words in a row of each, names and numbers apart."""
    files = [*ROOT.glob("lib/**/*.cpp"), *ROOT.glob("tools/**/*.cpp")]
    files += ROOT.glob("python/diffattn/**/*.py")
    code = " ".join(path.read_text() for path in files)
    # Literals go on in the next line.
    code = re.sub(r'"\s*\n\s*f?"', "", code)
    for message in messages():
        pieces = re.split(NAMES, message)
        pieces = [p.strip(" ,:") for p in pieces if len(p.strip(" ,:")) > 5]
        assert pieces, message
        for piece in pieces:
            assert piece in code, f"{message}: {piece!r}"
