"""Intervals of lengths against the lengths that texts really have."""

from collections.abc import Mapping
from itertools import product

import pytest

from wfcheck.semantics.brief import brief
from wfcheck.semantics.choice import Symbol
from wfcheck.semantics.feasible import Feasible, feasible
from wfcheck.semantics.lengths import Lengths, lengths, longer, longer_list
from wfcheck.semantics.reduce import substitute
from wfcheck.semantics.types import (
    BOOL,
    INT,
    STRING,
    EnumType,
    Field,
    Limits,
    ListOf,
    Nullable,
)
from wfcheck.syntax.expr import Apply, Cond, Expr, Lit, Op, SymbolId, Text, Unknown
from wfcheck.syntax.literals import Value

ID, SHORT, WORD, COUNT, SMALL, FLAG, MAYBE, NAMES = (Unknown(SymbolId(n)) for n in range(8))
FIELDS: Mapping[SymbolId, Field] = {
    ID.id: Field("id", STRING),
    SHORT.id: Field("short", STRING, limits=Limits(min_length=1, max_length=3)),
    WORD.id: Field("word", EnumType(("yes", "maybe"))),
    COUNT.id: Field("count", INT),
    SMALL.id: Field("small", INT, limits=Limits(min=-5, max=120)),
    FLAG.id: Field("flag", BOOL),
    MAYBE.id: Field("maybe", Nullable(STRING)),
    NAMES.id: Field("names", ListOf(STRING)),
}
VALUES: Mapping[SymbolId, tuple[Value, ...]] = {
    ID.id: ("", "a", "ß İ", " padded ", "x" * 40),
    SHORT.id: ("a", "ΐİß", " a "),
    WORD.id: ("yes", "maybe"),
    COUNT.id: (0, -(2**63), 2**63 - 1),
    SMALL.id: (-5, 0, 120),
    FLAG.id: (True, False),
    MAYBE.id: (None, "", "abc"),
    NAMES.id: ((), ("a", "bc")),
}


def apply(op: Op, *args: Expr) -> Expr:
    return Apply(op, args)


TEXTS: tuple[tuple[Expr, Lengths], ...] = (
    (Lit("hello"), Lengths(5, 5, free=True)),
    (ID, Lengths(0, None, free=True)),
    (SHORT, Lengths(1, 3, free=True)),
    (WORD, Lengths(3, 5)),
    (MAYBE, Lengths(0, None)),
    (Text(("Order ", SHORT, "!")), Lengths(8, 10, free=True)),
    (Text((SMALL, " of ", WORD, FLAG)), Lengths(12, 17)),
    (Text((COUNT,)), Lengths(1, 20)),
    (Cond(FLAG, SHORT, Lit("none at all")), Lengths(1, 11)),
    (apply(Op.DEFAULT, MAYBE, Lit("abc")), Lengths(0, None)),
    (apply(Op.LOWER, SHORT), Lengths(1, 6)),
    (apply(Op.UPPER, SHORT), Lengths(1, 9)),
    (apply(Op.TRIM, SHORT), Lengths(0, 3)),
    (apply(Op.SLICE, ID, Lit(2), Lit(6)), Lengths(0, 4)),
    (apply(Op.SLICE, SHORT, Lit(1)), Lengths(0, 2)),
    (apply(Op.SLICE, SHORT, Lit(-2)), Lengths(0, 3)),
    (apply(Op.SLICE, SHORT, Lit(0), Lit(-1)), Lengths(0, 3)),
    (apply(Op.REPLACE, SHORT, Lit("a"), Lit("")), Lengths(0, 3)),
    (apply(Op.REPLACE, SHORT, Lit("a"), Lit("bcd")), Lengths(0, None)),
    (apply(Op.STRING, SMALL), Lengths(1, 3)),
)


@pytest.mark.parametrize(("expr", "wanted"), TEXTS, ids=repr)
def test_the_interval_holds_every_length(expr: Expr, wanted: Lengths) -> None:
    found = lengths(expr, FIELDS.get)
    assert found == wanted
    read = [id_ for id_ in VALUES if repr(Unknown(id_)) in repr(expr)]
    reached = 0
    for values in product(*(VALUES[id_] for id_ in read)):
        model = dict(zip(read, values, strict=True))
        value = substitute(expr, lambda id_, known=model: Lit(known[id_]))  # type: ignore[misc]
        if isinstance(value, Lit) and isinstance(value.value, str):
            reached += 1
            size = len(value.value)
            assert wanted.least <= size
            assert wanted.most is None or size <= wanted.most
    assert reached


@pytest.mark.parametrize(
    "expr", [NAMES, COUNT, Lit(3), apply(Op.FIRST, NAMES), Cond(FLAG, ID, COUNT)]
)
def test_what_may_be_no_text_has_no_interval(expr: Expr) -> None:
    assert lengths(expr, FIELDS.get) is None


SYMBOLS = tuple(Symbol(id_, field.name, field) for id_, field in FIELDS.items())


def measured(text: Expr, op: Op, size: int) -> Expr:
    return apply(op, apply(Op.LENGTH, text), Lit(size))


@pytest.mark.parametrize(
    ("conditions", "answer"),
    [
        ((measured(ID, Op.GT, 4000),), Feasible.SAT),
        ((measured(SHORT, Op.GT, 3),), Feasible.UNSAT),
        ((measured(Text(("Order ", SHORT)), Op.GT, 9),), Feasible.UNSAT),
        ((measured(Text(("Order ", SHORT)), Op.GE, 9),), Feasible.SAT),
        ((measured(ID, Op.LT, 10), measured(ID, Op.GT, 20)), Feasible.UNSAT),
        # A text of which something else is known may have no such length.
        ((measured(ID, Op.GT, 20), apply(Op.EQ, ID, Lit("a"))), Feasible.UNSURE),
        ((measured(Text((ID, ID)), Op.EQ, 3),), Feasible.UNSURE),
        ((measured(WORD, Op.EQ, 4),), Feasible.UNSURE),
        ((measured(apply(Op.TRIM, ID), Op.GT, 20),), Feasible.UNSURE),
    ],
)
def test_lengths_are_decided_where_nothing_else_matters(
    conditions: tuple[Expr, ...], answer: Feasible
) -> None:
    assert feasible(conditions, SYMBOLS) is answer


@pytest.mark.parametrize("size", [0, 1, 7, 500])
def test_longer_texts_are_as_long_as_wanted(size: int) -> None:
    made = list(longer("ab-1", size, "id"))
    assert made
    assert {len(text) for text in made} == {size}


def test_longer_texts_keep_a_form() -> None:
    assert "abbb-1" in list(longer("ab-1", 6, "id"))


def test_longer_lists_repeat_their_last_element() -> None:
    assert longer_list((1, 2), 4, 0) == (1, 2, 2, 2)
    assert longer_list((), 2, 0) == (0, 0)
    assert longer_list((1, 2, 3), 2, 0) == (1, 2)


def test_long_values_are_told_by_their_beginning_and_length() -> None:
    assert brief({"doc": "x" * 500, "n": 3}) == {"doc": "x" * 20 + "… (500 characters)", "n": 3}
    assert brief([1] * 201) == [1, 1, 1, "… (201 elements)"]
    assert brief("x" * 60) == "x" * 60
