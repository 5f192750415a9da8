"""checking 6.1: each value that can reach a route has a case or `else`."""

from collections.abc import Iterator

from wfcheck.catalog import ROUTE_EXHAUSTIVE
from wfcheck.semantics.verdict import Proved
from wfcheck.smt.obligation import Never, Obligation, Settled
from wfcheck.smt.places import Branching, Places
from wfcheck.syntax.unparse import unparse


def route_exhaustive(places: Places) -> Iterator[Obligation]:
    for place in places.found:
        if (
            not isinstance(place, Branching)
            or place.subject is None
            or not places.is_routable(place)
        ):
            continue
        subject = unparse(place.subject)
        yield Obligation(
            ROUTE_EXHAUSTIVE,
            place.span,
            f"each value of `{subject}` has a case or `else`",
            f"a value of `{subject}` has neither a case nor `else`",
            Settled(Proved(("`else` takes what is left",)))
            if place.total
            else Never(place.ground.facts, place.ground.read(place.subject), place.leftover),
        )
