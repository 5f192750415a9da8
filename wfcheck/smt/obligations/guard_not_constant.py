"""checking 6.5: no guard is constant; `until` can become true.

An arm is judged under what is known when its construct begins; that earlier arms hide it is
`case-reachable`'s matter.
"""

from collections.abc import Iterator

from wfcheck.catalog import GUARD_NOT_CONSTANT
from wfcheck.smt.obligation import Obligation, Varies
from wfcheck.smt.places import Guard, Places
from wfcheck.syntax.unparse import unparse


def guard_not_constant(places: Places) -> Iterator[Obligation]:
    for place in places.found:
        # A guard without a place is one that is missing; the validator says so.
        if isinstance(place, Guard) and place.condition.span is not None:
            text = unparse(place.condition)
            yield Obligation(
                GUARD_NOT_CONSTANT,
                place.span,
                f"`{text}` is true for some values and false for others",
                f"`{text}` is constant",
                Varies(
                    place.ground.facts,
                    place.ground.resolve(place.condition),
                    never=f"`{text}` is never true",
                    always=f"`{text}` is always true",
                ),
            )
