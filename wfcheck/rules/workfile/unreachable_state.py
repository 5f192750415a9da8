"""States that no path from the initial state enters (D-5)."""

from collections.abc import Iterator

from wfcheck.catalog import UNREACHABLE_STATE
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.workfile.check import CheckedWorkfile


@finds(UNREACHABLE_STATE)
def unreachable_state(checked: CheckedWorkfile) -> Iterator[Finding]:
    if checked.initial is None or not checked.graph_is_whole:
        return
    start = checked.initial.name.text
    for name, state in checked.states.items():
        if name not in checked.reached:
            yield Finding(
                UNREACHABLE_STATE,
                state.name.span,
                f"no path from `{start}` enters `{name}`",
                help="let a transition lead to it, or remove it",
            )
