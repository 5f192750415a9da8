"""Calls that lead back to their own file (WFC, D-31)."""

from collections.abc import Iterator

from wfcheck.catalog import CALL_CYCLE
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.workfile.check import CheckedWorkfile


@finds(CALL_CYCLE)
def call_cycle(checked: CheckedWorkfile) -> Iterator[Finding]:
    told = set[str]()
    for call in checked.calls:
        if call.path is None or call.path.text not in checked.cyclic - told:
            continue
        told.add(call.path.text)
        yield Finding(
            CALL_CYCLE,
            call.path.span,
            f"`{call.path.text}` calls this file again, so that the calls would never end",
            help="repeat with `wf.repeat` or a state's transition, not by calling",
        )
