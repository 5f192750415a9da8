"""checking 6.3: no two subscriptions of one state can match one event (D-12).

Compared is what is resolved: the event's kind, its connection, its configuration, and the matches
over one unknown payload.
"""

from collections.abc import Iterator
from itertools import combinations

from wfcheck.catalog import SUBSCRIPTIONS_DISJOINT
from wfcheck.classes import dataclass
from wfcheck.semantics.program import Subscription
from wfcheck.semantics.verdict import Proved
from wfcheck.smt.ground import Fact, Symbols, both, equals
from wfcheck.smt.obligation import Apart, Claim, Obligation, Settled
from wfcheck.smt.places import Places, Waiting
from wfcheck.syntax.expr import Apply, Expr, Lit, Member, Name, Op, Unknown, walk


def subscriptions_disjoint(places: Places) -> Iterator[Obligation]:
    for place in places.found:
        if not isinstance(place, Waiting):
            continue
        for later, second in enumerate(place.state.subscriptions):
            for first in place.state.subscriptions[:later]:
                names = f"`{first.name}` and `{second.name}`"
                yield Obligation(
                    SUBSCRIPTIONS_DISJOINT,
                    second.span,
                    f"no event fits both {names}",
                    f"some event fits both {names}",
                    _claim(places.symbols, place, first, second),
                )


def _claim(symbols: Symbols, place: Waiting, first: Subscription, second: Subscription) -> Claim:
    if first.trigger.name != second.trigger.name:
        return Settled(Proved(("they wait for different events",)))
    if first.connection != second.connection:
        return Settled(Proved(("they wait on different connections",)))
    event = _Event(symbols.event(second), _configuration(symbols, second))
    fits = [_fits(place, subscription, event) for subscription in (first, second)]
    facts = (*place.ground.facts, *_distinct(symbols, fits))
    within = (
        f"every event that fits `{first.name}` fits `{second.name}` too",
        f"every event that fits `{second.name}` fits `{first.name}` too",
    )
    return Apart(facts, fits[0], fits[1], within)


@dataclass(frozen=True, slots=True)
class _Event:
    """An unknown event; D-12: it carries its configuration."""

    payload: Expr
    configuration: tuple[tuple[str, Expr], ...]


def _configuration(symbols: Symbols, subscription: Subscription) -> tuple[tuple[str, Expr], ...]:
    # What is configured is no name of the file that a model could show.
    fields = subscription.trigger.configuration
    return symbols.record(fields, f"{subscription.name} configured").entries


def _fits(place: Waiting, subscription: Subscription, event: _Event) -> Expr:
    inside = place.ground.binding({subscription.name: event.payload})
    configured = {assign.name: assign.value for assign in subscription.configuration}
    return both(
        *(
            equals(part, place.ground.resolve(configured.get(name, Lit(None))))
            for name, part in event.configuration
        ),
        *(
            equals(
                inside.resolve(Member(Name(subscription.name), assign.name)),
                place.ground.resolve(assign.value),
            )
            for assign in subscription.match
        ),
    )


def _distinct(symbols: Symbols, conditions: list[Expr]) -> Iterator[Fact]:
    """Checking 2: unique outputs of two calls differ."""
    made = dict.fromkeys(
        part
        for condition in conditions
        for part in walk(condition)
        if isinstance(part, Unknown) and part.id in symbols.calls
    )
    for a, b in combinations(made, 2):
        if symbols.calls[a.id] != symbols.calls[b.id]:
            names = f"{symbols.fields[a.id].name} and {symbols.fields[b.id].name}"
            yield Fact(Apply(Op.NE, (a, b)), f"{names} are never equal")
