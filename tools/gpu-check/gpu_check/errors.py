"""What ends the program."""


class UsageError(Exception):
    """What the caller has to mend: exit status 2."""
