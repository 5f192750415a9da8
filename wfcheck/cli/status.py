"""Exit statuses: the same in every command and every output format (`cli.md`)."""

from collections.abc import Iterable
from enum import IntEnum


class Status(IntEnum):
    """What a command ends with."""

    PASSED = 0
    FINDINGS = 1  # something at or above the failing level
    USAGE = 2  # a wrong option, setting or rule name
    TROUBLE = 3  # nothing to check, a file that could not be opened, an internal error


_RISING = (Status.PASSED, Status.FINDINGS, Status.TROUBLE, Status.USAGE)


def worst(statuses: Iterable[Status]) -> Status:
    """The status that wins: 2 over 3, 3 over 1."""
    return max(statuses, key=_RISING.index, default=Status.PASSED)
