"""The machine: `choices` lists what the environment may decide, `step` takes one choice.

Theory of operation
-------------------
A configuration is a moment at which nothing moves without a choice. `step` takes one and then makes
every deterministic move up to the next such moment. When a condition over unknowns is not decided,
nothing is kept of the attempt: the choice is noted in `Configuration.asked`, `choices` offers the two
`Decide`s, and the decision, added to `known`, takes the choice again from the start.

Within one instant (D-15) work that is due comes first, then acceptances, then `Proceed` selects.
`choices` lists, in this order:

1. before the start: `Begin`, with fresh unknowns for the inputs, for each trigger where the file has `on`;
2. while a condition is asked: `Decide` true, `Decide` false, and nothing else;
3. while several branches are ready, and one of them can end the run at once (D-26): a `Move` for each,
   in source order, and nothing else;
4. else, for every attempt in flight in the order of the file, `Outcome`: `Returned` with fresh unknowns,
   `Failed` with each declared code and `action.failed`, `EndedUnknown` where C-7.1 permits it (none of
   these after an acceptance at this instant), and `TimedOut` when the time-out is due and no more events
   are accepted at this instant;
5. `Accept`, with a fresh payload, for each trigger, connection and configuration that a subscription
   of a live run's current entry has, before `Proceed` at this instant;
6. `Proceed`, while there may be something to select, or a deadline is due;
7. `Pass`, when `Proceed` and `TimedOut` are not offered: to the earliest timer (where two are not
   ordered, `Decide` which is the earlier instead), then by a moment, which after acceptances or a
   `Proceed` begins a new instant;
8. `Cancel` of the run, then of each child run, before `Proceed` at this instant.

`step` also takes choices that are not listed: an event for which nobody waits (`Accept`), a time shorter
than every timer (`Pass`), and the late answer of an attempt cancelled in flight (`Outcome`, dropped).
"""

from dataclasses import dataclass

from wfcheck.semantics.choice import Choice
from wfcheck.semantics.configuration import Configuration
from wfcheck.semantics.program import Program
from wfcheck.semantics.record import RecordEntry


@dataclass(frozen=True, slots=True)
class Moved:
    """Where a choice leads, and what it leaves in the record."""

    to: Configuration
    entries: tuple[RecordEntry, ...] = ()


def choices(program: Program, at: Configuration) -> tuple[Choice, ...]:
    """Every choice that the environment has, in the order that the module states."""
    raise NotImplementedError((program, at))


def step(program: Program, at: Configuration, choice: Choice) -> Moved:
    """Take a choice that `choices` lists, its unknowns replaced by any conforming values.

    Pure and total: a choice that cannot be taken here changes nothing.
    """
    raise NotImplementedError((program, at, choice))
