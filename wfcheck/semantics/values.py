"""Values: their types, equality, JSON and text forms, and whether they fit a declaration (C-3, C-5)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, assert_never

from wfcheck.semantics.json_values import MOST_DEPTH, Mismatch, from_json, is_short, to_json
from wfcheck.semantics.pattern import matches
from wfcheck.semantics.types import (
    BOOL,
    DURATION,
    FILE,
    INT,
    JSON,
    NO_DEFAULT,
    NO_LIMITS,
    NULL,
    NUMBER,
    TIMESTAMP,
    UNKNOWN,
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
    is_json_compatible,
    join_all,
    may_be_omitted,
    show,
)
from wfcheck.syntax.literals import (
    Duration,
    File,
    MapValue,
    Timestamp,
    Value,
    in_limits,
    show_duration,
    show_number,
    show_timestamp,
)

__all__ = [
    "VALUE_LIMIT",
    "Mismatch",
    "coerce",
    "conforms",
    "from_json",
    "list_type",
    "same",
    "text_of",
    "text_size",
    "to_json",
    "type_of",
    "whole",
    "within_size",
]

VALUE_LIMIT: Final = 16 * 2**20
"""The size in bytes from which on a value is `fault.limit` (C-5.6)."""

_ELEMENT_SIZE: Final = 8  # what an element or entry counts beside its content


def type_of(value: Value) -> Type:
    """The type of a literal: a string has a closed domain of one, a list the join of its elements (C-3.4)."""
    match value:
        case None:
            return NULL
        case bool():
            return BOOL
        case int():
            return INT
        case Fraction():
            return NUMBER
        case str():
            return EnumType((value,), literal=True)
        case Duration():
            return DURATION
        case Timestamp():
            return TIMESTAMP
        case File():
            return FILE
        case tuple():
            return list_type(type_of(item) for item in value)
        case MapValue(entries):
            return ObjectType(tuple(Field(name, type_of(part)) for name, part in entries))
        case _:
            assert_never(value)


def list_type(items: Iterable[Type]) -> ListOf:
    """The type of a literal list: the join of its elements, or `json` elements where there is none (C-3.4).

    Elements that are no json either leave it unknown.
    """
    types = tuple(dict.fromkeys(items))
    joined = join_all(types)
    if joined is None:
        joined = JSON if all(is_json_compatible(t) for t in types) else UNKNOWN
    return ListOf(joined)


def same(a: Value, b: Value) -> bool:
    """Equality of the language: by value, int and number numerically, no other coercion (C-5.4)."""
    match a, b:
        case (bool(), _) | (_, bool()):
            return a is b
        case (int() | Fraction(), int() | Fraction()):
            return a == b
        case tuple(), tuple():
            return len(a) == len(b) and all(map(same, a, b))
        case MapValue(entries), MapValue(others):
            other = dict(others)
            return len(entries) == len(other) and all(
                name in other and same(value, other[name]) for name, value in entries
            )
        case _:
            return type(a) is type(b) and a == b


def text_of(value: Value) -> str | None:
    """The form of a value inside text; None for null and what has no such form (C-5.1)."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | Fraction():
            return show_number(value)
        case str():
            return value
        case Duration():
            return show_duration(value)
        case Timestamp():
            return show_timestamp(value)
        case None | File() | tuple() | MapValue():
            return None
        case _:
            assert_never(value)


def within_size(value: Value) -> bool:
    """Whether a value is no larger than 16 MiB, with nesting and numbers that a machine can hold."""
    size, height = _extent(value, 0, {})
    return size <= VALUE_LIMIT and height <= MOST_DEPTH


def _extent(value: Value, depth: int, seen: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """Size and height of a value; a part that stands in it many times is measured once."""
    if depth > MOST_DEPTH:
        return 0, MOST_DEPTH + 1
    match value:
        case str():
            return text_size(value), 0
        case int() | Fraction():
            return (_ELEMENT_SIZE if is_short(value) else VALUE_LIMIT + 1), 0
        case tuple() | MapValue():
            known = seen.get(id(value))
            if known is not None:
                return known
            parts = value if isinstance(value, tuple) else [part for _, part in value.entries]
            names = () if isinstance(value, tuple) else [name for name, _ in value.entries]
            extents = [_extent(part, depth + 1, seen) for part in parts]
            size = sum(text_size(name) for name in names) + sum(s for s, _ in extents)
            height = 1 + max((h for _, h in extents), default=0)
            seen[id(value)] = size + _ELEMENT_SIZE * len(parts), height
            return seen[id(value)]
        case _:
            return _ELEMENT_SIZE, 0


def text_size(text: str) -> int:
    """The bytes of a text in UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


# -- declarations


def conforms(value: Value, field: Field) -> str | None:
    """Why a value does not fit a declaration, None where it does (C-3.2, C-3.5).

    A whole number is an int. Null fits an optional field; whether it means absent or the default is
    the position's matter (C-3.3). Inside objects, optional fields may be left out.
    """
    if value is None and not field.required:
        return None
    return _conforms(value, field.type, "") or _breaks(value, field.limits)


def _conforms(value: Value, t: Type, path: str) -> str | None:
    match t:
        case Nullable(inner):
            return None if value is None else _conforms(value, inner, path)
        case Scalar(kind):
            return None if _is_of(value, kind) else _mismatch(value, t, path)
        case EnumType(members, open=is_open):
            if not isinstance(value, str):
                return _mismatch(value, t, path)
            known = is_open or value in members
            return None if known else f"{_at(path)}`{value}` is no member of {show(t)}"
        case ListOf(item):
            if not isinstance(value, tuple):
                return _mismatch(value, t, path)
            faults = (_conforms(v, item, f"{path}[{i}]") for i, v in enumerate(value))
        case MapOf(item):
            if not isinstance(value, MapValue):
                return _mismatch(value, t, path)
            faults = (_conforms(v, item, _member(path, name)) for name, v in value.entries)
        case ObjectType():
            if not isinstance(value, MapValue):
                return _mismatch(value, t, path)
            return _object_fault(value, t, path)
        case Special.JSON:
            return None if _is_json(value) else _mismatch(value, t, path)
        case Special.NULL | Special.NEVER:
            return None if value is None else _mismatch(value, t, path)
        case Special.UNKNOWN | Unjoined():
            return None
        case _:
            assert_never(t)
    return next((fault for fault in faults if fault is not None), None)


def _object_fault(value: MapValue, t: ObjectType, path: str) -> str | None:
    given = dict(value.entries)
    for field in t.fields:
        if field.name not in given:
            if not may_be_omitted(field):
                return f"{_at(path)}`{field.name}` is missing"
            continue
        part = given.pop(field.name)
        if part is None and not field.required:
            continue
        inner = _member(path, field.name)
        fault = _conforms(part, field.type, inner)
        if fault is None:
            broken = _breaks(part, field.limits)
            fault = None if broken is None else f"{_at(inner)}{broken}"
        if fault is not None:
            return fault
    return f"{_at(path)}`{min(given)}` is not declared" if given else None


def _is_of(value: Value, kind: Kind) -> bool:
    match kind:
        case Kind.STRING:
            return isinstance(value, str)
        case Kind.INT:
            return whole(value) is not None
        case Kind.NUMBER:
            return isinstance(value, int | Fraction) and not isinstance(value, bool)
        case Kind.BOOL:
            return isinstance(value, bool)
        case Kind.DURATION:
            return isinstance(value, Duration) and in_limits(value)
        case Kind.TIMESTAMP:
            return isinstance(value, Timestamp) and in_limits(value)
        case Kind.FILE:
            return isinstance(value, File)
        case _:
            assert_never(kind)


def whole(value: Value) -> int | None:
    """The int that a value is: a 64-bit one, also written as a number (`3.0`, C-3.4)."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        return None
    return value.numerator if value.denominator == 1 and in_limits(value.numerator) else None


def _is_json(value: Value) -> bool:
    match value:
        case tuple():
            return all(map(_is_json, value))
        case MapValue(entries):
            return all(_is_json(part) for _, part in entries)
        case _:
            return not isinstance(value, Duration | Timestamp | File)


def _breaks(value: Value, limits: Limits) -> str | None:
    """Which constraint of a declaration a value of its type breaks (C-3.2)."""
    if value is None or limits == NO_LIMITS:
        return None
    if limits.min is not None and _less(value, limits.min):
        return f"{text_of(value)} is below the minimum {text_of(limits.min)}"
    if limits.max is not None and _less(limits.max, value):
        return f"{text_of(value)} is above the maximum {text_of(limits.max)}"
    if isinstance(value, str | tuple):
        of = "character" if isinstance(value, str) else "element"
        length = f"it has {len(value)} {of}{'' if len(value) == 1 else 's'}"
        if limits.min_length is not None and len(value) < limits.min_length:
            return f"{length}, fewer than {limits.min_length}"
        if limits.max_length is not None and len(value) > limits.max_length:
            return f"{length}, more than {limits.max_length}"
    if limits.pattern is not None and isinstance(value, str) and not matches(limits.pattern, value):
        return f"it does not match the pattern `{limits.pattern}`"
    return None


def _less(a: Value, b: Value) -> bool:
    match a, b:
        case (int() | Fraction(), int() | Fraction()):
            return a < b
        case (Duration(x), Duration(y)) | (Timestamp(x), Timestamp(y)):
            return x < y
        case _:
            return False


def _mismatch(value: Value, t: Type, path: str) -> str:
    found = "null" if value is None else show(type_of(value))
    if (
        isinstance(value, int | Fraction)
        and not isinstance(value, bool)
        and t == INT
        and value % 1 == 0
    ):
        found = "a number of more than 64 bits"
    return f"{_at(path)}{found} where {show(t)} is expected"


def _at(path: str) -> str:
    return f"`{path}`: " if path else ""


def _member(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def coerce(value: Value, field: Field) -> Value:
    """A value that conforms to a declaration, as its readers see it (C-3.3, C-3.4).

    Whole numbers become ints where an int is declared, null for an optional field becomes its default,
    and the omitted fields of objects their defaults or null.
    """
    if value is None and not field.required and field.default is not NO_DEFAULT:
        value = field.default
    return _coerce(value, field.type)


def _coerce(value: Value, t: Type) -> Value:
    match t, value:
        case Scalar(Kind.INT), Fraction():
            exact = whole(value)
            return value if exact is None else exact
        case Scalar(Kind.NUMBER), int() if not isinstance(value, bool):
            return Fraction(value)
        case Nullable(inner), _:
            return None if value is None else _coerce(value, inner)
        case ListOf(item), tuple():
            return tuple(_coerce(part, item) for part in value)
        case MapOf(item), MapValue(entries):
            return MapValue(tuple((name, _coerce(part, item)) for name, part in entries))
        case ObjectType(fields), MapValue():
            return MapValue(tuple((f.name, _coerce_part(value, f)) for f in fields))
        case _:
            return value


def _coerce_part(value: MapValue, field: Field) -> Value:
    if field.name not in value and field.default is not NO_DEFAULT:
        return field.default
    return coerce(value.get(field.name), field)
