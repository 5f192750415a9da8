from fractions import Fraction

from wfcheck.syntax.expr import (
    BROKEN,
    FILTERS,
    OPERATORS,
    Apply,
    Cond,
    Index,
    ListLit,
    Lit,
    MapLit,
    Member,
    Name,
    Op,
    Text,
    Unknown,
    children,
    walk,
)

A, B, C = Name("a"), Name("b"), Name("c")


def test_equality_of_literals_is_by_type_and_value() -> None:
    assert Lit(1) == Lit(1)
    assert Lit(1) != Lit(True)
    assert Lit(0) != Lit(False)
    assert Lit(1) != Lit(Fraction(1))
    assert Lit("1") != 1
    assert hash(Lit("a")) == hash(Lit("a"))
    assert len({Lit(1), Lit(True), Lit(1)}) == 2


def test_every_operator_is_one_or_a_filter() -> None:
    assert frozenset(Op) == OPERATORS | FILTERS
    assert not OPERATORS & FILTERS
    assert Op.NEG in OPERATORS
    assert Op.LOWER in FILTERS


def test_children_stand_from_left_to_right() -> None:
    assert children(Member(A, "m")) == (A,)
    assert children(Index(A, B)) == (A, B)
    assert children(Apply(Op.ADD, (A, B))) == (A, B)
    assert children(Cond(A, B, C)) == (A, B, C)
    assert children(ListLit((A, B))) == (A, B)
    assert children(MapLit((("k", A), ("l", B)))) == (A, B)
    assert children(Text(("x", A, "y", B))) == (A, B)
    assert children(Unknown(BROKEN)) == children(A) == children(Lit(1)) == ()


def test_walking_is_outermost_first_and_takes_no_recursion() -> None:
    tree = Apply(Op.ADD, (Index(A, B), C))
    assert list(walk(tree)) == [tree, Index(A, B), A, B, C]
    deep: Apply | Name = A
    for _ in range(5_000):
        deep = Apply(Op.NOT, (deep,))
    assert sum(1 for _ in walk(deep)) == 5_001
