"""Where a run's choices come from: a scenario's script, or values drawn at random."""

from typing import Protocol

from wfcheck.classes import dataclass
from wfcheck.semantics.choice import Begin, Event, Result
from wfcheck.semantics.configuration import Configuration, Flight


@dataclass(frozen=True, slots=True)
class Settlement:
    """How an attempt ends, and after how many milliseconds; a shorter `timeout` comes first."""

    result: Result
    takes: int


class Source(Protocol):
    """What the environment of one run does."""

    def begin(self) -> Begin:
        """The start of the run."""
        ...

    def answer(self, flight: Flight) -> Settlement | None:
        """The answer to an attempt that was just dispatched; None leaves it without one."""
        ...

    def next_event(self, now: int, at: Configuration) -> int | None:
        """The instant of the next event, `now` or later; None where none comes."""
        ...

    def events_at(self, now: int, at: Configuration) -> tuple[Event, ...]:
        """The events of this instant, in the order of their acceptance; each is given once."""
        ...

    def next_cancel(self) -> int | None:
        """The instant of the next cancellation from outside."""
        ...

    def cancels_at(self, now: int) -> tuple[str | None, ...]:
        """The cancellations of this instant: of the run (None), or of a child run by path."""
        ...

    def complaints(self) -> tuple[str, ...]:
        """What did not go as the source had it: missing, ill-fitting and unused answers."""
        ...
