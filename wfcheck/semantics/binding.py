"""What steps and scopes bind."""

from wfcheck.semantics.control import Bindings
from wfcheck.semantics.program import Body, Fail, Step, Stop, Wait
from wfcheck.syntax.expr import Lit, MapLit


def readable(body: Body) -> bool:
    """Whether a step binds something (C-6.7)."""
    return not isinstance(body, Wait | Stop | Fail)


def scope_value(bound: Bindings, steps: tuple[Step, ...]) -> MapLit:
    """The scope of a step list as a value: null for the steps that have bound nothing."""
    values = dict(bound)
    names = (step.id for step in steps if readable(step.body))
    return MapLit(tuple((name, values.get(name, Lit(None))) for name in names))
