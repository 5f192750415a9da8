"""Logic, comparison, membership and what takes any value, for z3 (C-5.4)."""

from collections.abc import Callable

import z3

from wfcheck.semantics.types import STRING, Kind
from wfcheck.smt.cells import either, equal, of_kind
from wfcheck.smt.session import Cells, Encoder, Session, aligned, can_be, truth
from wfcheck.smt.sorts import (
    ANY,
    FALSE,
    TRUE,
    Anything,
    Cell,
    Items,
    Plain,
    Term,
    boolean,
    conj,
    disj,
    negate,
)
from wfcheck.syntax.expr import Op


def conjunction(_: Session, cells: Cells) -> Cell:
    a, b = cells
    (a_is, a_term), (b_is, b_term) = truth(a), truth(b)
    # C-5.6: the right operand counts only where the left one is true.
    ok = conj(a.ok, a_is, disj(negate(a_term), conj(b.ok, b_is)))
    return boolean(conj(a_term, b_term)).given(ok)


def disjunction(_: Session, cells: Cells) -> Cell:
    a, b = cells
    (a_is, a_term), (b_is, b_term) = truth(a), truth(b)
    ok = conj(a.ok, a_is, disj(a_term, conj(b.ok, b_is)))
    return boolean(disj(a_term, b_term)).given(ok)


def negation(_: Session, cells: Cells) -> Cell:
    holds, term = truth(cells[0])
    return boolean(negate(term)).given(holds)


def equality(_: Session, cells: Cells) -> Cell:
    return boolean(equal(cells[0], cells[1]))


def inequality(_: Session, cells: Cells) -> Cell:
    return boolean(negate(equal(cells[0], cells[1])))


def ordering(compare: Callable[[Term, Term], Term]) -> Encoder:
    def encode(_: Session, cells: Cells) -> Cell:
        a, b = cells
        ranks = (Kind.DURATION, Kind.TIMESTAMP, Kind.NUMBER)
        found = boolean(FALSE).given(FALSE)
        for kind in ranks:
            if not (can_be(a, kind) and can_be(b, kind)):
                continue
            (a_is, a_term), (b_is, b_term) = aligned(a, b, kind)
            found = either(conj(a_is, b_is), boolean(compare(a_term, b_term)), found)
        return found

    return encode


def membership(session: Session, cells: Cells) -> Cell:
    element, container = cells
    match container.shape:
        case Items():
            return has_element(session, Op.IN, container, element)
        case Plain(Kind.STRING):
            is_text, part = of_kind(element, Kind.STRING)
            contains = z3.Contains(container.shape.term, part)
            return boolean(contains).given(is_text, negate(container.null))
        case Anything(term):
            is_text, part = of_kind(element, Kind.STRING)
            both = conj(ANY.is_any_string(term), is_text)
            unknown = session.opaque(Op.IN, boolean(TRUE))
            found = either(both, boolean(z3.Contains(ANY.the_string(term), part)), unknown)
            return found.given(disj(both, ANY.is_any_list(term)))
        case _:
            return boolean(FALSE).given(FALSE)


def non_membership(session: Session, cells: Cells) -> Cell:
    found = membership(session, cells)
    return boolean(negate(truth(found)[1])).given(found.ok)


def has_element(session: Session, op: Op, container: Cell, element: Cell) -> Cell:
    shape = container.shape
    assert isinstance(shape, Items)
    shown = [
        conj(shape.length > z3.IntVal(i), equal(element, item)) for i, item in enumerate(shape.head)
    ]
    if not shape.whole:
        unseen = truth(session.opaque(op, boolean(TRUE)))[1]
        shown.append(conj(shape.length > z3.IntVal(len(shape.head)), unseen))
    return boolean(disj(*shown)).given(negate(container.null))


def default(_: Session, cells: Cells) -> Cell:
    value, other = cells
    return either(negate(value.null), value, other)


def json_text(session: Session, _: Cells) -> Cell:
    return session.opaque(Op.JSON, STRING)
