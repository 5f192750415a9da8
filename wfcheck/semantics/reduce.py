"""Evaluation, of known and unknown values alike (C-5.4 to C-5.6).

Theory of operation
-------------------
There is one evaluator. `reduce` puts in what names are bound to, computes what can be computed, and
keeps the rest. What comes out is

- a `Lit`: a known value;
- *stuck*: an application without unknowns that has no value; `fault_of` says why. Operands are
  evaluated from left to right, so the first fault is the one that comes out, and nothing around it;
- *open*: a value that depends on unknowns. It has the same value, or the same fault, as what it was
  made from, whatever the unknowns turn out to be. So a part that may have no value is never dropped.

Nothing here raises. The entries of a `MapLit` are values already: no expression an author writes makes
a map and takes a member of it in one breath.
"""

from collections.abc import Callable
from typing import Final, TypeAlias, assert_never

from wfcheck.semantics.reduced import (
    application,
    cond,
    fault_of,
    index,
    is_bool,
    is_certain,
    joined,
    list_of,
    map_of,
    member,
    settled,
)
from wfcheck.semantics.values import text_of
from wfcheck.syntax.expr import (
    Apply,
    Cond,
    Expr,
    Index,
    ListLit,
    Lit,
    MapLit,
    Member,
    Name,
    Op,
    SymbolId,
    Text,
    Unknown,
)

__all__ = ["Known", "Lookup", "fault_of", "reduce", "reducer", "substitute"]

Lookup: TypeAlias = Callable[[str], Expr | None]
"""What a name is bound to, as a reduced expression; None leaves the name in place."""

Known: TypeAlias = Callable[[SymbolId], Expr | None]
"""What an unknown turned out to be; None leaves it unknown."""

_MOST_PARTS: Final = (
    64  # of one text made of several: a text may be bound, and used again, many times
)


def reduce(expr: Expr, lookup: Lookup, known: Known | None = None) -> Expr:
    """The expression with its names and known unknowns put in, and what can be computed computed."""
    return reducer(lookup, known)(expr)


def reducer(lookup: Lookup, known: Known | None = None) -> Callable[[Expr], Expr]:
    """`reduce` for many expressions that have parts in common: each part is reduced once."""
    reduction = _Reduction(lookup, known or _nothing)

    def run(expr: Expr) -> Expr:
        try:
            return settled(reduction.reduce(expr))
        except RecursionError:
            # Files cannot nest so deeply (C-1.3), values that grow with every round can: they stay open.
            return expr

    return run


def substitute(expr: Expr, known: Known) -> Expr:
    """`reduce`, for an expression without names."""
    return reduce(expr, _nothing, known)


def _nothing(_: object) -> None:
    return None


class _Reduction:
    """One reduction: what names and unknowns are.

    A value that is bound and used again stands in another many times: each part is reduced once.
    """

    __slots__ = ("done", "known", "lookup")

    def __init__(self, lookup: Lookup, known: Known) -> None:
        self.lookup = lookup
        self.known = known
        # By identity; the expression is kept, so that no other takes its place in memory.
        self.done: dict[int, tuple[Expr, Expr]] = {}

    def reduce(self, expr: Expr) -> Expr:
        if isinstance(expr, Lit):
            return expr
        done = self.done.get(id(expr))
        if done is None:
            done = self.done[id(expr)] = expr, self._reduce(expr)
        return done[1]

    def _reduce(self, expr: Expr) -> Expr:
        match expr:
            case Lit():
                return expr
            case Name(name):
                bound = self.lookup(name)
                return expr if bound is None else bound
            case Unknown(symbol):
                found = self.known(symbol)
                return expr if found is None else found
            case Member(of, name):
                return member(self.reduce(of), name, expr)
            case Index(of, key):
                operands = self._operands((of, key))
                return (
                    operands
                    if not isinstance(operands, tuple)
                    else index(operands[0], operands[1], expr)
                )
            case Apply(Op.AND | Op.OR, (left, right)):
                return self._junction(expr, left, right)
            case Apply(op, args):
                operands = self._operands(args)
                if not isinstance(operands, tuple):
                    return operands
                return application(op, operands, expr)
            case Cond(test, then, orelse):
                return self._conditional(expr, test, then, orelse)
            case ListLit(items):
                operands = self._operands(items)
                return operands if not isinstance(operands, tuple) else list_of(operands, expr)
            case MapLit(entries):
                operands = self._operands(tuple(value for _, value in entries))
                if not isinstance(operands, tuple):
                    return operands
                return map_of(operands, expr)
            case Text(parts):
                return self._text(expr, parts)
            case _:
                assert_never(expr)

    def _operands(self, exprs: tuple[Expr, ...]) -> tuple[Expr, ...] | Expr:
        """The operands, evaluated from left to right; or the fault that the first of them is."""
        reduced: list[Expr] = []
        certain = True  # whether all so far certainly have a value
        for expr in exprs:
            operand = self.reduce(expr)
            if certain and fault_of(operand) is not None:
                return operand
            certain = certain and is_certain(operand)
            reduced.append(operand)
        return tuple(reduced)

    def _junction(self, expr: Apply, left: Expr, right: Expr) -> Expr:
        # C-5.6: `and` and `or` go on only where the left operand does not decide.
        first = self.reduce(left)
        goes_on = expr.op is Op.AND
        if fault_of(first) is not None:
            return first
        if isinstance(first, Lit):
            if not isinstance(first.value, bool):
                return Apply(expr.op, (first, first), span=expr.span, op_span=expr.op_span)
            if first.value is not goes_on:
                return first
        second = self.reduce(right)
        if isinstance(first, Lit) and (is_bool(second) or fault_of(second) is not None):
            return second
        if is_bool(first) and (second == Lit(goes_on) or second == first):
            return first
        return Apply(expr.op, (first, second), span=expr.span, op_span=expr.op_span)

    def _conditional(self, expr: Cond, test: Expr, then: Expr, orelse: Expr) -> Expr:
        condition = self.reduce(test)
        if fault_of(condition) is not None:
            return condition
        if isinstance(condition, Lit):
            if not isinstance(condition.value, bool):
                return Cond(condition, condition, condition, span=expr.span)
            return self.reduce(then if condition.value else orelse)
        return cond(condition, self.reduce(then), self.reduce(orelse), expr.span)

    def _text(self, expr: Text, parts: tuple[str | Expr, ...]) -> Expr:
        pieces: list[str | Expr] = []
        for part in parts:
            piece = part if isinstance(part, str) else self.reduce(part)
            only_text = all(isinstance(p, str) for p in pieces)
            if isinstance(piece, Lit):
                text = text_of(piece.value)
                if text is None and only_text:
                    return Text((piece,), span=expr.span)
                pieces.append(piece if text is None else text)
            elif not isinstance(piece, str) and only_text and fault_of(piece) is not None:
                return piece
            elif isinstance(piece, Text) and len(piece.parts) + len(pieces) <= _MOST_PARTS:
                pieces += piece.parts
            else:
                pieces.append(piece)
        return joined(pieces, expr)
