"""Values as JSON, and JSON-like data as values of a declared type (C-3.9, checking E-9)."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, assert_never

from wfcheck.classes import dataclass
from wfcheck.semantics.types import (
    UNKNOWN,
    EnumType,
    Kind,
    ListOf,
    MapOf,
    Nullable,
    ObjectType,
    Scalar,
    Special,
    Type,
    Unjoined,
    may_be_omitted,
    show,
    written_type,
)
from wfcheck.syntax.literals import (
    Duration,
    File,
    MapValue,
    Timestamp,
    Value,
    in_limits,
    parse_duration,
    parse_number,
    parse_timestamp,
    show_duration,
    show_number,
    show_timestamp,
)

MOST_DEPTH: Final = 200  # of nested lists and maps, as in a file (C-1.3)
_NUMBER_BITS: Final = 8192  # more digits than any real number needs; its arithmetic stays quick


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Why given data is no value of a type, and where inside the data: a path such as `items[0].name`."""

    why: str
    path: str = ""

    def __str__(self) -> str:
        return f"`{self.path}`: {self.why}" if self.path else self.why


def to_json(value: Value) -> object:
    """A value as what `json.dumps` takes; a number that no decimal is exact for as text (`17/6`)."""
    match value:
        case bool() | None | str() | int():
            return value
        case Fraction():
            return _number_to_json(value)
        case Duration():
            return show_duration(value)
        case Timestamp():
            return show_timestamp(value)
        case File(name, size, media_type):
            return {"name": name, "size": size, "media_type": media_type}
        case tuple():
            return [to_json(item) for item in value]
        case MapValue(entries):
            return {name: to_json(part) for name, part in entries}
        case _:
            assert_never(value)


def _number_to_json(value: Fraction) -> object:
    if value.denominator == 1:
        return value.numerator
    # A float only where the digits that `json` writes for it are exactly this number.
    if max(value.numerator.bit_length(), value.denominator.bit_length()) < 900:
        near = float(value)
        if Fraction(repr(near)) == value:
            return near
    return show_number(value)


def from_json(data: object, t: Type) -> Value | Mismatch:
    """Read JSON-like data (of `json`, YAML, or values themselves) as a value of a type."""
    return _read(data, t, "", 0)


def _read(data: object, t: Type, path: str, depth: int) -> Value | Mismatch:
    if depth > MOST_DEPTH:
        return Mismatch("nested too deeply", path)
    match t:
        case Nullable(inner):
            return None if data is None else _read(data, inner, path, depth)
        case Scalar(kind):
            value = _read_scalar(data, kind)
            return value if value is not None else _no(data, t, path)
        case EnumType(members, open=is_open):
            if not isinstance(data, str):
                return _no(data, t, path)
            known = is_open or data in members
            return data if known else Mismatch(f"`{data}` is no member of {show(t)}", path)
        case ListOf(item):
            return _read_list(data, t, item, path, depth)
        case MapOf(item):
            if not _is_map(data):
                return _no(data, t, path)
            return _read_map(data, lambda _: item, path, depth)
        case ObjectType():
            return _read_object(data, t, path, depth)
        case Special.JSON | Special.UNKNOWN | Unjoined():
            return _read_any(data, path, depth)
        case Special.NULL | Special.NEVER:
            return None if data is None else _no(data, t, path)
        case _:
            assert_never(t)


def _no(data: object, t: Type, path: str) -> Mismatch:
    if data is None:
        return Mismatch(f"null where {show(t)} is expected", path)
    return Mismatch(f"{_described(data)} where {show(t)} is expected", path)


def _described(data: object) -> str:
    match data:
        case bool():
            return "a bool"
        case int() | float() | Fraction():
            return f"the number {data}" if len(str(data)) <= 40 else "a number"
        case str():
            return f"the text `{data}`" if len(data) <= 40 else "a text"
        case list() | tuple():
            return "a list"
        case Duration():
            return "a duration"
        case Timestamp():
            return "a timestamp"
        case File():
            return "a file"
        case _:
            return "a map"


def _read_scalar(data: object, kind: Kind) -> Value:
    """A scalar, None where the data is none of that kind."""
    match kind:
        case Kind.BOOL:
            return data if isinstance(data, bool) else None
        case Kind.STRING:
            return data if isinstance(data, str) else None
        case Kind.INT | Kind.NUMBER:
            return None if isinstance(data, bool) else _read_number(data, kind)
        case Kind.DURATION:
            duration = parse_duration(data, signed=True) if isinstance(data, str) else data
            return duration if isinstance(duration, Duration) and in_limits(duration) else None
        case Kind.TIMESTAMP:
            timestamp = parse_timestamp(data) if isinstance(data, str) else data
            return timestamp if isinstance(timestamp, Timestamp) and in_limits(timestamp) else None
        case Kind.FILE:
            return data if isinstance(data, File) else _read_file(data)
        case _:
            assert_never(kind)


def _read_number(data: object, kind: Kind) -> int | Fraction | None:
    number = _exact(data)
    if number is None or not is_short(number):
        return None
    if kind is Kind.NUMBER:
        return Fraction(number)
    whole = number.denominator == 1 and in_limits(number.numerator) and not isinstance(data, str)
    return number.numerator if whole else None


def _exact(data: object) -> int | Fraction | None:
    match data:
        case int() | Fraction():
            return data
        case float():
            # The shortest decimal of a float is what its text said.
            return parse_number(repr(data))
        case str():
            number = read_fraction(data)
            # Only what JSON has no number for is written as text: "5" stays a text.
            return number if number is not None and to_json(number) == data else None
        case _:
            return None


def read_fraction(text: str) -> Fraction | None:
    """A number as `show_number` writes it: a decimal, or a fraction such as `17/6` (checking E-9)."""
    above, slash, below = text.partition("/")
    number = parse_number(above)
    divisor = parse_number(below) if slash else 1
    if number is None or not isinstance(divisor, int) or divisor <= 0:
        return None
    return Fraction(number) / divisor if not slash or isinstance(number, int) else None


def _read_file(data: object) -> File | None:
    match {str(name): part for name, part in _entries(data)}:
        case {"name": str() as name, "size": int() as size, "media_type": str() as media, **rest}:
            valid = not rest and not isinstance(size, bool) and size >= 0
            return File(name, size, media) if valid else None
        case _:
            return None


def _is_map(data: object) -> bool:
    return isinstance(data, Mapping | MapValue)


def _entries(data: object) -> tuple[tuple[object, object], ...]:
    match data:
        case MapValue(entries):
            return entries
        case Mapping():
            return tuple(data.items())
        case _:
            return ()


def _read_list(data: object, t: Type, item: Type, path: str, depth: int) -> Value | Mismatch:
    if not isinstance(data, list | tuple):
        return _no(data, t, path)
    items: list[Value] = []
    for position, part in enumerate(data):
        value = _read(part, item, f"{path}[{position}]", depth + 1)
        if isinstance(value, Mismatch):
            return value
        items.append(value)
    return tuple(items)


def _read_map(
    data: object, type_of_entry: Callable[[str], Type], path: str, depth: int
) -> MapValue | Mismatch:
    entries: list[tuple[str, Value]] = []
    for name, part in _entries(data):
        if not isinstance(name, str):
            return Mismatch(f"the key {name!r} is no text", path)
        value = _read(part, type_of_entry(name), f"{path}.{name}" if path else name, depth + 1)
        if isinstance(value, Mismatch):
            return value
        entries.append((name, value))
    return MapValue(tuple(entries))


def _read_object(data: object, t: ObjectType, path: str, depth: int) -> MapValue | Mismatch:
    if not _is_map(data):
        return _no(data, t, path)
    declared = {field.name: written_type(field) for field in t.fields}
    given = {name for name, _ in _entries(data)}
    unknown = sorted(str(name) for name in given - declared.keys())
    if unknown:
        return Mismatch(f"`{unknown[0]}` is not declared", path)
    missing = [f.name for f in t.fields if f.name not in given and not may_be_omitted(f)]
    if missing:
        return Mismatch(f"`{missing[0]}` is missing", path)
    return _read_map(data, declared.__getitem__, path, depth)


def _read_any(data: object, path: str, depth: int) -> Value | Mismatch:
    """Data of no declared type: as JSON says, a whole number is an int where it fits one."""
    match data:
        case None | bool() | str() | Duration() | Timestamp() | File():
            return data
        case int() | float() | Fraction():
            number = _exact(data)
            if number is None or not is_short(number):
                return Mismatch("a number beyond every limit", path)
            if isinstance(data, int) and in_limits(data):
                return data
            return Fraction(number)
        case list() | tuple():
            return _read_list(data, UNKNOWN, UNKNOWN, path, depth)
        case _ if _is_map(data):
            return _read_map(data, lambda _: UNKNOWN, path, depth)
        case _:
            return Mismatch(f"{type(data).__name__} is no data", path)


def is_short(number: int | Fraction) -> bool:
    """Whether a number has few enough digits to be a value; more is `fault.limit`."""
    exact = Fraction(number)
    return max(exact.numerator.bit_length(), exact.denominator.bit_length()) <= _NUMBER_BITS
