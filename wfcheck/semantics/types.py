"""Types and field declarations: assignability, joins, domains (C-3, C-4)."""

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum, StrEnum
from typing import Final, TypeAlias, assert_never

from wfcheck.classes import dataclass
from wfcheck.syntax.literals import Value
from wfcheck.syntax.names import is_name


class Kind(StrEnum):
    """The scalar types (C-3.1)."""

    STRING = "string"
    INT = "int"
    NUMBER = "number"
    BOOL = "bool"
    DURATION = "duration"
    TIMESTAMP = "timestamp"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar type."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class EnumType:
    """`enum[a, b]`, or `enum[a, b, ...]` when open; members sorted.

    `literal` marks the closed domain of one that a string literal has: its type is string (C-3.4).
    """

    members: tuple[str, ...]
    open: bool = False
    literal: bool = False


@dataclass(frozen=True, slots=True)
class ListOf:
    """`list[item]`."""

    item: "Type"


@dataclass(frozen=True, slots=True)
class MapOf:
    """`map[item]`: string keys."""

    item: "Type"


@dataclass(frozen=True, slots=True)
class ObjectType:
    """A closed object; its fields in declaration order."""

    fields: tuple["Field", ...]


@dataclass(frozen=True, slots=True)
class Nullable:
    """`base?`; never nested, never around null, json, unknown."""

    base: "Type"


class Special(Enum):
    """Types without parts: `null`, the element of `[]`, `json`, and what is not known (C-3.1)."""

    NULL = "null"
    NEVER = "never"
    JSON = "json"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Unjoined:
    """What branches bind under one name and no type takes (D-21): who reads it has a `no-join`."""

    parts: "tuple[Type, ...]"


Type: TypeAlias = Scalar | EnumType | ListOf | MapOf | ObjectType | Nullable | Special | Unjoined


@dataclass(frozen=True, slots=True)
class Limits:
    """The constraints of a declaration (C-3.2); lengths in code points or elements."""

    min: Value = None
    max: Value = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    unique: bool = False


NO_LIMITS: Final = Limits()


class NoDefault(Enum):
    """The absence of a default, which may itself be null."""

    NO_DEFAULT = 0


NO_DEFAULT: Final = NoDefault.NO_DEFAULT


@dataclass(frozen=True, slots=True)
class Field:
    """A field declaration (C-3.2)."""

    name: str
    type: Type
    required: bool = True
    default: Value | NoDefault = NO_DEFAULT
    limits: Limits = NO_LIMITS
    description: str | None = None


class Fit(Enum):
    """The three answers of assignability (C-3.5)."""

    YES = "yes"
    CHECKED = "checked"
    NO = "no"


STRING: Final = Scalar(Kind.STRING)
INT: Final = Scalar(Kind.INT)
NUMBER: Final = Scalar(Kind.NUMBER)
BOOL: Final = Scalar(Kind.BOOL)
DURATION: Final = Scalar(Kind.DURATION)
TIMESTAMP: Final = Scalar(Kind.TIMESTAMP)
FILE: Final = Scalar(Kind.FILE)
NULL: Final = Special.NULL
NEVER: Final = Special.NEVER
JSON: Final = Special.JSON
UNKNOWN: Final = Special.UNKNOWN


# -- null


def nullable(t: Type) -> Type:
    """The type with null added: `T?` (C-3.1)."""
    match t:
        case Nullable() | Unjoined():
            return t
        case Special.NULL | Special.JSON | Special.UNKNOWN:
            return t
        case Special.NEVER:
            return NULL
        case Scalar() | EnumType() | ListOf() | MapOf() | ObjectType():
            return Nullable(t)
        case _:
            assert_never(t)


def base(t: Type) -> Type:
    """The type without null; `json` and `unknown` cannot tell and stay."""
    match t:
        case Nullable(inner):
            return inner
        case Special.NULL:
            return NEVER
        case _:
            return t


def may_be_null(t: Type) -> bool:
    """Whether the static type says that null is one of the values: `T?` or `null`."""
    return isinstance(t, Nullable) or t is NULL


def may_be_omitted(field: Field) -> bool:
    """Whether a field may be left out: it is optional, or has a default (C-3.2)."""
    return not field.required or field.default is not NO_DEFAULT


def read_type(field: Field) -> Type:
    """What readers of a declared field see (C-3.3)."""
    if not field.required and (field.default is NO_DEFAULT or field.default is None):
        return nullable(field.type)
    return field.type


def written_type(field: Field) -> Type:
    """What may be given for a declared field: null too where it means absent or the default (D-34)."""
    return field.type if field.required else nullable(field.type)


def field_of(t: ObjectType, name: str) -> Field | None:
    """The field of an object with that name."""
    return next((field for field in t.fields if field.name == name), None)


# -- assignability


def fit(a: Type, b: Type) -> Fit:
    """Whether values of `a` are values of `b`: all (yes), some (checked at run time), none (C-3.5)."""
    if a == b or a is NEVER:
        return Fit.YES
    if isinstance(a, Unjoined):
        return worst(fit(part, b) for part in a.parts)
    if isinstance(b, Unjoined):
        return Fit.CHECKED
    if a is UNKNOWN or b is UNKNOWN:
        return Fit.CHECKED
    if b is JSON:
        return Fit.YES if is_json_compatible(a) else _fit_parts_in_json(a)
    if a is JSON:
        return Fit.NO if b is NEVER else Fit.CHECKED
    if isinstance(b, Nullable):
        return Fit.YES if a is NULL else fit(base(a), b.base)
    if may_be_null(a):
        return Fit.NO
    return _fit_plain(a, b)


def _fit_plain(a: Type, b: Type) -> Fit:
    """`fit` of two different types without null, json and unknown."""
    match a, b:
        case Scalar(Kind.INT), Scalar(Kind.NUMBER):
            return Fit.YES
        case Scalar(Kind.NUMBER), Scalar(Kind.INT):
            return Fit.CHECKED
        case EnumType(), Scalar(Kind.STRING):
            return Fit.YES
        case Scalar(Kind.STRING), EnumType(literal=False):
            return Fit.CHECKED
        case EnumType(), EnumType():
            return _fit_enums(a, b)
        case (ListOf(item), ListOf(other)) | (MapOf(item), MapOf(other)):
            return fit(item, other)
        case ObjectType(fields), MapOf(other):
            return worst(fit(read_type(field), other) for field in fields)
        case ObjectType(), ObjectType():
            return _fit_objects(a, b)
        case _:
            return Fit.NO


def _fit_enums(a: EnumType, b: EnumType) -> Fit:
    # An open enum's domain is not closed, so every string is one of its values.
    inside = set(a.members) & set(b.members)
    if b.open or (not a.open and len(inside) == len(a.members)):
        return Fit.YES
    if a.open or inside:
        return Fit.CHECKED
    return Fit.NO


def _fit_objects(a: ObjectType, b: ObjectType) -> Fit:
    given = {field.name: field for field in a.fields}
    declared = {field.name for field in b.fields}
    if any(name not in declared for name in given):
        return Fit.NO
    answers: list[Fit] = []
    for field in b.fields:
        source = given.get(field.name)
        if source is not None:
            answers.append(_fit_part(source, field))
        elif not may_be_omitted(field):
            return Fit.NO
    return worst(answers)


def _fit_part(source: Field, target: Field) -> Fit:
    """A field of an object goes into a field of another: what the first one promises is known."""
    if target.limits in (source.limits, NO_LIMITS):
        return fit(read_type(source), written_type(target))
    return fit_field(read_type(source), target)


def _fit_parts_in_json(a: Type) -> Fit:
    """`a` is not json-compatible; it still fits in part where only some of it is unknown (C-3.6)."""
    match a:
        case ListOf(item) | MapOf(item) | Nullable(item):
            return fit(item, JSON)
        case ObjectType(fields):
            return worst(fit(field.type, JSON) for field in fields)
        case _:
            return Fit.NO


def fit_field(a: Type, field: Field) -> Fit:
    """Whether values of `a` may be given for a declared field, its constraints included (C-3.5)."""
    answer = fit(a, written_type(field))
    if answer is not Fit.YES or a is NULL or not _constrains(field.limits):
        return answer
    return Fit.CHECKED


def _constrains(limits: Limits) -> bool:
    # `unique` compares calls with each other (C-3.2); no single value can break it.
    return replace(limits, unique=False) != NO_LIMITS


def worst(answers: Iterable[Fit]) -> Fit:
    """The worst answer of the parts; of none, *yes*."""
    found = set(answers)
    if Fit.NO in found:
        return Fit.NO
    return Fit.CHECKED if Fit.CHECKED in found else Fit.YES


# -- joins


def join(a: Type, b: Type) -> Type | None:
    """The least type that takes the values of both, None where there is none (C-3.7)."""
    joined = _join(a, b, merging=False)
    return None if isinstance(joined, Unjoined) else joined


def merge(a: Type, b: Type) -> Type:
    """The join of what branches bind, where a part without a join only matters to who reads it (D-21).

    Such a part is `Unjoined`.
    """
    return _join(a, b, merging=True)


def join_all(types: Iterable[Type]) -> Type | None:
    """The join of any number of types; `never` of none."""
    joined: Type | None = NEVER
    for t in gathered(types):
        joined = None if joined is None else join(joined, t)
    return joined


def gathered(types: Iterable[Type]) -> tuple[Type, ...]:
    """The types with all enums as one, at the place of the first: one by one, long unions take long."""
    found = dict.fromkeys(types)
    enums = [t for t in found if isinstance(t, EnumType)]
    if len(enums) < 2:
        return tuple(found)
    is_open, literal = any(t.open for t in enums), any(t.literal for t in enums)
    members = tuple(sorted({member for t in enums for member in t.members}))
    # As in `_join_enums`.
    union: Type = STRING if literal and is_open else EnumType(members, is_open, literal)
    return tuple(dict.fromkeys(union if isinstance(t, EnumType) else t for t in found))


def has_unjoined(t: Type) -> bool:
    """Whether reading all of a value of this type reads a part whose types have no join."""
    match t:
        case Unjoined():
            return True
        case ListOf(item) | MapOf(item) | Nullable(item):
            return has_unjoined(item)
        case ObjectType(fields):
            return any(has_unjoined(field.type) for field in fields)
        case Scalar() | EnumType() | Special():
            return False
        case _:
            assert_never(t)


def _join(a: Type, b: Type, *, merging: bool) -> Type:
    if a == b or b is NEVER:
        return a
    if a is NEVER:
        return b
    if isinstance(a, Unjoined) or isinstance(b, Unjoined):
        return _unjoined(a, b)
    if a is UNKNOWN or b is UNKNOWN:
        return UNKNOWN
    if a is JSON or b is JSON:
        return JSON if is_json_compatible(a) and is_json_compatible(b) else _unjoined(a, b)
    if may_be_null(a) or may_be_null(b):
        joined = _join(base(a), base(b), merging=merging)
        return joined if isinstance(joined, Unjoined) else nullable(joined)
    match a, b:
        case (Scalar(Kind.INT | Kind.NUMBER), Scalar(Kind.INT | Kind.NUMBER)):
            return NUMBER
        case EnumType(), EnumType():
            return _join_enums(a, b)
        case (EnumType(), Scalar(Kind.STRING)) | (Scalar(Kind.STRING), EnumType()):
            return STRING
        case ListOf(item), ListOf(other):
            joined = _join(item, other, merging=merging)
            return ListOf(joined) if merging or not isinstance(joined, Unjoined) else joined
        case MapOf(item), MapOf(other):
            joined = _join(item, other, merging=merging)
            return MapOf(joined) if merging or not isinstance(joined, Unjoined) else joined
        case ObjectType(), ObjectType():
            return _join_objects(a, b, merging=merging)
        case _:
            return _unjoined(a, b)


def _unjoined(a: Type, b: Type) -> Unjoined:
    parts: list[Type] = []
    for t in (a, b):
        parts += [p for p in (t.parts if isinstance(t, Unjoined) else (t,)) if p not in parts]
    return Unjoined(tuple(parts))


def _join_enums(a: EnumType, b: EnumType) -> Type:
    members = tuple(sorted({*a.members, *b.members}))
    literal = a.literal or b.literal
    if literal and (a.open or b.open):
        return STRING
    # C-4: two closed domains have a closed union, also where one is that of a string literal.
    return EnumType(members, open=a.open or b.open, literal=literal)


def _join_objects(a: ObjectType, b: ObjectType, *, merging: bool) -> Type:
    others = {field.name: field for field in b.fields}
    fields: list[Field] = []
    for field in a.fields:
        other = others.pop(field.name, None)
        if other is None:
            fields.append(_absent_somewhere(field))
            continue
        joined = _join_fields(field, other, merging=merging)
        if isinstance(joined.type, Unjoined) and not merging:
            return joined.type
        fields.append(joined)
    fields += [_absent_somewhere(field) for field in others.values()]
    return ObjectType(tuple(fields))


def _join_fields(a: Field, b: Field, *, merging: bool) -> Field:
    if a == b:
        return a
    joined = _join(read_type(a), read_type(b), merging=merging)
    omitted = may_be_omitted(a) or may_be_omitted(b)
    required = not (omitted and isinstance(joined, Nullable))
    return Field(
        a.name,
        base(joined) if not required else joined,
        required=required,
        default=a.default if required and a.default == b.default else NO_DEFAULT,
        limits=a.limits if a.limits == b.limits else NO_LIMITS,
    )


def _absent_somewhere(field: Field) -> Field:
    # C-3.7: a field absent on one side becomes nullable.
    return Field(field.name, base(read_type(field)), required=False, limits=field.limits)


# -- properties of types


def is_json_compatible(t: Type) -> bool:
    """C-3.6: null, bool, int, number, string, enum, and list, map, object of those."""
    match t:
        case Scalar(kind):
            return kind in {Kind.STRING, Kind.INT, Kind.NUMBER, Kind.BOOL}
        case EnumType():
            return True
        case ListOf(item) | MapOf(item) | Nullable(item):
            return is_json_compatible(item)
        case ObjectType(fields):
            return all(is_json_compatible(field.type) for field in fields)
        case Unjoined(parts):
            return all(is_json_compatible(part) for part in parts)
        case Special():
            return t is not UNKNOWN
        case _:
            assert_never(t)


def domain(t: Type) -> frozenset[str] | None:
    """The members of a statically closed domain; None where it is not closed, or null is a value (C-4)."""
    match t:
        case EnumType(members, open=False):
            return frozenset(members)
        case _:
            return None


def unclosed(t: Type) -> Type:
    """The type with no domain in it statically closed: what a filter makes of it (C-4)."""
    match t:
        case EnumType(members, literal=literal):
            return STRING if literal else EnumType(members, open=True)
        case ListOf(item):
            return ListOf(unclosed(item))
        case MapOf(item):
            return MapOf(unclosed(item))
        case Nullable(inner):
            return Nullable(unclosed(inner))
        case ObjectType(fields):
            return ObjectType(tuple(replace(field, type=unclosed(field.type)) for field in fields))
        case Unjoined(parts):
            return Unjoined(tuple(unclosed(part) for part in parts))
        case Scalar() | Special():
            return t
        case _:
            assert_never(t)


def show(t: Type) -> str:
    """A type as the author would write it; an object by its fields."""
    match t:
        case Scalar(kind):
            return kind.value
        case EnumType(literal=True):
            return "string"
        case EnumType(members, open=is_open):
            names = [member if is_name(member) else f"'{member}'" for member in members]
            return f"enum[{', '.join([*names, '...'] if is_open else names)}]"
        case ListOf(item):
            return "list" if item is NEVER else f"list[{show(item)}]"
        case MapOf(item):
            return f"map[{show(item)}]"
        case Nullable(inner):
            return f"{show(inner)}?"
        case ObjectType(fields):
            shown = (f"{field.name}: {show(read_type(field))}" for field in fields)
            return f"{{{', '.join(shown)}}}"
        case Unjoined(parts):
            return " or ".join(dict.fromkeys(show(part) for part in parts))
        case Special():
            return t.value
        case _:
            assert_never(t)
