"""Two subscriptions of a state that one event plainly fits (D-12)."""

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Final

from wfcheck.catalog import OVERLAPPING_SUBSCRIPTIONS
from wfcheck.diagnostic import Finding, Label
from wfcheck.rules.rule import finds
from wfcheck.semantics.program import TriggerDecl
from wfcheck.semantics.types import NO_DEFAULT, Field
from wfcheck.syntax.expr import BROKEN, Expr, Lit, Unknown, walk
from wfcheck.workfile.ast import Subscription
from wfcheck.workfile.check import CheckedWorkfile
from wfcheck.workfile.literal_values import literal, read_as

MOST_PAIRS: Final = 100_000
"""How many pairs of one state are compared; no state that a person wrote has as many."""


@finds(OVERLAPPING_SUBSCRIPTIONS)
def overlapping_subscriptions(checked: CheckedWorkfile) -> Iterator[Finding]:
    for state in checked.states.values():
        known = [
            (subscription, listened)
            for subscription in state.subscriptions
            if (listened := _listened(subscription, checked)) is not None
        ]
        for (first, a), (later, b) in islice(combinations(known, 2), MOST_PAIRS):
            if a == b and (_within(first, later) or _within(later, first)):
                yield Finding(
                    OVERLAPPING_SUBSCRIPTIONS,
                    later.name.span,
                    f"an event that fits `{first.name.text}` also fits `{later.name.text}`"
                    if _within(later, first)
                    else f"an event that fits `{later.name.text}` also fits `{first.name.text}`",
                    help="let the two match different values of one field",
                    labels=(Label(first.name.span, "the other subscription"),),
                )


def _listened(subscription: Subscription, checked: CheckedWorkfile) -> tuple[object, ...] | None:
    """The trigger, connection and configuration of a subscription; None where a fault is in them."""
    if subscription.event is None or not subscription.match:
        return None
    declared = checked.connectors.trigger(subscription.event.text)
    if not isinstance(declared, TriggerDecl):
        return None
    at = subscription.name.span
    connection = checked.connectors.connection(declared.name, subscription.connection, at)
    if isinstance(connection, Finding):
        return None
    given = {arg.name: arg.value for arg in subscription.configuration or ()}
    types = {field.name: field for field in declared.configuration}
    configuration: dict[str, Expr] = {
        name: Lit(field.default) for name, field in types.items() if field.default is not NO_DEFAULT
    }
    for name, value in given.items():
        configuration[name] = _written(value, types.get(name))
    values = (*configuration.values(), *(arg.value for arg in subscription.match))
    if any(isinstance(node, Unknown) and node.id == BROKEN for v in values for node in walk(v)):
        return None
    return declared.name, connection, tuple(sorted(configuration.items(), key=lambda i: i[0]))


def _written(value: Expr, declared: Field | None) -> Expr:
    known = literal(value)
    return value if known is None or declared is None else Lit(read_as(known.value, declared.type))


def _within(wider: Subscription, narrower: Subscription) -> bool:
    """Whether every field that the wider one matches is matched alike by the narrower one."""
    given = {arg.name: arg.value for arg in narrower.match or ()}
    return all(given.get(arg.name) == arg.value for arg in wider.match or ())
