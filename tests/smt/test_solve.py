"""Answers of the solver: confirmed values, what contradicts, what stays open."""

from fractions import Fraction

import pytest

from wfcheck.semantics.types import (
    INT,
    JSON,
    NUMBER,
    STRING,
    UNKNOWN,
    EnumType,
    Field,
    Limits,
    ListOf,
    MapOf,
    ObjectType,
    Type,
    nullable,
)
from wfcheck.smt.demand import Breaks, Demand, Exists, Fails, Unmet, met
from wfcheck.smt.solve import Sat, Unsat, Unsure, satisfiable
from wfcheck.syntax.expr import (
    Apply,
    Cond,
    Expr,
    Index,
    ListLit,
    Lit,
    Member,
    Op,
    SymbolId,
    Unknown,
)
from wfcheck.syntax.literals import Duration, MapValue

X = SymbolId(0)
Y = SymbolId(1)


def on(op: Op, *args: Expr) -> Expr:
    return Apply(op, args)


def ask(
    type_: Type, *demands: Demand, limits: Limits | None = None, required: bool = True
) -> object:
    field = Field("x", type_, required=required, limits=limits or Limits())
    return satisfiable(demands, {X: field, Y: Field("y", type_)})


def value(answer: object) -> object:
    assert isinstance(answer, Sat)
    return answer.model[X]


def test_values_are_those_of_the_declaration() -> None:
    assert value(ask(INT, on(Op.GT, Unknown(X), Lit(6)), limits=Limits(max=7))) == 7
    assert value(ask(NUMBER, on(Op.EQ, on(Op.MUL, Unknown(X), Lit(3)), Lit(1)))) == Fraction(1, 3)
    closed = EnumType(("a", "b"))
    assert value(ask(closed, on(Op.NE, Unknown(X), Lit("a")))) == "b"
    assert value(ask(STRING, on(Op.EQ, Unknown(X), Lit("é\\u{41}🙂")))) == "é\\u{41}🙂"


def test_what_contradicts_is_named() -> None:
    low, high, other = on(Op.LT, Unknown(X), Lit(0)), on(Op.GT, Unknown(Y), Lit(0)), Lit(value=True)
    answer = ask(INT, other, high, low, limits=Limits(min=0))
    assert answer == Unsat(conditions=(2,), symbols=(X,))


def test_a_condition_without_a_value_is_not_true() -> None:
    fault = on(Op.EQ, on(Op.DIV, Lit(1), Unknown(X)), Lit(0))
    assert isinstance(ask(INT, on(Op.EQ, Unknown(X), Lit(0)), fault), Unsat)
    assert isinstance(
        ask(nullable(INT), on(Op.EQ, Unknown(X), Lit(None)), on(Op.GT, Unknown(X), Lit(0))), Unsat
    )


def test_conditionals_are_lazy() -> None:
    guarded = Cond(on(Op.EQ, Unknown(X), Lit(0)), Lit(0), on(Op.FLOORDIV, Lit(6), Unknown(X)))
    assert isinstance(ask(INT, Unmet(Exists(guarded))), Unsat)


def test_an_optional_field_can_be_null_and_a_required_one_cannot() -> None:
    null = on(Op.EQ, Unknown(X), Lit(None))
    assert value(ask(STRING, null, required=False)) is None
    assert isinstance(ask(STRING, null), Unsat)


def test_members_of_json_are_found_and_read_back() -> None:
    deep = on(Op.EQ, Member(Member(Unknown(X), "a"), "b"), Lit("c"))
    assert value(ask(JSON, deep)) == MapValue((("a", MapValue((("b", "c"),))),))
    assert value(ask(JSON, on(Op.EQ, Index(Unknown(X), Lit(0)), Lit(5)))) == (5,)
    assert isinstance(ask(JSON, on(Op.EQ, Unknown(X), Lit(Duration(1)))), Unsat)
    assert isinstance(ask(UNKNOWN, on(Op.EQ, Unknown(X), Lit(Duration(1)))), Sat)


def test_lists_objects_and_maps() -> None:
    last = on(Op.EQ, Index(Unknown(X), Lit(-1)), Lit("z"))
    long = on(Op.GT, on(Op.LENGTH, Unknown(X)), Lit(1))
    found = value(ask(ListOf(STRING), last, long))
    assert isinstance(found, tuple)
    assert len(found) > 1
    assert found[-1] == "z"
    both = on(
        Op.AND,
        on(Op.EQ, Index(Unknown(X), Lit("a")), Lit(1)),
        on(Op.EQ, Index(Unknown(X), Lit("b")), Lit(None)),
    )
    assert value(ask(MapOf(INT), both)) == MapValue((("a", 1),))
    pair = ObjectType((Field("a", INT), Field("b", STRING, required=False)))
    assert isinstance(ask(pair, on(Op.NE, Member(Unknown(X), "b"), Lit(None))), Sat)


@pytest.mark.parametrize(
    ("type_", "target", "breaks"),
    [
        (INT, Field("t", INT), False),
        (INT, Field("t", INT, limits=Limits(min=0)), True),
        (NUMBER, Field("t", INT), True),
        (JSON, Field("t", STRING), True),
        (STRING, Field("t", EnumType(("a",))), True),
        (EnumType(("a",)), Field("t", EnumType(("a", "b"))), False),
        (ListOf(STRING), Field("t", ListOf(STRING), limits=Limits(max_length=9)), True),
        (ListOf(EnumType(("a", "b"))), Field("t", ListOf(EnumType(("a",)))), True),
        (ListOf(EnumType(("a",))), Field("t", ListOf(EnumType(("a", "b")))), False),
        (MapOf(NUMBER), Field("t", MapOf(INT)), True),
        (nullable(INT), Field("t", INT, required=False), False),
        (STRING, Field("t", STRING, limits=Limits(pattern="[^a]*")), True),
    ],
)
def test_declarations_are_kept_or_broken(type_: Type, target: Field, breaks: bool) -> None:
    demand = Breaks(Unknown(X), target)
    answer = ask(type_, demand)
    if breaks:
        assert isinstance(answer, Sat)
        assert met(demand, answer.model)
    else:
        assert isinstance(answer, Unsat)


def test_what_an_operator_really_gives_is_learnt() -> None:
    loud = on(Op.EQ, on(Op.UPPER, Unknown(X)), Lit("ABC"))
    found = value(ask(STRING, loud))
    assert isinstance(found, str)
    assert found.upper() == "ABC"


def test_what_rests_on_an_abstraction_is_unsure_and_names_it() -> None:
    never = on(Op.EQ, on(Op.UPPER, Unknown(X)), Lit("abc"))
    assert ask(STRING, never) == Unsure(
        "the evaluator does not confirm the solver's values", (Op.UPPER,)
    )


def test_an_irrational_root_is_no_value() -> None:
    assert isinstance(ask(NUMBER, on(Op.EQ, on(Op.MUL, Unknown(X), Unknown(X)), Lit(2))), Unsure)


def test_conversions_fail_for_some_texts() -> None:
    converted = on(Op.NE, on(Op.INT, Unknown(X)), Lit(None))
    assert isinstance(ask(STRING, Fails(converted)), Sat)
    assert value(ask(STRING, on(Op.EQ, on(Op.INT, Unknown(X)), Lit(-12)))) in {"-12", "-012"}


def test_hostile_expressions_are_unsure() -> None:
    deep: Expr = Unknown(X)
    for _ in range(5_000):
        deep = on(Op.ADD, deep, Lit(1))
    wide = ListLit(tuple(Lit(i) for i in range(50_000)))
    for expr in (on(Op.GT, deep, Lit(0)), on(Op.IN, Unknown(X), wide)):
        assert ask(INT, expr) == Unsure("the expression is too large for the solver")


def test_the_budget_is_kept() -> None:
    cube = on(Op.MUL, on(Op.MUL, Unknown(X), Unknown(X)), Unknown(X))
    other = on(Op.MUL, on(Op.MUL, Unknown(Y), Unknown(Y)), Unknown(Y))
    sum_ = on(Op.EQ, on(Op.ADD, cube, other), Lit(1_000_003))
    answer = satisfiable((sum_,), {X: Field("x", INT), Y: Field("y", INT)}, rlimit=1_000)
    assert answer == Unsure("the solver's limit of steps is reached")
