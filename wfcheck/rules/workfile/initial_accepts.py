"""An initial state that declares `accepts` (SWP-088, D-1)."""

from collections.abc import Iterator

from wfcheck.catalog import INITIAL_ACCEPTS
from wfcheck.diagnostic import Finding, Label
from wfcheck.rules.rule import finds
from wfcheck.workfile.ast import States
from wfcheck.workfile.check import CheckedWorkfile


@finds(INITIAL_ACCEPTS)
def initial_accepts(checked: CheckedWorkfile) -> Iterator[Finding]:
    body = checked.workfile.body
    if not isinstance(body, States) or body.initial is None or checked.initial is None:
        return
    for key, span in checked.initial.keys:
        if key == "accepts":
            yield Finding(
                INITIAL_ACCEPTS,
                span,
                f"`{checked.initial.name.text}` is the initial state, which nothing hands values to",
                help="take the values from `inputs`, or let another state begin",
                labels=(Label(body.initial.span, "named as `initial` here"),),
            )
