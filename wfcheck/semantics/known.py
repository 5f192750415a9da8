"""What a path condition says about a further condition, without a solver."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from wfcheck.syntax.expr import Apply, Expr, Lit, Op

Facts: TypeAlias = Mapping[Expr, bool]
"""Conditions that are known to be true or false."""

_TRUE = Lit(value=True)
_FALSE = Lit(value=False)


def facts_of(known: Iterable[Expr]) -> Facts:
    """A path condition as the conditions that it settles, its certain parts among them."""
    facts: dict[Expr, bool] = {}
    for fact in known:
        _learn(fact, holds=True, facts=facts)
    return facts


def _learn(fact: Expr, *, holds: bool, facts: dict[Expr, bool]) -> None:
    """Split a fact into its certain parts."""
    facts[fact] = holds
    match fact:
        case Apply(Op.NOT, (inner,)):
            _learn(inner, holds=not holds, facts=facts)
        case Apply(Op.AND, (left, right)) if holds:
            _learn(left, holds=True, facts=facts)
            _learn(right, holds=True, facts=facts)
        case Apply(Op.OR, (left, right)) if not holds:
            _learn(left, holds=False, facts=facts)
            _learn(right, holds=False, facts=facts)
        case Apply(Op.EQ | Op.NE as op, (left, right)):
            opposite = Op.NE if op is Op.EQ else Op.EQ
            for a, b in ((left, right), (right, left)):
                facts[Apply(op, (a, b))] = holds
                facts[Apply(opposite, (a, b))] = not holds
        case _:
            pass


def decided(condition: Expr, facts: Facts) -> bool | None:
    """Whether a reduced condition is true or false for what is known, None where that is open."""
    if condition in (_TRUE, _FALSE):
        return condition == _TRUE
    if condition in facts:
        return facts[condition]
    match condition:
        case Apply(Op.NOT, (inner,)):
            answer = decided(inner, facts)
            return None if answer is None else not answer
        case Apply(Op.AND | Op.OR as op, (left, right)):
            absorbing = op is Op.OR
            first, second = decided(left, facts), decided(right, facts)
            if first is absorbing:
                return absorbing
            if first is not None:
                return second
            return absorbing if second is absorbing else None
        case _:
            return None
