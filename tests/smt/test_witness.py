"""Witnesses: small, readable, confirmed."""

from fractions import Fraction

import pytest

from wfcheck.semantics.types import (
    BOOL,
    DURATION,
    INT,
    JSON,
    NUMBER,
    STRING,
    TIMESTAMP,
    EnumType,
    Field,
    Limits,
    ListOf,
    ObjectType,
    nullable,
)
from wfcheck.smt.demand import met
from wfcheck.smt.witness import witness
from wfcheck.syntax.expr import Apply, Expr, Lit, Op, SymbolId, Unknown
from wfcheck.syntax.literals import Duration, MapValue, Timestamp, Value

ID = SymbolId(0)
OTHER = SymbolId(1)
SELF = Unknown(ID)


def on(op: Op, *args: Expr) -> Expr:
    return Apply(op, args)


@pytest.mark.parametrize(
    ("declared", "value"),
    [
        (Field("inputs.order", STRING), "order-1"),
        (Field("n", INT), 1),
        (Field("x", NUMBER), Fraction(1)),
        (Field("b", BOOL), False),
        (Field("d", DURATION), Duration(3_600_000)),
        (Field("t", TIMESTAMP), Timestamp(1_893_456_000_000)),
        (Field("vote.action", EnumType(("approve", "reject"))), "approve"),
        (Field("names", ListOf(STRING)), ()),
        (Field("note", STRING, required=False), None),
        (Field("note", nullable(STRING)), "note-1"),
        (Field("kind", STRING, required=False, default="plain"), "plain"),
        (Field("n", INT, limits=Limits(min=40)), 40),
        (Field("n", INT, limits=Limits(max=-40)), -40),
        (Field("code", STRING, limits=Limits(max_length=1)), "a"),
        (
            Field("o", ObjectType((Field("a", INT), Field("b", STRING)))),
            MapValue((("a", 1), ("b", "b-1"))),
        ),
        (Field("j", JSON), None),
    ],
)
def test_what_no_condition_asks_for_has_the_nicest_value(declared: Field, value: Value) -> None:
    assert witness((), {ID: declared}) == {ID: value}


@pytest.mark.parametrize(
    ("declared", "condition", "value"),
    [
        (Field("n", INT), on(Op.GT, SELF, Lit(1_000)), 1_001),
        (Field("n", INT), on(Op.LT, SELF, Lit(-7)), -8),
        (Field("n", INT), on(Op.EQ, on(Op.MOD, SELF, Lit(7)), Lit(3)), 3),
        (Field("d", DURATION), on(Op.GT, SELF, Lit(Duration(90_000_000))), Duration(172_800_000)),
        (Field("d", DURATION), on(Op.EQ, SELF, Lit(Duration(1_234))), Duration(1_234)),
        (Field("s", STRING), on(Op.NE, SELF, Lit("s-1")), "a"),
        (Field("s", STRING), on(Op.EQ, SELF, Lit("urgent")), "urgent"),
        (Field("s", STRING), on(Op.GT, on(Op.LENGTH, SELF), Lit(0)), "s-1"),
        (Field("note", STRING, required=False), on(Op.NE, SELF, Lit(None)), "note-1"),
        (Field("a", EnumType(("go", "halt"))), on(Op.NE, SELF, Lit("go")), "halt"),
        (
            Field("names", ListOf(STRING)),
            on(Op.GT, on(Op.LENGTH, SELF), Lit(1)),
            ("names-1", "names-2"),
        ),
        (Field("x", NUMBER), on(Op.GT, SELF, Lit(Fraction(21, 2))), Fraction(11)),
    ],
)
def test_conditions_are_met_by_the_nicest_value_left(
    declared: Field, condition: Expr, value: Value
) -> None:
    found = witness((condition,), {ID: declared})
    assert found == {ID: value}
    assert met(condition, found)


def test_equal_values_are_chosen_together() -> None:
    same = on(Op.EQ, SELF, Unknown(OTHER))
    found = witness((same,), {ID: Field("ask.id", STRING), OTHER: Field("vote.request", STRING)})
    assert found == {ID: "id-1", OTHER: "id-1"}


def test_an_overflow_is_as_small_as_can_be() -> None:
    beyond = on(Op.GT, on(Op.MUL, SELF, Lit(Fraction(2))), Lit(Fraction(2**63 - 1)))
    assert witness((beyond,), {ID: Field("n", INT)}) == {ID: 2**62}


def test_there_is_none_for_a_contradiction() -> None:
    assert witness((Lit(value=False),), {ID: Field("n", INT)}) is None


def test_many_unknowns_are_settled_at_once() -> None:
    fields = {SymbolId(i): Field(f"n{i}", INT) for i in range(16)}
    rising = tuple(on(Op.LT, Unknown(SymbolId(i)), Unknown(SymbolId(i + 1))) for i in range(15))
    found = witness(rising, fields)
    assert found is not None
    assert all(met(condition, found) for condition in rising)
