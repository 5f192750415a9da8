"""Codes in `retry.codes` with which the action never fails (C-6.5, C-11)."""

from collections.abc import Iterator
from typing import Final

from wfcheck.catalog import UNKNOWN_FAILURE_CODE
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.semantics.program import ActionDecl
from wfcheck.syntax.names import did_you_mean
from wfcheck.workfile.ast import Action
from wfcheck.workfile.check import CheckedWorkfile

ALWAYS: Final = ("action.failed", "action.timeout", "action.unknown")


@finds(UNKNOWN_FAILURE_CODE)
def unknown_failure_code(checked: CheckedWorkfile) -> Iterator[Finding]:
    for step in checked.steps:
        retry = step.modifiers.retry
        if retry is None or not isinstance(step.body, Action):
            continue
        declared = checked.connectors.action(step.body.operation)
        if not isinstance(declared, ActionDecl) or not declared.known:
            continue
        known = (*declared.errors, *ALWAYS)
        for code in retry.codes or ():
            if code.text not in known:
                yield Finding(
                    UNKNOWN_FAILURE_CODE,
                    code.span,
                    f"`{step.body.operation}` never fails with `{code.text}`",
                    help=did_you_mean(code.text, known)
                    or "it fails with " + ", ".join(f"`{name}`" for name in known),
                )
