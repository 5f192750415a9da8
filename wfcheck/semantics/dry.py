"""Evaluation in a dry run: what is computed from an affected value is affected (C-8, E-5).

An operand with an affected part is affected, a path to an exact part is not, and what was evaluated
decides. Everything else is `reduce`.
"""

from typing import Final, assert_never

from wfcheck.semantics.configuration import AFFECTED
from wfcheck.semantics.reduce import Lookup, fault_of, reduce
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
    Text,
    Unknown,
    walk,
)

_DECIDING: Final = {Op.AND: False, Op.OR: True}


def affected(value: Expr) -> bool:
    """Whether a value has an affected part."""
    return any(part == AFFECTED for part in walk(value) if isinstance(part, Unknown))


def dry_value(expr: Expr, lookup: Lookup) -> Expr:
    """The value of an expression: known, `AFFECTED`, a list or map with such parts, or a fault."""
    match expr:
        case Lit() | Name() | Unknown():
            return reduce(expr, lookup)
        case Member(of, name):
            inner = dry_value(of, lookup)
            return AFFECTED if inner == AFFECTED else _known(Member(inner, name))
        case Index(of, key):
            return _indexed(dry_value(of, lookup), dry_value(key, lookup))
        case Apply(Op.AND | Op.OR as op, (left, right)):
            first = dry_value(left, lookup)
            if first == Lit(_DECIDING[op]) or affected(first) or fault_of(first) is not None:
                return AFFECTED if affected(first) else first
            second = dry_value(right, lookup)
            return AFFECTED if affected(second) else _known(Apply(op, (first, second)))
        case Apply(op, args):
            return _computed(tuple(dry_value(arg, lookup) for arg in args), op)
        case Cond(test, then, orelse):
            condition = dry_value(test, lookup)
            if affected(condition):
                return AFFECTED
            if condition == Lit(value=True) or condition == Lit(value=False):
                return dry_value(then if condition == Lit(value=True) else orelse, lookup)
            return _known(Cond(condition, condition, condition))
        case ListLit(items):
            return _structure(tuple(dry_value(item, lookup) for item in items), None)
        case MapLit(entries):
            values = tuple(dry_value(value, lookup) for _, value in entries)
            return _structure(values, tuple(name for name, _ in entries))
        case Text(parts):
            found = tuple(p if isinstance(p, str) else dry_value(p, lookup) for p in parts)
            inside = [part for part in found if not isinstance(part, str)]
            stuck = _first_fault(tuple(inside))
            if stuck is not None:
                return stuck
            return AFFECTED if any(affected(part) for part in inside) else _known(Text(found))
        case _:
            assert_never(expr)


def _known(expr: Expr) -> Expr:
    return reduce(expr, lambda _: None)


def _first_fault(values: tuple[Expr, ...]) -> Expr | None:
    return next((value for value in values if fault_of(value) is not None), None)


def _indexed(of: Expr, key: Expr) -> Expr:
    stuck = _first_fault((of, key))
    if stuck is not None:
        return stuck
    return AFFECTED if of == AFFECTED or affected(key) else _known(Index(of, key))


def _computed(args: tuple[Expr, ...], op: Op) -> Expr:
    stuck = _first_fault(args)
    if stuck is not None:
        return stuck
    return AFFECTED if any(map(affected, args)) else _known(Apply(op, args))


def _structure(values: tuple[Expr, ...], names: tuple[str, ...] | None) -> Expr:
    stuck = _first_fault(values)
    if stuck is not None:
        return stuck
    whole = ListLit(values) if names is None else MapLit(tuple(zip(names, values, strict=True)))
    return _known(whole)
