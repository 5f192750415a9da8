"""Filters of texts, and those that they share with lists, for z3 (C-5.8)."""

from collections.abc import Callable
from typing import Final

import z3

from wfcheck.semantics.types import STRING, Kind, ListOf
from wfcheck.smt.cells import either, of_kind
from wfcheck.smt.encode_list import element
from wfcheck.smt.encode_logic import has_element, membership
from wfcheck.smt.encode_number import numeric
from wfcheck.smt.session import Cells, Encoder, Session, kind_of, truth
from wfcheck.smt.sorts import (
    ANY,
    FALSE,
    Anything,
    Cell,
    Items,
    Plain,
    Term,
    boolean,
    disj,
    negate,
)
from wfcheck.syntax.expr import Op


def length_of(_: Session, cells: Cells) -> Cell:
    (cell,) = cells
    match cell.shape:
        case Items(length):
            return Cell(Plain(Kind.INT, length)).given(negate(cell.null))
        case _:
            holds, term = of_kind(cell, Kind.STRING)
            found = Cell(Plain(Kind.INT, z3.Length(term))).given(holds)
            if isinstance(cell.shape, Anything):
                size = z3.Function("json length", ANY, z3.IntSort())(cell.shape.term)
                many = Cell(Plain(Kind.INT, z3.If(size < 0, z3.IntVal(0), size)))
                found = either(ANY.is_any_list(cell.shape.term), many, found)
            return found


def text_test(compute: Callable[[Term, Term], Term]) -> Encoder:
    def encode(_: Session, cells: Cells) -> Cell:
        (a_is, a), (b_is, b) = of_kind(cells[0], Kind.STRING), of_kind(cells[1], Kind.STRING)
        return boolean(compute(a, b)).given(a_is, b_is)

    return encode


def containment(session: Session, cells: Cells) -> Cell:
    if isinstance(cells[0].shape, Items):
        return has_element(session, Op.CONTAINS, cells[0], cells[1])
    return membership(session, (cells[1], cells[0]))


def _clamped(index: Term, length: Term) -> Term:
    zero = z3.IntVal(0)
    counted = z3.If(index < zero, index + length, index)
    return z3.If(counted < zero, zero, z3.If(counted > length, length, counted))


def part(session: Session, cells: Cells) -> Cell:
    receiver = cells[0]
    bounds = [of_kind(cell, Kind.INT) for cell in cells[1:]]
    needs = [test for test, _ in bounds]
    match receiver.shape:
        case Items(length) as items:
            start = _clamped(bounds[0][1], length)
            end = _clamped(bounds[1][1], length) if len(bounds) > 1 else length
            size = z3.If(end > start, end - start, z3.IntVal(0))
            head = tuple(
                element(session, Op.SLICE, items, start + z3.IntVal(i))
                for i in range(len(items.head))
            )
            return Cell(Items(size, head, items.rest)).given(negate(receiver.null), *needs)
        case Plain(Kind.STRING) | Anything():
            holds, term = of_kind(receiver, Kind.STRING)
            length = z3.Length(term)
            start = _clamped(bounds[0][1], length)
            end = _clamped(bounds[1][1], length) if len(bounds) > 1 else length
            size = z3.If(end > start, end - start, z3.IntVal(0))
            part = z3.SubString(term, start, size)
            return Cell(Plain(Kind.STRING, part)).given(holds, *needs)
        case _:
            return Cell(Plain(Kind.STRING, z3.StringVal("")), ok=FALSE)


def replaced_text(session: Session, cells: Cells) -> Cell:
    (t_is, term), (a_is, old), (b_is, new) = (of_kind(cell, Kind.STRING) for cell in cells)
    if not z3.is_string_value(old) or not old.as_string():
        # z3 replaces no empty text, the language does.
        return session.opaque(Op.REPLACE, STRING).given(t_is, a_is, b_is)
    # E-11 replaces all; z3py only offers the first.
    replaced = z3.SeqRef(
        z3.Z3_mk_seq_replace_all(term.ctx_ref(), term.as_ast(), old.as_ast(), new.as_ast()),
        term.ctx,
    )
    return Cell(Plain(Kind.STRING, replaced)).given(t_is, a_is, b_is)


_DIGITS: Final[Term] = z3.Plus(z3.Range("0", "9"))
_NUMERAL: Final[Term] = z3.Concat(z3.Option(z3.Union(z3.Re("-"), z3.Re("+"))), _DIGITS)


def int_of_text(_: Session, cells: Cells) -> Cell:
    holds, term = of_kind(cells[0], Kind.STRING)
    signed = disj(z3.PrefixOf("-", term), z3.PrefixOf("+", term))
    digits = z3.StrToInt(z3.If(signed, z3.SubString(term, 1, z3.Length(term) - 1), term))
    value = z3.If(z3.PrefixOf("-", term), -digits, digits)
    return numeric(Kind.INT, value).given(holds, z3.InRe(term, _NUMERAL))


def as_text(session: Session, cell: Cell) -> Cell:
    """What a scalar looks like in text (C-5.1)."""
    found: Cell | None = None
    for kind in (Kind.STRING, Kind.INT, Kind.BOOL, Kind.NUMBER, Kind.DURATION, Kind.TIMESTAMP):
        if not (kind_of(cell) is kind or isinstance(cell.shape, Anything)):
            continue
        holds, term = of_kind(cell, kind)
        match kind:
            case Kind.STRING:
                spelt = term
            case Kind.INT:
                spelt = z3.If(
                    term < 0, z3.Concat(z3.StringVal("-"), z3.IntToStr(-term)), z3.IntToStr(term)
                )
            case Kind.BOOL:
                spelt = z3.If(term, z3.StringVal("true"), z3.StringVal("false"))
            case _:
                spelt = session.function(Op.STRING, (term,), z3.StringSort())
        value = Cell(Plain(Kind.STRING, spelt)).given(holds)
        found = value if found is None else either(found.ok, found, value)
    return found if found is not None else Cell(Plain(Kind.STRING, z3.StringVal("")), ok=FALSE)


def text_of_value(session: Session, cells: Cells) -> Cell:
    is_bool, _ = truth(cells[0])
    return as_text(session, cells[0]).given(negate(is_bool))  # C-5.8 leaves out bools


def parts_of(session: Session, cells: Cells) -> Cell:
    tests = [of_kind(cell, Kind.STRING)[0] for cell in cells]
    return session.opaque(Op.SPLIT, ListOf(STRING)).given(*tests)


def joined_text(session: Session, cells: Cells) -> Cell:
    receiver, separator = cells
    holds, between = of_kind(separator, Kind.STRING)
    if not isinstance(receiver.shape, Items) or not receiver.shape.whole:
        return session.opaque(Op.JOIN, STRING).given(holds)
    parts: list[Term] = [z3.StringVal("")]
    needs = [holds, negate(receiver.null)]
    for i, item in enumerate(receiver.shape.head):
        counts = receiver.shape.length > z3.IntVal(i)
        spelt = as_text(session, item)
        needs.append(disj(negate(counts), spelt.ok))
        _, term = of_kind(spelt, Kind.STRING)
        if i:
            term = z3.Concat(between, term)
        parts.append(z3.If(counts, term, z3.StringVal("")))
    joined = z3.Concat(*parts) if len(parts) > 1 else parts[0]
    return Cell(Plain(Kind.STRING, joined)).given(*needs)
