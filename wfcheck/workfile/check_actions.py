"""Connector actions, and actions as sources of `wf.for_each`, against their manifests (C-11)."""

from wfcheck.catalog import (
    MISSING_ARGUMENT,
    NOT_ASSIGNABLE,
    SOURCE_NOT_READ_ONLY,
    SOURCE_OUTPUT,
    UNKNOWN_ARGUMENT,
)
from wfcheck.diagnostic import Finding
from wfcheck.semantics.infer import infer
from wfcheck.semantics.program import ActionDecl
from wfcheck.semantics.scope import Scope
from wfcheck.semantics.types import JSON, NEVER, UNKNOWN, ListOf, Type, read_type, show
from wfcheck.span import Span
from wfcheck.syntax.expr import Expr
from wfcheck.syntax.yaml import Map, Scalar
from wfcheck.workfile import bindings
from wfcheck.workfile.ast import Action, Ident
from wfcheck.workfile.check_values import Destination, check_arguments
from wfcheck.workfile.checking import Checking
from wfcheck.workfile.resolve import Unresolved


def check_action(
    action: Action, connection: Ident | None, scope: Scope, checking: Checking
) -> ActionDecl | None:
    """An action's name, arguments and connection; its declaration, None where no manifest has it."""
    declared = checking.connectors.action(action.operation)
    if isinstance(declared, Unresolved):
        checking.out.append(declared.at(action.span))
    if isinstance(declared, Unresolved) or not declared.known:
        for arg in action.args:
            infer(arg.value, scope, checking.out)
        return None if isinstance(declared, Unresolved) else declared
    to = Destination(
        declared.input,
        f"`{action.operation}` has no argument {{}}",
        f"`{action.operation}` needs {{}}",
        UNKNOWN_ARGUMENT,
        MISSING_ARGUMENT,
        lambda: _is_unread(action, checking),
    )
    check_arguments(action.args, to, action.span, scope, checking)
    selected = checking.connectors.connection(action.operation, connection, action.span)
    if isinstance(selected, Finding) and (
        connection is not None or checking.value_beside(action.span, "connection") is None
    ):
        checking.out.append(selected)
    return declared


def _is_unread(action: Action, checking: Checking) -> bool:
    """Whether the arguments are no map, which was reported; null means none (C-1.7)."""
    value = checking.value_beside(action.span, action.operation)
    is_null = isinstance(value, Scalar) and value.value is None and not value.broken
    return value is not None and not isinstance(value, Map) and not is_null


def action_result(declared: ActionDecl | None) -> Type:
    """What an action binds."""
    if declared is None or not declared.known:
        return UNKNOWN
    return bindings.readable(declared.output)


def check_source(action: Action, span: Span, scope: Scope, checking: Checking) -> Type:
    """An action source: read-only, with one output field, a list; the type of its elements (WFC)."""
    declared = check_action(action, None, scope, checking)
    if declared is None or not declared.known:
        return UNKNOWN
    if declared.writes:
        checking.out.append(
            Finding(
                SOURCE_NOT_READ_ONLY,
                span,
                f"`{action.operation}` has write effects, so it cannot be the source of a loop",
                help="call it in a step before, and loop over what it returns",
            )
        )
        return UNKNOWN
    only = read_type(declared.output[0]) if len(declared.output) == 1 else None
    if isinstance(only, ListOf):
        return only.item
    checking.out.append(
        Finding(
            SOURCE_OUTPUT,
            span,
            f"the source of a loop returns one field, a list; `{action.operation}` returns "
            + (show(bindings.readable(declared.output)) if declared.output else "nothing"),
            help="call it in a step before, and loop over the list in its result",
        )
    )
    return UNKNOWN


def check_list_subject(expr: Expr, span: Span, scope: Scope, checking: Checking) -> Type:
    """The expression that a loop goes over; the type of its elements."""
    before = len(checking.out)
    found = infer(expr, scope, checking.out)
    if len(checking.out) > before:
        return UNKNOWN
    match found:
        case ListOf(item):
            # No element of an empty list is ever seen: nothing is wrong with what reads it.
            return UNKNOWN if item is NEVER else item
        case _ if found in (UNKNOWN, JSON, NEVER):
            return found if found is JSON else UNKNOWN
        case _:
            checking.out.append(
                Finding(
                    NOT_ASSIGNABLE,
                    span,
                    f"a loop goes over a list, never null; this is {show(found)}",
                )
            )
            return UNKNOWN
