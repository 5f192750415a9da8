"""checking 6.8: no division by zero, no failing conversion, no value out of range on any path.

Null and types are the validator's matter, and `assignment`'s: they are taken to be right here.
"""

from collections.abc import Iterator

from wfcheck.catalog import NO_FAULT
from wfcheck.semantics.defined import Need
from wfcheck.semantics.fault import Fault
from wfcheck.smt.demand import Fails
from wfcheck.smt.ground import both
from wfcheck.smt.obligation import Never, Obligation
from wfcheck.smt.places import Places, Scalar
from wfcheck.span import Span
from wfcheck.syntax.unparse import unparse

_OWN = (Fault.ARITHMETIC, Fault.VALUE)


def no_fault(places: Places) -> Iterator[Obligation]:
    for place in places.found:
        if not isinstance(place, Scalar):
            continue
        found = places.symbols.needs(place.ground.resolve(place.value))
        own = [need.condition for need in found if _is_own(need, place.value.span)]
        if not own:
            continue
        others = tuple(need.condition for need in found if need.fault not in _OWN)
        text = unparse(place.value)
        yield Obligation(
            NO_FAULT,
            place.span,
            f"`{text}` always has a value",
            f"`{text}` can fail",
            Never(place.ground.facts, place.ground.read(place.value), Fails(both(*own)), others),
        )


def _is_own(need: Need, scalar: Span | None) -> bool:
    """What the bindings in a value need is their own matter."""
    if need.fault not in _OWN:
        return False
    if need.at is None or scalar is None:
        return True
    return (
        need.at.file == scalar.file
        and scalar.start.offset <= need.at.start.offset
        and need.at.end.offset <= scalar.end.offset
    )
