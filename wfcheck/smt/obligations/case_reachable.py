"""checking 6.2: each label, arm and written `else` is reached by some value."""

from collections.abc import Iterator

from wfcheck.catalog import CASE_REACHABLE
from wfcheck.settings import Edition
from wfcheck.smt.obligation import Obligation, Reached
from wfcheck.smt.places import Branching, Places


def case_reachable(places: Places) -> Iterator[Obligation]:
    for place in places.found:
        if not isinstance(place, Branching) or not places.is_routable(place):
            continue
        for choice in place.choices:
            # C-13: the draft demands an `else` beside every case; it is never dead.
            if choice.demanded and places.program.edition is Edition.DRAFT:
                continue
            yield Obligation(
                CASE_REACHABLE,
                choice.span,
                f"some value reaches {choice.text}",
                f"no value reaches {choice.text}",
                Reached(place.ground.facts, choice.taken),
            )
