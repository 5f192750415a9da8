from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wfcheck.span import Source
from wfcheck.syntax.expr import (
    BROKEN,
    FILTERS,
    OPERATORS,
    Apply,
    Cond,
    Expr,
    Index,
    ListLit,
    Lit,
    MapLit,
    Member,
    Name,
    Op,
    Text,
    Unknown,
)
from wfcheck.syntax.expr_parser import SyntaxFault, parse_expr
from wfcheck.syntax.literals import (
    DURATION_LIMIT_MS,
    INT_MAX,
    INT_MIN,
    TIMESTAMP_MAX_MS,
    TIMESTAMP_MIN_MS,
    Duration,
    File,
    MapValue,
    Timestamp,
)
from wfcheck.syntax.unparse import unparse

UNARY = (Op.NOT, Op.NEG)
BINARY = tuple(op for op in Op if op in OPERATORS and op not in UNARY)


def parse(text: str) -> Expr:
    found = parse_expr(text, Source("a", text).span)
    assert not isinstance(found, SyntaxFault), (text, found)
    return found


@cache
def expressions(size: int) -> tuple[Expr, ...]:
    """Every expression of so many nodes, over a few operators of every level."""
    return tuple(_expressions(size))


def _expressions(size: int) -> Iterator[Expr]:
    if size == 1:
        yield from (Name("a"), Lit(5), Lit(-5), Lit("x"), ListLit(()))
        return
    for inner in expressions(size - 1):
        yield Member(inner, "m")
        yield Apply(Op.NOT, (inner,))
        yield Apply(Op.NEG, (inner,))
        yield Apply(Op.FIRST, (inner,))
        yield ListLit((inner,))
    for left_size in range(1, size - 1):
        for left, right in product(expressions(left_size), expressions(size - 1 - left_size)):
            yield Index(left, right)
            yield Apply(Op.DEFAULT, (left, right))
            for op in (Op.OR, Op.AND, Op.NOT_IN, Op.EQ, Op.SUB, Op.MUL):
                yield Apply(op, (left, right))
    for first in range(1, size - 2):
        for second in range(1, size - 1 - first):
            third = size - 1 - first - second
            if third >= 1:
                for parts in product(expressions(first), expressions(second), expressions(third)):
                    yield Cond(*parts)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_small_expressions_round_trip(size: int) -> None:
    cases = expressions(size)
    if size == 4:
        cases = cases[::7]  # every kind of pair stands in the smaller ones
    assert len(cases) > 4
    for expr in cases:
        assert parse(unparse(expr)) == expr


@pytest.mark.parametrize("op", sorted(OPERATORS))
def test_every_operator_round_trips(op: Op) -> None:
    args: tuple[Expr, ...] = (Name("a"),) if op in UNARY else (Name("a"), Name("b"))
    assert parse(unparse(Apply(op, args))) == Apply(op, args)


@pytest.mark.parametrize("op", sorted(FILTERS))
def test_every_filter_round_trips(op: Op) -> None:
    for count in range(3):
        expr = Apply(op, (Name("a"), *(Lit(n) for n in range(count))))
        assert parse(unparse(expr)) == expr


@pytest.mark.parametrize(
    "text",
    [
        "a - (b - c)",
        "a - b - c",
        "(a + b) * c",
        "a + b * c",
        "-a | string",
        "(-a) | string",
        "(-5) | abs",
        "-(5)",
        "not a == b",
        "(not a) == b",
        "(a == b) == c",
        "a or b and c",
        "(a or b) and c",
        "a if b else c if d else e",
        "(a if b else c) if d else e",
        "(a if b else c) + d",
        "(a | first).b[c | length]",
        "a not in [1, 2.5, 'x', 1h30m]",
        "a | slice(1, -1) | default('x' if b else null)",
        "timestamp('2031-04-01T00:00:00Z') - 2d",
    ],
)
def test_no_parentheses_but_those_that_are_needed(text: str) -> None:
    assert unparse(parse(text)) == text


def test_forms_that_expressions_have_no_text_for() -> None:
    a = Name("a")
    assert unparse(MapLit((("k", a), ("l", Lit(None))))) == "{'k': a, 'l': null}"
    assert unparse(Text(("x ", a, "!"))) == "'x {{ a }}!'"
    assert unparse(Unknown(BROKEN)) == "?"
    assert unparse(Lit(("a", MapValue((("b", True),))))) == "['a', {'b': true}]"
    assert unparse(Lit(File("f", 1, "text/plain"))) == "<file 'f'>"
    assert unparse(Lit(Fraction(1, 3))) == "1 / 3"
    assert unparse(Apply(Op.MUL, (a, Lit(Fraction(-1, 3))))) == "a * (-1 / 3)"


LITERALS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(INT_MIN, INT_MAX),
    st.decimals(-1000, 1000, places=3).map(Fraction).filter(lambda value: value.denominator > 1),
    st.text(),
    st.integers(-DURATION_LIMIT_MS, DURATION_LIMIT_MS).map(Duration),
    st.integers(TIMESTAMP_MIN_MS, TIMESTAMP_MAX_MS).map(Timestamp),
).map(Lit)
NAMES = st.sampled_from(["a", "b", "inputs", "run", "iffy", "nota", "timestamp", "_x"])


def _larger(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        st.builds(Member, inner, st.sampled_from(["a", "if", "null", "x_1"])),
        st.builds(Index, inner, inner),
        st.builds(Cond, inner, inner, inner),
        st.builds(ListLit, st.lists(inner, max_size=3).map(tuple)),
        st.builds(Apply, st.sampled_from(UNARY), st.tuples(inner)),
        st.builds(Apply, st.sampled_from(BINARY), st.tuples(inner, inner)),
        st.builds(
            Apply,
            st.sampled_from(sorted(FILTERS)),
            st.lists(inner, min_size=1, max_size=3).map(tuple),
        ),
    )


@settings(max_examples=300, deadline=None)
@given(st.recursive(LITERALS | NAMES.map(Name), _larger, max_leaves=12))
def test_expressions_round_trip(expr: Expr) -> None:
    assert parse(unparse(expr)) == expr
