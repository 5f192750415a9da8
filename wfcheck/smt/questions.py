"""What a search asks the solver: can this be, and with which values."""

from collections.abc import Mapping

from wfcheck.semantics.types import Field
from wfcheck.smt.demand import decided
from wfcheck.smt.solve import Sat, Unsat, satisfiable
from wfcheck.smt.witness import witness
from wfcheck.syntax.expr import Expr, SymbolId
from wfcheck.syntax.literals import Value


def possible(conditions: tuple[Expr, ...], symbols: Mapping[SymbolId, Field]) -> bool | None:
    """Whether all conditions can hold at once; None where the solver cannot tell."""
    match satisfiable(decided(conditions), symbols):
        case Sat():
            return True
        case Unsat():
            return False
        case _:
            return None


def values(
    conditions: tuple[Expr, ...], symbols: Mapping[SymbolId, Field]
) -> Mapping[SymbolId, Value] | None:
    """Small, readable values for which all conditions hold; None where none were found."""
    return witness(decided(conditions), symbols)
