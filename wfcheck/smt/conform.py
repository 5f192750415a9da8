"""When a value keeps a declaration (C-3.2, C-3.5), as a term."""

from typing import assert_never

import z3

from wfcheck.semantics.types import (
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
    may_be_omitted,
)
from wfcheck.smt.cells import of_kind
from wfcheck.smt.declare import bounds, lengths, within_range
from wfcheck.smt.encode import Encoding
from wfcheck.smt.pattern import language
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
    conj,
    disj,
    negate,
    text,
)


def keeps(encoding: Encoding, cell: Cell, field: Field) -> Term:
    """When the value of a cell may be given for a declared field; C-3.3: null means an optional one is absent."""
    absent = FALSE if field.required else cell.null
    return disj(absent, _is_of(encoding, cell, field.type, field.limits))


def _is_of(encoding: Encoding, cell: Cell, type_: Type, limits: Limits) -> Term:
    match type_:
        case Nullable(base):
            return disj(cell.null, _is_of(encoding, cell, base, limits))
        case Scalar(kind):
            holds, term = of_kind(cell, kind)
            return conj(holds, *within_range(kind, term), *_limited(encoding, kind, term, limits))
        case EnumType(members, is_open):
            holds, term = of_kind(cell, Kind.STRING)
            return holds if is_open else conj(holds, disj(*(term == text(m) for m in members)))
        case ListOf(item):
            return conj(negate(cell.null), _is_list(encoding, cell, item, limits))
        case MapOf(item):
            return conj(negate(cell.null), _is_map(encoding, cell, item))
        case ObjectType(fields):
            return conj(negate(cell.null), _is_object(encoding, cell, fields))
        case Special.JSON:
            return disj(cell.null, _is_json(cell))
        case Special.NULL | Special.NEVER:
            return cell.null
        case Special.UNKNOWN | Unjoined():
            return TRUE
        case _:
            assert_never(type_)


def _limited(encoding: Encoding, kind: Kind, term: Term, limits: Limits) -> tuple[Term, ...]:
    found = bounds(term, limits)
    if kind is Kind.STRING:
        found += lengths(z3.Length(term), limits)
        if limits.pattern is not None:
            matching = language(limits.pattern)
            found.append(_unknown(encoding) if matching is None else z3.InRe(term, matching))
    return tuple(found)


def _unknown(encoding: Encoding) -> Term:
    shape = encoding.opaque("declaration", boolean(TRUE)).shape
    assert isinstance(shape, Plain)
    return shape.term


def _is_list(encoding: Encoding, cell: Cell, item: Type, limits: Limits) -> Term:
    element = Field("element", item)
    match cell.shape:
        case Items(length, head, rest):
            shown = (
                disj(length <= z3.IntVal(i), keeps(encoding, part, element))
                for i, part in enumerate(head)
            )
            others = (
                disj(length <= z3.IntVal(len(head)), keeps(encoding, part, element))
                for part in rest
            )
            return conj(*lengths(length, limits), *shown, *others)
        case Anything(term):
            return conj(ANY.is_any_list(term), _unknown(encoding))
        case Plain() | Entries() | Lookup() | Nothing():
            return FALSE
        case _:
            assert_never(cell.shape)


def _is_map(encoding: Encoding, cell: Cell, item: Type) -> Term:
    match cell.shape:
        case Entries(cells):
            return conj(*(keeps(encoding, part, Field(name, item)) for name, part in cells))
        case Lookup():
            some = encoding.entry(cell.shape, text("key"))
            return disj(some.null, keeps(encoding, some, Field("key", item)))
        case Anything(term):
            return conj(ANY.is_any_map(term), _unknown(encoding))
        case Plain() | Items() | Nothing():
            return FALSE
        case _:
            assert_never(cell.shape)


def _is_object(encoding: Encoding, cell: Cell, fields: tuple[Field, ...]) -> Term:
    match cell.shape:
        case Entries(cells):
            given = dict(cells)
            if any(all(field.name != name for field in fields) for name in given):
                return FALSE
            parts = []
            for field in fields:
                if field.name in given:
                    parts.append(keeps(encoding, given[field.name], field))
                elif not may_be_omitted(field):
                    return FALSE
            return conj(*parts)
        case Anything(term):
            return conj(ANY.is_any_map(term), _unknown(encoding))
        case Lookup():
            return _unknown(encoding)
        case Plain() | Items() | Nothing():
            return FALSE
        case _:
            assert_never(cell.shape)


def _is_json(cell: Cell) -> Term:
    match cell.shape:
        case Plain(kind):
            return FALSE if kind in {Kind.DURATION, Kind.TIMESTAMP, Kind.FILE} else TRUE
        case Items(length, head, rest):
            shown = (
                disj(length <= z3.IntVal(i), part.null, _is_json(part))
                for i, part in enumerate(head)
            )
            others = (
                disj(length <= z3.IntVal(len(head)), part.null, _is_json(part)) for part in rest
            )
            return conj(*shown, *others)
        case Entries(cells):
            return conj(*(disj(part.null, _is_json(part)) for _, part in cells))
        case Anything(term):
            return negate(
                disj(ANY.is_any_duration(term), ANY.is_any_timestamp(term), ANY.is_any_file(term))
            )
        case Lookup() | Nothing():
            return TRUE
        case _:
            assert_never(cell.shape)
