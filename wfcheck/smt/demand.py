"""What a question asks of values: a condition that is true, or what an expression has or lacks.

Nothing here knows a solver: `met` is the evaluator's side of it.
"""

from collections.abc import Mapping
from typing import TypeAlias

from wfcheck.classes import dataclass
from wfcheck.semantics.reduce import substitute
from wfcheck.semantics.types import Field
from wfcheck.semantics.values import conforms
from wfcheck.syntax.expr import Apply, Expr, Lit, Op, SymbolId
from wfcheck.syntax.literals import Value


@dataclass(frozen=True, slots=True)
class Exists:
    """The expression has a value."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Fails:
    """The condition is not true: it is false, or has no value."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Breaks:
    """The expression has a value, and it does not keep the declaration."""

    expr: Expr
    field: Field


@dataclass(frozen=True, slots=True)
class Unmet:
    """The demand is not met."""

    demand: "Demand"


Demand: TypeAlias = Expr | Exists | Fails | Breaks | Unmet
"""A bare expression demands that it is true."""


def decided(conditions: tuple[Expr, ...]) -> tuple[Demand, ...]:
    """The path conditions of a machine as demands: one that was decided against is not true.

    It may have no value: that a conversion fails is said in no other way.
    """
    return tuple(
        Fails(condition.args[0])
        if isinstance(condition, Apply) and condition.op is Op.NOT
        else condition
        for condition in conditions
    )


def expression(demand: Demand) -> Expr:
    """The expression that a demand is about."""
    match demand:
        case Exists(expr) | Fails(expr) | Breaks(expr, _):
            return expr
        case Unmet(inner):
            return expression(inner)
        case _:
            return demand


def met(demand: Demand, model: Mapping[SymbolId, Value]) -> bool:
    """The demand as the evaluator sees it, with these values in the place of the symbols."""
    match demand:
        case Exists(expr):
            return isinstance(evaluated(expr, model), Lit)
        case Fails(expr):
            return evaluated(expr, model) != Lit(True)
        case Breaks(expr, field):
            value = evaluated(expr, model)
            return isinstance(value, Lit) and conforms(value.value, field) is not None
        case Unmet(inner):
            return not met(inner, model)
        case _:
            return evaluated(demand, model) == Lit(True)


def evaluated(expr: Expr, model: Mapping[SymbolId, Value]) -> Expr:
    """An expression with these values in the place of its symbols; a `Lit` if it has a value."""
    return substitute(expr, lambda id_: Lit(model[id_]) if id_ in model else None)
