"""The solver's column of the operator table: how each operator and filter looks to z3.

Where z3 and the language differ stands here, with a sentence each. `OPAQUE` is written out, so
that "a refutation that rests on an uninterpreted function" is a lookup and not a memory.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

import z3

from wfcheck.semantics.types import STRING, Kind, ListOf, Type
from wfcheck.smt.cells import NULL, either, equal, is_whole, of_kind
from wfcheck.smt.declare import within_range
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
    boolean,
    conj,
    disj,
    negate,
    rational,
)
from wfcheck.syntax.expr import Op

Cells: TypeAlias = tuple[Cell, ...]


class Session(Protocol):
    """What an encoder may ask of the encoding that it works for."""

    def opaque(self, what: str, like: Cell | Type) -> Cell:
        """A value that nothing is known of, but its type; remembered as an abstraction."""

    def function(self, what: str, args: tuple[Term, ...], result: Term) -> Term:
        """An uninterpreted function of the operator on these terms; remembered likewise."""


Encoder: TypeAlias = Callable[[Session, Cells], Cell]


@dataclass(frozen=True, slots=True)
class Opaque:
    """An operator that z3 cannot express: an uninterpreted function of its scalar operands.

    `partial` when it may have no value, which is uninterpreted too.
    """

    kinds: tuple[Kind, ...]
    result: Kind
    partial: bool = False


INTEGRAL: Final = frozenset({Kind.INT, Kind.DURATION, Kind.TIMESTAMP})


def kind_of(cell: Cell) -> Kind | None:
    """The scalar kind of a cell, None where it has none or none that is known."""
    return cell.shape.kind if isinstance(cell.shape, Plain) else None


# -- logic and comparison


def _truth(cell: Cell) -> tuple[Term, Term]:
    return of_kind(cell, Kind.BOOL)


def _and(_: Session, cells: Cells) -> Cell:
    a, b = cells
    (a_is, a_term), (b_is, b_term) = _truth(a), _truth(b)
    # C-5.6: the right operand counts only where the left one is true.
    ok = conj(a.ok, a_is, disj(negate(a_term), conj(b.ok, b_is)))
    return boolean(conj(a_term, b_term)).given(ok)


def _or(_: Session, cells: Cells) -> Cell:
    a, b = cells
    (a_is, a_term), (b_is, b_term) = _truth(a), _truth(b)
    ok = conj(a.ok, a_is, disj(a_term, conj(b.ok, b_is)))
    return boolean(disj(a_term, b_term)).given(ok)


def _not(_: Session, cells: Cells) -> Cell:
    holds, term = _truth(cells[0])
    return boolean(negate(term)).given(holds)


def _eq(_: Session, cells: Cells) -> Cell:
    return boolean(equal(cells[0], cells[1]))


def _ne(_: Session, cells: Cells) -> Cell:
    return boolean(negate(equal(cells[0], cells[1])))


def _ordering(compare: Callable[[Term, Term], Term]) -> Encoder:
    def encode(_: Session, cells: Cells) -> Cell:
        a, b = cells
        ranks = (Kind.DURATION, Kind.TIMESTAMP, Kind.NUMBER)
        found = boolean(FALSE).given(FALSE)
        for kind in ranks:
            if not (_can_be(a, kind) and _can_be(b, kind)):
                continue
            (a_is, a_term), (b_is, b_term) = _aligned(a, b, kind)
            found = either(conj(a_is, b_is), boolean(compare(a_term, b_term)), found)
        return found

    return encode


def _can_be(cell: Cell, kind: Kind) -> bool:
    own = kind_of(cell)
    return (
        isinstance(cell.shape, Anything) or own is kind or (own is Kind.INT and kind is Kind.NUMBER)
    )


def _aligned(a: Cell, b: Cell, kind: Kind) -> tuple[tuple[Term, Term], tuple[Term, Term]]:
    """Both as terms of one sort: two ints stay Int, which z3 decides more easily."""
    if kind_of(a) is kind_of(b) is Kind.INT:
        kind = Kind.INT
    return of_kind(a, kind), of_kind(b, kind)


def _in(session: Session, cells: Cells) -> Cell:
    element, container = cells
    match container.shape:
        case Items():
            return _has(session, Op.IN, container, element)
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


def _not_in(session: Session, cells: Cells) -> Cell:
    found = _in(session, cells)
    return boolean(negate(_truth(found)[1])).given(found.ok)


def _has(session: Session, op: Op, container: Cell, element: Cell) -> Cell:
    shape = container.shape
    assert isinstance(shape, Items)
    shown = [
        conj(shape.length > z3.IntVal(i), equal(element, item)) for i, item in enumerate(shape.head)
    ]
    if not shape.whole:
        unseen = _truth(session.opaque(op, boolean(TRUE)))[1]
        shown.append(conj(shape.length > z3.IntVal(len(shape.head)), unseen))
    return boolean(disj(*shown)).given(negate(container.null))


# -- arithmetic


def _numeric(kind: Kind, term: Term) -> Cell:
    return Cell(Plain(kind, term)).given(*within_range(kind, term))


_SUMS: Final[tuple[tuple[Kind, Kind, Kind], ...]] = (
    (Kind.INT, Kind.INT, Kind.INT),
    (Kind.NUMBER, Kind.NUMBER, Kind.NUMBER),
    (Kind.DURATION, Kind.DURATION, Kind.DURATION),
    (Kind.TIMESTAMP, Kind.DURATION, Kind.TIMESTAMP),
)
_DIFFERENCES: Final = (*_SUMS, (Kind.TIMESTAMP, Kind.TIMESTAMP, Kind.DURATION))
_PRODUCTS: Final[tuple[tuple[Kind, Kind, Kind], ...]] = (
    (Kind.INT, Kind.INT, Kind.INT),
    (Kind.NUMBER, Kind.NUMBER, Kind.NUMBER),
    (Kind.DURATION, Kind.INT, Kind.DURATION),
)


def _arithmetic(
    rows: tuple[tuple[Kind, Kind, Kind], ...], compute: Callable[[Term, Term], Term]
) -> Encoder:
    def encode(_: Session, cells: Cells) -> Cell:
        a, b = cells
        found: Cell | None = None
        for left, right, result in rows:
            if not (_can_be(a, left) and _can_be(b, right)):
                continue
            (a_is, a_term), (b_is, b_term) = of_kind(a, left), of_kind(b, right)
            value = _numeric(result, compute(a_term, b_term))
            if found is None and _certain(a, left) and _certain(b, right):
                return value.given(a_is, b_is)
            fits = conj(a_is, b_is)
            found = value.given(fits) if found is None else either(fits, value, found)
        return found if found is not None else Cell(Plain(Kind.INT, z3.IntVal(0)), ok=FALSE)

    return encode


def _certain(cell: Cell, kind: Kind) -> bool:
    return kind_of(cell) is kind or (kind is Kind.NUMBER and kind_of(cell) is Kind.INT)


def _divide(_: Session, cells: Cells) -> Cell:
    (a_is, a), (b_is, b) = of_kind(cells[0], Kind.NUMBER), of_kind(cells[1], Kind.NUMBER)
    return Cell(Plain(Kind.NUMBER, a / b)).given(a_is, b_is, b != rational(0))


def _floor_of_ratio(a: Term, b: Term) -> Term:
    # z3's `div` leaves a remainder that is never negative; the language's `//` rounds down.
    zero = z3.IntVal(0)
    return z3.If(b > zero, a / b, (zero - a) / (zero - b))


def _remainder(a: Term, b: Term) -> Term:
    # z3's `mod` is never negative; the language's `%` takes the divisor's sign.
    zero = z3.IntVal(0)
    return z3.If(b > zero, a % b, zero - ((zero - a) % (zero - b)))


def _whole_division(
    on_ints: Callable[[Term, Term], Term], on_reals: Callable[[Term, Term], Term]
) -> Encoder:
    def encode(_: Session, cells: Cells) -> Cell:
        a, b = cells
        if kind_of(a) is kind_of(b) is Kind.INT:
            (a_is, x), (b_is, y) = of_kind(a, Kind.INT), of_kind(b, Kind.INT)
            return _numeric(Kind.INT, on_ints(x, y)).given(a_is, b_is, y != z3.IntVal(0))
        (a_is, x), (b_is, y) = of_kind(a, Kind.NUMBER), of_kind(b, Kind.NUMBER)
        return Cell(Plain(Kind.NUMBER, on_reals(x, y))).given(a_is, b_is, y != rational(0))

    return encode


def _real_floor(a: Term, b: Term) -> Term:
    return z3.ToReal(z3.ToInt(a / b))


def _real_remainder(a: Term, b: Term) -> Term:
    return a - b * z3.ToReal(z3.ToInt(a / b))


def _signed(compute: Callable[[Term], Term], kinds: tuple[Kind, ...]) -> Encoder:
    """An operator on one number, or duration where `kinds` has it, that keeps the kind."""

    def encode(_: Session, cells: Cells) -> Cell:
        found: Cell | None = None
        for kind in kinds:
            if _certain(cells[0], kind) and kind_of(cells[0]) is kind:
                holds, term = of_kind(cells[0], kind)
                return _numeric(kind, compute(term)).given(holds)
            if isinstance(cells[0].shape, Anything):
                holds, term = of_kind(cells[0], kind)
                value = _numeric(kind, compute(term)).given(holds)
                found = value if found is None else either(holds, value, found)
        return found if found is not None else Cell(Plain(Kind.INT, z3.IntVal(0)), ok=FALSE)

    return encode


def _magnitude(term: Term) -> Term:
    return z3.If(term < 0, -term, term)


def _rounded_to_int(compute: Callable[[Term], Term]) -> Encoder:
    def encode(_: Session, cells: Cells) -> Cell:
        if kind_of(cells[0]) is Kind.INT:
            return cells[0].given(negate(cells[0].null))
        holds, term = of_kind(cells[0], Kind.NUMBER)
        return _numeric(Kind.INT, compute(term)).given(holds)

    return encode


def _ceiling(term: Term) -> Term:
    return -z3.ToInt(-term)


def half_to_even(term: Term) -> Term:
    """A Real term rounded to an Int one, halves to the even neighbour."""
    up = z3.ToInt(term + z3.Q(1, 2))
    tie = is_whole(term + z3.Q(1, 2))
    return z3.If(z3.And(tie, up % z3.IntVal(2) == z3.IntVal(1)), up - z3.IntVal(1), up)


_MOST_DIGITS: Final = 30


def _round(session: Session, cells: Cells) -> Cell:
    digits = _literal_int(cells[1]) if len(cells) > 1 else 0
    own = kind_of(cells[0])
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
        return _numeric(Kind.INT, rounded * z3.IntVal(10**-digits)).given(holds)
    return Cell(Plain(Kind.NUMBER, z3.ToReal(rounded) / scale)).given(holds)


def _literal_int(cell: Cell) -> int | None:
    if isinstance(cell.shape, Plain) and z3.is_int_value(cell.shape.term):
        return int(cell.shape.term.as_long())
    return None


def _seconds(_: Session, cells: Cells) -> Cell:
    holds, term = of_kind(cells[0], Kind.DURATION)
    return Cell(Plain(Kind.NUMBER, z3.ToReal(term) / rational(1000))).given(holds)


def _moved(compute: Callable[[Term, Term], Term]) -> Encoder:
    return _arithmetic(((Kind.TIMESTAMP, Kind.DURATION, Kind.TIMESTAMP),), compute)


# -- texts


def _length(_: Session, cells: Cells) -> Cell:
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


def _text_test(compute: Callable[[Term, Term], Term]) -> Encoder:
    def encode(_: Session, cells: Cells) -> Cell:
        (a_is, a), (b_is, b) = of_kind(cells[0], Kind.STRING), of_kind(cells[1], Kind.STRING)
        return boolean(compute(a, b)).given(a_is, b_is)

    return encode


def _contains(session: Session, cells: Cells) -> Cell:
    if isinstance(cells[0].shape, Items):
        return _has(session, Op.CONTAINS, cells[0], cells[1])
    return _in(session, (cells[1], cells[0]))


def _clamped(index: Term, length: Term) -> Term:
    zero = z3.IntVal(0)
    counted = z3.If(index < zero, index + length, index)
    return z3.If(counted < zero, zero, z3.If(counted > length, length, counted))


def _slice(session: Session, cells: Cells) -> Cell:
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


def _replace(session: Session, cells: Cells) -> Cell:
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


def _to_int(_: Session, cells: Cells) -> Cell:
    holds, term = of_kind(cells[0], Kind.STRING)
    signed = disj(z3.PrefixOf("-", term), z3.PrefixOf("+", term))
    digits = z3.StrToInt(z3.If(signed, z3.SubString(term, 1, z3.Length(term) - 1), term))
    value = z3.If(z3.PrefixOf("-", term), -digits, digits)
    return _numeric(Kind.INT, value).given(holds, z3.InRe(term, _NUMERAL))


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


def _string(session: Session, cells: Cells) -> Cell:
    is_bool, _ = _truth(cells[0])
    return as_text(session, cells[0]).given(negate(is_bool))  # C-5.8 leaves out bools


# -- lists


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


def _at_end(index: int) -> Encoder:
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


def _extreme(op: Op, better: Callable[[Term, Term], Term]) -> Encoder:
    def encode(session: Session, cells: Cells) -> Cell:
        (cell,) = cells
        shape = cell.shape
        if not isinstance(shape, Items):
            return _of_unknown_list(session, op, cell)
        if not shape.head:
            return NULL.given(negate(cell.null))
        best = shape.head[0]
        needs = [disj(shape.length <= z3.IntVal(0), negate(best.null))]
        others = [(z3.IntVal(i), item) for i, item in enumerate(shape.head) if i]
        others += [(z3.IntVal(len(shape.head)), session.opaque(op, item)) for item in shape.rest]
        for place, item in others:
            counts = shape.length > place
            needs.append(disj(negate(counts), negate(item.null)))
            best = either(conj(counts, _ranked(item, best, better)), item, best)
        empty = shape.length == z3.IntVal(0)
        return either(empty, NULL, best).given(negate(cell.null), *needs)

    return encode


def _ranked(a: Cell, b: Cell, better: Callable[[Term, Term], Term]) -> Term:
    for kind in (Kind.STRING, Kind.NUMBER, Kind.DURATION, Kind.TIMESTAMP):
        if _can_be(a, kind) and _can_be(b, kind):
            (_, x), (_, y) = _aligned(a, b, kind)
            return better(x, y)
    return FALSE


def _sum(session: Session, cells: Cells) -> Cell:
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
    return _numeric(kind, total).given(negate(cell.null), *needs)


def _rearranged(op: Op) -> Encoder:
    def encode(session: Session, cells: Cells) -> Cell:
        (cell,) = cells
        if not isinstance(cell.shape, Items):
            return _of_unknown_list(session, op, cell)
        if cell.shape.whole and len(cell.shape.head) <= 1:
            return cell.given(negate(cell.null))
        return session.opaque(op, cell).given(negate(cell.null))

    return encode


def _split(session: Session, cells: Cells) -> Cell:
    tests = [of_kind(cell, Kind.STRING)[0] for cell in cells]
    return session.opaque(Op.SPLIT, ListOf(STRING)).given(*tests)


def _join(session: Session, cells: Cells) -> Cell:
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


# -- any


def _default(_: Session, cells: Cells) -> Cell:
    value, other = cells
    return either(negate(value.null), value, other)


def _json(session: Session, _: Cells) -> Cell:
    return session.opaque(Op.JSON, STRING)


ENCODERS: Final[Mapping[Op, Encoder | Opaque]] = {
    Op.OR: _or,
    Op.AND: _and,
    Op.NOT: _not,
    Op.EQ: _eq,
    Op.NE: _ne,
    Op.LT: _ordering(lambda a, b: a < b),
    Op.LE: _ordering(lambda a, b: a <= b),
    Op.GT: _ordering(lambda a, b: a > b),
    Op.GE: _ordering(lambda a, b: a >= b),
    Op.IN: _in,
    Op.NOT_IN: _not_in,
    Op.ADD: _arithmetic(_SUMS, lambda a, b: a + b),
    Op.SUB: _arithmetic(_DIFFERENCES, lambda a, b: a - b),
    Op.MUL: _arithmetic(_PRODUCTS, lambda a, b: a * b),
    Op.DIV: _divide,
    Op.FLOORDIV: _whole_division(_floor_of_ratio, _real_floor),
    Op.MOD: _whole_division(_remainder, _real_remainder),
    Op.NEG: _signed(lambda term: -term, (Kind.INT, Kind.NUMBER, Kind.DURATION)),
    Op.LOWER: Opaque((Kind.STRING,), Kind.STRING),
    Op.UPPER: Opaque((Kind.STRING,), Kind.STRING),
    Op.TRIM: Opaque((Kind.STRING,), Kind.STRING),
    Op.LENGTH: _length,
    Op.SPLIT: _split,
    Op.REPLACE: _replace,
    Op.SLICE: _slice,
    Op.STARTS_WITH: _text_test(lambda a, b: z3.PrefixOf(b, a)),
    Op.ENDS_WITH: _text_test(lambda a, b: z3.SuffixOf(b, a)),
    Op.CONTAINS: _contains,
    Op.INT: _to_int,
    Op.NUMBER: Opaque((Kind.STRING,), Kind.NUMBER, partial=True),
    Op.TIMESTAMP: Opaque((Kind.STRING,), Kind.TIMESTAMP, partial=True),
    Op.DURATION: Opaque((Kind.STRING,), Kind.DURATION, partial=True),
    Op.STRING: _string,
    Op.FIRST: _at_end(0),
    Op.LAST: _at_end(-1),
    Op.MIN: _extreme(Op.MIN, lambda a, b: a < b),
    Op.MAX: _extreme(Op.MAX, lambda a, b: b < a),
    Op.SORT: _rearranged(Op.SORT),
    Op.UNIQUE: _rearranged(Op.UNIQUE),
    Op.JOIN: _join,
    Op.SUM: _sum,
    Op.ABS: _signed(_magnitude, (Kind.INT, Kind.NUMBER)),
    Op.FLOOR: _rounded_to_int(z3.ToInt),
    Op.CEIL: _rounded_to_int(_ceiling),
    Op.ROUND: _round,
    Op.SECONDS: _seconds,
    Op.PLUS: _moved(lambda a, b: a + b),
    Op.MINUS: _moved(lambda a, b: a - b),
    Op.DEFAULT: _default,
    Op.JSON: _json,
}
assert ENCODERS.keys() == set(Op), f"no encoding for {set(Op) - ENCODERS.keys()}"
