"""Values put in one at a time come to the same as all at once, faults included."""

from collections.abc import Callable, Mapping

import pytest

from tests.small import environments, up_to
from wfcheck.semantics.fault import Fault
from wfcheck.semantics.reduce import fault_of, reduce, substitute
from wfcheck.semantics.types import Kind
from wfcheck.syntax.expr import Apply, Cond, Expr, Lit, Name, Op, SymbolId, Unknown, walk
from wfcheck.syntax.literals import Value

SYMBOLS = {name: Unknown(SymbolId(i)) for i, name in enumerate("bmxy")}
NAMES = {symbol.id: name for name, symbol in SYMBOLS.items()}

Reduce = Callable[[Expr], Expr]


def answer(expr: Expr) -> Value | Fault:
    fault = fault_of(expr)
    if fault is not None:
        return fault
    assert isinstance(expr, Lit), expr
    return expr.value


def directly(expr: Expr, values: Mapping[str, Value]) -> Value | Fault:
    return answer(reduce(expr, lambda name: Lit(values[name])))


def stepwise(expr: Expr, values: Mapping[str, Value], simplified: Reduce) -> Value | Fault:
    open_ = simplified(reduce(expr, SYMBOLS.get))
    for name, value in values.items():
        symbol = SYMBOLS[name].id
        known = {symbol: Lit(value)}
        open_ = substitute(open_, known.get)
    return answer(open_)


def names_in(expr: Expr) -> frozenset[str]:
    return frozenset(part.name for part in walk(expr) if isinstance(part, Name))


def disagreements(simplified: Reduce, size: int) -> int:
    return sum(
        type(a) is not type(b) or a != b
        for kind in (Kind.INT, Kind.BOOL)
        for expr in up_to(kind, size)
        for values in environments(names_in(expr))
        for a, b in [(directly(expr, values), stepwise(expr, values, simplified))]
    )


def test_agree() -> None:
    assert disagreements(lambda expr: expr, 5) == 0


def and_false_is_false(expr: Expr) -> Expr:
    match expr:
        case Apply(Op.AND, (_, Lit(False))):
            return Lit(value=False)
        case _:
            return expr


def same_branches_need_no_test(expr: Expr) -> Expr:
    match expr:
        case Cond(_, then, orelse) if then == orelse:
            return then
        case _:
            return expr


def equals_itself(expr: Expr) -> Expr:
    match expr:
        case Apply(Op.EQ, (a, b)) if a == b:
            return Lit(value=True)
        case _:
            return expr


def default_forgets_its_argument(expr: Expr) -> Expr:
    match expr:
        case Apply(Op.DEFAULT, (a, _)):
            return Apply(Op.DEFAULT, (a, Lit(0)))
        case _:
            return expr


@pytest.mark.parametrize(
    ("mutant", "size"),
    [
        (and_false_is_false, 6),
        (same_branches_need_no_test, 6),
        (equals_itself, 5),
        (default_forgets_its_argument, 4),
    ],
)
def test_notices(mutant: Reduce, size: int) -> None:
    found = (
        (expr, values)
        for kind in (Kind.BOOL, Kind.INT)
        for expr in up_to(kind, size)
        if mutant(open_ := reduce(expr, SYMBOLS.get)) != open_
        for values in environments(names_in(expr))
        if directly(expr, values) != stepwise(expr, values, mutant)
    )
    assert next(found, None) is not None
