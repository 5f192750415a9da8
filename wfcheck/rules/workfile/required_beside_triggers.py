"""Required inputs of a file that events start: nobody supplies them (C-10.1)."""

from collections.abc import Iterator

from wfcheck.catalog import REQUIRED_BESIDE_TRIGGERS
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.semantics.types import NO_DEFAULT
from wfcheck.workfile.check import CheckedWorkfile


@finds(REQUIRED_BESIDE_TRIGGERS)
def required_beside_triggers(checked: CheckedWorkfile) -> Iterator[Finding]:
    if checked.workfile.triggers_key is None:
        return
    for declared in checked.workfile.inputs:
        if declared.field.required and declared.field.default is NO_DEFAULT:
            yield Finding(
                REQUIRED_BESIDE_TRIGGERS,
                declared.span,
                f"an event starts this file, and nobody gives it the input `{declared.field.name}`",
                help="give it a `default`, or take the value from the event's payload",
            )
