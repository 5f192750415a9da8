"""How long texts can be, in code points, without knowing what is in them.

An interval is always wide enough: of what is not understood it says nothing. Where it is `free`,
each length in it is had by some values, whatever other texts are.
"""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from wfcheck.classes import dataclass
from wfcheck.semantics.types import EnumType, Field, Kind, Nullable, Scalar, Type
from wfcheck.semantics.values import text_of
from wfcheck.syntax.expr import Apply, Cond, Expr, Lit, Op, SymbolId, Text, Unknown
from wfcheck.syntax.literals import Value

FieldOf: TypeAlias = Callable[[SymbolId], Field | None]
"""What an unknown is declared as; None for one that nobody declares."""

_LOWERED: Final = 2  # `İ` in lower case is two code points
_RAISED: Final = 3  # `ΐ` in upper case is three
_MOST_DIGITS: Final = 20  # of an int with its sign (C-3.9)


@dataclass(frozen=True, slots=True)
class Lengths:
    """The least and the most code points of a text; None is no limit."""

    least: int = 0
    most: int | None = None
    free: bool = False

    def plus(self, other: "Lengths") -> "Lengths":
        """Of two texts, one after the other."""
        most = None if self.most is None or other.most is None else self.most + other.most
        return Lengths(self.least + other.least, most, self.free and other.free)

    def either(self, other: "Lengths") -> "Lengths":
        """Of one text or another."""
        most = None if self.most is None or other.most is None else max(self.most, other.most)
        return Lengths(min(self.least, other.least), most)

    def times(self, factor: int) -> "Lengths":
        """Of a text in which each code point becomes one or as many as `factor`."""
        return Lengths(self.least, None if self.most is None else self.most * factor)


def lengths(expr: Expr, field_of: FieldOf) -> Lengths | None:
    """The lengths of what is a text wherever it has a value; None where it may be something else."""
    match expr:
        case Lit(str() as text):
            return Lengths(len(text), len(text), free=True)
        case Unknown(id_):
            declared = field_of(id_)
            return None if declared is None else _declared(declared)
        case Text(parts):
            whole = Lengths(free=True, most=0)
            for part in parts:
                whole = whole.plus(_inside(part, field_of))
            return whole
        case Cond(_, then, orelse):
            return _either(lengths(then, field_of), lengths(orelse, field_of))
        case Apply(Op.DEFAULT, (value, instead)):
            return _either(lengths(value, field_of), lengths(instead, field_of))
        case Apply(op, args):
            return _filtered(op, args, field_of)
        case _:
            return None


def _either(one: Lengths | None, other: Lengths | None) -> Lengths | None:
    return None if one is None or other is None else one.either(other)


def _declared(declared: Field) -> Lengths | None:
    type_, limits = declared.type, declared.limits
    match type_.base if isinstance(type_, Nullable) else type_:
        case Scalar(Kind.STRING):
            free = limits.pattern is None and not isinstance(type_, Nullable)
            return Lengths(limits.min_length or 0, limits.max_length, free)
        case EnumType(members, open=False) if members:
            sizes = [len(member) for member in members]
            return Lengths(min(sizes), max(sizes))
        case EnumType():
            return Lengths()
        case _:
            return None


def _filtered(op: Op, args: tuple[Expr, ...], field_of: FieldOf) -> Lengths | None:
    match op:
        case Op.STRING:
            return _inside(args[0], field_of)
        case Op.LOWER | Op.UPPER | Op.TRIM | Op.SLICE | Op.REPLACE:
            given = lengths(args[0], field_of)
        case Op.JOIN:
            return Lengths()
        case _:
            return None
    if given is None:
        return None
    match op, args[1:]:
        case Op.LOWER, _:
            return given.times(_LOWERED)
        case Op.UPPER, _:
            return given.times(_RAISED)
        case Op.TRIM, _:
            return Lengths(0, given.most)
        case Op.SLICE, (Lit(int(start)), *rest):
            return _sliced(given, start, rest)
        case Op.REPLACE, (Lit(str(old)), Lit(str(new))) if len(new) <= len(old):
            return Lengths(0, given.most)
        case Op.SLICE, _:
            return Lengths(0, given.most)
        case _:
            return Lengths()


def _sliced(given: Lengths, start: int, rest: list[Expr]) -> Lengths:
    """C-5.8: a negative bound counts from the end; only the others say how much is left."""
    end = rest[0].value if rest and isinstance(rest[0], Lit) else None
    if start < 0 or (rest and (not isinstance(end, int) or end < 0)):
        return Lengths(0, given.most)
    least, most = given.least, given.most
    if isinstance(end, int):
        least, most = min(least, end), end if most is None else min(most, end)
    return Lengths(max(least - start, 0), None if most is None else max(most - start, 0))


def _inside(part: str | Expr, field_of: FieldOf) -> Lengths:
    """The lengths of a part of a text: what a scalar looks like there (C-5.1)."""
    match part:
        case str():
            return Lengths(len(part), len(part), free=True)
        case Lit(value):
            spelt = text_of(value)
            return Lengths() if spelt is None else Lengths(len(spelt), len(spelt), free=True)
        case Unknown(id_) if (declared := field_of(id_)) is not None:
            return lengths(part, field_of) or _spelt(declared)
        case _:
            return lengths(part, field_of) or Lengths()


def _spelt(declared: Field) -> Lengths:
    match _base(declared.type), declared.limits.min, declared.limits.max:
        case Scalar(Kind.INT), low, high:
            if isinstance(low, int) and isinstance(high, int):
                return Lengths(1, max(len(str(low)), len(str(high))))
            return Lengths(1, _MOST_DIGITS)
        case Scalar(Kind.BOOL), _, _:
            return Lengths(len("true"), len("false"))
        case _:
            return Lengths()


def _base(type_: Type) -> Type:
    return type_.base if isinstance(type_, Nullable) else type_


def longer(value: str, length: int, name: str) -> Iterator[str]:
    """Texts of that length which a person can read, and such as are made of a shorter `value`.

    What a text of `value`'s form must look like is not known: each of its code points is repeated.
    """
    readable = f"{name} " * (length // (len(name) + 1) + 1)
    yield readable[:length].replace(" ", "-") if length else ""
    yield from (sign * length for sign in _SIGNS)
    missing = length - len(value)
    if missing > 0:
        for at in range(min(len(value), _PLACES)):
            yield value[: at + 1] + value[at] * missing + value[at + 1 :]


_SIGNS: Final = ("x", "0", "ß", "İ")  # those that grow in upper or lower case among them
_PLACES: Final = 12


def longer_list(value: Value, length: int, filler: Value) -> tuple[Value, ...]:
    """A list of that length: the elements of `value`, and then its last again and again."""
    elements = value if isinstance(value, tuple) else ()
    last = elements[-1] if elements else filler
    return (*elements[:length], *[last] * (length - len(elements)))
