"""Calls that lead deeper than the target supports (C-12, D-31)."""

from collections.abc import Iterator

from wfcheck.catalog import CALL_DEPTH
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.workfile.check import CheckedWorkfile


@finds(CALL_DEPTH)
def call_depth(checked: CheckedWorkfile) -> Iterator[Finding]:
    limit = checked.settings.target.call_depth
    for call in checked.calls:
        callee = None if call.path is None else checked.callees.get(call.path.text)
        if limit is None or call.path is None or callee is None:
            continue
        if callee.call_depth + 1 > limit:
            yield Finding(
                CALL_DEPTH,
                call.path.span,
                f"calls lead {callee.call_depth + 1} files deep here, and the target supports {limit}",
                help="the file is valid; run it on another target, or let fewer files call each other",
            )
