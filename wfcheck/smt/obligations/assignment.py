"""checking 6.7: each value that is checked at run time keeps the declaration of its place (C-3.5)."""

from collections.abc import Iterator

from wfcheck.catalog import ASSIGNMENT
from wfcheck.semantics.types import Fit, base, fit_field
from wfcheck.smt.demand import Breaks
from wfcheck.smt.obligation import Never, Obligation
from wfcheck.smt.places import Assigned, Places
from wfcheck.syntax.expr import Lit
from wfcheck.syntax.unparse import unparse


def assignment(places: Places) -> Iterator[Obligation]:
    for place in places.found:
        # C-3.4: whether a literal fits is decided statically.
        if not isinstance(place, Assigned) or isinstance(place.assign.value, Lit):
            continue
        value = place.ground.resolve(place.assign.value)
        # That null goes where none may is the validator's to say (C-5.7).
        given = base(places.symbols.type(value))
        if fit_field(given, place.target) is not Fit.CHECKED:
            continue
        text = unparse(place.assign.value)
        yield Obligation(
            ASSIGNMENT,
            place.assign.span,
            f"`{text}` keeps what `{place.assign.name}` declares",
            f"`{text}` can break what `{place.assign.name}` declares",
            Never(
                place.ground.facts,
                place.ground.read(place.assign.value),
                Breaks(value, place.target),
            ),
        )
