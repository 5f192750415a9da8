"""States from which no path leads to an end of the run (D-5)."""

from collections.abc import Iterator

from wfcheck.catalog import NO_WAY_TO_END
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.workfile.check import CheckedWorkfile


@finds(NO_WAY_TO_END)
def no_way_to_end(checked: CheckedWorkfile) -> Iterator[Finding]:
    finals = (name for name, state in checked.states.items() if state.final)
    if not checked.graph_is_whole or not any(name in checked.reached for name in finals):
        return
    circling = {name for cycle in checked.immediate_cycles for name in cycle.states}
    for name, state in checked.states.items():
        if name not in checked.ending and name not in circling:
            yield Finding(
                NO_WAY_TO_END,
                state.name.span,
                f"a run that enters `{name}` can never end: no path leads to a final state,"
                " a stop or a failure",
                help="add a transition on the way that leads to an end",
            )
