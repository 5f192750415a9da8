"""A nonfinal state without any way out (SWP-067, D-1)."""

from collections.abc import Iterator

from wfcheck.catalog import EXIT_MISSING
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.workfile.check import CheckedWorkfile


@finds(EXIT_MISSING)
def exit_missing(checked: CheckedWorkfile) -> Iterator[Finding]:
    for state in checked.states.values():
        keys = {key for key, _ in state.keys}
        if keys & {"final", "timeout", "goto", "route"} or state.subscriptions:
            continue
        # What stands under `on` or the keys of a transition without its head was reported there.
        if any(checked.faulty_under(state, key) for key in keys & {"on", "into", "cases", "else"}):
            continue
        if state.reported or state.misspelt & {"final", "timeout", "goto", "route", "on"}:
            continue
        yield Finding(
            EXIT_MISSING,
            state.name.span,
            f"a run that enters `{state.name.text}` never leaves it, and it is not final",
            help="add `goto`, `route`, `on` or `timeout`, or say `final: true`",
        )
