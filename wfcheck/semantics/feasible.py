"""A quick, incomplete satisfiability test without a solver.

It knows conjunctions and small disjunctions of equalities, disequalities, null tests, closed
domains, and differences of two numbers, durations or timestamps. What it does not understand it
leaves out, so *unsat* is always right; *sat* is answered only where nothing was left out and the
rest is decided. Everything else is *unsure* and goes to the solver.

Theory of operation. Conditions are split into cases of literals. Equalities between values that are
not numbers are merged into classes (union-find), each with what it is known to be, the members
left of its domain, and the classes that it differs from. Numbers are differences `x - y <= k` in a
graph whose negative cycles are contradictions (Bellman and Ford).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Final

from wfcheck.semantics.cases import COMPARISONS, Literal, cases, operands
from wfcheck.semantics.choice import Symbol
from wfcheck.semantics.differences import Differences, Linear, linear
from wfcheck.semantics.lengths import Lengths, lengths
from wfcheck.semantics.types import (
    EnumType,
    Field,
    Kind,
    Limits,
    ListOf,
    MapOf,
    Nullable,
    Scalar,
    Special,
    Type,
    read_type,
)
from wfcheck.syntax.expr import (
    Apply,
    Expr,
    Index,
    ListLit,
    Lit,
    MapLit,
    Op,
    SymbolId,
    Unknown,
    children,
    walk,
)
from wfcheck.syntax.literals import MapValue, Value


class Feasible(Enum):
    """Whether there are values that make the conditions true."""

    SAT = "sat"
    UNSAT = "unsat"
    UNSURE = "unsure"


_CASES: Final = 200  # how many cases of a disjunction are looked at before giving up

_NEGATED: Final = {
    Op.EQ: Op.NE,
    Op.NE: Op.EQ,
    Op.LT: Op.GE,
    Op.GE: Op.LT,
    Op.GT: Op.LE,
    Op.LE: Op.GT,
}
_NUMERIC: Final = frozenset((Kind.INT, Kind.NUMBER, Kind.DURATION, Kind.TIMESTAMP))


def feasible(conditions: Iterable[Expr], symbols: Iterable[Symbol]) -> Feasible:
    """Whether all conditions can be true at once, for values that the symbols' declarations allow."""
    fields = {symbol.id: symbol.field for symbol in symbols}
    answer = Feasible.UNSAT
    for looked_at, case in enumerate(cases([(condition, True) for condition in conditions])):
        if looked_at >= _CASES:
            return Feasible.UNSURE
        match _Case(fields).decide(case):
            case Feasible.SAT:
                return Feasible.SAT
            case Feasible.UNSURE:
                answer = Feasible.UNSURE
            case Feasible.UNSAT:
                pass
    return answer


# -- one case


@dataclass(slots=True)
class _Class:
    """What is known of values that are equal: a constant, the members left of a closed domain."""

    constant: Lit | None = None
    domain: frozenset[Value] | None = None
    null: bool | None = None  # whether it is null, where that is known
    limited: bool = False  # a declaration says more than this test knows


@dataclass(slots=True)
class _Case:
    """One conjunction of literals."""

    fields: dict[SymbolId, Field]
    exact: bool = True
    parent: dict[Expr, Expr] = field(default_factory=dict)
    classes: dict[Expr, _Class] = field(default_factory=dict)
    different: list[tuple[Expr, Expr]] = field(default_factory=list)
    numbers: Differences = field(default_factory=Differences)
    measured: list[Expr] = field(default_factory=list)  # lengths of texts, and of parts of lists

    def decide(self, literals: Sequence[Literal]) -> Feasible:
        for literal in sorted(literals, key=_nulls_first):
            if not self._take(literal):
                return Feasible.UNSAT
        if self.measured and not self._alone(literals):
            self.exact = False
        for left, right in self.different:
            if not self._apart(left, right):
                return Feasible.UNSAT
        if not self._finite():
            return Feasible.UNSAT
        match self.numbers.decide():
            case False:
                return Feasible.UNSAT
            case None:
                self.exact = False
            case True:
                pass
        return Feasible.SAT if self.exact else Feasible.UNSURE

    # literals

    def _take(self, literal: Literal) -> bool:
        match literal.atom:
            case Apply(op, (left, right)) if op in COMPARISONS:
                return self._compare(op if literal.holds else _NEGATED[op], left, right)
            case atom:
                # A boolean value, or a test that is not understood: true or false, but not both.
                if not isinstance(atom, Unknown):
                    self.exact = False
                return self._equal(atom, Lit(literal.holds))

    def _compare(self, op: Op, left: Expr, right: Expr) -> bool:
        null = Lit(None)
        if null in (left, right):
            return self._null(right if left == null else left, op)
        difference = self._difference(left, right)
        if difference is not None:
            return self._compare_numbers(op, left, right, difference)
        match op:
            case Op.EQ:
                return self._equal(left, right)
            case Op.NE:
                self._look(left)
                self._look(right)
                self.different.append((left, right))
                return True
            case _:
                self.exact = False
                return True

    def _null(self, value: Expr, op: Op) -> bool:
        if op not in (Op.EQ, Op.NE):
            self.exact = False
            return True
        if isinstance(value, ListLit | MapLit):
            return op is Op.NE
        is_null = op is Op.EQ
        element = self._element(value)
        if element is not None:
            # C-5.5: an element that is not null itself is null exactly where the list is too short.
            return self.numbers.add(Op.LE if is_null else Op.GT, element)
        cls = self._look(value)
        if cls.null is not None:
            return cls.null == is_null
        cls.null = is_null
        return True

    def _element(self, value: Expr) -> Linear | None:
        """For `list[i]` with elements that are never null: how much longer than i the list is."""
        match value:
            case Index(Unknown(id) as list_, Lit(int() as at)) if id in self.fields and at >= 0:
                declared = read_type(self.fields[id])
            case _:
                return None
        if not isinstance(declared, ListOf) or isinstance(declared.item, Nullable | Special):
            return None
        length = linear(Apply(Op.LENGTH, (list_,)), self._number)
        return None if length is None else length.minus(Linear((), Fraction(at), whole=True))

    def _compare_numbers(self, op: Op, left: Expr, right: Expr, difference: Linear) -> bool:
        null = [self._look(side).null for side in (left, right) if _is_number(side)]
        if op is Op.NE and True in null:
            return null != [True, True]
        if op is Op.EQ and null == [True, True]:
            return True
        if (op is Op.NE and None in null) or (op is Op.EQ and null == [None, None]):
            self.exact = False  # null equals null, and differs from every number
            return True
        if not self._present(left) or not self._present(right):
            return False
        return self.numbers.add(op, difference)

    def _present(self, value: Expr) -> bool:
        """A number that is ordered or computed with is not null."""
        for part in operands(value):
            if isinstance(part, Unknown):
                cls = self._look(part)
                if cls.null is True:
                    return False
                cls.null = False
        return True

    def _difference(self, left: Expr, right: Expr) -> Linear | None:
        """What `left` is more than `right`, where both are numbers, durations or timestamps."""
        first, second = (linear(side, self._number) for side in (left, right))
        if first is None or second is None:
            return None
        return first.minus(second)

    def _number(self, term: Expr) -> bool | None:
        """Whether a term is whole; None where it is not known to be a number. Declares its bounds."""
        match term:
            case Apply(Op.LENGTH, (Unknown(id),)) if _is_list(self.fields.get(id)):
                return self._length(term, self.fields[id])
            case Apply(Op.LENGTH, (Apply(Op.SLICE, (Unknown(id), Lit(int(a)), Lit(int(b)))),)) if (
                _is_list(self.fields.get(id)) and 0 <= a <= b
            ):
                return self._slice_length(term, self.fields[id], a, b)
            case Apply(Op.LENGTH, (text,)) if (found := lengths(text, self.fields.get)) is not None:
                return self._text_length(term, found)
            case _:
                pass
        if not isinstance(term, Unknown) or term.id not in self.fields:
            return None
        declared = self.fields[term.id]
        base = _base(read_type(declared))
        if not isinstance(base, Scalar) or base.kind not in _NUMERIC:
            return None
        self._look(term)
        self.numbers.declare(term, base.kind, declared.limits)
        return base.kind is not Kind.NUMBER

    def _length(self, term: Expr, declared: Field) -> bool:
        """The length of a list is a number of its own."""
        limits = Limits(min=declared.limits.min_length or 0, max=declared.limits.max_length)
        self.numbers.declare(term, Kind.INT, limits)
        return True

    def _text_length(self, term: Expr, found: Lengths) -> bool:
        """The length of a text is any number in its interval where the text is nothing else's matter."""
        self.numbers.declare(term, Kind.INT, Limits(min=found.least, max=found.most))
        self.measured.append(term)
        if not found.free:
            self.exact = False
        return True

    def _slice_length(self, term: Expr, declared: Field, start: int, end: int) -> bool | None:
        """The length of a part of a list is any number that lists so long can give."""
        if not isinstance(read_type(declared), ListOf):
            return None
        shortest, longest = declared.limits.min_length or 0, declared.limits.max_length
        least = max(min(shortest, end) - start, 0)
        most = max((end if longest is None else min(longest, end)) - start, 0)
        self.numbers.declare(term, Kind.INT, Limits(min=least, max=most))
        self.measured.append(term)
        return True

    def _alone(self, literals: Sequence[Literal]) -> bool:
        """Whether each value that is measured, or of which a part is, is nothing else's matter."""
        ids = {id_ for term in self.measured for id_ in symbols_in(term)}
        read = Counter(
            part.id
            for literal in literals
            for part in walk(literal.atom)
            if isinstance(part, Unknown) and part.id in ids
        )
        return all(count == 1 for count in read.values())

    # classes of equal values

    def _look(self, value: Expr) -> _Class:
        root = self._root(value)
        cls = self.classes.get(root)
        if cls is None:
            cls = self._new(value)
            self.classes[root] = cls
        return cls

    def _new(self, value: Expr) -> _Class:
        match value:
            case Lit(constant):
                return _Class(value, frozenset((constant,)), constant is None)
            case Unknown(id) if id in self.fields:
                return self._declared(self.fields[id])
            case _:
                self.exact = False
                return _Class()

    def _declared(self, declared: Field) -> _Class:
        limits = declared.limits
        limited = (limits.pattern, limits.min_length, limits.max_length) != (None, None, None)
        # C-3.3: an optional field without a default is null where it is left out
        seen = read_type(declared)
        null = None if isinstance(seen, Nullable | Special) else False
        match _base(seen):
            case EnumType(members, open=False):
                return _Class(None, frozenset(members), null, limited)
            case Scalar(Kind.BOOL):
                return _Class(None, frozenset((True, False)), null, limited)
            case Scalar():
                return _Class(None, None, null, limited)
            case EnumType():
                return _Class(None, None, null, limited)
            case _:
                return _Class(None, None, null, limited=True)

    def _root(self, value: Expr) -> Expr:
        while value in self.parent:
            value = self.parent[value]
        return value

    def _equal(self, left: Expr, right: Expr) -> bool:
        first, second = self._look(left), self._look(right)
        one, other = self._root(left), self._root(right)
        if one == other:
            return True
        for limited, against in ((first, second), (second, first)):
            if limited.limited and (against.constant is not None or against.limited):
                self.exact = False
        if first.constant is not None and second.constant is not None:
            return _same(first.constant.value, second.constant.value)
        if None not in (first.null, second.null) and first.null != second.null:
            return False
        constant = first.constant or second.constant
        domain = _both(first.domain, second.domain)
        merged = _Class(
            constant,
            domain,
            first.null if first.null is not None else second.null,
            first.limited or second.limited,
        )
        self.parent[other] = one
        self.classes[one] = merged
        if merged.null is True:
            return True
        return domain is None or bool(domain)

    def _apart(self, left: Expr, right: Expr) -> bool:
        """Whether two values can differ; what one of them is known to be, the other is not."""
        if self._root(left) == self._root(right):
            return False
        first, second = self._look(left), self._look(right)
        if first.null is True and second.null is True:
            return False
        if first.constant is not None and second.constant is not None:
            return not _same(first.constant.value, second.constant.value)
        for cls, other in ((first, second), (second, first)):
            if other.constant is not None and cls.limited:
                self.exact = False
            if other.constant is not None and cls.domain is not None and cls.null is False:
                cls.domain = frozenset(m for m in cls.domain if not _same(m, other.constant.value))
                if not cls.domain:
                    return False
        return True

    def _finite(self) -> bool:
        """Closed domains: classes with one member left, and those that differ from each other."""
        small = [
            (root, cls)
            for root, cls in self.classes.items()
            if root not in self.parent and cls.domain is not None and cls.null is not True
        ]
        if any(not cls.domain and cls.null is False for _, cls in small):
            return False
        open_pairs = [
            (self._root(left), self._root(right))
            for left, right in self.different
            if self._look(left).constant is None or self._look(right).constant is None
        ]
        roots = {root for root, cls in small if cls.constant is None}
        pairs = [pair for pair in open_pairs if pair[0] in roots and pair[1] in roots]
        if any(self._look(a).null is None or self._look(b).null is None for a, b in open_pairs):
            self.exact = False
        if not pairs:
            return True
        return self._colour(sorted({r for pair in pairs for r in pair}, key=repr), pairs, {})

    def _colour(
        self, roots: list[Expr], pairs: list[tuple[Expr, Expr]], chosen: dict[Expr, Value]
    ) -> bool:
        if len(roots) > 6:
            self.exact = False
            return True
        if len(chosen) == len(roots):
            return True
        root = roots[len(chosen)]
        for member in sorted(self._look(root).domain or (), key=repr):
            clash = any(
                (a == root and chosen.get(b, _UNSET) == member)
                or (b == root and chosen.get(a, _UNSET) == member)
                for a, b in pairs
            )
            if not clash and self._colour(roots, pairs, {**chosen, root: member}):
                return True
        return False


def _nulls_first(literal: Literal) -> bool:
    match literal.atom:
        case Apply(op, (left, right)) if op in COMPARISONS:
            return Lit(None) not in (left, right)
        case _:
            return True


def _is_list(declared: Field | None) -> bool:
    return declared is not None and isinstance(read_type(declared), ListOf | MapOf)


def _is_number(side: Expr) -> bool:
    return isinstance(side, Unknown | Lit)


_UNSET: Final[Value] = MapValue((("", "no value"),))


def _both(
    first: frozenset[Value] | None, second: frozenset[Value] | None
) -> frozenset[Value] | None:
    if first is None:
        return second
    if second is None:
        return first
    return frozenset(m for m in first if any(_same(m, other) for other in second))


def _same(left: Value, right: Value) -> bool:
    """The language's equality: `True` is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return left == right


def _base(type_: Type) -> Type:
    return type_.base if isinstance(type_, Nullable) else type_


def symbols_in(expr: Expr) -> frozenset[SymbolId]:
    """The unknowns that occur in an expression."""
    found: set[SymbolId] = set()
    pending = [expr]
    while pending:
        current = pending.pop()
        if isinstance(current, Unknown):
            found.add(current.id)
        pending.extend(children(current))
    return frozenset(found)
