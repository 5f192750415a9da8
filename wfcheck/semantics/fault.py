"""Evaluation faults: why an expression has no value (C-5.6)."""

from enum import Enum


class Fault(Enum):
    """The run-time codes of faults (C-14); as text, the code. No `str`, which would be a value."""

    TYPE = "fault.type"
    NULL = "fault.null"
    ARITHMETIC = "fault.arithmetic"
    VALUE = "fault.value"
    LIMIT = "fault.limit"

    def __str__(self) -> str:
        return self.value
