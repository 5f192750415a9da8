"""What a Workfile needs of its target: capabilities, over the whole call graph (C-12)."""

from collections.abc import Iterator, Mapping

from wfcheck.semantics.program import TriggerDecl as Declared
from wfcheck.span import Span
from wfcheck.workfile import walk
from wfcheck.workfile.ast import Action, Call, ForEach, States, Workfile
from wfcheck.workfile.resolve import Connectors


def needs(
    workfile: Workfile, connectors: Connectors, callees: Mapping[str, Mapping[str, Span]]
) -> dict[str, Span]:
    """Each capability that a file needs, with the first key that needs it.

    `callees` holds the needs of the files that it calls; they count where the call stands (D-31).
    """
    found = [*_own(workfile, connectors), *_of_callees(workfile, callees)]
    first: dict[str, Span] = {}
    for name, span in sorted(found, key=lambda need: need[1].start.offset):
        first.setdefault(name, span)
    return first


def _own(workfile: Workfile, connectors: Connectors) -> Iterator[tuple[str, Span]]:
    if workfile.recovery is not None:
        yield "durable-execution", workfile.recovery
    uses = [(trigger.event, trigger.event_key) for trigger in workfile.triggers]
    if isinstance(workfile.body, States):
        yield "states-profile", workfile.body.span
        for state in workfile.body.states:
            yield from (("durable-execution", at) for key, at in state.keys if key == "recovery")
            uses += [(event.event, event.event_key) for event in state.subscriptions]
    for event, key in uses:
        if event is None:
            continue
        declared = connectors.trigger(event.text)
        if isinstance(declared, Declared) and declared.known:
            yield f"initiation.{declared.kind}", key or event.span
    for step in walk.every_step(walk.step_lists(workfile)):
        match step.body:
            case Call():
                yield "wf.composition", step.body.span
            case ForEach(subject=Action()):
                yield "wf.action-source-iteration", step.body.span
            case _:
                pass


def _of_callees(
    workfile: Workfile, callees: Mapping[str, Mapping[str, Span]]
) -> Iterator[tuple[str, Span]]:
    for call in walk.calls(workfile):
        if call.path is not None:
            yield from ((name, call.span) for name in callees.get(call.path.text, ()))


def connector_uses(workfile: Workfile) -> list[tuple[str, Span]]:
    """Each use of a connector with its place, in document order."""
    found = [
        (trigger.event.text, trigger.event.span) for trigger in workfile.triggers if trigger.event
    ]
    if isinstance(workfile.body, States):
        found += [
            (subscription.event.text, subscription.event.span)
            for state in workfile.body.states
            for subscription in state.subscriptions
            if subscription.event
        ]
    for step in walk.every_step(walk.step_lists(workfile)):
        match step.body:
            case Action(operation) as action:
                found.append((operation, action.span))
            case ForEach(subject=Action(operation) as action):
                found.append((operation, action.span))
            case _:
                pass
    found.sort(key=lambda use: use[1].start.offset)
    return [(name.partition(".")[0], span) for name, span in found]
