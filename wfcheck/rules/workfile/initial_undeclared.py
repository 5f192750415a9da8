"""An `initial` that names no declared state (SWP-074)."""

from collections.abc import Iterator

from wfcheck.catalog import INITIAL_UNDECLARED
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.syntax.names import nearest
from wfcheck.workfile.ast import States
from wfcheck.workfile.check import CheckedWorkfile


@finds(INITIAL_UNDECLARED)
def initial_undeclared(checked: CheckedWorkfile) -> Iterator[Finding]:
    body = checked.workfile.body
    if not isinstance(body, States) or body.initial is None or not body.states:
        return
    if body.initial.text not in checked.states:
        near = nearest(body.initial.text, checked.states)
        yield Finding(
            INITIAL_UNDECLARED,
            body.initial.span,
            f"`initial` names `{body.initial.text}`, which is not a declared state",
            help=f"did you mean `{near}`?" if near else "name one of the states below `states`",
        )
