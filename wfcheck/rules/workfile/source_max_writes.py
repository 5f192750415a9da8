"""A limit on an action source whose iterations write: it may strike after some of them (WFC)."""

from collections.abc import Iterator

from wfcheck.catalog import SOURCE_MAX_WRITES
from wfcheck.diagnostic import Finding, Label
from wfcheck.rules.rule import finds
from wfcheck.semantics.program import ActionDecl
from wfcheck.workfile.ast import Action, ForEach
from wfcheck.workfile.check import CheckedWorkfile
from wfcheck.workfile.walk import every_step


@finds(SOURCE_MAX_WRITES)
def source_max_writes(checked: CheckedWorkfile) -> Iterator[Finding]:
    for step in checked.steps:
        body = step.body
        if not isinstance(body, ForEach) or not isinstance(body.subject, Action):
            continue
        if body.max is None or body.max_key is None:
            continue
        for inner in every_step((body.steps,)):
            action = inner.body
            if not isinstance(action, Action):
                continue
            declared = checked.connectors.action(action.operation)
            if isinstance(declared, ActionDecl) and declared.known and declared.writes:
                yield Finding(
                    SOURCE_MAX_WRITES,
                    body.max_key,
                    f"when `{body.subject.operation}` returns more than {body.max} elements,"
                    f" `{step.id.text}` fails, perhaps after some iterations have written",
                    help="loop over the result of a step before, which is counted first",
                    labels=(Label(action.span, f"`{action.operation}` has write effects"),),
                )
                break
