"""Measuring in pairs: what is measured and what it is compared with run in turn, ratios are medians."""

import os
import statistics
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the report: what was measured, the result, and what it is held against."""

    what: str
    result: str
    against: str


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command took, with its children: processor seconds, elapsed seconds, megabytes at most."""

    processor: float
    elapsed: float
    memory: float


def cost(command: Sequence[str]) -> Cost:
    """Run a command and see what it takes. Compiled modules are kept, as they are for users."""
    kept = {name: value for name, value in os.environ.items() if name not in _LEFT_OUT}
    begun = perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=kept
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in {0, 1}:  # 1: it has found something
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return Cost(used.ru_utime + used.ru_stime, perf_counter() - begun, used.ru_maxrss / 1024)


_LEFT_OUT = ("PYTHONDONTWRITEBYTECODE", "WFCHECK_CACHE_DIR")


def seconds(command: Sequence[str]) -> float:
    """Processor seconds of a command, its children included: waiting for others does not count."""
    return cost(command).processor


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
