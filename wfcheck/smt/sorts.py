"""What values look like to the solver: cells, their shapes, and the z3 sorts below them.

Theory: a value is a *cell*. `ok` says when it exists at all (no fault), `null` when it is null, and
`shape` what it is otherwise. Structure (objects, lists, maps) stays in Python; only scalars are z3
terms. Enums are strings, durations and timestamps integers (ms), numbers reals; ints are unbounded
integers, their 64 bits being a fact about symbols and a need of operators. What has no static
type (json, unknown) is a term of the datatype `ANY`.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, TypeAlias

import z3

from wfcheck.classes import dataclass
from wfcheck.semantics.types import Kind, Type

Term: TypeAlias = Any  # z3 has no stubs

TRUE: Final[Term] = z3.BoolVal(val=True)
FALSE: Final[Term] = z3.BoolVal(val=False)


def _any_sort() -> Term:
    declaration = z3.Datatype("any")
    declaration.declare("any_null")
    declaration.declare("any_bool", ("the_bool", z3.BoolSort()))
    declaration.declare("any_number", ("the_number", z3.RealSort()))
    declaration.declare("any_string", ("the_string", z3.StringSort()))
    declaration.declare("any_duration", ("the_duration", z3.IntSort()))
    declaration.declare("any_timestamp", ("the_timestamp", z3.IntSort()))
    declaration.declare("any_file", ("the_file", z3.IntSort()))
    declaration.declare("any_list", ("the_list", z3.IntSort()))
    declaration.declare("any_map", ("the_map", z3.IntSort()))
    return declaration.create()


ANY: Final[Term] = _any_sort()

SORTS: Final[dict[Kind, Term]] = {
    Kind.STRING: z3.StringSort(),
    Kind.INT: z3.IntSort(),
    Kind.NUMBER: z3.RealSort(),
    Kind.BOOL: z3.BoolSort(),
    Kind.DURATION: z3.IntSort(),
    Kind.TIMESTAMP: z3.IntSort(),
    Kind.FILE: z3.IntSort(),
}
"""A file is its identity: the language only compares files."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A scalar; enums are strings."""

    kind: Kind
    term: Term


@dataclass(frozen=True, slots=True)
class Items:
    """A list: its length, its first elements, and what any other element may be like.

    Without `rest` the list has no more elements than it shows. A cell of `rest` stands for some
    element, never for a certain one.
    """

    length: Term
    head: "tuple[Cell, ...]"
    rest: "tuple[Cell, ...]" = ()

    @property
    def whole(self) -> bool:
        return not self.rest


@dataclass(frozen=True, slots=True)
class Entries:
    """An object, or a map all of whose keys are known; in a fixed order."""

    cells: "tuple[tuple[str, Cell], ...]"

    def get(self, name: str) -> "Cell | None":
        return next((cell for key, cell in self.cells if key == name), None)


@dataclass(frozen=True, slots=True)
class Lookup:
    """A map with unknown keys: the name that its entries are known under, and their type."""

    name: str
    item: Type


@dataclass(frozen=True, slots=True)
class Anything:
    """A value of no static type: a term of `ANY`, its null included."""

    term: Term


@dataclass(frozen=True, slots=True)
class Nothing:
    """No value but null."""


Shape: TypeAlias = Plain | Items | Entries | Lookup | Anything | Nothing


@dataclass(frozen=True, slots=True)
class Cell:
    """A symbolic value: when it exists, when it is null, and what it is otherwise."""

    shape: Shape
    null: Term = FALSE
    ok: Term = TRUE

    def given(self, *needs: Term) -> "Cell":
        """The same value, existing only where all needs hold as well."""
        return replace(self, ok=conj(self.ok, *needs))


def conj(*terms: Term) -> Term:
    """The conjunction, without the parts that are plainly true."""
    kept = [term for term in terms if not z3.is_true(term)]
    if any(z3.is_false(term) for term in kept):
        return FALSE
    if not kept:
        return TRUE
    return kept[0] if len(kept) == 1 else z3.And(*kept)


def disj(*terms: Term) -> Term:
    """The disjunction, without the parts that are plainly false."""
    kept = [term for term in terms if not z3.is_false(term)]
    if any(z3.is_true(term) for term in kept):
        return TRUE
    if not kept:
        return FALSE
    return kept[0] if len(kept) == 1 else z3.Or(*kept)


def negate(term: Term) -> Term:
    """The negation of a Bool term."""
    if z3.is_true(term):
        return FALSE
    if z3.is_false(term):
        return TRUE
    return z3.Not(term)


def choose(test: Term, then: Term, orelse: Term) -> Term:
    """`then` where the test holds, else `orelse`."""
    if z3.is_true(test) or then.eq(orelse):
        return then
    return orelse if z3.is_false(test) else z3.If(test, then, orelse)


def rational(value: int | Fraction) -> Term:
    """The Real term of an exact number."""
    exact = Fraction(value)
    return z3.Q(exact.numerator, exact.denominator)


def text(value: str) -> Term:
    """The String term of a text, in which a backslash begins no escape."""
    return z3.StringVal("".join(c if c != "\\" else "\\u{5c}" for c in value))


def boolean(term: Term) -> Cell:
    """The cell of a Bool term."""
    return Cell(Plain(Kind.BOOL, term))
