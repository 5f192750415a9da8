"""Measuring in pairs: what is measured and what it is compared with run in turn, ratios are medians."""

import resource
import statistics
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the report: what was measured, the result, and what it is held against."""

    what: str
    result: str
    against: str


def seconds(command: Sequence[str]) -> float:
    """Processor seconds of a command, its children included: waiting for others does not count."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


@dataclass(frozen=True, slots=True)
class Pair:
    """Two commands measured in turn: medians of both, in seconds, and of their ratio."""

    first: float
    second: float
    ratio: float


def pair(first: Sequence[str], second: Sequence[str], times: int = 7) -> Pair:
    """Measure two commands in turn; each is run once before."""
    seconds(first)
    seconds(second)
    runs = [(seconds(first), seconds(second)) for _ in range(times)]
    return Pair(
        statistics.median(a for a, _ in runs),
        statistics.median(b for _, b in runs),
        statistics.median(a / b for a, b in runs),
    )
