"""Nodes to field declarations: types, constraints, defaults (C-3.1 to C-3.3)."""

from enum import Enum
from typing import Final

from wfcheck.catalog import INVALID_DEFAULT, INVALID_TYPE
from wfcheck.diagnostic import Finding
from wfcheck.semantics.pattern import pattern_fault
from wfcheck.semantics.types import (
    NO_DEFAULT,
    NO_LIMITS,
    STRING,
    UNKNOWN,
    Field,
    Kind,
    Limits,
    ListOf,
    NoDefault,
    ObjectType,
    Type,
    base,
    show,
)
from wfcheck.semantics.types import (
    Scalar as ScalarType,
)
from wfcheck.semantics.values import Mismatch, conforms, from_json
from wfcheck.syntax.literals import Value
from wfcheck.syntax.yaml import Entry, Map, Scalar
from wfcheck.workfile.ast import FieldDecl
from wfcheck.workfile.keys import Keys, Out, read_keys
from wfcheck.workfile.read_literals import (
    NoLiteral,
    as_map,
    is_broken,
    read_bool,
    read_literal,
    read_prose,
    shape_of,
    wrong_shape,
)
from wfcheck.workfile.read_names import check_name, read_names
from wfcheck.workfile.type_text import TypeFault, has_object, parse_type, with_fields


class Position(Enum):
    """Where a declaration stands, which decides what an omitted `required` means (C-3.2)."""

    INPUTS = "inputs"
    ACCEPTS = "accepts"
    INPUT = "input"
    OUTPUT = "output"
    CONFIGURATION = "configuration"
    PAYLOAD = "payload"

    @property
    def required(self) -> bool:
        return self in (Position.OUTPUT, Position.PAYLOAD)

    @property
    def names_are_read(self) -> bool:
        """Whether the author of a Workfile gives the names (C-2.2)."""
        return self in (Position.INPUTS, Position.ACCEPTS)


PLAIN_KEYS: Final = ("type", "required", "default", "description")
RANGE: Final = ("min", "max")
LENGTH: Final = ("min_length", "max_length")
CONSTRAINTS: Final = ("fields", *RANGE, *LENGTH, "pattern", "unique")
ORDERED: Final = frozenset({Kind.INT, Kind.NUMBER, Kind.DURATION, Kind.TIMESTAMP})


def read_fields(entry: Entry, position: Position, out: Out) -> tuple[FieldDecl, ...]:
    """A map from names to field declarations; empty where it is no map."""
    what = f"`{position.value}`"
    node = as_map(entry, what, out)
    if node is None:
        return ()
    fields: list[FieldDecl] = []
    for name, field in read_names(node, what, out):
        if position.names_are_read:
            check_name(name, field.key.span, out)
        fields.append(read_field(name, field, position, out))
    return tuple(fields)


def read_field(name: str, entry: Entry, position: Position, out: Out) -> FieldDecl:
    """One declaration: a type, or a map with one. What is wrong leaves the type `unknown`."""
    span = entry.key.span
    match entry.value:
        case Scalar(value=str()):
            type_ = _read_type(entry, out)
            if type_ is not None and has_object(type_):
                message = "`object` needs its fields"
                advice = "write a map with `type` and `fields`"
                out.append(Finding(INVALID_TYPE, entry.value.span, message, help=advice))
                type_ = None
            field = Field(name, UNKNOWN if type_ is None else type_, required=position.required)
            return FieldDecl(field, span=span)
        case Map() as node:
            return _read_declaration(name, entry, node, position, out)
        case _:
            wrong_shape(entry, "a field declaration is a type or a map", out)
            return FieldDecl(Field(name, UNKNOWN, required=position.required), span=span)


def _read_declaration(
    name: str, entry: Entry, node: Map, position: Position, out: Out
) -> FieldDecl:
    span = entry.key.span
    type_entry = node.entry("type")
    written = _read_type(type_entry, out) if type_entry else None
    fitting = CONSTRAINTS if written is None else _fitting(written, position)

    def refuse(key: str) -> str | None:
        if key not in CONSTRAINTS or written is None:
            return None
        if key == "unique" and _is_text(written):
            return "`unique` stands in the `output` of an action alone"
        return f"`{key}` does not go with the type {show(written)}"

    keys = read_keys(node, (*PLAIN_KEYS, *fitting), "a field declaration", out, refuse)
    keys.required("type", span, "a field declaration", out)
    type_, members = _with_members(written, entry, keys, position, out)
    limits = NO_LIMITS if type_ is None else _read_limits(type_, keys, out)
    required = _read_bool(keys, "required", out)
    description = keys.get("description")
    field = Field(
        name,
        UNKNOWN if type_ is None else type_,
        required=position.required if required is None else required,
        limits=limits,
        description=read_prose(description, out) if description else None,
        default=NO_DEFAULT if type_ is None else _read_default(type_, limits, keys, out),
    )
    return FieldDecl(field, members, span=span)


def _read_type(entry: Entry, out: Out) -> Type | None:
    """The type that an entry spells; None where it spells none, which is reported."""
    match entry.value:
        case Scalar(value=str(text)):
            type_ = parse_type(text)
            if not isinstance(type_, TypeFault):
                return type_
            out.append(Finding(INVALID_TYPE, entry.value.span, type_.message, help=type_.help))
        case node if not is_broken(node):
            message = f"a type is text, not {shape_of(node)}"
            out.append(Finding(INVALID_TYPE, node.span, message))
    return None


def _fitting(type_: Type, position: Position) -> tuple[str, ...]:
    """The constraints that belong to a type."""
    keys: tuple[str, ...] = ("fields",) if has_object(type_) else ()
    match base(type_):
        case ScalarType(kind) if kind in ORDERED:
            keys += RANGE
        case ScalarType(Kind.STRING):
            keys += (*LENGTH, "pattern")
            keys += ("unique",) if position is Position.OUTPUT else ()
        case ListOf():
            keys += LENGTH
        case _:
            pass
    return keys


def _is_text(type_: Type) -> bool:
    return base(type_) == STRING


def _with_members(
    type_: Type | None, entry: Entry, keys: Keys, position: Position, out: Out
) -> tuple[Type | None, tuple[FieldDecl, ...]]:
    """The type with the fields of its `object`, and their declarations."""
    if type_ is None or not has_object(type_):
        return type_, ()
    fields = keys.required("fields", entry.key.span, "`object`", out)
    node = as_map(fields, "`fields`", out) if fields else None
    if node is None:
        return None, ()
    members = tuple(
        read_field(name, member, position, out)
        for name, member in read_names(node, "`fields`", out)
    )
    return with_fields(type_, ObjectType(tuple(member.field for member in members))), members


def _read_limits(type_: Type, keys: Keys, out: Out) -> Limits:
    low, high = (_read_bound(type_, keys, key, out) for key in RANGE)
    shortest, longest = (_read_length(keys, key, out) for key in LENGTH)
    if low is not None and high is not None:
        below = Field("min", base(type_), limits=Limits(max=high))
        _check_order(RANGE, keys, conforms(low, below) is None, out)
    if shortest is not None and longest is not None:
        _check_order(LENGTH, keys, shortest <= longest, out)
    return Limits(
        min=low,
        max=high,
        min_length=shortest,
        max_length=longest,
        pattern=_read_pattern(keys, out),
        unique=_read_bool(keys, "unique", out) or False,
    )


def _check_order(pair: tuple[str, str], keys: Keys, ordered: bool, out: Out) -> None:
    low, high = pair
    entry = keys.get(high)
    if not ordered and entry is not None:
        message = f"`{low}` is above `{high}`, so that no value fits"
        out.append(Finding(INVALID_TYPE, entry.value.span, message))


def _read_bound(type_: Type, keys: Keys, key: str, out: Out) -> Value:
    """`min` or `max`: a literal of the type itself."""
    entry = keys.get(key)
    if entry is None:
        return None
    value = read_literal(entry.value, out)
    if value is NoLiteral.REPORTED:
        return None
    bound = None if isinstance(value, NoLiteral) else from_json(value, base(type_))
    if bound is not None and not isinstance(bound, Mismatch):
        return bound
    message = f"`{key}` is written out, a value of the type {show(base(type_))}"
    out.append(Finding(INVALID_TYPE, entry.value.span, message))
    return None


def _read_length(keys: Keys, key: str, out: Out) -> int | None:
    entry = keys.get(key)
    if entry is None or is_broken(entry.value):
        return None
    match entry.value:
        case Scalar(value=int() as length) if not isinstance(length, bool) and length >= 0:
            return length
    message = f"`{key}` is a whole number from 0"
    out.append(Finding(INVALID_TYPE, entry.value.span, message))
    return None


def _read_pattern(keys: Keys, out: Out) -> str | None:
    entry = keys.get("pattern")
    if entry is None:
        return None
    match entry.value:
        case Scalar(value=str(pattern)):
            fault = pattern_fault(pattern)
            if fault is None:
                return pattern
            message = f"`pattern` is no RE2 expression: {fault}"
            out.append(Finding(INVALID_TYPE, entry.value.span, message))
        case node if not is_broken(node):
            message = f"`pattern` is text, not {shape_of(node)}"
            out.append(Finding(INVALID_TYPE, node.span, message))
    return None


def _read_bool(keys: Keys, key: str, out: Out) -> bool | None:
    entry = keys.get(key)
    return None if entry is None else read_bool(entry, out)


def _read_default(type_: Type, limits: Limits, keys: Keys, out: Out) -> Value | NoDefault:
    entry = keys.get("default")
    if entry is None:
        return NO_DEFAULT
    given = read_literal(entry.value, out)
    match given:
        case NoLiteral.REPORTED:
            return NO_DEFAULT
        case NoLiteral.COMPUTED:
            why = "it is written out, not computed"
        case _:
            value = from_json(given, type_)
            if isinstance(value, Mismatch):
                why = str(value)
            else:
                fault = conforms(value, Field("default", type_, limits=limits))
                if fault is None:
                    return value
                why = fault
    message = f"the default does not satisfy its declaration: {why}"
    out.append(Finding(INVALID_DEFAULT, entry.value.span, message))
    return NO_DEFAULT
