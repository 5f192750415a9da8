"""A concrete run in logical time: one configuration after the other, with instants and the record.

The order of one instant (D-15) is the machine's; a driver that knows what happens when asks for
`proceed` when it has handed over what is due, and for `pass_to` when nothing is left to select.
"""

from dataclasses import field
from typing import Final

from wfcheck.classes import dataclass
from wfcheck.errors import InternalError
from wfcheck.semantics.choice import Choice, Decide, Move, Pass, Proceed
from wfcheck.semantics.configuration import Configuration, Instant, timers
from wfcheck.semantics.offers import contenders, deadline_due, deliverable, timed_out
from wfcheck.semantics.program import Program
from wfcheck.semantics.record import RecordEntry
from wfcheck.semantics.step import step
from wfcheck.semantics.trace import Taken
from wfcheck.syntax.expr import Expr, Lit
from wfcheck.syntax.literals import Duration

MOST_IDLE_MOVES: Final = 5_000
"""How many moves a run may make without anything handed to it before it is left to itself."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A record entry and when it was made, in milliseconds since the run's start."""

    at: int
    entry: RecordEntry


@dataclass(slots=True)
class Driver:
    """A run in progress; all its values are known."""

    program: Program
    at: Configuration = field(default_factory=Configuration)
    now: int = 0  # milliseconds since the start
    record: list[Recorded] = field(default_factory=list)
    taken: list[Taken] = field(default_factory=list)
    idle: int = 0  # moves since something was handed over
    patience: int = MOST_IDLE_MOVES

    @property
    def over(self) -> bool:
        """Whether the run has ended, or goes on and on by itself."""
        return self.at.ended is not None or self.idle > self.patience

    def take(self, choice: Choice) -> tuple[RecordEntry, ...]:
        """Take a choice; the entries that it leaves."""
        moved = step(self.program, self.at, choice)
        if moved.to.asked is not None:
            raise InternalError(f"a run with known values asks for {moved.to.asked.condition}")
        self.at = moved.to
        self.idle += 1
        self.record += [Recorded(self.now, entry) for entry in moved.entries]
        if not isinstance(choice, Proceed | Pass | Decide):
            self.taken.append(Taken(self.now, choice))
        return moved.entries

    def first_move(self) -> Move | None:
        """The first of several ready branches, in source order, where their order is a choice."""
        path = next(contenders(self.at), None)
        return None if path is None else Move(path)

    @property
    def proceeds(self) -> bool:
        """Whether something is left to select at this instant, or a time-out to take."""
        if deliverable(self.at) or deadline_due(self.at):
            return True
        return bool(timed_out(self.at)) and self.at.instant is not Instant.SELECTED

    def next_timer(self) -> int | None:
        """The instant of the earliest timer; None where nothing waits for time."""
        left = [milliseconds(timer) for timer in timers(self.at)]
        return self.now + min(left) if left else None

    def pass_to(self, instant: int) -> tuple[RecordEntry, ...]:
        """Let time pass to an instant that no timer comes before."""
        by = instant - self.now
        self.now = instant
        return self.take(Pass(Lit(Duration(by))))


def milliseconds(time: Expr) -> int:
    """A known time left."""
    if not isinstance(time, Lit) or not isinstance(time.value, Duration):
        raise InternalError(f"a run with known values waits for {time}")
    return time.value.ms
