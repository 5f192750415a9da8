"""What `infer` says of an expression is true of every value that `reduce` gives it."""

from collections.abc import Callable

import pytest

from tests.agreement.test_reduce_in_steps import directly, names_in
from tests.small import TYPES, environments, up_to
from wfcheck.diagnostic import Finding
from wfcheck.semantics.fault import Fault
from wfcheck.semantics.infer import infer
from wfcheck.semantics.scope import Scope
from wfcheck.semantics.types import BOOL, INT, Field, Kind, Type, show
from wfcheck.semantics.values import conforms
from wfcheck.span import Source
from wfcheck.syntax.expr import Apply, Cond, Expr, Index, ListLit, Lit, Member, Name, Op

SCOPE = Scope.of(TYPES)
PLACE = Source("small.workfile", "x").span(0, 1)

Infer = Callable[[Expr], tuple[Type, int]]


def placed(expr: Expr) -> Expr:
    """The expression with a place at every node: findings need one."""
    match expr:
        case Apply(op, args):
            return Apply(op, tuple(map(placed, args)), span=PLACE)
        case Cond(test, then, orelse):
            return Cond(placed(test), placed(then), placed(orelse), span=PLACE)
        case Name(name):
            return Name(name, span=PLACE)
        case Lit(value):
            return Lit(value, span=PLACE)
        case _:
            raise AssertionError(expr)


def real(expr: Expr) -> tuple[Type, int]:
    out: list[Finding] = []
    return infer(placed(expr), SCOPE, out), len(out)


def disagrees(expr: Expr, infer_: Infer) -> bool:
    """Whether an expression without a finding has a value of another type, or a fault of types."""
    t, findings = infer_(expr)
    if findings:
        return False
    for values in environments(names_in(expr)):
        value = directly(expr, values)
        if value in {Fault.TYPE, Fault.NULL}:
            return True
        if not isinstance(value, Fault) and conforms(value, Field("", t)) is not None:
            return True
    return False


def every(size: int) -> list[Expr]:
    return [expr for kind in (Kind.INT, Kind.BOOL) for expr in up_to(kind, size)]


def test_agree() -> None:
    assert [expr for expr in every(5) if disagrees(expr, real)] == []


def test_finds_something_and_not_everything() -> None:
    findings = [real(expr)[1] for expr in every(5)]
    assert 0 < sum(count > 0 for count in findings) < len(findings) // 4


def says_bool_of_default(expr: Expr) -> tuple[Type, int]:
    t, findings = real(expr)
    return (BOOL if isinstance(expr, Apply) and expr.op is Op.DEFAULT else t), findings


def says_int_of_comparisons(expr: Expr) -> tuple[Type, int]:
    t, findings = real(expr)
    return (INT if isinstance(expr, Apply) and expr.op is Op.LT else t), findings


def forgets_null(expr: Expr) -> tuple[Type, int]:
    out: list[Finding] = []
    return infer(placed(expr), SCOPE.bind("m", INT), out), len(out)


def narrows_the_wrong_way(expr: Expr) -> tuple[Type, int]:
    """What `m != null` says holds where it is false."""
    match expr:
        case Apply(Op.OR, (left, right)):
            return real(Apply(Op.AND, (left, right)))
        case _:
            return real(expr)


@pytest.mark.parametrize(
    "mutant", [says_bool_of_default, says_int_of_comparisons, forgets_null, narrows_the_wrong_way]
)
def test_notices(mutant: Infer) -> None:
    pool = [*every(4), *guarded()]
    assert any(disagrees(expr, mutant) for expr in pool)


def guarded() -> list[Expr]:
    """Comparisons beside a test for null, too large for the pool of all."""
    test = Apply(Op.NE, (Name("m"), Lit(None)))
    use = Apply(Op.LT, (Name("m"), Lit(1)))
    return [
        Apply(Op.AND, (test, use)),
        Apply(Op.OR, (test, use)),
        Apply(Op.OR, (Apply(Op.NOT, (test,)), use)),
        Cond(test, use, test),
        Cond(test, test, use),
    ]


def test_narrowing() -> None:
    assert [real(expr)[1] for expr in guarded()] == [0, 1, 0, 0, 1]
    assert not any(disagrees(expr, real) for expr in guarded())


def test_paths_follow_the_types_of_their_values() -> None:
    items = ListLit((Lit(1), Lit(2)))
    assert real_of(Index(items, Lit(0))) == "int?"
    assert real_of(Member(Lit(None), "x")) == "null"


def real_of(expr: Expr) -> str:
    return show(infer(expr, SCOPE, []))
