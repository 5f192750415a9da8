"""Answers: sums that name what was not covered. `unknown` is never `no` (`checking.md` 5)."""

from enum import StrEnum
from typing import TypeAlias

from wfcheck.classes import dataclass
from wfcheck.semantics.trace import Trace
from wfcheck.syntax.literals import MapValue


class Bound(StrEnum):
    """What can cut an exploration short (`checking.md` 2)."""

    MAX_ENTRIES = "max-entries"
    MAX_STATES = "max-states"
    MAX_LIST = "max-list"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class Holds:
    """Nothing violates it; within bounds where `cut` is not empty."""

    cut: tuple[Bound, ...] = ()


@dataclass(frozen=True, slots=True)
class Violated:
    """It is violated: in one sentence, with a replayed trace where the property has one."""

    message: str
    trace: Trace | None = None


@dataclass(frozen=True, slots=True)
class Undecided:
    """Not decided, and why; `suspected` where a violation was found that no run could be built to show."""

    reason: str
    suspected: bool = False


Verdict: TypeAlias = Holds | Violated | Undecided


@dataclass(frozen=True, slots=True)
class Proved:
    """True for all values; `because` names the facts that it rests on."""

    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refuted:
    """False for these values, in the file's own names; by the environment where only free values make it so.

    The model is empty where it is false for all values; `because` names the facts that make it so.
    """

    model: MapValue
    environment: bool = False
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotProved:
    """Not decided: why, and which operators were abstracted."""

    reason: str
    abstracted: tuple[str, ...] = ()


Proof: TypeAlias = Proved | Refuted | NotProved
