"""The solver's column of the operator table agrees with the evaluator's, by substitution.

Every operator is applied to every small choice of operands, once written as literals and once as
symbols for which the values are put in. What z3 makes of it must simplify to the evaluator's value,
or to its absence; the solver is not asked, for its `unknown` would pass as agreement.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest
import z3

from wfcheck.semantics.ops import OPS
from wfcheck.semantics.reduce import substitute
from wfcheck.semantics.types import INT, NUMBER, STRING, Field, Kind, Nullable, Scalar
from wfcheck.smt import encode
from wfcheck.smt.cells import equal, known
from wfcheck.smt.encode import Encoding
from wfcheck.smt.encoders import ENCODERS
from wfcheck.smt.session import Cells, Session
from wfcheck.smt.sorts import Cell, Plain, Term, boolean, conj
from wfcheck.syntax.expr import (
    Apply,
    Cond,
    Expr,
    Index,
    Lit,
    MapLit,
    Member,
    Op,
    SymbolId,
    Text,
    Unknown,
)
from wfcheck.syntax.literals import INT_MAX, INT_MIN, Duration, MapValue, Timestamp, Value

SCALARS: tuple[Value, ...] = (
    None,
    True,
    -7,
    -2,
    0,
    3,
    INT_MIN,
    INT_MAX,
    Fraction(-5, 2),
    Fraction(3),
    "",
    "ab",
    "-12",
    Duration(-1500),
    Timestamp(253_402_300_799_999),
)
LISTS: tuple[Value, ...] = ((), (3, 1, 3), ("a", "ab"), (None, 2), (True,))
FEW: tuple[Value, ...] = (None, -2, 0, 7, "", "b")
KINDS: dict[type, Kind] = {
    bool: Kind.BOOL,
    int: Kind.INT,
    Fraction: Kind.NUMBER,
    str: Kind.STRING,
    Duration: Kind.DURATION,
    Timestamp: Kind.TIMESTAMP,
}


def operands(op: Op) -> Iterator[tuple[Value, ...]]:
    decl = OPS[op]
    for count in range(decl.fewest, decl.most + 1):
        if count < 3:
            yield from product((*SCALARS, *LISTS), repeat=count)
        else:
            yield from product((*FEW, "abcab", (1, 2, 3)), FEW, FEW)


def agree(expr: Expr, encoding: Encoding, puts: list[tuple[Term, Term]], expected: Expr) -> str:
    """Why z3's cell of an expression is not the evaluator's value; empty where it is."""
    cell = encoding.encode(expr)
    if encoding.abstracted:
        return ""
    exists = z3.simplify(z3.substitute(cell.ok, *puts))
    if not isinstance(expected, Lit):
        return "" if z3.is_false(exists) else f"exists: {exists}"
    if not z3.is_true(exists):
        return f"does not exist: {exists}"
    same = z3.simplify(z3.substitute(equal(cell, known(expected.value)), *puts))
    return "" if z3.is_true(same) else f"not {expected.value!r}: {same}"


def symbol(encoding: Encoding, id_: SymbolId, value: Value) -> list[tuple[Term, Term]]:
    """What to put in for a nullable symbol to have that value."""
    cell = encoding.symbol(id_)
    puts = [(cell.null, z3.BoolVal(value is None))]
    shape = known(value).shape
    if value is not None:
        assert isinstance(cell.shape, Plain)
        assert isinstance(shape, Plain)
        puts.append((cell.shape.term, shape.term))
    return puts


def differences(op: Op) -> Iterator[str]:
    """Where the two disagree on an operator."""
    for values in operands(op):
        expr = Apply(op, tuple(map(Lit, values)))
        expected = substitute(expr, lambda _: None)
        if why := agree(expr, Encoding({}), [], expected):
            yield f"{op.value}{values}: {why}"
        if any(isinstance(value, tuple) for value in values):
            continue
        ids = [SymbolId(i) for i in range(len(values))]
        fields = {
            id_: Field(f"x{id_}", Nullable(Scalar(KINDS.get(type(value), Kind.STRING))))
            for id_, value in zip(ids, values, strict=True)
        }
        encoding = Encoding(fields)
        puts = [
            put
            for id_, value in zip(ids, values, strict=True)
            for put in symbol(encoding, id_, value)
        ]
        if why := agree(Apply(op, tuple(map(Unknown, ids))), encoding, puts, expected):
            yield f"{op.value} of symbols {values}: {why}"


@pytest.mark.parametrize("op", list(Op))
def test_every_operator(op: Op) -> None:
    assert next(differences(op), None) is None


def strict_and(_: Session, cells: Cells) -> Cell:
    a, b = (cell.shape for cell in cells)
    if not (isinstance(a, Plain) and isinstance(b, Plain) and a.kind is b.kind is Kind.BOOL):
        return ENCODERS[Op.AND](_, cells)  # type: ignore[operator]
    return boolean(z3.And(a.term, b.term)).given(cells[0].ok, cells[1].ok)


def of_ints(compute: Callable[[Term, Term], Term], op: Op) -> Callable[[Session, Cells], Cell]:
    def mutant(session: Session, cells: Cells) -> Cell:
        right = ENCODERS[op]
        assert callable(right)
        found = right(session, cells)
        a, b = (cell.shape for cell in cells)
        if isinstance(a, Plain) and isinstance(b, Plain) and a.kind is b.kind is Kind.INT:
            return Cell(Plain(Kind.INT, compute(a.term, b.term)), found.null, found.ok)
        return found

    return mutant


def swapped(op: Op) -> Callable[[Session, Cells], Cell]:
    def mutant(session: Session, cells: Cells) -> Cell:
        right = ENCODERS[op]
        assert callable(right)
        return right(session, (cells[1], cells[0], *cells[2:]))

    return mutant


def total(op: Op) -> Callable[[Session, Cells], Cell]:
    """An operator that forgets its own needs."""

    def mutant(session: Session, cells: Cells) -> Cell:
        right = ENCODERS[op]
        assert callable(right)
        found = right(session, cells)
        return Cell(found.shape, found.null, conj(*(cell.ok for cell in cells)))

    return mutant


MUTANTS: list[tuple[Op, Callable[[Session, Cells], Cell]]] = [
    (Op.FLOORDIV, of_ints(lambda a, b: a / b, Op.FLOORDIV)),
    (Op.MOD, of_ints(lambda a, b: a % b, Op.MOD)),
    (Op.SUB, of_ints(lambda a, b: b - a, Op.SUB)),
    (Op.STARTS_WITH, swapped(Op.STARTS_WITH)),
    (Op.LE, ENCODERS[Op.LT]),  # type: ignore[list-item]
    (Op.DEFAULT, swapped(Op.DEFAULT)),
    (Op.ADD, total(Op.ADD)),
    (Op.DIV, total(Op.DIV)),
    (Op.INT, total(Op.INT)),
    (Op.FIRST, ENCODERS[Op.LAST]),  # type: ignore[list-item]
]


@pytest.mark.parametrize(("op", "mutant"), MUTANTS)
def test_a_wrong_encoding_is_noticed(
    op: Op, mutant: Callable[[Session, Cells], Cell], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encode, "ENCODERS", {**ENCODERS, op: mutant})
    assert next(differences(op), None) is not None


FAULT = Apply(Op.DIV, (Lit(1), Lit(0)))


@pytest.mark.parametrize("value", [True, False, None, 1])
@pytest.mark.parametrize("op", [Op.AND, Op.OR])
def test_right_operands_count_only_where_needed(op: Op, value: Value) -> None:
    for left, right in ((Lit(value), FAULT), (FAULT, Lit(value)), (Lit(value), Lit(value))):
        expr = Apply(op, (left, right))
        assert agree(expr, Encoding({}), [], substitute(expr, lambda _: None)) == ""


def test_a_strict_and_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encode, "ENCODERS", {**ENCODERS, Op.AND: strict_and})
    expr = Apply(Op.AND, (Lit(False), Apply(Op.EQ, (FAULT, Lit(1)))))
    assert agree(expr, Encoding({}), [], substitute(expr, lambda _: None)) != ""


OBJECT = MapValue((("a", 1), ("b", None), ("c", "x")))

OTHERS: tuple[Expr, ...] = (
    *(
        Cond(Lit(test), then, other)
        for test in (True, False, None)
        for then in (Lit(1), FAULT)
        for other in (Lit("x"), FAULT)
    ),
    *(Member(Lit(OBJECT), name) for name in "abc"),
    Member(Lit(None), "a"),
    *(Index(Lit((1, 2, 3)), Lit(i)) for i in (-4, -3, -1, 0, 2, 3)),
    *(Index(Lit(OBJECT), Lit(name)) for name in "abc"),
    Index(Lit(None), Lit(0)),
    Text(("n=", Lit(-3), " b=", Lit(True), " s=", Lit("ü"))),
    Text((Lit(None), "!")),
    MapLit((("k", FAULT),)),
    Apply(
        Op.EQ, (Lit(OBJECT), MapLit((("c", Lit("x")), ("b", Lit(None)), ("a", Lit(Fraction(1))))))
    ),
    Apply(Op.EQ, (Lit((1, (2, None))), Lit((Fraction(1), (2, None))))),
    Apply(Op.NE, (Lit((1, 2)), Lit((1,)))),
)


@pytest.mark.parametrize("expr", OTHERS)
def test_every_other_node(expr: Expr) -> None:
    assert agree(expr, Encoding({}), [], substitute(expr, lambda _: None)) == ""


def test_numbers_of_symbols_are_exact() -> None:
    fields = {
        SymbolId(0): Field("x", NUMBER),
        SymbolId(1): Field("n", INT),
        SymbolId(2): Field("s", STRING),
    }
    encoding = Encoding(fields)
    tenth = Apply(Op.DIV, (Unknown(SymbolId(1)), Lit(10)))
    cell = encoding.encode(Apply(Op.EQ, (Apply(Op.MUL, (tenth, Lit(3))), Unknown(SymbolId(0)))))
    assert isinstance(cell.shape, Plain)
    puts = [(z3.Real("x"), z3.Q(3, 10)), (z3.Int("n"), z3.IntVal(1))]
    assert z3.is_true(z3.simplify(z3.substitute(cell.shape.term, *puts)))
