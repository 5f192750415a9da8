"""Nodes to field declarations: types, constraints, defaults (C-3.1 to C-3.3)."""

from enum import Enum
from typing import Final

from wfcheck.catalog import INVALID_DEFAULT, INVALID_TYPE, TOO_LARGE
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
from wfcheck.syntax.literals import Value, in_limits
from wfcheck.syntax.nodes import Map, Node, Scalar
from wfcheck.syntax.shape import Key, as_map, check_name
from wfcheck.workfile.ast import FieldDecl
from wfcheck.workfile.keys import Keys, Out, read_keys
from wfcheck.workfile.literal_values import read_as
from wfcheck.workfile.read_literals import (
    NoLiteral,
    read_bool,
    read_literal,
    read_prose,
    refuse,
)
from wfcheck.workfile.read_names import read_names
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


def read_fields(key: Key, position: Position, out: Out) -> tuple[FieldDecl, ...]:
    """A map from names to field declarations; empty where it is no map."""
    what = f"`{key.text}`"
    node = as_map(key.value, out, what)
    if node is None:
        return ()
    fields: list[FieldDecl] = []
    for field in read_names(node, what, out):
        if position.names_are_read:
            check_name(field.text, field.span, out, what="the name")
        fields.append(read_field(field, position, out))
    return tuple(fields)


def read_field(key: Key, position: Position, out: Out) -> FieldDecl:
    """One declaration: a type, or a map with one. What is wrong leaves the type `unknown`."""
    match key.value:
        case Map() as node:
            return _read_declaration(key, node, position, out)
        case Scalar(value=str()):
            type_ = _read_type(key.value, out)
            if type_ is not None and has_object(type_):
                message = "`object` needs its fields"
                advice = "write a map with `type` and `fields`"
                out.append(Finding(INVALID_TYPE, key.value.span, message, help=advice))
                type_ = None
        case node:
            type_ = None
            refuse(node, "a field declaration must be a type or a map", out)
    type_ = UNKNOWN if type_ is None else type_
    return FieldDecl(Field(key.text, type_, required=position.required), span=key.span)


def _read_declaration(key: Key, node: Map, position: Position, out: Out) -> FieldDecl:
    type_node = node.get("type")
    written = _read_type(type_node, out) if type_node else None
    fitting = CONSTRAINTS if written is None else _fitting(written, position)

    def why_not(name: str) -> str | None:
        if name not in CONSTRAINTS or written is None:
            return None
        if name == "unique" and base(written) == STRING:
            return "`unique` stands in the `output` of an action alone"
        return f"`{name}` does not go with the type {show(written)}"

    keys = read_keys(node, (*PLAIN_KEYS, *fitting), "a field declaration", out, why_not)
    keys.required("type", key.span, "a field declaration", out)
    type_, members = _with_members(written, key, keys, position, out)
    limits = NO_LIMITS if type_ is None else _read_limits(type_, keys, out)
    required, description = keys.get("required"), keys.get("description")
    demanded = read_bool(required, out) if required else None
    field = Field(
        key.text,
        UNKNOWN if type_ is None else type_,
        required=position.required if demanded is None else demanded,
        default=NO_DEFAULT if type_ is None else _read_default(type_, limits, keys, out),
        limits=limits,
        description=read_prose(description, out) if description else None,
    )
    return FieldDecl(field, members, span=key.span)


def _read_type(node: Node, out: Out) -> Type | None:
    """The type that a node spells; None where it spells none, which is reported."""
    if isinstance(node, Scalar) and isinstance(node.value, str):
        type_ = parse_type(node.value)
        if not isinstance(type_, TypeFault):
            return type_
        out.append(Finding(INVALID_TYPE, node.span, type_.message, help=type_.help))
    else:
        refuse(node, "a type must be a text", out, INVALID_TYPE)
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


def _with_members(
    type_: Type | None, key: Key, keys: Keys, position: Position, out: Out
) -> tuple[Type | None, tuple[FieldDecl, ...]]:
    """The type with the fields of its `object`, and their declarations."""
    if type_ is None or not has_object(type_):
        return type_, ()
    fields = keys.required("fields", key.span, "the type `object`", out)
    node = as_map(fields.value, out, "`fields`") if fields else None
    if node is None:
        return None, ()
    names = read_names(node, "`fields`", out)
    members = tuple(read_field(member, position, out) for member in names)
    return with_fields(type_, ObjectType(tuple(member.field for member in members))), members


def _read_limits(type_: Type, keys: Keys, out: Out) -> Limits:
    low, high = (_read_bound(type_, keys.get(key), out) for key in RANGE)
    shortest, longest = (_read_length(keys.get(key), out) for key in LENGTH)
    if low is not None and high is not None:
        below = Field("min", base(type_), limits=Limits(max=high))
        _check_order(RANGE, keys, conforms(low, below) is None, out)
    if shortest is not None and longest is not None:
        _check_order(LENGTH, keys, shortest <= longest, out)
    pattern, unique = keys.get("pattern"), keys.get("unique")
    return Limits(
        min=low,
        max=high,
        min_length=shortest,
        max_length=longest,
        pattern=_read_pattern(pattern.value, out) if pattern else None,
        unique=(unique is not None and read_bool(unique, out)) or False,
    )


def _check_order(pair: tuple[str, str], keys: Keys, ordered: bool, out: Out) -> None:
    low, high = pair
    key = keys.get(high)
    if not ordered and key is not None:
        message = f"`{low}` is above `{high}`, so that no value fits"
        out.append(Finding(INVALID_TYPE, key.value.span, message))


def _read_bound(type_: Type, key: Key | None, out: Out) -> Value:
    """`min` or `max`: a literal of the type itself."""
    value = NoLiteral.REPORTED if key is None else read_literal(key.value, out)
    if key is None or value is NoLiteral.REPORTED:
        return None
    if not isinstance(value, NoLiteral) and _is_beyond(value, type_, key, out):
        return None
    bound = None if isinstance(value, NoLiteral) else from_json(value, base(type_))
    if bound is not None and not isinstance(bound, Mismatch):
        return bound
    expected = f"`{key.text}` must be a value of the type {show(base(type_))}, written out"
    refuse(key.value, expected, out, INVALID_TYPE)
    return None


def _is_beyond(value: Value, type_: Type, key: Key, out: Out) -> bool:
    """Whether a literal is a time that is beyond what times can be; then it is reported (C-3.9)."""
    beyond = not in_limits(read_as(value, type_))
    if beyond:
        message = f"`{key.text}` is beyond what {show(base(type_))} can be"
        out.append(Finding(TOO_LARGE, key.value.span, message))
    return beyond


def _read_length(key: Key | None, out: Out) -> int | None:
    match None if key is None else key.value:
        case None:
            pass
        case Scalar(value=int() as length) if not isinstance(length, bool) and length >= 0:
            return length
        case node:
            refuse(
                node,
                f"`{key.text if key else ''}` must be a whole number from 0",
                out,
                INVALID_TYPE,
            )
    return None


def _read_pattern(node: Node, out: Out) -> str | None:
    match node:
        case Scalar(value=str(pattern)):
            fault = pattern_fault(pattern)
            if fault is None:
                return pattern
            message = f"`pattern` is no RE2 expression: {fault}"
            out.append(Finding(INVALID_TYPE, node.span, message))
        case _:
            refuse(node, "`pattern` must be a text", out, INVALID_TYPE)
    return None


def _read_default(type_: Type, limits: Limits, keys: Keys, out: Out) -> Value | NoDefault:
    default = keys.get("default")
    if default is None:
        return NO_DEFAULT
    given = read_literal(default.value, out)
    if given is NoLiteral.REPORTED:
        return NO_DEFAULT
    if not isinstance(given, NoLiteral) and _is_beyond(given, type_, default, out):
        return NO_DEFAULT
    if isinstance(given, NoLiteral):
        why = "it must be written out, not computed"
    else:
        value = from_json(given, type_)
        if isinstance(value, Mismatch):
            why = str(value)
        elif fault := conforms(value, Field("default", type_, limits=limits)):
            why = fault
        else:
            return value
    message = f"the default does not satisfy its declaration: {why}"
    out.append(Finding(INVALID_DEFAULT, default.value.span, message))
    return NO_DEFAULT
