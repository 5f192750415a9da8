"""Conditions as cases: a disjunction of conjunctions of literals, one case at a time."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from wfcheck.classes import dataclass
from wfcheck.syntax.expr import Apply, Cond, Expr, ListLit, Lit, MapLit, Op

COMPARISONS: Final = frozenset((Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE))


@dataclass(frozen=True, slots=True)
class Literal:
    """A condition without `and`, `or`, `not` and conditionals, or its negation."""

    atom: Expr
    holds: bool


def cases(
    todo: Sequence[tuple[Expr, bool]], done: tuple[Literal, ...] = ()
) -> Iterator[tuple[Literal, ...]]:
    """The disjunctive normal form, one case at a time."""
    pending = list(todo)
    while pending:
        expr, holds = pending.pop(0)
        split = _split(expr, holds)
        if split is None:
            literal = Literal(expr, holds)
            if Literal(expr, not holds) in done:
                return
            done = done if literal in done else (*done, literal)
        elif len(split) == 1:
            pending[:0] = split[0]
        else:
            for alternative in split:
                yield from cases([*alternative, *pending], done)
            return
    yield done


def _split(expr: Expr, holds: bool) -> list[list[tuple[Expr, bool]]] | None:
    """The alternatives that a condition comes to, each a list of conditions; None for a literal."""
    match expr:
        case Lit(value) if isinstance(value, bool):
            return [[]] if value == holds else []
        case Apply(Op.NOT, (inner,)):
            return [[(inner, not holds)]]
        case Apply(Op.AND, (left, right)):
            if holds:
                return [[(left, True), (right, True)]]
            return [[(left, False)], [(left, True), (right, False)]]
        case Apply(Op.OR, (left, right)):
            if holds:
                return [[(left, True)], [(left, False), (right, True)]]
            return [[(left, False), (right, False)]]
        case Cond(test, then, orelse):
            return [[(test, True), (then, holds)], [(test, False), (orelse, holds)]]
        case Apply(Op.IN | Op.NOT_IN as op, (element, ListLit() | Lit(tuple()) as options)):
            members = _members(options)
            equal = [Apply(Op.EQ, (element, member)) for member in members]
            if (op is Op.IN) == holds:
                return [[(one, True)] for one in equal]
            return [[(one, False) for one in equal]]
        case Apply(op, args) if op in COMPARISONS:
            return _lift(op, args, holds)
        case _:
            return None


def _members(options: ListLit | Lit) -> tuple[Expr, ...]:
    match options:
        case ListLit(items):
            return items
        case Lit(value):
            return tuple(Lit(item) for item in value) if isinstance(value, tuple) else ()
        case _:
            assert_never(options)


def _lift(op: Op, args: tuple[Expr, ...], holds: bool) -> list[list[tuple[Expr, bool]]] | None:
    """A conditional (or `default`) inside a comparison decides first."""
    for position, arg in enumerate(args):
        for inner in operands(arg):
            match inner:
                case Cond(test, then, orelse):
                    pass
                case Apply(Op.DEFAULT, (value, other)):
                    test, then, orelse = Apply(Op.EQ, (value, Lit(None))), other, value
                case _:
                    continue
            first, second = (
                Apply(op, (*args[:position], _put(arg, inner, part), *args[position + 1 :]))
                for part in (then, orelse)
            )
            return [[(test, True), (first, holds)], [(test, False), (second, holds)]]
    match args:
        case (MapLit(entries), MapLit(others)) if op in (Op.EQ, Op.NE):
            return _lift_maps(dict(entries), dict(others), (op is Op.EQ) == holds)
        case _:
            return None


def _lift_maps(
    left: dict[str, Expr], right: dict[str, Expr], equal: bool
) -> list[list[tuple[Expr, bool]]]:
    if left.keys() != right.keys():
        return [] if equal else [[]]
    parts = [Apply(Op.EQ, (left[name], right[name])) for name in left]
    return [[(part, True) for part in parts]] if equal else [[(part, False)] for part in parts]


def operands(expr: Expr) -> Iterator[Expr]:
    """An operand, and what its arithmetic is made of."""
    yield expr
    match expr:
        case Apply(op, args) if op in (Op.ADD, Op.SUB, Op.MUL, Op.NEG, Op.PLUS, Op.MINUS):
            for arg in args:
                yield from operands(arg)
        case _:
            return


def _put(expr: Expr, old: Expr, new: Expr) -> Expr:
    if expr is old:
        return new
    match expr:
        case Apply(op, args):
            return Apply(op, tuple(_put(arg, old, new) for arg in args))
        case _:
            return expr
