"""Filters of lists (C-5.8)."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from wfcheck.semantics.fault import Fault
from wfcheck.semantics.json_values import is_short
from wfcheck.semantics.signature import Given, OpDecl, Overload, Shape
from wfcheck.semantics.types import INT, NUMBER, STRING, ListOf, Type
from wfcheck.semantics.values import VALUE_LIMIT, text_of, text_size
from wfcheck.syntax.expr import Apply, Expr, ListLit, Lit, Op
from wfcheck.syntax.literals import (
    INT_MAX,
    INT_MIN,
    Duration,
    MapValue,
    Timestamp,
    Value,
    in_limits,
)

_Rank: TypeAlias = tuple[str, int | Fraction | str]


def _ranks(values: Value) -> list[_Rank] | Fault:
    """What the elements of a list are ordered by: all of one kind, or there is no order."""
    if not isinstance(values, tuple):
        return Fault.TYPE
    ranks: list[_Rank] = []
    for value in values:
        match value:
            case None:
                return Fault.NULL
            case bool():
                return Fault.TYPE
            case int() | Fraction():
                ranks.append(("number", value))
            case str():
                # checking E-11: by code points
                ranks.append(("text", value))
            case Duration(ms):
                ranks.append(("duration", ms))
            case Timestamp(ms):
                ranks.append(("timestamp", ms))
            case _:
                return Fault.TYPE
    return Fault.TYPE if len({kind for kind, _ in ranks}) > 1 else ranks


def _by_rank(pick: Callable[[Sequence[Value]], Value]) -> Callable[[Value], Value | Fault]:
    """Something of the elements in their order; equal ones stay in the order of the list."""

    def run(values: Value) -> Value | Fault:
        ranks = _ranks(values)
        if isinstance(ranks, Fault) or not isinstance(values, tuple):
            return ranks if isinstance(ranks, Fault) else Fault.TYPE
        order = sorted(range(len(values)), key=ranks.__getitem__)
        return pick([values[i] for i in order])

    return run


def _at_end(position: int) -> Callable[[Value], Value | Fault]:
    def run(values: Value) -> Value | Fault:
        if not isinstance(values, tuple):
            return Fault.TYPE
        return values[position] if values else None

    return run


def _unique(values: Value) -> Value | Fault:
    # checking E-11: the first of equal ones stays.
    if not isinstance(values, tuple):
        return Fault.TYPE
    kept: dict[object, Value] = {}
    for value in values:
        kept.setdefault(_identity(value), value)
    return tuple(kept.values())


def _identity(value: Value) -> object:
    """A key that two values share where the language calls them equal (`same`)."""
    match value:
        case bool():
            return ("bool", value)
        case tuple():
            return tuple(map(_identity, value))
        case MapValue(entries):
            return frozenset((name, _identity(part)) for name, part in entries)
        case _:
            return value


def _join(values: Value, separator: Value) -> Value | Fault:
    if not isinstance(values, tuple) or not isinstance(separator, str):
        return Fault.TYPE
    texts: list[str] = []
    for value in values:
        text = text_of(value)
        if text is None:
            return Fault.NULL if value is None else Fault.TYPE
        texts.append(text)
    # The size is known before the text is made.
    size = sum(map(text_size, texts)) + text_size(separator) * max(len(texts) - 1, 0)
    return separator.join(texts) if size <= VALUE_LIMIT else Fault.LIMIT


def _sum(values: Value) -> Value | Fault:
    if not isinstance(values, tuple):
        return Fault.TYPE
    total: int | Fraction = 0
    for value in values:
        if value is None:
            return Fault.NULL
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            return Fault.TYPE
        total += value
    if isinstance(total, Fraction):
        return total if is_short(total) else Fault.LIMIT
    return total if in_limits(total) else Fault.ARITHMETIC


def _sum_in_range(args: tuple[Expr, ...], types: tuple[Type, ...]) -> tuple[Expr, ...]:
    if types[0] != ListOf(INT):
        return ()
    if not isinstance(args[0], ListLit):
        # The language cannot say it without the sum itself.
        return (Apply(Op.NE, (Apply(Op.SUM, args), Lit(None))),)
    numbers = ListLit(tuple(Apply(Op.MUL, (item, Lit(Fraction(1)))) for item in args[0].items))
    total = Apply(Op.SUM, (numbers,))
    return (
        Apply(Op.GE, (total, Lit(Fraction(INT_MIN)))),
        Apply(Op.LE, (total, Lit(Fraction(INT_MAX)))),
    )


_MEMBER: Final = (Overload((Shape.LIST,), Given.MEMBER),)
_EXTREME: Final = (Overload((Shape.ORDERED,), Given.EXTREME),)

LIST_OPS: Final = (
    OpDecl(
        Op.FIRST,
        _MEMBER,
        _at_end(0),
        "The first element, null of an empty list.",
        (("[4, 5] | first", "4"), ("[] | first", "null")),
    ),
    OpDecl(
        Op.LAST,
        _MEMBER,
        _at_end(-1),
        "The last element, null of an empty list.",
        (("[4, 5] | last", "5"),),
    ),
    OpDecl(
        Op.MIN,
        _EXTREME,
        _by_rank(lambda ordered: ordered[0] if ordered else None),
        "The least element, null of an empty list.",
        (("[4, -1] | min", "-1"), ("[] | min", "null")),
    ),
    OpDecl(
        Op.MAX,
        _EXTREME,
        _by_rank(lambda ordered: ordered[-1] if ordered else None),
        "The greatest element, null of an empty list.",
        (("[1h, 90m] | max", "90m"),),
    ),
    OpDecl(
        Op.SORT,
        (Overload((Shape.ORDERED,), Given.LIST),),
        _by_rank(tuple),
        "The elements in rising order; strings go by code points.",
        (("['b', 'a', 'B'] | sort", "['B', 'a', 'b']"), ("[3, 1.5] | sort", "[1.5, 3]")),
    ),
    OpDecl(
        Op.UNIQUE,
        (Overload((Shape.LIST,), Given.LIST),),
        _unique,
        "The elements without repetitions; the first of equal ones stays.",
        (("[4, 1, 4.0] | unique", "[4, 1]"),),
    ),
    OpDecl(
        Op.JOIN,
        (Overload((Shape.TEXTS, STRING), STRING),),
        _join,
        "The elements as in text, with the separator between them.",
        (("['a', 'b'] | join('-')", "'a-b'"), ("[1, 0.5] | join(', ')", "'1, 0.5'")),
    ),
    OpDecl(
        Op.SUM,
        (Overload((ListOf(INT),), INT), Overload((ListOf(NUMBER),), NUMBER)),
        _sum,
        "The sum of the elements, 0 of an empty list.",
        (("[1, 2, 3] | sum", "6"), ("[] | sum", "0")),
        needs=_sum_in_range,
        fault=Fault.ARITHMETIC,
    ),
)
