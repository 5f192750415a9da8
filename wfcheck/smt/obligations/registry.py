"""The kinds of obligations, in the order of checking 6, and all obligations of a program."""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from wfcheck.smt.obligation import Obligation
from wfcheck.smt.obligations.assignment import assignment
from wfcheck.smt.obligations.case_reachable import case_reachable
from wfcheck.smt.obligations.guard_not_constant import guard_not_constant
from wfcheck.smt.obligations.immediate_acyclic import immediate_acyclic
from wfcheck.smt.obligations.no_fault import no_fault
from wfcheck.smt.obligations.route_exhaustive import route_exhaustive
from wfcheck.smt.obligations.subscriptions_disjoint import subscriptions_disjoint
from wfcheck.smt.obligations.time_nonnegative import time_nonnegative
from wfcheck.smt.obligations.time_passes import time_passes
from wfcheck.smt.places import Places

Kind: TypeAlias = Callable[[Places], Iterator[Obligation]]

KINDS: Final[tuple[Kind, ...]] = (
    route_exhaustive,
    case_reachable,
    subscriptions_disjoint,
    immediate_acyclic,
    guard_not_constant,
    time_nonnegative,
    time_passes,
    assignment,
    no_fault,
)


def obligations(places: Places) -> tuple[Obligation, ...]:
    """Every obligation of the file itself, in its order, and of the kinds at one place.

    What a manifest says is the same for all files, and told when it is checked; what nobody wrote is
    no matter of the author's.
    """
    found = [obligation for kind in KINDS for obligation in kind(places)]
    own = [o for o in found if o.span is not None and o.span.file == places.program.path]
    return tuple(sorted(own, key=_offset))


def _offset(obligation: Obligation) -> int:
    return -1 if obligation.span is None else obligation.span.start.offset
