"""Types and field declarations: assignability, joins, domains (C-3, C-4)."""

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final, TypeAlias

from wfcheck.syntax.literals import Value


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


Type: TypeAlias = Scalar | EnumType | ListOf | MapOf | ObjectType | Nullable | Special


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
