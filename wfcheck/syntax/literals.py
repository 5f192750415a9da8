"""Literal values and how they are written: durations, timestamps, enum members (C-3.1, C-3.9, C-5.3)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias


@dataclass(frozen=True, slots=True, order=True)
class Duration:
    """A length of time in whole milliseconds, possibly negative."""

    ms: int


@dataclass(frozen=True, slots=True, order=True)
class Timestamp:
    """An instant in whole milliseconds since 1970-01-01T00:00:00Z."""

    ms: int


@dataclass(frozen=True, slots=True)
class File:
    """A file handle; only its name, size in bytes and media type are visible."""

    name: str
    size: int
    media_type: str


@dataclass(frozen=True, slots=True)
class MapValue:
    """A map or object value: its entries in a fixed order, each key once.

    Equality is by value and does not depend on the order (C-5.4).
    """

    entries: tuple[tuple[str, "Value"], ...]

    def get(self, key: str) -> "Value":
        """The value of a key, null where there is none."""
        return next((value for name, value in self.entries if name == key), None)

    def __contains__(self, key: str) -> bool:
        return any(name == key for name, _ in self.entries)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MapValue):
            return NotImplemented
        return len(self.entries) == len(other.entries) and dict(self.entries) == dict(other.entries)

    def __hash__(self) -> int:
        return hash(frozenset(self.entries))


Value: TypeAlias = (
    bool
    | int
    | Fraction
    | str
    | Duration
    | Timestamp
    | File
    | tuple["Value", ...]
    | MapValue
    | None
)
"""A known value. `number` is an exact rational: an int or a Fraction; a list is a tuple.

Python says `True == 1`; the language does not. Compare with `semantics.values.same`.
"""
