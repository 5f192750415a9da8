"""Conjunctions of bounds on numbers and on differences of two numbers.

A bound `x - y <= k` is an edge from y to x of weight k; `x <= k` is one from the constant zero. The
bounds contradict each other exactly where the graph has a negative cycle (Bellman, Ford). Numbers
that are whole have whole bounds, so the answer is right for them too, as long as whole and other
numbers do not meet.
"""

from collections.abc import Callable
from dataclasses import field
from fractions import Fraction
from typing import Final, TypeAlias

from wfcheck.classes import dataclass
from wfcheck.semantics.types import Kind, Limits
from wfcheck.syntax.expr import Apply, Expr, Lit, Op
from wfcheck.syntax.literals import Duration, Timestamp, Value

_DAY_MS: Final = 24 * 60 * 60 * 1000
_RANGES: Final[dict[Kind, tuple[int, int]]] = {  # C-3.9
    Kind.INT: (-(2**63), 2**63 - 1),
    Kind.DURATION: (-4_000_000 * _DAY_MS, 4_000_000 * _DAY_MS),
    Kind.TIMESTAMP: (-62_135_596_800_000, 253_402_300_799_999),
}

Whole: TypeAlias = Callable[[Expr], bool | None]
"""Whether a term is a whole number; None where it is not known to be a number."""


@dataclass(frozen=True, slots=True)
class Linear:
    """A sum of terms with factors, and a constant."""

    terms: tuple[tuple[Expr, Fraction], ...]
    constant: Fraction
    whole: bool  # all its terms are

    def plus(self, other: "Linear") -> "Linear":
        factors = dict(self.terms)
        for term, factor in other.terms:
            factors[term] = factors.get(term, Fraction(0)) + factor
        kept = tuple((term, factor) for term, factor in factors.items() if factor)
        return Linear(kept, self.constant + other.constant, self.whole and other.whole)

    def times(self, factor: Fraction) -> "Linear":
        if not factor:
            return Linear((), Fraction(0), self.whole)
        terms = tuple((term, own * factor) for term, own in self.terms)
        return Linear(terms, self.constant * factor, self.whole)

    def minus(self, other: "Linear") -> "Linear":
        return self.plus(other.times(Fraction(-1)))


def magnitude(value: Value) -> Fraction | None:
    """A number, or a duration or timestamp in milliseconds; None for another value."""
    match value:
        case bool():
            return None
        case int() | Fraction():
            return Fraction(value)
        case Duration(ms) | Timestamp(ms):
            return Fraction(ms)
        case _:
            return None


def linear(expr: Expr, whole: Whole) -> Linear | None:
    """A numeric expression as a sum; None where it is none, or not linear in known numbers."""
    match expr:
        case Lit(value):
            number = magnitude(value)
            return None if number is None else Linear((), number, whole=True)
        case Apply(Op.ADD | Op.PLUS, (left, right)):
            return _combined(left, right, Fraction(1), whole)
        case Apply(Op.SUB | Op.MINUS, (left, right)):
            return _combined(left, right, Fraction(-1), whole)
        case Apply(Op.NEG, (inner,)):
            part = linear(inner, whole)
            return None if part is None else part.times(Fraction(-1))
        case Apply(Op.MUL, (left, right)):
            first, second = linear(left, whole), linear(right, whole)
            if first is None or second is None:
                return None
            if not second.terms:
                return first.times(second.constant)
            return second.times(first.constant) if not first.terms else None
        case _:
            kind = whole(expr)
            return None if kind is None else Linear(((expr, Fraction(1)),), Fraction(0), kind)


def _combined(left: Expr, right: Expr, sign: Fraction, whole: Whole) -> Linear | None:
    first, second = linear(left, whole), linear(right, whole)
    if first is None or second is None:
        return None
    return first.plus(second.times(sign))


@dataclass(frozen=True, slots=True)
class _Weight:
    """An upper bound; `strict` says how often it is missed by some small amount.

    It is counted, so that a way round of nothing but a strict bound goes down for ever.
    """

    value: Fraction
    strict: int = 0

    def plus(self, other: "_Weight") -> "_Weight":
        return _Weight(self.value + other.value, self.strict + other.strict)

    def below(self, other: "_Weight | None") -> bool:
        if other is None or self.value != other.value:
            return other is None or self.value < other.value
        return self.strict > other.strict


_ZERO: Final = Lit(0)
_NOTHING: Final = _Weight(Fraction(0))
_ROOM: Final = 64  # values that a difference must have left before disequalities cannot matter


@dataclass(slots=True)
class Differences:
    """The bounds taken so far. `decide` is True, False, or None where something was left out."""

    edges: dict[tuple[Expr, Expr], _Weight] = field(default_factory=dict)  # (y, x): x - y <= weight
    unequal: list[Linear] = field(default_factory=list)  # sums that are not zero
    wholes: dict[Expr, bool] = field(default_factory=dict)
    impossible: bool = False
    left_out: bool = False

    def declare(self, term: Expr, kind: Kind, limits: Limits) -> None:
        """A number and what its declaration says of it."""
        if term in self.wholes:
            return
        self.wholes[term] = kind is not Kind.NUMBER
        low, high = _RANGES.get(kind, (None, None))
        for bound in (low, magnitude(limits.min)):
            if bound is not None:
                self._edge(term, _ZERO, _Weight(Fraction(-bound)))
        for bound in (high, magnitude(limits.max)):
            if bound is not None:
                self._edge(_ZERO, term, _Weight(Fraction(bound)))

    def add(self, op: Op, sum_: Linear) -> bool:
        """`sum_ op 0`; False where that alone is impossible."""
        if not sum_.terms:
            return _holds(op, sum_.constant)
        match op:
            case Op.EQ:
                self._at_most(sum_, strict=False)
                self._at_most(sum_.times(Fraction(-1)), strict=False)
            case Op.NE:
                self.unequal.append(sum_)
            case Op.LE | Op.LT:
                self._at_most(sum_, strict=op is Op.LT)
            case _:
                self._at_most(sum_.times(Fraction(-1)), strict=op is Op.GT)
        return True

    def _at_most(self, sum_: Linear, *, strict: bool) -> None:
        """sum_ <= 0, or < 0."""
        pair = _pair(sum_)
        if pair is None:
            self.left_out = True
            return
        x, y, scale = pair
        bound = -sum_.constant / scale
        if sum_.whole and self._whole(x) and self._whole(y):
            floor = bound.numerator // bound.denominator
            bound = Fraction(floor - 1) if strict and bound == floor else Fraction(floor)
            strict = False
        elif self._whole(x) != self._whole(y) or self._whole(x):
            self.left_out = self.left_out or _ZERO not in (x, y)
        self._edge(y, x, _Weight(bound, int(strict)))

    def _whole(self, term: Expr) -> bool:
        return term == _ZERO or self.wholes.get(term, False)

    def _edge(self, source: Expr, target: Expr, weight: _Weight) -> None:
        if weight.below(self.edges.get((source, target))):
            self.edges[source, target] = weight

    def decide(self) -> bool | None:
        """Whether values remain."""
        if self.impossible:
            return False
        if not self.edges and not self.unequal:
            return None if self.left_out else True
        if self._contradiction() or not self._tightened():
            return False
        for sum_ in self.unequal:
            forced = self._not_zero(sum_)
            if forced is False:
                return False
            if forced is None:
                self.left_out = True
        return None if self.left_out else True

    def _tightened(self) -> bool:
        """Take excluded values from the ends of whole ranges; False where nothing is left."""
        whole = [
            (pair, -sum_.constant / pair[2])
            for sum_ in self.unequal
            if (pair := _pair(sum_)) is not None and self._whole(pair[0]) and self._whole(pair[1])
        ]
        for _ in range(_ROOM):
            changed = False
            for (x, y, _scale), excluded in whole:
                high, low = self._furthest(y).get(x), self._furthest(x).get(y)
                if high is not None and high.value == excluded:
                    self._edge(y, x, _Weight(excluded - 1))
                    changed = True
                elif low is not None and -low.value == excluded:
                    self._edge(x, y, _Weight(-excluded - 1))
                    changed = True
                if changed and self._contradiction():
                    return False
            if not changed:
                return True
        return True

    def _nodes(self) -> list[Expr]:
        return list(dict.fromkeys(node for edge in self.edges for node in edge))

    def _contradiction(self) -> bool:
        best: dict[Expr, _Weight] = dict.fromkeys(self._nodes(), _NOTHING)
        for _ in range(len(best) + 1):
            changed = False
            for (source, target), weight in self.edges.items():
                reached = best[source].plus(weight)
                if reached.below(best[target]):
                    best[target] = reached
                    changed = True
            if not changed:
                return False
        return True

    def _furthest(self, source: Expr) -> dict[Expr, _Weight]:
        """The tightest upper bounds of `x - source`; there is no negative cycle."""
        best = {source: _NOTHING}
        changed = True
        while changed:
            changed = False
            for (start, target), weight in self.edges.items():
                if start in best and (reached := best[start].plus(weight)).below(best.get(target)):
                    best[target] = reached
                    changed = True
        return best

    def _not_zero(self, sum_: Linear) -> bool | None:
        """Whether a sum can differ from zero beside the others; None where that is not decided."""
        pair = _pair(sum_)
        if pair is None:
            return None
        x, y, scale = pair
        excluded = -sum_.constant / scale  # x - y is not this
        high = self._furthest(y).get(x)
        low = self._furthest(x).get(y)
        if high is None or low is None:
            return True
        if high.value == -low.value:
            return high.value != excluded
        if high.value < excluded or -low.value > excluded:
            return True
        room = high.value + low.value
        if not (self._whole(x) and self._whole(y)):
            return True
        alone = all(_pair(other) in (pair, None) for other in self.unequal) and _ZERO in (x, y)
        enough = len(self.unequal) if alone and not self._linked(x, y) else _ROOM
        return True if room + 1 > enough else None

    def _linked(self, x: Expr, y: Expr) -> bool:
        term = x if y == _ZERO else y
        return any(term in edge and _ZERO not in edge for edge in self.edges)


def _pair(sum_: Linear) -> tuple[Expr, Expr, Fraction] | None:
    """`sum_` as scale * (x - y) + constant with a positive scale; None where it is not of that form."""
    match sum_.terms:
        case ((term, factor),):
            return (term, _ZERO, factor) if factor > 0 else (_ZERO, term, -factor)
        case ((first, one), (second, other)) if one == -other:
            return (first, second, one) if one > 0 else (second, first, other)
        case _:
            return None


def _holds(op: Op, value: Fraction) -> bool:
    match op:
        case Op.EQ:
            return value == 0
        case Op.NE:
            return value != 0
        case Op.LT:
            return value < 0
        case Op.LE:
            return value <= 0
        case Op.GT:
            return value > 0
        case _:
            return value >= 0
