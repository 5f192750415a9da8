"""Two subscriptions of a state that one event plainly fits (D-12)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final, TypeAlias

from wfcheck.catalog import OVERLAPPING_SUBSCRIPTIONS
from wfcheck.diagnostic import Finding, Label
from wfcheck.rules.rule import finds
from wfcheck.semantics.narrow import reference
from wfcheck.semantics.program import TriggerDecl
from wfcheck.semantics.types import NO_DEFAULT, Field
from wfcheck.settings import Edition
from wfcheck.syntax.expr import BROKEN, Expr, Lit, Unknown, walk
from wfcheck.syntax.yaml import Map
from wfcheck.workfile.ast import Subscription
from wfcheck.workfile.check import CheckedWorkfile
from wfcheck.workfile.literal_values import literal, read_as
from wfcheck.workfile.nodes import map_with

_Match: TypeAlias = frozenset[tuple[str, Expr]]

MOST_FIELDS: Final = 8
"""A match of more fields than this is not compared, since its parts are enumerated."""

MOST_PAIRS: Final = 1_000
"""How many pairs of one state are told."""


@finds(OVERLAPPING_SUBSCRIPTIONS)
def overlapping_subscriptions(checked: CheckedWorkfile) -> Iterator[Finding]:
    for state in checked.states.values():
        for first, later, wider in _overlaps(state.subscriptions, checked):
            narrower = later if wider is first else first
            yield Finding(
                OVERLAPPING_SUBSCRIPTIONS,
                later.name.span,
                f"an event that fits `{narrower.name.text}` also fits `{wider.name.text}`",
                help="let the two match different values of one field",
                labels=(Label(first.name.span, "the other subscription"),),
            )


def _overlaps(
    subscriptions: tuple[Subscription, ...], checked: CheckedWorkfile
) -> Iterator[tuple[Subscription, Subscription, Subscription]]:
    """Pairs in document order, each with the one of the two that every event of the other fits."""
    listened = [_listened(subscription, checked) for subscription in subscriptions]
    known: dict[tuple[object, _Match], list[int]] = {}
    for number, (subscription, to) in enumerate(zip(subscriptions, listened, strict=True)):
        if to is not None:
            known.setdefault((to, _matched(subscription)), []).append(number)
    found: dict[tuple[int, int], int] = {}
    for number, (subscription, to) in enumerate(zip(subscriptions, listened, strict=True)):
        for part in () if to is None else _parts(_matched(subscription)):
            for wider in known.get((to, part), ()):
                if wider != number and len(found) < MOST_PAIRS:
                    found.setdefault((min(wider, number), max(wider, number)), wider)
    for (first, later), wider in sorted(found.items()):
        yield subscriptions[first], subscriptions[later], subscriptions[wider]


def _matched(subscription: Subscription) -> _Match:
    return frozenset((a.name, reference(a.value) or a.value) for a in subscription.match or ())


def _parts(match: _Match) -> Iterator[_Match]:
    """Every part of a match that is not empty: a subscription that matches just that is wider."""
    items = sorted(match, key=lambda item: item[0])
    if len(items) <= MOST_FIELDS:
        for size in range(1, len(items) + 1):
            yield from map(frozenset, combinations(items, size))


def _listened(subscription: Subscription, checked: CheckedWorkfile) -> tuple[object, ...] | None:
    """The trigger, connection and configuration of a subscription; None where a fault is in them."""
    if subscription.event is None or not subscription.match or _is_half_read(subscription, checked):
        return None
    declared = checked.connectors.trigger(subscription.event.text)
    if not isinstance(declared, TriggerDecl) or _lacks_fields(subscription, declared, checked):
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


def _lacks_fields(
    subscription: Subscription, declared: TriggerDecl, checked: CheckedWorkfile
) -> bool:
    """Whether a match lacks what its edition asks for (C-13): then it is wider than it will be."""
    given = {arg.name for arg in subscription.match or ()}
    return checked.settings.edition is Edition.DRAFT and not given.issuperset(declared.correlate_on)


def _is_half_read(subscription: Subscription, checked: CheckedWorkfile) -> bool:
    """Whether something is written that narrows the subscription, but could not be read."""
    written = map_with(checked.root, subscription.name.span.start.offset)
    within = None if written is None else written.get(subscription.name.text)
    return isinstance(within, Map) and any(
        read is None and within.get(key) is not None
        for key, read in (
            ("configuration", subscription.configuration),
            ("connection", subscription.connection),
        )
    )


def _written(value: Expr, declared: Field | None) -> Expr:
    known = literal(value)
    return value if known is None or declared is None else Lit(read_as(known.value, declared.type))
