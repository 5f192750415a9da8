"""What a condition tells about the references in it: which of them are not null (C-5.7).

A reference is a path of names, members and elements. Bindings do not change, so a path that was not
null once is not null wherever it is read again; nor is any part that it leads through, since a member
of null is null.
"""

from typing import Final

from wfcheck.classes import dataclass
from wfcheck.semantics.scope import Scope
from wfcheck.syntax.expr import Apply, Cond, Expr, Index, Lit, Member, Name, Op, Unknown


@dataclass(frozen=True, slots=True)
class Facts:
    """The references that are not null where a condition is true, and where it is false."""

    when_true: frozenset[Expr] = frozenset()
    when_false: frozenset[Expr] = frozenset()


_NOTHING: Final = Facts()


def narrow(condition: Expr, scope: Scope, *, holds: bool) -> Scope:
    """The scope of a place where a condition is known to hold, or not to."""
    found = facts(condition)
    return scope.narrow(found.when_true if holds else found.when_false)


def facts(condition: Expr) -> Facts:
    """What follows from a condition and from its negation."""
    match condition:
        case Apply(Op.NE, (left, right)):
            return Facts(when_true=_compared_with_null(left, right))
        case Apply(Op.EQ, (left, right)):
            return Facts(when_false=_compared_with_null(left, right))
        case Apply(Op.NOT, (inner,)):
            found = facts(inner)
            return Facts(found.when_false, found.when_true)
        case Apply(Op.AND, (left, right)):
            a, b = facts(left), facts(right)
            both = a.when_true | b.when_true
            # It is false where the left operand is, or where the left one is true and the right one is not.
            return Facts(both, a.when_false & (a.when_true | b.when_false))
        case Apply(Op.OR, (left, right)):
            a, b = facts(left), facts(right)
            neither = a.when_false | b.when_false
            return Facts(a.when_true & (a.when_false | b.when_true), neither)
        case Cond(test, then, orelse):
            t, a, b = facts(test), facts(then), facts(orelse)
            return Facts(
                (t.when_true | a.when_true) & (t.when_false | b.when_true),
                (t.when_true | a.when_false) & (t.when_false | b.when_false),
            )
        case _:
            return _NOTHING


def _compared_with_null(left: Expr, right: Expr) -> frozenset[Expr]:
    """The reference that is compared with `null`, and the parts that it leads through."""
    path = None
    if right == Lit(None):
        path = reference(left)
    elif left == Lit(None):
        path = reference(right)
    parts: list[Expr] = []
    while path is not None:
        parts.append(path)
        path = path.of if isinstance(path, Member | Index) else None
    return frozenset(parts)


def reference(expr: Expr) -> Expr | None:
    """A path in the form in which scopes keep it, None of what is no path: `a['b']` is `a.b`."""
    match expr:
        case Name() | Unknown():
            return expr
        case Member(of, name):
            outer = reference(of)
            return None if outer is None else Member(outer, name)
        case Index(of, key):
            outer = reference(of)
            inner = key if isinstance(key, Lit) else reference(key)
            if outer is None or inner is None:
                return None
            if isinstance(inner, Lit) and isinstance(inner.value, str):
                return Member(outer, inner.value)
            return Index(outer, inner)
        case _:
            return None
