"""Small, readable values for conditions, as the solver finds them.

Symbol by symbol, in their order, the nicest value that the conditions still allow is taken: texts
named after their field (`order-1`), numbers near zero, first members of enums, round durations.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, assert_never

import z3

from wfcheck.classes import dataclass
from wfcheck.semantics.lengths import longer, longer_list
from wfcheck.semantics.types import (
    NO_DEFAULT,
    UNKNOWN,
    EnumType,
    Field,
    Kind,
    ListOf,
    ObjectType,
    Scalar,
    Special,
    Type,
    base,
)
from wfcheck.semantics.values import coerce, conforms
from wfcheck.smt.cells import equal, known
from wfcheck.smt.decode import filler
from wfcheck.smt.demand import Demand, Exists, expression
from wfcheck.smt.solve import RLIMIT, Question, Sat, Unsure, pose, symbols_of
from wfcheck.smt.sorts import (
    FALSE,
    Anything,
    Cell,
    Entries,
    Items,
    Lookup,
    Nothing,
    Plain,
    Term,
    conj,
    disj,
    negate,
)
from wfcheck.syntax.expr import SymbolId, Unknown
from wfcheck.syntax.literals import Duration, MapValue, Timestamp, Value

_MOST_CHECKS: Final = 600
_SECOND, _MINUTE, _HOUR, _DAY = 1_000, 60_000, 3_600_000, 86_400_000
_NEW_YEAR: Final = 1_893_456_000_000  # 2030-01-01T00:00:00Z

_NICE: Final[dict[Kind, tuple[Value, ...]]] = {
    Kind.INT: (1, 0, 2, 3, -1),
    Kind.NUMBER: (1, 0, 2, Fraction(1, 2), -1),
    Kind.BOOL: (False, True),
    Kind.DURATION: tuple(map(Duration, (_HOUR, _MINUTE, _SECOND, _DAY, 2 * _HOUR, 0, 1))),
    Kind.TIMESTAMP: tuple(
        Timestamp(_NEW_YEAR + shift) for shift in (0, _HOUR, _DAY, -_HOUR, -_DAY, 1)
    ),
}
_STEPS: Final = (_DAY, _HOUR, _MINUTE, _SECOND)


def wished(
    conditions: tuple[Demand, ...],
    symbols: Mapping[SymbolId, Field],
    *,
    rlimit: int = RLIMIT,
) -> Mapping[SymbolId, Value] | None:
    """Readable values of all symbols that make every condition true; the evaluator confirms them.

    None where there are none, or none that the solver finds within its limit.
    """
    asked = {id_ for demand in conditions for id_ in symbols_of(expression(demand))}
    values = {id_: _free(field_) for id_, field_ in symbols.items() if id_ not in asked}
    bound = {id_: field_ for id_, field_ in symbols.items() if id_ in asked}
    question = pose(conditions, symbols, rlimit=rlimit)
    if isinstance(question, Unsure):
        return None
    slots = [
        slot
        for id_, field_ in bound.items()
        for slot in _slots(question.encoding.symbol(id_), field_, _last_name(field_))
    ]
    answer = question.answer()
    if not isinstance(answer, Sat):
        return None
    _Choosing(question).settle(slots)
    found = question.wished() or answer.model
    return {id_: found[id_] if id_ in found else values[id_] for id_ in symbols}


def _last_name(declared: Field) -> str:
    return declared.name.rpartition(".")[2] or "value"


def _free(declared: Field) -> Value:
    """A readable value where no condition asks for a certain one."""
    if not declared.required or declared.type is Special.NULL:
        if declared.default is NO_DEFAULT or conforms(declared.default, declared) is not None:
            return None
        return declared.default
    plain = base(declared.type)
    if isinstance(plain, ObjectType):
        return MapValue(tuple((part.name, _free(part)) for part in plain.fields))
    kind = plain.kind if isinstance(plain, Scalar) else Kind.STRING
    nice = _candidates(kind, plain, _last_name(declared))
    own = nice if isinstance(plain, Scalar | EnumType) else iter((filler(plain),))
    for value in (*own, *_long_enough(declared, plain)):
        if conforms(value, declared) is None:
            return coerce(value, declared)
    return _searched(declared)


def _long_enough(declared: Field, plain: Type) -> Iterator[Value]:
    """What is as long as it has to be, which the solver need not look for."""
    least = declared.limits.min_length
    if least is None:
        return
    if isinstance(plain, ListOf):
        yield longer_list((), least, filler(plain.item))
    elif isinstance(plain, Scalar):
        yield from longer("", least, _last_name(declared))


def _searched(declared: Field) -> Value:
    """A value that a declaration allows, where none of the nice ones is."""
    symbol = SymbolId(0)
    question = pose((Exists(Unknown(symbol)),), {symbol: declared})
    if isinstance(question, Unsure):
        return filler(declared.type)
    slots = _slots(question.encoding.symbol(symbol), declared, _last_name(declared))
    answer = question.answer()
    if not isinstance(answer, Sat):
        return filler(declared.type)
    _Choosing(question).settle(list(slots))
    return (question.wished() or answer.model)[symbol]


@dataclass(frozen=True, slots=True)
class _Slot:
    """One part of a value to settle: wishes, the nicest first, and the number to bring near otherwise."""

    wishes: tuple[Term, ...]
    term: Term = None
    kind: Kind | None = None


def _slots(
    cell: Cell, declared: Field, name: str, unless: Term = FALSE, number: int = 1
) -> Iterator[_Slot]:
    """The parts of a cell, texts named after `name` and counted; `unless` says where it does not matter."""
    if not z3.is_false(cell.null):
        # What may be left out is left out; what is null on purpose rather has a value.
        wish = cell.null if not declared.required else negate(cell.null)
        yield _Slot((disj(unless, wish),))
    absent = disj(unless, cell.null)
    match cell.shape:
        case Plain(kind, term):
            nice = _candidates(kind, base(declared.type), name, number)
            wishes = tuple(disj(absent, term == _term(value, kind)) for value in nice)
            yield _Slot(wishes, term, kind)
        case Items(length, head):
            counts = (disj(absent, length == z3.IntVal(i)) for i in range(len(head) + 1))
            yield _Slot(tuple(counts))
            listed = base(declared.type)
            item = Field("element", listed.item if isinstance(listed, ListOf) else UNKNOWN)
            for i, element in enumerate(head):
                short = disj(absent, length <= z3.IntVal(i))
                yield from _slots(element, item, name, short, i + 1)
        case Entries(cells):
            for part, own in cells:
                yield from _slots(own, _part(declared.type, part), part, absent)
        case Anything():
            simple = (f"{name}-{number}", 1, True)
            yield _Slot(tuple(disj(unless, equal(cell, known(value))) for value in simple))
        case Lookup() | Nothing():
            pass
        case _:
            assert_never(cell.shape)


@dataclass(slots=True)
class _Choosing:
    """The wishes, tried one after the other within a budget of checks."""

    question: Question
    checks: int = 0

    def _take(self, wish: Term) -> bool:
        if self.checks >= _MOST_CHECKS:
            return False
        self.checks += 1
        return self.question.accepts(wish)

    def settle(self, slots: list[_Slot]) -> None:
        """Settle all parts: what takes a nice value first, then the rest as small as can be."""
        for slot in self._nice(slots):
            self._small(slot)

    def _nice(self, slots: list[_Slot]) -> list[_Slot]:
        """Give each part the nicest value that it may have; what is left can have none of them."""
        wanted = [slot for slot in slots if slot.wishes]
        bare = [slot for slot in slots if not slot.wishes]
        if not wanted or self._take(conj(*(slot.wishes[0] for slot in wanted))):
            return bare
        if len(wanted) == 1:
            (slot,) = wanted
            taken = any(self._take(wish) for wish in slot.wishes[1:])
            return bare if taken else [slot, *bare]
        middle = len(wanted) // 2
        return [*self._nice(wanted[:middle]), *self._nice(wanted[middle:]), *bare]

    def _small(self, slot: _Slot) -> None:
        term, kind = slot.term, slot.kind
        if kind in {Kind.DURATION, Kind.TIMESTAMP}:
            for step in _STEPS:
                if self._take(term % z3.IntVal(step) == z3.IntVal(0)):
                    break
        if kind is Kind.NUMBER:
            self._take(z3.IsInt(term))
        if kind in {Kind.INT, Kind.NUMBER, Kind.DURATION, Kind.TIMESTAMP}:
            self._near(term, _NEW_YEAR if kind is Kind.TIMESTAMP else 0)
        elif kind is Kind.STRING:
            for most in (1, 2, 4, 8, 16, 32):
                if self._take(z3.Length(term) <= z3.IntVal(most)):
                    return

    def _near(self, term: Term, centre: int) -> None:
        """Settle a number as near to the centre as can be, by halving."""
        sign = 1 if self._take(term >= centre) else -1
        self._take((term - centre) * sign >= 0)
        low, high = -1, 1
        while high < 1 << 64 and not self._take((term - centre) * sign <= high):
            low, high = high, high * 64
        while high - low > 1 and self.checks < _MOST_CHECKS:
            middle = (low + high) // 2
            if self._take((term - centre) * sign <= middle):
                high = middle
            else:
                low = middle


def _candidates(kind: Kind, plain: Type, name: str, number: int = 1) -> Iterator[Value]:
    if isinstance(plain, EnumType):
        yield from plain.members
        if plain.open:
            yield from ("other", "another")
    elif kind is Kind.STRING:
        first, *others = (f"{name}-{number + i}" for i in range(3))
        yield from (first, "a", *others, "b", "c", "")
    else:
        yield from _NICE.get(kind, ())


def _term(value: Value, kind: Kind) -> Term:
    shape = known(value).shape
    assert isinstance(shape, Plain)
    return z3.ToReal(shape.term) if kind is Kind.NUMBER and z3.is_int(shape.term) else shape.term


def _part(type_: Type, name: str) -> Field:
    plain = base(type_)
    fields = plain.fields if isinstance(plain, ObjectType) else ()
    return next((part for part in fields if part.name == name), Field(name, UNKNOWN))
