"""`retain: failures` where the first failure ends the loop (D-27)."""

from collections.abc import Iterator

from wfcheck.catalog import FAILURES_NEVER_RETAINED
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.workfile.ast import ForEach
from wfcheck.workfile.check import CheckedWorkfile


@finds(FAILURES_NEVER_RETAINED)
def failures_never_retained(checked: CheckedWorkfile) -> Iterator[Finding]:
    for step in checked.steps:
        match step.body:
            case ForEach(retain="failures", on_iteration_fail="fail_fast", retain_key=key):
                yield Finding(
                    FAILURES_NEVER_RETAINED,
                    key or step.id.span,
                    f"`{step.id.text}.failures` is always empty: the first failure ends the loop",
                    help="say `on_iteration_fail: continue`, or retain something else",
                )
            case _:
                pass
