"""Typed unknowns: a declaration's cell, and what the declaration says of its value (C-3.2)."""

from fractions import Fraction
from typing import Final, assert_never

import z3

from wfcheck.semantics.types import (
    NO_DEFAULT,
    EnumType,
    Field,
    Kind,
    Limits,
    ListOf,
    MapOf,
    Nullable,
    ObjectType,
    Scalar,
    Special,
    Type,
    Unjoined,
)
from wfcheck.smt.cells import NULL, anything
from wfcheck.smt.pattern import language
from wfcheck.smt.sorts import (
    ANY,
    FALSE,
    SORTS,
    Cell,
    Entries,
    Items,
    Lookup,
    Plain,
    Term,
    disj,
    rational,
    text,
)
from wfcheck.syntax.literals import Duration, Timestamp, Value

SHOWN: Final = 3
"""How many elements of an unknown list the solver sees; the others it knows nothing of."""

INT_RANGE: Final = (-(2**63), 2**63 - 1)
DURATION_RANGE: Final = (-4 * 10**6 * 86_400_000, 4 * 10**6 * 86_400_000)
TIMESTAMP_RANGE: Final = (-62_135_596_800_000, 253_402_300_799_999)
RANGES: Final[dict[Kind, tuple[int, int]]] = {  # C-3.9
    Kind.INT: INT_RANGE,
    Kind.DURATION: DURATION_RANGE,
    Kind.TIMESTAMP: TIMESTAMP_RANGE,
}


def within_range(kind: Kind, term: Term) -> tuple[Term, ...]:
    """C-3.9: what must hold of a term for it to be a value of its kind."""
    if kind not in RANGES:
        return ()
    low, high = RANGES[kind]
    return (term >= z3.IntVal(low), term <= z3.IntVal(high))


def may_be_null(field: Field) -> bool:
    """C-3.3: whether a reader of the field can see null."""
    absent = not field.required and field.default is NO_DEFAULT
    return absent or isinstance(field.type, Nullable) or field.type is Special.NULL


def declare(field: Field, name: str, facts: list[Term], inexact: list[str]) -> Cell:
    """The unknown of that declaration; what is known of it goes to `facts`.

    Constraints that the solver cannot express go to `inexact`, by their keys.
    """
    null = z3.Bool(f"{name} is null") if may_be_null(field) else FALSE
    base = field.type.base if isinstance(field.type, Nullable) else field.type
    cell = _unknown(base, field.limits, name, facts, inexact)
    return Cell(cell.shape, disj(null, cell.null))


def _unknown(type_: Type, limits: Limits, name: str, facts: list[Term], inexact: list[str]) -> Cell:
    match type_:
        case Scalar(kind):
            term = z3.Const(name, SORTS[kind])
            facts += within_range(kind, term)
            facts += bounds(term, limits)
            if kind is Kind.STRING:
                facts += lengths(z3.Length(term), limits)
                if limits.pattern is not None:
                    matching = language(limits.pattern)
                    if matching is None:
                        inexact.append("pattern")
                    else:
                        facts.append(z3.InRe(term, matching))
            return Cell(Plain(kind, term))
        case EnumType(members, is_open):
            term = z3.Const(name, SORTS[Kind.STRING])
            if not is_open:
                facts.append(disj(*(term == text(member) for member in members)))
            return Cell(Plain(Kind.STRING, term))
        case ListOf(item):
            length = z3.Int(f"{name} length")
            facts.append(length >= z3.IntVal(0))
            facts += lengths(length, limits)
            *head, rest = (
                declare(Field("element", item), f"{name}[{place}]", facts, inexact)
                for place in (*range(SHOWN), "*")
            )
            return Cell(Items(length, tuple(head), (rest,)))
        case MapOf(item):
            return Cell(Lookup(name, item))
        case ObjectType(fields):
            return Cell(
                Entries(
                    tuple(
                        (part.name, declare(part, f"{name}.{part.name}", facts, inexact))
                        for part in fields
                    )
                )
            )
        case Nullable(base):
            return declare(Field(name, Nullable(base)), name, facts, inexact)
        case Special.NULL:
            return NULL
        case Special.NEVER:
            facts.append(FALSE)
            return NULL
        case Special.JSON:
            term = z3.Const(name, ANY)
            # C-3.6: json has no durations, timestamps and files.
            facts += [
                z3.Not(ANY.is_any_duration(term)),
                z3.Not(ANY.is_any_timestamp(term)),
                z3.Not(ANY.is_any_file(term)),
            ]
            return anything(term)
        case Special.UNKNOWN | Unjoined():
            return anything(z3.Const(name, ANY))
        case _:
            assert_never(type_)


def bounds(term: Term, limits: Limits) -> list[Term]:
    found = []
    if limits.min is not None:
        found.append(term >= _number(limits.min))
    if limits.max is not None:
        found.append(term <= _number(limits.max))
    return found


def _number(value: Value) -> Term:
    match value:
        case Duration(ms) | Timestamp(ms):
            return z3.IntVal(ms)
        case Fraction():
            return rational(value)
        case int():
            return z3.IntVal(value)
        case _:
            raise TypeError(f"a bound is a number, a duration or a timestamp, not {value!r}")


def lengths(length: Term, limits: Limits) -> list[Term]:
    found = []
    if limits.min_length is not None:
        found.append(length >= z3.IntVal(limits.min_length))
    if limits.max_length is not None:
        found.append(length <= z3.IntVal(limits.max_length))
    return found
