"""Evaluation faults: why an expression has no value (C-5.6)."""

from enum import StrEnum


class Fault(StrEnum):
    """The run-time codes of faults (C-14)."""

    TYPE = "fault.type"
    NULL = "fault.null"
    ARITHMETIC = "fault.arithmetic"
    VALUE = "fault.value"
    LIMIT = "fault.limit"
