"""checking 6.6: time limits, paces and waits are never negative."""

from collections.abc import Iterator

from wfcheck.catalog import TIME_NONNEGATIVE
from wfcheck.semantics.types import TIMESTAMP, base
from wfcheck.semantics.verdict import Proved
from wfcheck.smt.obligation import Never, Obligation, Settled
from wfcheck.smt.places import Pause, Places
from wfcheck.syntax.expr import Apply, Lit, Op
from wfcheck.syntax.literals import Duration
from wfcheck.syntax.unparse import unparse


def time_nonnegative(places: Places) -> Iterator[Obligation]:
    for place in places.found:
        if not isinstance(place, Pause):
            continue
        value = place.ground.resolve(place.value)
        if base(places.symbols.type(value)) == TIMESTAMP:
            continue
        literal = value.value if isinstance(value, Lit) else None
        if isinstance(value, Lit) and not isinstance(literal, Duration):
            continue
        text = unparse(place.value)
        known = isinstance(literal, Duration) and literal >= Duration(0)
        yield Obligation(
            TIME_NONNEGATIVE,
            place.span,
            f"`{text}` is not negative",
            f"`{text}` can be negative",
            Settled(Proved())
            if known
            else Never(
                place.ground.facts,
                place.ground.read(place.value),
                Apply(Op.LT, (value, Lit(Duration(0)))),
            ),
        )
