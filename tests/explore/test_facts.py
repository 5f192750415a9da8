"""Facts about forgotten unknowns: what may go, and what must stay."""

import pytest

from wfcheck.explore.facts import components, reduced
from wfcheck.explore.readable import readable
from wfcheck.explore.unknowns import put, unknowns
from wfcheck.semantics.choice import Symbol
from wfcheck.semantics.types import BOOL, INT, STRING, Field, Limits
from wfcheck.syntax.expr import Apply, Expr, Lit, MapLit, Op, SymbolId, Unknown

X, Y, N, M, FLAG, KEY = (Unknown(SymbolId(number)) for number in range(6))
SYMBOLS = {
    SymbolId(0): Symbol(SymbolId(0), "x", Field("x", STRING)),
    SymbolId(1): Symbol(SymbolId(1), "y", Field("y", STRING)),
    SymbolId(2): Symbol(SymbolId(2), "n", Field("n", INT)),
    SymbolId(3): Symbol(SymbolId(3), "m", Field("m", INT, limits=Limits(min=0))),
    SymbolId(4): Symbol(SymbolId(4), "flag", Field("flag", BOOL)),
    SymbolId(5): Symbol(SymbolId(5), "key", Field("key", STRING, limits=Limits(unique=True))),
}


def is_(op: Op, left: Expr, right: Expr) -> Expr:
    return Apply(op, (left, right))


@pytest.mark.parametrize(
    ("facts", "live", "left"),
    [
        # x only has to differ from a text, and there are many texts
        ((is_(Op.NE, X, Lit("a")),), set[int](), ()),
        ((is_(Op.NE, X, Y),), {1}, ()),
        ((is_(Op.NE, X, Y),), {0, 1}, (is_(Op.NE, X, Y),)),
        # x is y, so what holds of x holds of y
        ((is_(Op.EQ, X, Y), is_(Op.NE, X, Lit("a"))), {1}, (is_(Op.NE, Y, Lit("a")),)),
        # there are only two truth values
        ((is_(Op.NE, FLAG, Lit(True)), is_(Op.EQ, X, Y)), {0, 1}, (is_(Op.EQ, X, Y),)),
        # n is above m: that says something about n, since m is not negative
        ((is_(Op.GT, N, M),), {2}, (is_(Op.GT, N, M),)),
        # an unknown that no other call gives says more than that it is x
        ((is_(Op.EQ, X, KEY),), {0}, (is_(Op.EQ, X, KEY),)),
        # the facts hang together with nothing that is live
        ((is_(Op.GT, N, Lit(3)),), {0}, ()),
        ((Apply(Op.NOT, (is_(Op.EQ, X, Y),)),), {0, 1}, (is_(Op.NE, X, Y),)),
        ((is_(Op.AND, is_(Op.EQ, X, Lit("a")), FLAG),), {4}, (FLAG,)),
    ],
)
def test_reduced(facts: tuple[Expr, ...], live: set[int], left: tuple[Expr, ...]) -> None:
    assert reduced(facts, {SymbolId(id_) for id_ in live}, SYMBOLS) == left


def test_components_are_joined_by_forgotten_unknowns() -> None:
    facts = (is_(Op.GT, N, M), is_(Op.NE, X, Y), is_(Op.LT, M, Lit(9)))
    alone, groups = components(facts, {SymbolId(0), SymbolId(1), SymbolId(2)})
    assert alone == (is_(Op.NE, X, Y),)
    assert groups == ((is_(Op.GT, N, M), is_(Op.LT, M, Lit(9))),)


def test_unknowns_are_found_and_replaced() -> None:
    value = (MapLit((("a", X), ("b", is_(Op.EQ, Y, X)))), Lit("text"))
    assert list(unknowns(value)) == [0, 1]
    assert put(value, {SymbolId(0): Lit(1)})[0] == MapLit(
        (("a", Lit(1)), ("b", is_(Op.EQ, Y, Lit(1))))
    )
    untouched = MapLit((("a", Lit(1)),))
    assert put(untouched, {SymbolId(0): Lit(1)}) is untouched


def test_readable_values_are_small_and_true() -> None:
    symbols = tuple(SYMBOLS.values())
    values = readable(
        (is_(Op.GT, N, Lit(41)), is_(Op.LT, N, Lit(43)), is_(Op.NE, X, Y), FLAG), symbols
    )
    assert values == {0: "x-1", 1: "y-1", 2: 42, 3: 1, 4: True, 5: "key-1"}


def test_readable_gives_up_where_there_is_nothing() -> None:
    assert readable((is_(Op.LT, M, Lit(0)),), tuple(SYMBOLS.values())) is None
