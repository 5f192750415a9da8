"""The quick test against every value, on all small conjunctions; and that the check has teeth."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest

from wfcheck.semantics import differences, feasible
from wfcheck.semantics.choice import Symbol
from wfcheck.semantics.feasible import Feasible
from wfcheck.semantics.types import (
    BOOL,
    INT,
    NUMBER,
    STRING,
    EnumType,
    Field,
    Limits,
    ListOf,
    Nullable,
    Type,
)
from wfcheck.syntax.expr import Apply, Cond, Expr, Lit, Op, SymbolId, Unknown, walk
from wfcheck.syntax.literals import Value

SMALL = Limits(min=0, max=2)
DECLARED: tuple[tuple[str, Type, Limits, tuple[Value, ...]], ...] = (
    ("a", EnumType(("p", "q")), Limits(), ("p", "q")),
    ("b", EnumType(("q", "r")), Limits(), ("q", "r")),
    ("s", STRING, Limits(), ("p", "q", "r", "other")),
    ("f", BOOL, Limits(), (True, False)),
    ("i", INT, SMALL, (0, 1, 2)),
    ("j", INT, SMALL, (0, 1, 2)),
    ("n", Nullable(INT), Limits(min=0, max=1), (None, 0, 1)),
    ("e", Nullable(EnumType(("p", "q"))), Limits(), (None, "p", "q")),
    ("x", NUMBER, SMALL, tuple(Fraction(k, 4) for k in range(9))),
    (
        "l",
        ListOf(STRING),
        Limits(min_length=1, max_length=4),
        tuple(("",) * k for k in (1, 2, 3, 4)),
    ),
)
SYMBOLS = tuple(
    Symbol(SymbolId(number), name, Field(name, type_, limits=limits))
    for number, (name, type_, limits, _) in enumerate(DECLARED)
)
VALUES = {SymbolId(n): values for n, (_, _, _, values) in enumerate(DECLARED)}
A, B, S, F, FIRST, SECOND, N, E, X, L = (Unknown(symbol.id) for symbol in SYMBOLS)


def apply(op: Op, *args: Expr) -> Expr:
    return Apply(op, args)


ATOMS: tuple[Expr, ...] = (
    apply(Op.EQ, A, B),
    apply(Op.NE, A, B),
    apply(Op.EQ, A, Lit("p")),
    apply(Op.NE, A, Lit("p")),
    apply(Op.NE, B, Lit("r")),
    apply(Op.EQ, S, A),
    apply(Op.NE, S, Lit("p")),
    apply(Op.EQ, S, Lit("q")),
    F,
    apply(Op.NOT, F),
    apply(Op.EQ, F, Lit(True)),
    apply(Op.LT, FIRST, SECOND),
    apply(Op.GE, FIRST, SECOND),
    apply(Op.EQ, SECOND, apply(Op.ADD, FIRST, Lit(1))),
    apply(Op.NE, FIRST, SECOND),
    apply(Op.NE, FIRST, Lit(1)),
    apply(Op.GT, FIRST, Lit(0)),
    apply(Op.GT, apply(Op.MUL, FIRST, Lit(2)), Lit(1)),
    apply(Op.EQ, N, Lit(None)),
    apply(Op.NE, N, Lit(None)),
    apply(Op.EQ, N, FIRST),
    apply(Op.EQ, E, A),
    apply(Op.EQ, E, Lit(None)),
    apply(Op.NE, E, Lit("p")),
    apply(Op.LT, X, Lit(Fraction(1, 2))),
    apply(Op.GT, X, FIRST),
    apply(Op.GE, X, Lit(2)),
    apply(Op.NE, X, Lit(2)),
    apply(Op.IN, S, Lit(("p", "q"))),
    apply(Op.EQ, Cond(apply(Op.GT, FIRST, Lit(1)), Lit("p"), Lit("q")), A),
    apply(Op.OR, apply(Op.EQ, A, Lit("q")), apply(Op.EQ, FIRST, Lit(2))),
    apply(Op.EQ, apply(Op.DEFAULT, N, Lit(1)), FIRST),
    apply(Op.GT, apply(Op.LENGTH, apply(Op.SLICE, L, Lit(2), Lit(3))), Lit(0)),
    apply(Op.LT, apply(Op.LENGTH, apply(Op.SLICE, L, Lit(0), Lit(3))), FIRST),
    apply(Op.LT, apply(Op.LENGTH, L), Lit(3)),
)

RUN: dict[Op, Callable[..., Value]] = {
    Op.ADD: lambda a, b: a + b,
    Op.MUL: lambda a, b: a * b,
    Op.LT: lambda a, b: a < b,
    Op.GE: lambda a, b: a >= b,
    Op.GT: lambda a, b: a > b,
    Op.EQ: lambda a, b: a == b and (a is None) == (b is None),
    Op.NE: lambda a, b: not (a == b and (a is None) == (b is None)),
    Op.NOT: lambda a: not a,
    Op.OR: lambda a, b: a or b,
    Op.IN: lambda a, b: a in b,
    Op.LENGTH: len,
    Op.SLICE: lambda a, start, end: a[start:end],
    Op.DEFAULT: lambda a, b: b if a is None else a,
}


def value_of(expr: Expr, values: dict[SymbolId, Value]) -> Value:
    match expr:
        case Lit(value):
            return value
        case Unknown(id):
            return values[id]
        case Cond(test, then, orelse):
            return value_of(then if value_of(test, values) else orelse, values)
        case Apply(op, args):
            return RUN[op](*(value_of(arg, values) for arg in args))
        case _:
            raise AssertionError(expr)


def possible(conditions: tuple[Expr, ...]) -> bool:
    ids = sorted({e.id for c in conditions for e in walk(c) if isinstance(e, Unknown)})
    return any(
        all(value_of(c, dict(zip(ids, values, strict=True))) is True for c in conditions)
        for values in product(*(VALUES[id_] for id_ in ids))
    )


def conjunctions() -> Iterator[tuple[Expr, ...]]:
    for size in (1, 2, 3):
        yield from combinations(ATOMS, size)


TRUTH = {conditions: possible(conditions) for conditions in conjunctions()}


def wrong_answers() -> Iterator[tuple[tuple[Expr, ...], Feasible]]:
    right = {True: Feasible.SAT, False: Feasible.UNSAT}
    for conditions, truth in TRUTH.items():
        answer = feasible.feasible(conditions, SYMBOLS)
        if answer not in (right[truth], Feasible.UNSURE):
            yield conditions, answer


def test_every_small_conjunction() -> None:
    assert list(wrong_answers()) == []


def test_it_is_seldom_unsure() -> None:
    unsure = [c for c in TRUTH if feasible.feasible(c, SYMBOLS) is Feasible.UNSURE]
    assert len(unsure) < len(TRUTH) // 2


@pytest.mark.parametrize(
    ("module", "name", "mutant"),
    [
        (feasible, "_same", lambda a, b: True),
        (feasible, "_both", lambda a, b: a),
        (feasible._Case, "_apart", lambda self, a, b: True),
        (feasible._Case, "_finite", lambda self: True),
        (feasible._Case, "_alone", lambda self, literals: True),
        (differences.Differences, "_at_most", lambda self, sum_, strict: None),
        (differences.Differences, "_not_zero", lambda self, sum_: True),
        (differences.Differences, "_whole", lambda self, term: False),
    ],
)
def test_mutants_are_noticed(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str, mutant: object
) -> None:
    monkeypatch.setattr(module, name, mutant)
    assert next(wrong_answers(), None) is not None


def test_a_string_has_more_values_than_anyone_names() -> None:
    many = tuple(apply(Op.NE, S, Lit(f"v{n}")) for n in range(300))
    assert feasible.feasible(many, SYMBOLS) is Feasible.SAT


def test_what_is_not_understood_is_unsure_but_not_both_ways() -> None:
    odd = apply(Op.CONTAINS, S, Lit("x"))
    assert feasible.feasible((odd,), SYMBOLS) is Feasible.UNSURE
    assert feasible.feasible((odd, apply(Op.NOT, odd)), SYMBOLS) is Feasible.UNSAT


def test_too_many_cases_are_unsure() -> None:
    either = tuple(
        apply(Op.OR, apply(Op.EQ, S, Lit(f"v{n}")), apply(Op.EQ, S, Lit(f"w{n}")))
        for n in range(20)
    )
    assert feasible.feasible(either, SYMBOLS) in (Feasible.UNSURE, Feasible.UNSAT)


def test_a_number_does_not_pass_its_own_bound() -> None:
    symbol = Symbol(SymbolId(0), "x", Field("x", NUMBER, limits=Limits(max=1)))
    term = Unknown(symbol.id)
    beyond, at = apply(Op.GT, term, Lit(1)), apply(Op.GE, term, Lit(1))
    assert feasible.feasible((beyond,), (symbol,)) is Feasible.UNSAT
    assert feasible.feasible((at,), (symbol,)) is Feasible.SAT


@pytest.mark.parametrize("type_", [STRING, INT, BOOL, EnumType(("p", "q")), ListOf(STRING)])
def test_an_optional_field_may_be_null_unless_it_has_a_default(type_: Type) -> None:
    is_null = (apply(Op.EQ, Unknown(SymbolId(0)), Lit(None)),)
    optional = Symbol(SymbolId(0), "o", Field("o", type_, required=False))
    defaulted = Symbol(SymbolId(0), "d", Field("d", type_, required=False, default="p"))
    assert feasible.feasible(is_null, (optional,)) is Feasible.SAT
    assert feasible.feasible(is_null, (defaulted,)) is Feasible.UNSAT
