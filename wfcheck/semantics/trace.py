"""Traces: a start and the choices taken, all values concrete, each at its instant."""

from wfcheck.classes import dataclass
from wfcheck.semantics.choice import Begin, Choice


@dataclass(frozen=True, slots=True)
class Taken:
    """One choice and when it was taken, in milliseconds since the run's start."""

    at: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class Trace:
    """A run's choices in order, without `Proceed` and `Pass`: those follow from the instants.

    A lasso repeats for ever from `loop_from` on. After the last move time passes to `until` (in
    milliseconds since the start); None: until nothing waits for time any more.
    """

    start: Begin
    moves: tuple[Taken, ...]
    loop_from: int | None = None
    until: int | None = None
