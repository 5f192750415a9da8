"""`needs` and the evaluator agree: there is a value where every need holds, else the first names the fault."""

from collections.abc import Callable, Mapping

import pytest

from tests.agreement.test_reduce_in_steps import NAMES, SYMBOLS, directly, names_in
from tests.small import TYPES, environments, up_to
from wfcheck.semantics.defined import Need, met, needs
from wfcheck.semantics.fault import Fault
from wfcheck.semantics.reduce import reduce, substitute
from wfcheck.semantics.types import Kind
from wfcheck.syntax.expr import Apply, Cond, Expr, ListLit, Lit, Op, SymbolId
from wfcheck.syntax.literals import Value

Needs = Callable[[Expr], tuple[Need, ...]]


def real(expr: Expr) -> tuple[Need, ...]:
    return needs(expr, lambda symbol: TYPES[NAMES[symbol]])


def predicted(found: tuple[Need, ...], values: Mapping[str, Value]) -> Fault | None:
    """The fault of the first need that does not hold."""

    def known(symbol: SymbolId) -> Expr:
        return Lit(values[NAMES[symbol]])

    return next((n.fault for n in found if not met(substitute(n.condition, known))), None)


def disagrees(expr: Expr, needs_of: Needs) -> bool:
    found = needs_of(reduce(expr, SYMBOLS.get))
    for values in environments(names_in(expr)):
        value = directly(expr, values)
        if predicted(found, values) is not (value if isinstance(value, Fault) else None):
            return True
    return False


def every(size: int) -> list[Expr]:
    return [expr for kind in (Kind.INT, Kind.BOOL) for expr in up_to(kind, size)]


def test_agree() -> None:
    assert [expr for expr in every(5) if disagrees(expr, real)] == []


def rewritten(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    match expr:
        case Apply(op, args):
            return change(Apply(op, tuple(rewritten(arg, change) for arg in args)))
        case Cond(test, then, orelse):
            parts = (rewritten(part, change) for part in (test, then, orelse))
            return change(Cond(*parts))
        case _:
            return change(expr)


def and_is_strict(expr: Expr) -> Expr:
    match expr:
        case Apply(Op.AND, (a, b)):
            return Apply(Op.EQ, (a, b))
        case _:
            return expr


def or_guards_like_and(expr: Expr) -> Expr:
    match expr:
        case Apply(Op.OR, args):
            return Apply(Op.AND, args)
        case _:
            return expr


def branches_are_swapped(expr: Expr) -> Expr:
    match expr:
        case Cond(test, then, orelse):
            return Cond(test, orelse, then)
        case _:
            return expr


def branches_are_strict(expr: Expr) -> Expr:
    match expr:
        case Cond(test, then, orelse):
            chosen = ListLit((Cond(test, Lit(0), Lit(0)), then, orelse))
            return Apply(Op.LENGTH, (chosen,))
        case _:
            return expr


def division_is_total(expr: Expr) -> Expr:
    match expr:
        case Apply(Op.FLOORDIV, args):
            return Apply(Op.EQ, args)
        case _:
            return expr


def negation_is_total(expr: Expr) -> Expr:
    match expr:
        case Apply(Op.NEG, args):
            return Apply(Op.JSON, args)
        case _:
            return expr


def null_is_taken(expr: Expr) -> Expr:
    match expr:
        case Apply(Op.LT, args):
            return Apply(Op.EQ, args)
        case _:
            return expr


MUTANTS = (
    and_is_strict,
    or_guards_like_and,
    branches_are_swapped,
    branches_are_strict,
    division_is_total,
    negation_is_total,
    null_is_taken,
)


@pytest.mark.parametrize("mutant", MUTANTS)
def test_notices(mutant: Callable[[Expr], Expr]) -> None:
    def mutated(expr: Expr) -> tuple[Need, ...]:
        return real(rewritten(expr, mutant))

    assert any(disagrees(expr, mutated) for expr in every(5))
