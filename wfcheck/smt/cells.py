"""Work on cells that no operator owns: known values, equality, either-or, and what has no static type."""

from collections.abc import Callable
from fractions import Fraction
from typing import Final, assert_never

import z3

from wfcheck.semantics.types import Kind
from wfcheck.smt.sorts import (
    ANY,
    FALSE,
    TRUE,
    Anything,
    Cell,
    Entries,
    Items,
    Lookup,
    Nothing,
    Plain,
    Term,
    boolean,
    choose,
    conj,
    disj,
    negate,
    rational,
    text,
)
from wfcheck.syntax.literals import Duration, File, MapValue, Timestamp, Value

NULL: Final = Cell(Nothing(), TRUE)

_FILE: Final[Term] = z3.Function(
    "file", z3.StringSort(), z3.IntSort(), z3.StringSort(), z3.IntSort()
)
_LIST: Final[Term] = z3.Function("list", z3.IntSort(), ANY, z3.IntSort())
_MAP: Final[Term] = z3.Function("map", z3.StringSort(), ANY, z3.IntSort(), z3.IntSort())


def known(value: Value) -> Cell:
    """The cell of a known value."""
    match value:
        case None:
            return NULL
        case bool():
            return boolean(z3.BoolVal(value))
        case int():
            return Cell(Plain(Kind.INT, z3.IntVal(value)))
        case Fraction():
            return Cell(Plain(Kind.NUMBER, rational(value)))
        case str():
            return Cell(Plain(Kind.STRING, text(value)))
        case Duration(ms):
            return Cell(Plain(Kind.DURATION, z3.IntVal(ms)))
        case Timestamp(ms):
            return Cell(Plain(Kind.TIMESTAMP, z3.IntVal(ms)))
        case File(name, size, media_type):
            return Cell(Plain(Kind.FILE, _FILE(text(name), z3.IntVal(size), text(media_type))))
        case tuple():
            return Cell(Items(z3.IntVal(len(value)), tuple(known(item) for item in value)))
        case MapValue(entries):
            return Cell(Entries(tuple((name, known(item)) for name, item in entries)))
        case _:
            assert_never(value)


_AS_ANY: Final[dict[Kind, Callable[[Term], Term]]] = {
    Kind.STRING: ANY.any_string,
    Kind.INT: lambda term: ANY.any_number(z3.ToReal(term)),
    Kind.NUMBER: ANY.any_number,
    Kind.BOOL: ANY.any_bool,
    Kind.DURATION: ANY.any_duration,
    Kind.TIMESTAMP: ANY.any_timestamp,
    Kind.FILE: ANY.any_file,
}


def as_any(cell: Cell) -> Term:
    """A cell as a term of `ANY`, its null included; lists and maps keep no more than their identity."""
    match cell.shape:
        case Plain(kind, term):
            value = _AS_ANY[kind](term)
        case Anything(term):
            value = term
        case Items(length, head):
            identity = length
            for item in head:
                identity = _LIST(identity, as_any(item))
            value = ANY.any_list(identity)
        case Entries(cells):
            identity = z3.IntVal(0)
            for name, item in sorted(cells, key=lambda entry: entry[0]):
                identity = _MAP(text(name), as_any(item), identity)
            value = ANY.any_map(identity)
        case Lookup(name, _):
            value = ANY.any_map(z3.Int(f"map {name}"))
        case Nothing():
            value = ANY.any_null
        case _:
            assert_never(cell.shape)
    return choose(cell.null, ANY.any_null, value)


def anything(term: Term) -> Cell:
    """The cell of a term of `ANY`."""
    return Cell(Anything(term), ANY.is_any_null(term))


_FROM_ANY: Final[dict[Kind, tuple[Term, Term]]] = {
    Kind.STRING: (ANY.is_any_string, ANY.the_string),
    Kind.NUMBER: (ANY.is_any_number, ANY.the_number),
    Kind.BOOL: (ANY.is_any_bool, ANY.the_bool),
    Kind.DURATION: (ANY.is_any_duration, ANY.the_duration),
    Kind.TIMESTAMP: (ANY.is_any_timestamp, ANY.the_timestamp),
    Kind.FILE: (ANY.is_any_file, ANY.the_file),
}


def is_whole(term: Term) -> Term:
    """Whether a Real term is an integer."""
    return z3.IsInt(term)


def of_kind(cell: Cell, kind: Kind) -> tuple[Term, Term]:
    """When a cell holds a value of that kind, and the value's term (arbitrary where it does not).

    An int is a number, and a whole number an int (C-3.4).
    """
    match cell.shape:
        case Plain(own, term) if own is kind:
            return negate(cell.null), term
        case Plain(Kind.INT, term) if kind is Kind.NUMBER:
            return negate(cell.null), z3.ToReal(term)
        case Plain(Kind.NUMBER, term) if kind is Kind.INT:
            return conj(negate(cell.null), is_whole(term)), z3.ToInt(term)
        case Anything(term) if kind is Kind.INT:
            number = ANY.the_number(term)
            return conj(ANY.is_any_number(term), is_whole(number)), z3.ToInt(number)
        case Anything(term):
            test, value = _FROM_ANY[kind]
            return test(term), value(term)
        case Plain() | Items() | Entries() | Lookup() | Nothing():
            return FALSE, _ARBITRARY[kind]
        case _:
            assert_never(cell.shape)


_ARBITRARY: Final[dict[Kind, Term]] = {
    Kind.STRING: z3.StringVal(""),
    Kind.INT: z3.IntVal(0),
    Kind.NUMBER: z3.RealVal(0),
    Kind.BOOL: FALSE,
    Kind.DURATION: z3.IntVal(0),
    Kind.TIMESTAMP: z3.IntVal(0),
    Kind.FILE: z3.IntVal(0),
}


def equal(a: Cell, b: Cell) -> Term:
    """C-5.4: equality by value, int and number numerically; null equals only null."""
    both = conj(a.null, b.null)
    neither = conj(negate(a.null), negate(b.null))
    return disj(both, conj(neither, _same_shape(a, b)))


def _same_shape(a: Cell, b: Cell) -> Term:
    match a.shape, b.shape:
        case (Nothing(), _) | (_, Nothing()):
            return FALSE
        case Plain(kind, term), Plain(other, value) if kind is other:
            return term == value
        case Plain(Kind.INT | Kind.NUMBER), Plain(Kind.INT | Kind.NUMBER):
            return of_kind(a, Kind.NUMBER)[1] == of_kind(b, Kind.NUMBER)[1]
        case (Anything(), _) | (_, Anything()):
            return as_any(a) == as_any(b)
        case Items(length, head), Items(other, other_head):
            return conj(
                length == other,
                *(
                    disj(length <= z3.IntVal(i), equal(x, y))
                    for i, (x, y) in enumerate(zip(head, other_head, strict=False))
                ),
                *_rest_equal(a.shape, b.shape),
            )
        case Entries(cells), Entries(others):
            if {name for name, _ in cells} != {name for name, _ in others}:
                return FALSE
            return conj(*(equal(cell, dict(others)[name]) for name, cell in cells))
        case ((Lookup() | Entries()), (Lookup() | Entries())):
            return as_any(a) == as_any(b)
        case _:
            return FALSE


def _rest_equal(a: Items, b: Items) -> tuple[Term, ...]:
    """What must hold beyond the elements that both lists show: nothing, or an opaque fact."""
    shown = min(len(a.head), len(b.head))
    if (a.whole and len(a.head) == shown) or (b.whole and len(b.head) == shown):
        return ()
    rest = z3.Bool(f"same rest {a.length} {b.length}")
    return (disj(a.length <= z3.IntVal(shown), rest),)


def either(test: Term, a: Cell, b: Cell) -> Cell:
    """`a` where the test holds, else `b`; values without a common shape become terms of `ANY`."""
    null = choose(test, a.null, b.null)
    ok = choose(test, a.ok, b.ok)
    match a.shape, b.shape:
        case _, Nothing():
            return Cell(a.shape, null, ok)
        case Nothing(), _:
            return Cell(b.shape, null, ok)
        case Plain(kind, term), Plain(other, value) if kind is other:
            return Cell(Plain(kind, choose(test, term, value)), null, ok)
        case Plain(Kind.INT | Kind.NUMBER), Plain(Kind.INT | Kind.NUMBER):
            term, value = of_kind(a, Kind.NUMBER)[1], of_kind(b, Kind.NUMBER)[1]
            return Cell(Plain(Kind.NUMBER, choose(test, term, value)), null, ok)
        case Items() as items, Items() as others:
            return Cell(_either_list(test, items, others), null, ok)
        case Entries(cells), Entries(others):
            names = dict.fromkeys(name for name, _ in (*cells, *others))
            joined = tuple(
                (name, either(test, a.shape.get(name) or NULL, b.shape.get(name) or NULL))
                for name in names
            )
            return Cell(Entries(joined), null, ok)
        case Lookup(name, _), Lookup(other, _) if name == other:
            return Cell(a.shape, null, ok)
        case _:
            return Cell(Anything(choose(test, as_any(a), as_any(b))), null, ok)


def _either_list(test: Term, a: Items, b: Items) -> Items:
    shown = max(len(a.head), len(b.head))
    # Where a list shows fewer elements than it may have, the other's do not speak for it.
    shown = min([shown, *(len(items.head) for items in (a, b) if not items.whole)])
    head = tuple(
        either(test, a.head[i], b.head[i])
        if i < len(a.head) and i < len(b.head)
        else (a.head if i < len(a.head) else b.head)[i]
        for i in range(shown)
    )
    rest = (*a.head[shown:], *a.rest, *b.head[shown:], *b.rest)
    return Items(choose(test, a.length, b.length), head, rest)
