"""Which retained event an entry takes, and when its deadline counts (D-9 to D-13, D-15)."""

from dataclasses import replace
from typing import Final

from wfcheck.classes import dataclass
from wfcheck.semantics.choice import Event
from wfcheck.semantics.configuration import ZERO
from wfcheck.semantics.control import Active, Cause, Entry, Failure, Retained
from wfcheck.semantics.moment import Moment
from wfcheck.semantics.program import Subscription
from wfcheck.syntax.expr import Apply, Expr, Lit, Member, Op

FALSE: Final = Lit(False)


@dataclass(frozen=True, slots=True)
class Delivery:
    """An event for the one subscription that it fits."""

    subscription: Subscription
    retained: Retained


def retain(
    entry: Entry, event: Event, number: int, moment: Moment, *, aging: bool = False
) -> Entry:
    """The entry after an acceptance: it keeps what it may still deliver.

    An event after the deadline loses to the timeout (SWP-202), one that no subscription can match is
    never eligible (SWP-196), and one after an event that is certain to be delivered comes too late.
    """
    if entry.passed or not _possible(entry, event, moment):
        return entry
    if any(_certain(entry, earlier.event, moment) for earlier in entry.retained):
        return entry
    # Only a deadline that is fixed later and may name a past instant asks when an event came.
    age = ZERO if aging and entry.timer is None else None
    return replace(entry, retained=(*entry.retained, Retained(event, age, number)))


def purge(entry: Entry, moment: Moment) -> Entry:
    """The entry without the retained events that its fixed match values rule out."""
    kept = tuple(held for held in entry.retained if _possible(entry, held.event, moment))
    return replace(entry, retained=kept)


def select(entry: Entry, moment: Moment) -> tuple[Entry, Delivery | Failure | None]:
    """The delivery that would be made: the first eligible event by acceptance order (D-9, D-11).

    The entry comes back without the events before it, which are eligible for no subscription.
    """
    for position, held in enumerate(entry.retained):
        fitting = [
            active
            for active in entry.active
            if all(moment.decide(condition) for condition in conditions(active, held.event))
        ]
        rest = replace(entry, retained=entry.retained[position:])
        if len(fitting) > 1:
            return rest, Failure("state.ambiguous_subscription", Cause.FAULT)
        if fitting:
            return rest, Delivery(_subscription(entry, fitting[0]), held)
    return replace(entry, retained=()), None


def conditions(active: Active, event: Event) -> tuple[Expr, ...]:
    """What must hold for an event of the right trigger to be eligible; (false,) where it never is."""
    if active.trigger != event.trigger:
        return (FALSE,)
    connection = event.connection if event.connection is not None else active.default_connection
    if connection != active.connection:
        return (FALSE,)
    found: list[Expr] = []
    if event.configuration is not None:  # E-6: without one it fits any
        found.append(Apply(Op.EQ, (event.configuration, active.configuration)))
    found += [Apply(Op.EQ, (Member(event.payload, n), v)) for n, v in active.match or ()]
    return tuple(found)


def _subscription(entry: Entry, active: Active) -> Subscription:
    return next(sub for sub in entry.state.subscriptions if sub.name == active.name)


def _possible(entry: Entry, event: Event, moment: Moment) -> bool:
    """Whether some subscription may take the event, for all that is known now."""
    return any(
        all(moment.known_answer(condition) is not False for condition in conditions(active, event))
        for active in entry.active
    )


def _certain(entry: Entry, event: Event, moment: Moment) -> bool:
    """Whether the event is known to fit a subscription whose match is fixed."""
    return any(
        active.match is not None
        and all(moment.known_answer(condition) is True for condition in conditions(active, event))
        for active in entry.active
    )
