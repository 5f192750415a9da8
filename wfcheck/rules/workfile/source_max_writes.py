"""A limit on an action source whose iterations write: it may strike after some of them (WFC)."""

from collections.abc import Iterator

from wfcheck.catalog import SOURCE_MAX_WRITES
from wfcheck.diagnostic import Finding, Label
from wfcheck.rules.rule import finds
from wfcheck.semantics.program import ActionDecl
from wfcheck.workfile.ast import Action, Call, ForEach, Step
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
        written = (_write(inner, checked) for inner in every_step((body.steps,)))
        label = next((label for label in written if label is not None), None)
        if label is not None:
            yield Finding(
                SOURCE_MAX_WRITES,
                body.max_key,
                f"when `{body.subject.operation}` returns more than {body.max} elements,"
                f" `{step.id.text}` fails, perhaps after some iterations have written",
                help="loop over the result of a step before, which is counted first",
                labels=(label,),
            )


def _write(step: Step, checked: CheckedWorkfile) -> Label | None:
    """Where a step dispatches an action with write effects, itself or in the run that it calls."""
    match step.body:
        case Action(operation) as action if _writes(operation, checked):
            return Label(action.span, f"`{operation}` has write effects")
        case Call(path=path) as call if path is not None and path.text in checked.callees:
            if _run_writes(checked.callees[path.text]):
                return Label(call.span, f"`{path.text}` calls actions with write effects")
    return None


def _run_writes(called: CheckedWorkfile) -> bool:
    """Whether a run of a file can dispatch an action with write effects, over the whole call graph."""
    seen: set[CheckedWorkfile] = set()
    left = [called]
    while left:
        one = left.pop()
        if one in seen:
            continue
        seen.add(one)
        actions = (step.body for step in one.steps if isinstance(step.body, Action))
        if any(_writes(action.operation, one) for action in actions):
            return True
        left += one.callees.values()
    return False


def _writes(operation: str, checked: CheckedWorkfile) -> bool:
    declared = checked.connectors.action(operation)
    return isinstance(declared, ActionDecl) and declared.known and declared.writes
