"""Every expression up to a size: what must hold of all is tried on all small ones before random ones.

A size is a number of nodes. The leaves are the names `x`, `y` (int), `m` (int or null), `b` (bool) and a few
literals; the operators are those that are partial, lazy, take null, or are told apart by nothing else.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

from wfcheck.semantics.types import BOOL, INT, Kind, Type, nullable
from wfcheck.syntax.expr import Apply, Cond, Expr, Lit, Name, Op
from wfcheck.syntax.literals import Value

TYPES: Mapping[str, Type] = {"x": INT, "y": INT, "m": nullable(INT), "b": BOOL}

VALUES: Mapping[str, tuple[Value, ...]] = {
    "x": (0, 2, -(2**63)),
    "y": (0, -1),
    "m": (None, 0, 3),
    "b": (True, False),
}


def environments(names: frozenset[str]) -> Iterator[dict[str, Value]]:
    """Every choice of values for some names."""
    ordered = sorted(names)
    for values in product(*(VALUES[name] for name in ordered)):
        yield dict(zip(ordered, values, strict=True))


def up_to(kind: Kind, size: int) -> Iterator[Expr]:
    """Every expression of a kind with at most so many nodes."""
    for nodes in range(1, size + 1):
        yield from of_size(kind, nodes)


@cache
def of_size(kind: Kind, nodes: int) -> tuple[Expr, ...]:
    """Every expression of a kind with exactly so many nodes."""
    return tuple(_ints(nodes) if kind is Kind.INT else _bools(nodes))


def _ints(nodes: int) -> Iterator[Expr]:
    if nodes == 1:
        yield from (Name("x"), Name("y"), Lit(0))
    for (part,) in _parts((Kind.INT,), nodes):
        yield Apply(Op.NEG, (part,))
    for pair in _parts((Kind.INT, Kind.INT), nodes):
        yield from (Apply(op, pair) for op in (Op.FLOORDIV, Op.ADD))
    for test, then, orelse in _parts((Kind.BOOL, Kind.INT, Kind.INT), nodes):
        yield Cond(test, then, orelse)
    if nodes >= 3:
        yield from (Apply(Op.DEFAULT, (Name("m"), part)) for part in of_size(Kind.INT, nodes - 2))


def _bools(nodes: int) -> Iterator[Expr]:
    if nodes == 1:
        yield from (Name("b"), Lit(value=True))
    for (part,) in _parts((Kind.BOOL,), nodes):
        yield Apply(Op.NOT, (part,))
    for pair in _parts((Kind.BOOL, Kind.BOOL), nodes):
        yield from (Apply(op, pair) for op in (Op.AND, Op.OR))
    for pair in _parts((Kind.INT, Kind.INT), nodes):
        yield from (Apply(op, pair) for op in (Op.EQ, Op.LT))
    if nodes == 3:
        yield Apply(Op.NE, (Name("m"), Lit(None)))
        yield Apply(Op.LT, (Name("m"), Lit(1)))


def _parts(kinds: tuple[Kind, ...], nodes: int) -> Iterator[tuple[Expr, ...]]:
    """Operands of these kinds, for a node that has `nodes` nodes with them."""
    for sizes in _splits(nodes - 1, len(kinds)):
        yield from product(*(of_size(kind, size) for kind, size in zip(kinds, sizes, strict=True)))


def _splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """The ways to give `parts` operands at least one node each."""
    if parts == 1:
        if total >= 1:
            yield (total,)
        return
    for first in range(1, total - parts + 2):
        yield from ((first, *rest) for rest in _splits(total - first, parts - 1))
