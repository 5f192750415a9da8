"""States that wait for an event without a time limit."""

from collections.abc import Iterator

from wfcheck.catalog import WAIT_WITHOUT_TIMEOUT
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.workfile.check import CheckedWorkfile


@finds(WAIT_WITHOUT_TIMEOUT)
def wait_without_timeout(checked: CheckedWorkfile) -> Iterator[Finding]:
    for state in checked.states.values():
        keys = {key for key, _ in state.keys}
        if state.subscriptions and not keys & {"timeout", "goto", "route", "final"}:
            yield Finding(
                WAIT_WITHOUT_TIMEOUT,
                state.name.span,
                f"`{state.name.text}` waits without a time limit: a run may stay in it for ever",
                help="add a `timeout`, if an event may fail to come",
            )
