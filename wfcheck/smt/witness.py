"""Readable values for conditions: what a trace shows in the place of its unknowns."""

from collections.abc import Mapping

from wfcheck.semantics.types import Field
from wfcheck.smt.demand import Demand
from wfcheck.smt.solve import RLIMIT
from wfcheck.smt.stretch import stretched
from wfcheck.smt.wishes import wished
from wfcheck.syntax.expr import SymbolId
from wfcheck.syntax.literals import Value


def witness(
    conditions: tuple[Demand, ...],
    symbols: Mapping[SymbolId, Field],
    *,
    rlimit: int = RLIMIT,
) -> Mapping[SymbolId, Value] | None:
    """Readable values of all symbols that make every condition true; the evaluator confirms them.

    Long texts and lists are made without the solver. None where there are no such values, or none
    that are found within the limit.
    """
    long = stretched(conditions, symbols, rlimit=rlimit)
    if long is None:
        return wished(conditions, symbols, rlimit=rlimit)
    others = {id_: declared for id_, declared in symbols.items() if id_ not in long}
    rest = wished((), others, rlimit=rlimit)
    return None if rest is None else {**rest, **long}
