"""Transitions: their subjects, their cases, and what they hand to the target (SWP, D-3)."""

from typing import assert_never

from wfcheck.catalog import INTO_MISSING, INTO_UNDECLARED
from wfcheck.diagnostic import Label
from wfcheck.semantics.infer import infer
from wfcheck.semantics.scope import Scope
from wfcheck.workfile.ast import Goto, Route, StateDecl, Transition
from wfcheck.workfile.check_routes import check_subject, check_transition_cases
from wfcheck.workfile.check_values import Destination, check_arguments
from wfcheck.workfile.checking import Checking


def check_transition(
    transition: Transition | None,
    scope: Scope,
    states: dict[str, StateDecl],
    checking: Checking,
) -> None:
    """A transition in the scope of its source entry."""
    match transition:
        case None:
            return
        case Goto():
            _check_goto(transition, scope, states, checking)
        case Route(cases=cases, orelse=orelse):
            subject = check_subject(transition, scope, checking)
            check_transition_cases(transition, subject, checking)
            for case in cases or ():
                check_transition(case.exit, scope, states, checking)
            check_transition(orelse, scope, states, checking)
        case _:
            assert_never(transition)


def _check_goto(goto: Goto, scope: Scope, states: dict[str, StateDecl], checking: Checking) -> None:
    target = None if goto.target is None else states.get(goto.target.text)
    if target is None or target.reported:
        for arg in goto.into or ():
            infer(arg.value, scope, checking.out)
        return
    accepts = next((span for key, span in target.keys if key == "accepts"), target.name.span)
    to = Destination(
        tuple(declared.field for declared in target.accepts),
        f"`{target.name.text}` does not accept {{}}",
        f"going to `{target.name.text}` needs {{}}",
        INTO_UNDECLARED,
        INTO_MISSING,
        lambda: checking.is_unread(goto.span, "into"),
    )
    declared = (Label(accepts, f"what `{target.name.text}` accepts is declared here"),)
    check_arguments(goto.into or (), to, goto.span, scope, checking, declared)
