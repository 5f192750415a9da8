"""What an encoder is, what it may ask for, and the questions that all of them put to their operands."""

from collections.abc import Callable
from typing import Protocol, TypeAlias

import z3

from wfcheck.classes import dataclass
from wfcheck.semantics.types import Kind, Type
from wfcheck.smt.cells import of_kind
from wfcheck.smt.sorts import (
    Anything,
    Cell,
    Plain,
    Term,
)

Cells: TypeAlias = tuple[Cell, ...]


class Session(Protocol):
    """What an encoder may ask of the encoding that it works for."""

    def opaque(self, what: str, like: Cell | Type) -> Cell:
        """A value that nothing is known of, but its type; remembered as an abstraction."""

    def function(self, what: str, args: tuple[Term, ...], result: Term) -> Term:
        """An uninterpreted function of the operator on these terms; remembered likewise."""


Encoder: TypeAlias = Callable[[Session, Cells], Cell]


@dataclass(frozen=True, slots=True)
class Opaque:
    """An operator that z3 cannot express: an uninterpreted function of its scalar operands.

    `partial` when it may have no value, which is uninterpreted too.
    """

    kinds: tuple[Kind, ...]
    result: Kind
    partial: bool = False


def kind_of(cell: Cell) -> Kind | None:
    """The scalar kind of a cell, None where it has none or none that is known."""
    return cell.shape.kind if isinstance(cell.shape, Plain) else None


def truth(cell: Cell) -> tuple[Term, Term]:
    return of_kind(cell, Kind.BOOL)


def can_be(cell: Cell, kind: Kind) -> bool:
    own = kind_of(cell)
    return (
        isinstance(cell.shape, Anything) or own is kind or (own is Kind.INT and kind is Kind.NUMBER)
    )


def aligned(a: Cell, b: Cell, kind: Kind) -> tuple[tuple[Term, Term], tuple[Term, Term]]:
    """Both as terms of one sort: two ints stay Int, which z3 decides more easily."""
    if kind_of(a) is kind_of(b) is Kind.INT:
        kind = Kind.INT
    return of_kind(a, kind), of_kind(b, kind)


def certain(cell: Cell, kind: Kind) -> bool:
    return kind_of(cell) is kind or (kind is Kind.NUMBER and kind_of(cell) is Kind.INT)


def literal_int(cell: Cell) -> int | None:
    """The int that a cell certainly is, None where it may be others."""
    match cell.shape:
        case Plain(Kind.INT, term) if z3.is_int_value(term):
            return int(term.as_long())
        case _:
            return None
