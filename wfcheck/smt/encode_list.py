"""Filters of lists, for z3 (C-5.5, C-5.8): what a list does not show is opaque."""

from collections.abc import Callable
from typing import Final

import z3

from wfcheck.semantics.types import Kind
from wfcheck.smt.cells import NULL, either, of_kind
from wfcheck.smt.encode_number import numeric
from wfcheck.smt.session import Cells, Encoder, Session, aligned, can_be, kind_of
from wfcheck.smt.sorts import (
    ANY,
    FALSE,
    TRUE,
    Anything,
    Cell,
    Items,
    Nothing,
    Plain,
    Term,
    conj,
    disj,
    negate,
    rational,
)
from wfcheck.syntax.expr import Op


def element(session: Session, op: Op, items: Items, index: Term) -> Cell:
    """The element at a place that is in range; what the list does not show is opaque."""
    if not items.head:
        return NULL if items.whole else session.opaque(op, NULL)
    found = items.head[-1] if items.whole else session.opaque(op, items.head[0])
    last = len(items.head) - 1 if items.whole else len(items.head)
    for i in reversed(range(last)):
        found = either(index == z3.IntVal(i), items.head[i], found)
    return found


def indexed(session: Session, container: Cell, items: Items, index: Term) -> Cell:
    """C-5.5: a negative index counts from the end; out of range it is null, as of null."""
    place = z3.If(index < z3.IntVal(0), index + items.length, index)
    inside = conj(place >= z3.IntVal(0), place < items.length, negate(container.null))
    return either(z3.simplify(inside), element(session, Op.FIRST, items, z3.simplify(place)), NULL)


def at_end(index: int) -> Encoder:
    def encode(session: Session, cells: Cells) -> Cell:
        (cell,) = cells
        if not isinstance(cell.shape, Items):
            return _of_unknown_list(session, Op.FIRST, cell)
        found = indexed(session, cell, cell.shape, z3.IntVal(index))
        return found.given(negate(cell.null))

    return encode


def _of_unknown_list(session: Session, op: Op, cell: Cell) -> Cell:
    if not isinstance(cell.shape, Anything):
        return Cell(Nothing(), TRUE, FALSE)
    return session.opaque(op, cell).given(ANY.is_any_list(cell.shape.term))


def extreme(op: Op, better: Callable[[Term, Term], Term]) -> Encoder:
    def encode(session: Session, cells: Cells) -> Cell:
        (cell,) = cells
        shape = cell.shape
        if not isinstance(shape, Items):
            return _of_unknown_list(session, op, cell)
        if not shape.head:
            return NULL.given(negate(cell.null))
        best = shape.head[0]
        needs = [disj(shape.length <= z3.IntVal(0), _has_rank(best))]
        others = [(z3.IntVal(i), item) for i, item in enumerate(shape.head) if i]
        others += [(z3.IntVal(len(shape.head)), session.opaque(op, item)) for item in shape.rest]
        for place, item in others:
            counts = shape.length > place
            needs.append(disj(negate(counts), _has_rank(item)))
            best = either(conj(counts, _ranked(item, best, better)), item, best)
        empty = shape.length == z3.IntVal(0)
        return either(empty, NULL, best).given(negate(cell.null), *needs)

    return encode


_RANKED: Final = (Kind.STRING, Kind.NUMBER, Kind.DURATION, Kind.TIMESTAMP)


def _has_rank(cell: Cell) -> Term:
    """Whether an element has a place in an order: E-11."""
    return disj(*(of_kind(cell, kind)[0] for kind in _RANKED))


def _ranked(a: Cell, b: Cell, better: Callable[[Term, Term], Term]) -> Term:
    for kind in _RANKED:
        if can_be(a, kind) and can_be(b, kind):
            (_, x), (_, y) = aligned(a, b, kind)
            return better(x, y)
    return FALSE


def total(session: Session, cells: Cells) -> Cell:
    (cell,) = cells
    shape = cell.shape
    if not isinstance(shape, Items):
        number = Cell(Plain(Kind.NUMBER, rational(0)))
        return session.opaque(Op.SUM, number).given(_of_unknown_list(session, Op.SUM, cell).ok)
    whole = all(kind_of(item) is Kind.INT for item in shape.head)
    kind = Kind.INT if whole else Kind.NUMBER
    zero = z3.IntVal(0) if whole else rational(0)
    total, needs = zero, []
    for i, item in enumerate(shape.head):
        counts = shape.length > z3.IntVal(i)
        holds, term = of_kind(item, kind)
        needs.append(disj(negate(counts), holds))
        total = total + z3.If(counts, term, zero)
    if not shape.whole:
        _, unseen = of_kind(session.opaque(Op.SUM, Cell(Plain(kind, zero))), kind)
        total = total + z3.If(shape.length > z3.IntVal(len(shape.head)), unseen, zero)
    return numeric(kind, total).given(negate(cell.null), *needs)


def rearranged(op: Op) -> Encoder:
    def encode(session: Session, cells: Cells) -> Cell:
        (cell,) = cells
        if not isinstance(cell.shape, Items):
            return _of_unknown_list(session, op, cell)
        if cell.shape.whole and len(cell.shape.head) <= 1:
            ranks = map(_has_rank, cell.shape.head) if op is Op.SORT else ()
            return cell.given(negate(cell.null), *ranks)
        return session.opaque(op, cell).given(negate(cell.null))

    return encode
