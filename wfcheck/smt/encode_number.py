"""Arithmetic of numbers, durations and timestamps, for z3 (C-3.9, C-5.4).

Where z3 and the language differ stands here, with a sentence each.
"""

from collections.abc import Callable
from typing import Final

import z3

from wfcheck.semantics.types import Kind
from wfcheck.smt.cells import either, is_whole, of_kind
from wfcheck.smt.declare import within_range
from wfcheck.smt.session import Cells, Encoder, Session, can_be, certain, kind_of, literal_int
from wfcheck.smt.sorts import (
    FALSE,
    Anything,
    Cell,
    Plain,
    Term,
    conj,
    negate,
    rational,
)
from wfcheck.syntax.expr import Op


def numeric(kind: Kind, term: Term) -> Cell:
    return Cell(Plain(kind, term)).given(*within_range(kind, term))


SUMS: Final[tuple[tuple[Kind, Kind, Kind], ...]] = (
    (Kind.INT, Kind.INT, Kind.INT),
    (Kind.NUMBER, Kind.NUMBER, Kind.NUMBER),
    (Kind.DURATION, Kind.DURATION, Kind.DURATION),
    (Kind.TIMESTAMP, Kind.DURATION, Kind.TIMESTAMP),
)
DIFFERENCES: Final = (*SUMS, (Kind.TIMESTAMP, Kind.TIMESTAMP, Kind.DURATION))
PRODUCTS: Final[tuple[tuple[Kind, Kind, Kind], ...]] = (
    (Kind.INT, Kind.INT, Kind.INT),
    (Kind.NUMBER, Kind.NUMBER, Kind.NUMBER),
    (Kind.DURATION, Kind.INT, Kind.DURATION),
)


def arithmetic(
    rows: tuple[tuple[Kind, Kind, Kind], ...], compute: Callable[[Term, Term], Term]
) -> Encoder:
    def encode(_: Session, cells: Cells) -> Cell:
        a, b = cells
        found: Cell | None = None
        for left, right, result in rows:
            times = left is Kind.DURATION and right is Kind.INT and kind_of(b) is Kind.NUMBER
            if not (can_be(a, left) and (can_be(b, right) or times)):
                continue
            (a_is, a_term), (b_is, b_term) = of_kind(a, left), of_kind(b, right)
            value = numeric(result, compute(a_term, b_term))
            if found is None and certain(a, left) and certain(b, right):
                return value.given(a_is, b_is)
            fits = conj(a_is, b_is)
            found = value.given(fits) if found is None else either(fits, value, found)
        return found if found is not None else Cell(Plain(Kind.INT, z3.IntVal(0)), ok=FALSE)

    return encode


def quotient(_: Session, cells: Cells) -> Cell:
    (a_is, a), (b_is, b) = of_kind(cells[0], Kind.NUMBER), of_kind(cells[1], Kind.NUMBER)
    return Cell(Plain(Kind.NUMBER, a / b)).given(a_is, b_is, b != rational(0))


def floor_of_ratio(a: Term, b: Term) -> Term:
    # z3's `div` leaves a remainder that is never negative; the language's `//` rounds down.
    zero = z3.IntVal(0)
    return z3.If(b > zero, a / b, (zero - a) / (zero - b))


def remainder(a: Term, b: Term) -> Term:
    # z3's `mod` is never negative; the language's `%` takes the divisor's sign.
    zero = z3.IntVal(0)
    return z3.If(b > zero, a % b, zero - ((zero - a) % (zero - b)))


def whole_division(
    on_ints: Callable[[Term, Term], Term], on_reals: Callable[[Term, Term], Term]
) -> Encoder:
    def encode(_: Session, cells: Cells) -> Cell:
        a, b = cells
        if kind_of(a) is kind_of(b) is Kind.INT:
            (a_is, x), (b_is, y) = of_kind(a, Kind.INT), of_kind(b, Kind.INT)
            return numeric(Kind.INT, on_ints(x, y)).given(a_is, b_is, y != z3.IntVal(0))
        (a_is, x), (b_is, y) = of_kind(a, Kind.NUMBER), of_kind(b, Kind.NUMBER)
        return Cell(Plain(Kind.NUMBER, on_reals(x, y))).given(a_is, b_is, y != rational(0))

    return encode


def real_floor(a: Term, b: Term) -> Term:
    return z3.ToReal(z3.ToInt(a / b))


def real_remainder(a: Term, b: Term) -> Term:
    return a - b * z3.ToReal(z3.ToInt(a / b))


def signed(compute: Callable[[Term], Term], kinds: tuple[Kind, ...]) -> Encoder:
    """An operator on one number, or duration where `kinds` has it, that keeps the kind."""

    def encode(_: Session, cells: Cells) -> Cell:
        found: Cell | None = None
        for kind in kinds:
            if certain(cells[0], kind) and kind_of(cells[0]) is kind:
                holds, term = of_kind(cells[0], kind)
                return numeric(kind, compute(term)).given(holds)
            if isinstance(cells[0].shape, Anything):
                holds, term = of_kind(cells[0], kind)
                value = numeric(kind, compute(term)).given(holds)
                found = value if found is None else either(holds, value, found)
        return found if found is not None else Cell(Plain(Kind.INT, z3.IntVal(0)), ok=FALSE)

    return encode


def magnitude(term: Term) -> Term:
    return z3.If(term < 0, -term, term)


def rounded_to_int(compute: Callable[[Term], Term]) -> Encoder:
    def encode(_: Session, cells: Cells) -> Cell:
        if kind_of(cells[0]) is Kind.INT:
            return cells[0].given(negate(cells[0].null))
        holds, term = of_kind(cells[0], Kind.NUMBER)
        return numeric(Kind.INT, compute(term)).given(holds)

    return encode


def ceiling(term: Term) -> Term:
    return -z3.ToInt(-term)


def half_to_even(term: Term) -> Term:
    """A Real term rounded to an Int one, halves to the even neighbour."""
    up = z3.ToInt(term + z3.Q(1, 2))
    tie = is_whole(term + z3.Q(1, 2))
    return z3.If(z3.And(tie, up % z3.IntVal(2) == z3.IntVal(1)), up - z3.IntVal(1), up)


_MOST_DIGITS: Final = 30


def rounded(session: Session, cells: Cells) -> Cell:
    digits = literal_int(cells[1]) if len(cells) > 1 else 0
    own = kind_of(cells[0])
    if len(cells) > 1 and kind_of(cells[1]) is not Kind.INT and digits is None:
        places = of_kind(cells[1], Kind.INT)[0]
        return session.opaque(Op.ROUND, cells[0]).given(places)
    if digits is None or abs(digits) > _MOST_DIGITS:
        return session.opaque(
            Op.ROUND, cells[0] if own is not None else Cell(Plain(Kind.NUMBER, rational(0)))
        )
    if own is Kind.INT and digits >= 0:
        return cells[0].given(negate(cells[0].null))
    holds, term = of_kind(cells[0], Kind.NUMBER)
    scale = z3.Q(10**digits, 1) if digits >= 0 else z3.Q(1, 10**-digits)
    rounded = half_to_even(term * scale)
    if own is Kind.INT:
        return numeric(Kind.INT, rounded * z3.IntVal(10**-digits)).given(holds)
    return Cell(Plain(Kind.NUMBER, z3.ToReal(rounded) / scale)).given(holds)


def seconds(_: Session, cells: Cells) -> Cell:
    holds, term = of_kind(cells[0], Kind.DURATION)
    return Cell(Plain(Kind.NUMBER, z3.ToReal(term) / rational(1000))).given(holds)


def moved(compute: Callable[[Term, Term], Term]) -> Encoder:
    return arithmetic(((Kind.TIMESTAMP, Kind.DURATION, Kind.TIMESTAMP),), compute)
