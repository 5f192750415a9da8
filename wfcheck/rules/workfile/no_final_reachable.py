"""An initial state from which no path leads to a final state (SWP-079, SWP-080)."""

from collections.abc import Iterator

from wfcheck.catalog import NO_FINAL_REACHABLE
from wfcheck.diagnostic import Finding, Label
from wfcheck.rules.rule import finds
from wfcheck.workfile.ast import States
from wfcheck.workfile.check import CheckedWorkfile


@finds(NO_FINAL_REACHABLE)
def no_final_reachable(checked: CheckedWorkfile) -> Iterator[Finding]:
    body = checked.workfile.body
    if not isinstance(body, States) or body.initial is None or not checked.graph_is_whole:
        return
    finals = [state for state in body.states if state.final]
    if any(state.name.text in checked.reached for state in finals):
        return
    yield Finding(
        NO_FINAL_REACHABLE,
        body.initial.span,
        f"no path from `{body.initial.text}` leads to a final state"
        if finals
        else "no state of this file is final, so no run can complete",
        help="let a transition lead to a state with `final: true`",
        labels=tuple(
            Label(state.name.span, f"`{state.name.text}` is final, but no path enters it")
            for state in finals
        ),
    )
