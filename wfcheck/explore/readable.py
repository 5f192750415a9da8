"""Small, readable values for easy path conditions, found without a solver.

Symbol by symbol the nicest candidate is tried that no condition refutes, going back where that leads
nowhere; the evaluator confirms every condition. What is not found quickly is left to the solver.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Final

from wfcheck.explore.unknowns import put, unknowns
from wfcheck.semantics.choice import Symbol
from wfcheck.semantics.lengths import longer, longer_list
from wfcheck.semantics.reduce import reduce
from wfcheck.semantics.types import (
    NO_DEFAULT,
    EnumType,
    Field,
    Kind,
    ListOf,
    MapOf,
    Nullable,
    ObjectType,
    Scalar,
    Type,
    base,
)
from wfcheck.semantics.values import coerce, conforms
from wfcheck.syntax.expr import Apply, Expr, Lit, Op, SymbolId, Unknown, walk
from wfcheck.syntax.literals import Duration, File, MapValue, Timestamp, Value

_TRIES: Final = 4000
_MOST_LENGTH: Final = 100_000  # code points, or elements
_TRUE: Final = Lit(True)
_HOUR: Final = 3_600_000
_NEW_YEAR: Final = 1_893_456_000_000  # 2030-01-01T00:00:00Z


def readable(
    conditions: Sequence[Expr], symbols: Sequence[Symbol], *, tries: int = _TRIES
) -> Mapping[SymbolId, Value] | None:
    """Values that conform to their declarations and make every condition true; None if not found."""
    order = {symbol.id: number for number, symbol in enumerate(symbols)}
    due: list[list[Expr]] = [[] for _ in symbols]
    for condition in conditions:
        used = [order[id_] for id_ in unknowns(condition) if id_ in order]
        if used:
            due[max(used)].append(condition)
        elif not _is_met(condition):
            return None
    search = _Search(tuple(symbols), due, _literals(conditions), _sizes(conditions), tries)
    return search.values if search.go(0) else None


def _is_met(condition: Expr) -> bool:
    """Whether a closed condition holds; `not c` where `c` is not true, also for want of a value."""
    match condition:
        case Apply(Op.NOT, (inner,)):
            return reduce(inner, _no_name) != _TRUE
        case _:
            return reduce(condition, _no_name) == _TRUE


def _no_name(name: str) -> None:
    del name


def _literals(conditions: Sequence[Expr]) -> tuple[Value, ...]:
    found = (p.value for c in conditions for p in walk(c) if isinstance(p, Lit))
    return tuple({(type(value), value): value for value in found}.values())


def _sizes(conditions: Sequence[Expr]) -> Mapping[SymbolId, tuple[int, ...]]:
    """The lengths at which conditions turn over, by the unknowns that they measure."""
    found: dict[SymbolId, dict[int, None]] = {}
    for condition in conditions:
        parts = tuple(walk(condition))
        measured = [p for p in parts if isinstance(p, Apply) and p.op is Op.LENGTH]
        if not measured:
            continue
        sizes = {
            size: None
            for p in parts
            if isinstance(p, Lit) and isinstance(p.value, int) and not isinstance(p.value, bool)
            for size in (p.value + 1, p.value, p.value - 1)
            if 0 < size <= _MOST_LENGTH
        }
        for id_ in unknowns(tuple(measured)):
            found.setdefault(id_, {}).update(sizes)
    return {id_: tuple(sizes) for id_, sizes in found.items()}


@dataclass(slots=True)
class _Search:
    symbols: tuple[Symbol, ...]
    due: list[list[Expr]]  # by symbol: the conditions that are closed once it has a value
    literals: tuple[Value, ...]
    sizes: Mapping[SymbolId, tuple[int, ...]]
    tries: int
    values: dict[SymbolId, Value] = field(default_factory=dict)

    def go(self, number: int) -> bool:
        if number == len(self.symbols):
            return True
        symbol = self.symbols[number]
        for value in self._candidates(symbol, number):
            self.tries -= 1
            if self.tries < 0:
                return False
            if conforms(value, symbol.field) is not None:
                continue
            value = coerce(value, symbol.field)
            self.values[symbol.id] = value
            if all(self._holds(c) for c in self.due[number]) and self.go(number + 1):
                return True
        self.values.pop(symbol.id, None)
        return False

    def _holds(self, condition: Expr) -> bool:
        known: dict[SymbolId, Expr] = {
            id_: Lit(self.values[id_]) for id_ in unknowns(condition) if id_ in self.values
        }
        return _is_met(put(condition, known))

    def _candidates(self, symbol: Symbol, number: int) -> Iterator[Value]:
        """The nicest first; what earlier unknowns and the conditions' literals are comes last."""
        declared = symbol.field
        if not declared.required and declared.default is NO_DEFAULT:
            yield None
        name = declared.name.rpartition(".")[2] or "value"
        yield from _nice(declared.type, name, 1 + self._alike(symbol, number))
        if declared.limits.min is not None:
            yield declared.limits.min
        yield from self._sized(symbol, name)
        for value in self.literals:
            yield value
            if isinstance(value, int) and not isinstance(value, bool):
                yield from (value + 1, value - 1)
            if isinstance(value, Duration):
                yield from (Duration(value.ms + 1000), Duration(value.ms - 1000))
        yield from dict.fromkeys(self.values.values())
        yield from (2**63 - 1, -(2**63))

    def _sized(self, symbol: Symbol, name: str) -> Iterator[Value]:
        """Texts and lists as long as the declaration and the conditions want them."""
        declared = symbol.field
        limits = (declared.limits.min_length, declared.limits.max_length)
        wanted = (
            *(size for size in limits[:1] if size is not None),
            *self.sizes.get(symbol.id, ()),
            # where several are measured together, each is as long as it may be
            *(size for size in limits[1:] if size is not None and symbol.id in self.sizes),
        )
        for size in dict.fromkeys(wanted):
            if size > _MOST_LENGTH:
                continue
            match base(declared.type):
                case Scalar(Kind.STRING):
                    yield from islice(longer("", size, name), 2)
                case ListOf(item):
                    yield longer_list((), size, next(_nice(item, name, 1), None))
                case _:
                    return

    def _alike(self, symbol: Symbol, number: int) -> int:
        """How many unknowns of that name come before: calls give different values."""
        earlier = self.symbols[:number]
        return sum(1 for other in earlier if other.field.name == symbol.field.name)


def _nice(type_: Type, name: str, number: int) -> Iterator[Value]:
    match type_:
        case Scalar(kind):
            yield from _scalar(kind, name, number)
        case EnumType(members, open=open_):
            yield from members
            if open_:
                yield "other"
        case ListOf(item):
            yield ()
            first = next(_nice(item, name, number), None)
            yield (first,)
            yield (first, first)
        case MapOf():
            yield MapValue(())
        case ObjectType(fields):
            yield MapValue(tuple((part.name, _first(part)) for part in fields))
        case Nullable(base):
            yield from _nice(base, name, number)
            yield None
        case _:
            yield from (f"{name}-{number}", 0, True, None)


def _first(part: Field) -> Value:
    return next(_nice(part.type, part.name, 1), None)


def _scalar(kind: Kind, name: str, number: int) -> Iterator[Value]:
    match kind:
        case Kind.STRING:
            yield from (f"{name}-{number}", f"{name}-{number + 1}", "a", "b", "")
        case Kind.INT:
            yield from (1, 0, 2, 3, -1, 5, 10, 100)
        case Kind.NUMBER:
            yield from (1, 0, 2, Fraction(1, 2), -1, 10, 100)
        case Kind.BOOL:
            yield from (False, True)
        case Kind.DURATION:
            yield from map(Duration, (_HOUR, 60_000, 1000, 24 * _HOUR, 0, 1))
        case Kind.TIMESTAMP:
            yield from (Timestamp(_NEW_YEAR + shift) for shift in (0, _HOUR, 24 * _HOUR, -_HOUR))
        case Kind.FILE:
            yield File(f"{name}.txt", 0, "text/plain")


def closed(value: Unknown | Expr, model: Mapping[SymbolId, Value]) -> Expr:
    """An expression with the values in the place of its unknowns, computed."""
    return reduce(put(value, {id_: Lit(v) for id_, v in model.items()}), _no_name)
