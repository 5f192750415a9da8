"""Literals of a document where a type is expected: times are read as times (C-3.4)."""

from wfcheck.semantics.types import (
    DURATION,
    TIMESTAMP,
    ListOf,
    MapOf,
    Nullable,
    ObjectType,
    Type,
    field_of,
)
from wfcheck.syntax.expr import Expr, ListLit, Lit, MapLit
from wfcheck.syntax.literals import MapValue, Value, parse_duration, parse_timestamp


def literal(expr: Expr) -> Lit | None:
    """The literal that an expression is, a list or map of literals included; None for any other."""
    match expr:
        case Lit():
            return expr
        case ListLit(items):
            parts = [literal(item) for item in items]
            if any(part is None or not part.plain for part in parts):
                return None
            values = tuple(part.value for part in parts if part is not None)
            return Lit(values, plain=True, span=expr.span)
        case MapLit(entries):
            named = [(name, literal(value)) for name, value in entries]
            if any(part is None or not part.plain for _, part in named):
                return None
            pairs = tuple((name, part.value) for name, part in named if part is not None)
            return Lit(MapValue(pairs), plain=True, span=expr.span)
        case _:
            return None


def read_as(value: Value, expected: Type) -> Value:
    """A plain literal where a type is expected: text is a time where one is declared (C-3.4)."""
    match expected, value:
        case Nullable(base), _:
            return read_as(value, base)
        case _, str() if expected == DURATION:
            time = parse_duration(value, signed=True)
            return value if time is None else time
        case _, str() if expected == TIMESTAMP:
            instant = parse_timestamp(value)
            return value if instant is None else instant
        case (ListOf(item), tuple()):
            return tuple(read_as(part, item) for part in value)
        case (MapOf(item), MapValue(entries)):
            return MapValue(tuple((name, read_as(part, item)) for name, part in entries))
        case (ObjectType(), MapValue(entries)):
            return MapValue(tuple((name, _member(name, part, expected)) for name, part in entries))
        case _:
            return value


def _member(name: str, value: Value, expected: ObjectType) -> Value:
    field = field_of(expected, name)
    return value if field is None else read_as(value, field.type)
