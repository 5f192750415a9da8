"""Small, readable values for conditions: what a trace shows in the place of its unknowns.

Symbol by symbol, in their order, the nicest value that the conditions still allow is taken: texts
named after their field (`order-1`), numbers near zero, first members of enums, round durations.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, assert_never

import z3

from wfcheck.semantics.types import EnumType, Field, Kind, ListOf, Nullable, ObjectType, Type
from wfcheck.smt.cells import equal, known
from wfcheck.smt.demand import Demand
from wfcheck.smt.solve import RLIMIT, Question, Sat, Unsure, pose
from wfcheck.smt.sorts import (
    Anything,
    Cell,
    Entries,
    Items,
    Lookup,
    Nothing,
    Plain,
    Term,
    disj,
    negate,
)
from wfcheck.syntax.expr import SymbolId
from wfcheck.syntax.literals import Duration, Timestamp, Value

_MOST_CHECKS: Final = 600
_SECOND, _MINUTE, _HOUR, _DAY = 1_000, 60_000, 3_600_000, 86_400_000
_NEW_YEAR: Final = 1_893_456_000_000  # 2030-01-01T00:00:00Z

_NICE: Final[dict[Kind, tuple[Value, ...]]] = {
    Kind.INT: (1, 0, 2, 3, -1, 5, 10, 100),
    Kind.NUMBER: (1, 0, 2, Fraction(1, 2), -1, 10, 100),
    Kind.BOOL: (False, True),
    Kind.DURATION: tuple(
        map(Duration, (_HOUR, _MINUTE, _SECOND, _DAY, 2 * _HOUR, 0, 1, 7 * _DAY, -_HOUR))
    ),
    Kind.TIMESTAMP: tuple(
        Timestamp(_NEW_YEAR + shift) for shift in (0, _HOUR, _DAY, -_HOUR, -_DAY, 1)
    ),
}
_STEPS: Final = (_DAY, _HOUR, _MINUTE, _SECOND)


def witness(
    conditions: tuple[Demand, ...],
    symbols: Mapping[SymbolId, Field],
    *,
    rlimit: int = RLIMIT,
) -> Mapping[SymbolId, Value] | None:
    """Readable values of all symbols that make every condition true; the evaluator confirms them.

    None where there are none, or none that the solver finds within its limit.
    """
    question = pose(conditions, symbols, rlimit=rlimit)
    if isinstance(question, Unsure):
        return None
    cells = {id_: question.encoding.symbol(id_) for id_ in symbols}
    answer = question.answer()
    if not isinstance(answer, Sat):
        return None
    choosing = _Choosing(question)
    for id_, declared in symbols.items():
        choosing.choose(cells[id_], declared, declared.name.rpartition(".")[2] or "value")
    return question.wished() or answer.model


@dataclass(slots=True)
class _Choosing:
    """The wishes, tried one after the other within a budget of checks."""

    question: Question
    checks: int = field(default=0)

    def _take(self, wish: Term) -> bool:
        if self.checks >= _MOST_CHECKS:
            return False
        self.checks += 1
        return self.question.accepts(wish)

    def choose(self, cell: Cell, declared: Field, name: str) -> None:
        """Settle a cell part by part, the nicest value first."""
        if not z3.is_false(cell.null):
            # What may be left out is left out; what is null on purpose rather has a value.
            wish = cell.null if not declared.required else negate(cell.null)
            if self._take(wish) is not declared.required:
                return
        match cell.shape:
            case Plain(kind, term):
                self._scalar(cell, term, kind, declared.type, name)
            case Items(length, head):
                self._list(length, head, declared.type, name)
            case Entries(cells):
                for part, own in cells:
                    self.choose(own, _part(declared.type, part), part)
            case Anything():
                for value in (f"{name}-1", 1, True):
                    if self._take(equal(cell, known(value))):
                        return
            case Lookup() | Nothing():
                pass
            case _:
                assert_never(cell.shape)

    def _scalar(self, cell: Cell, term: Term, kind: Kind, type_: Type, name: str) -> None:
        for value in _candidates(kind, type_, name):
            if self._take(disj(cell.null, term == _term(value, kind))):
                return
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
        while high < 1 << 63 and not self._take((term - centre) * sign <= high):
            low, high = high, high * 4
        while high - low > 1 and self.checks < _MOST_CHECKS:
            middle = (low + high) // 2
            if self._take((term - centre) * sign <= middle):
                high = middle
            else:
                low = middle

    def _list(self, length: Term, head: tuple[Cell, ...], type_: Type, name: str) -> None:
        for count in range(len(head) + 1):
            if self._take(length == z3.IntVal(count)):
                item = _item(type_)
                for i, element in enumerate(head[:count]):
                    self.choose(element, Field(f"[{i}]", item), f"{name}-{i + 1}")
                return


def _candidates(kind: Kind, type_: Type, name: str) -> Iterator[Value]:
    base = type_.base if isinstance(type_, Nullable) else type_
    if isinstance(base, EnumType):
        yield from base.members
        if base.open:
            yield from ("other", "another")
    elif kind is Kind.STRING:
        yield from (f"{name}-1", "a", f"{name}-2", f"{name}-3", "b", "c", "")
    else:
        yield from _NICE.get(kind, ())


def _term(value: Value, kind: Kind) -> Term:
    shape = known(value).shape
    assert isinstance(shape, Plain)
    return z3.ToReal(shape.term) if kind is Kind.NUMBER and z3.is_int(shape.term) else shape.term


def _item(type_: Type) -> Type:
    base = type_.base if isinstance(type_, Nullable) else type_
    return base.item if isinstance(base, ListOf) else base


def _part(type_: Type, name: str) -> Field:
    base = type_.base if isinstance(type_, Nullable) else type_
    fields = base.fields if isinstance(base, ObjectType) else ()
    return next((part for part in fields if part.name == name), Field(name, base))
