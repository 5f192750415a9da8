"""What the target does not support, over the whole call graph (C-12, D-31)."""

from collections.abc import Iterator

from wfcheck.catalog import CAPABILITY_MISSING
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.workfile.check import CheckedWorkfile


@finds(CAPABILITY_MISSING)
def capability_missing(checked: CheckedWorkfile) -> Iterator[Finding]:
    supported = checked.settings.target.capabilities
    for name, span in checked.needs.items():
        if name not in supported:
            yield Finding(
                CAPABILITY_MISSING,
                span,
                f"this needs the capability `{name}`, which the target does not have",
                help="the file is valid; run it on another target",
            )
