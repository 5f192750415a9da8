"""z3 models to values of the language, symbol by symbol."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, assert_never

import z3

from wfcheck.classes import dataclass
from wfcheck.semantics.types import (
    EnumType,
    Field,
    Kind,
    ListOf,
    MapOf,
    Nullable,
    ObjectType,
    Scalar,
    Special,
    Type,
    Unjoined,
)
from wfcheck.smt.encode import Encoding, plain_text
from wfcheck.smt.sorts import (
    ANY,
    Anything,
    Cell,
    Entries,
    Items,
    Lookup,
    Nothing,
    Plain,
    Term,
)
from wfcheck.syntax.expr import SymbolId
from wfcheck.syntax.literals import Duration, File, MapValue, Timestamp, Value

MOST_ELEMENTS: Final = 64
_MOST_DEPTH: Final = 6


class UnreadableModelError(Exception):
    """The model holds a value that the language has not, or a list too long to show."""


def filler(type_: Type) -> Value:
    """Some value of a type, where any will do."""
    match type_:
        case Scalar(kind):
            return _FILLERS[kind]
        case EnumType(members):
            return members[0] if members else "other"
        case ListOf():
            return ()
        case MapOf():
            return MapValue(())
        case ObjectType(fields):
            return MapValue(tuple((field.name, filler(field.type)) for field in fields))
        case Nullable() | Special() | Unjoined():
            return None
        case _:
            assert_never(type_)


_FILLERS: Final[dict[Kind, Value]] = {
    Kind.STRING: "a",
    Kind.INT: 0,
    Kind.NUMBER: 0,
    Kind.BOOL: False,
    Kind.DURATION: Duration(0),
    Kind.TIMESTAMP: Timestamp(1_893_456_000_000),  # 2030-01-01T00:00:00Z
    Kind.FILE: File("file-1", 0, "text/plain"),
}


def decode(model: Term, encoding: Encoding) -> Mapping[SymbolId, Value]:
    """The value of every symbol that the encoding was asked for.

    Raises UnreadableModelError where one has no value of the language.
    """
    reading = _Reading(model, encoding)
    return {
        id_: reading.read(cell, encoding.symbols.get(id_, _ANYTHING).type)
        for id_, cell in encoding.cells.items()
    }


_ANYTHING: Final = Field("unknown", Special.UNKNOWN)


@dataclass(frozen=True, slots=True)
class _Reading:
    model: Term
    encoding: Encoding

    def _value(self, term: Term) -> Term:
        return self.model.eval(term, model_completion=True)

    def _int(self, term: Term) -> int:
        found = self._value(term)
        if not z3.is_int_value(found):
            raise UnreadableModelError
        return int(found.as_long())

    def read(self, cell: Cell, type_: Type) -> Value:
        """The value of a cell; `type_` tells what the cell does not show."""
        if z3.is_true(self._value(cell.null)):
            return None
        base = type_.base if isinstance(type_, Nullable) else type_
        match cell.shape:
            case Plain(kind, term):
                return self._scalar(kind, term)
            case Items(length, head):
                item = base.item if isinstance(base, ListOf) else Special.UNKNOWN
                count = self._int(length)
                if count > MOST_ELEMENTS:
                    raise UnreadableModelError
                shown = [self.read(element, item) for element in head[:count]]
                return tuple(shown + [filler(item)] * (count - len(shown)))
            case Entries(cells):
                types = (
                    {part.name: part.type for part in base.fields}
                    if isinstance(base, ObjectType)
                    else {}
                )
                return MapValue(
                    tuple(
                        (name, self.read(part, types.get(name, Special.UNKNOWN)))
                        for name, part in cells
                    )
                )
            case Lookup(name, item):
                found = {
                    plain_text(self._value(key)): self.read(part, item)
                    for key, part in self.encoding.entries.get(name, ())
                }
                return MapValue(tuple((k, v) for k, v in found.items() if v is not None))
            case Anything(term):
                return self._anything(term, 0)
            case Nothing():
                return None
            case _:
                assert_never(cell.shape)

    def _scalar(self, kind: Kind, term: Term) -> Value:
        found = self._value(term)
        match kind:
            case Kind.STRING:
                if not z3.is_string_value(found):
                    raise UnreadableModelError
                return plain_text(found)
            case Kind.INT:
                return self._int(found)
            case Kind.NUMBER:
                return self._number(found)
            case Kind.BOOL:
                return bool(z3.is_true(found))
            case Kind.DURATION:
                return Duration(self._int(found))
            case Kind.TIMESTAMP:
                return Timestamp(self._int(found))
            case Kind.FILE:
                return self._file(found)
            case _:
                assert_never(kind)

    def _number(self, term: Term) -> Fraction:
        found = self._value(term)
        if not z3.is_rational_value(found):  # an irrational root
            raise UnreadableModelError
        return Fraction(found.numerator_as_long(), found.denominator_as_long())

    def _file(self, identity: Term) -> File:
        integer, string = z3.IntSort(), z3.StringSort()
        name = self._value(z3.Function("file name", integer, string)(identity))
        media = self._value(z3.Function("file media_type", integer, string)(identity))
        size = self._int(z3.Function("file size", integer, integer)(identity))
        own = plain_text(name) or f"file-{self._int(identity)}"
        return File(own, max(size, 0), plain_text(media) or "text/plain")

    def _anything(self, term: Term, depth: int) -> Value:
        found = self._value(term)
        if depth > _MOST_DEPTH:
            raise UnreadableModelError
        if z3.is_true(self._value(ANY.is_any_null(found))):
            return None
        for test, part, kind in _CONSTRUCTORS:
            if z3.is_true(self._value(test(found))):
                value = self._scalar(kind, part(found))
                # Json does not tell 3.0 from 3.
                if isinstance(value, Fraction) and value.denominator == 1:
                    return value.numerator
                return value
        entries: dict[str, Value] = {}
        elements: dict[int, Value] = {}
        for access in self.encoding.accesses:
            if not self._value(access.of).eq(found):
                continue
            value = self._anything(access.found, depth + 1)
            if z3.is_string(access.key):
                entries[plain_text(self._value(access.key))] = value
            else:
                elements[self._int(access.key)] = value
        if z3.is_true(self._value(ANY.is_any_map(found))):
            return MapValue(tuple(entries.items()))
        count = max(elements, default=-1) + 1
        if count > MOST_ELEMENTS:
            raise UnreadableModelError
        return tuple(elements.get(i) for i in range(count))


_CONSTRUCTORS: Final = (
    (ANY.is_any_bool, ANY.the_bool, Kind.BOOL),
    (ANY.is_any_number, ANY.the_number, Kind.NUMBER),
    (ANY.is_any_string, ANY.the_string, Kind.STRING),
    (ANY.is_any_duration, ANY.the_duration, Kind.DURATION),
    (ANY.is_any_timestamp, ANY.the_timestamp, Kind.TIMESTAMP),
    (ANY.is_any_file, ANY.the_file, Kind.FILE),
)
