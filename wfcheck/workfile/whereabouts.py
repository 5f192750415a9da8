"""Where each name of a document is bound: to say of a name why a place does not see it (C-6.9)."""

from collections.abc import Iterator

from wfcheck.semantics.scope import Hidden, Reason
from wfcheck.workfile import walk
from wfcheck.workfile.ast import ForEach, Repeat, StateDecl, States, Step, Subscription, Workfile


def whereabouts(workfile: Workfile) -> dict[str, Hidden]:
    """Why a name that is bound somewhere is not visible at the root; a name's first place counts."""
    found: dict[str, Hidden] = {"error": Hidden(Reason.ON_FAIL)}
    for name, hidden in _places(workfile):
        found.setdefault(name, hidden)
    return found


def _places(workfile: Workfile) -> Iterator[tuple[str, Hidden]]:
    for trigger in workfile.triggers:
        if trigger.into is not None:
            help_ = f"read what the `into` of `{trigger.name.text}` binds"
            yield trigger.name.text, Hidden(Reason.TRIGGER, trigger.name.span, help_)
    if isinstance(workfile.body, States):
        for state in workfile.body.states:
            yield from _of_entry(state)
        for state in workfile.body.states:
            yield from _inside((*state.on_enter, *state.steps))
    else:
        for steps in walk.step_lists(workfile):
            yield from _inside(steps)


def _of_entry(state: StateDecl) -> Iterator[tuple[str, Hidden]]:
    help_ = f"`{state.name.text}` binds it: carry it with `into`, and declare it in `accepts`"
    for accepted in state.accepts:
        yield accepted.field.name, Hidden(Reason.OTHER_ENTRY, accepted.span, help_)
    for step in (*state.on_enter, *state.steps):
        yield step.id.text, Hidden(Reason.OTHER_ENTRY, step.id.span, help_)
    for subscription in state.subscriptions:
        yield subscription.name.text, payload_of_another(subscription)


def payload_of_another(subscription: Subscription) -> Hidden:
    """Why the payload of a subscription is not visible outside its transition (D-10)."""
    name = subscription.name
    help_ = f"only the transition of `{name.text}` sees it; carry it with `into`"
    return Hidden(Reason.PAYLOAD, name.span, help_)


def _inside(steps: tuple[Step, ...]) -> Iterator[tuple[str, Hidden]]:
    """The names bound inside these steps: in their lists, as elements, in their `on_fail`."""
    for step in walk.every_step((steps,)):
        owner = step.id.text
        loops = isinstance(step.body, ForEach | Repeat)
        reason = Reason.OTHER_ITERATION if loops else Reason.INNER
        if isinstance(step.body, ForEach) and step.body.as_ is not None:
            yield step.body.as_.text, Hidden(reason, step.body.as_.span)
        for inner in walk.inner_lists(step.body):
            for found in inner:
                help_ = f"read it through `{owner}`"
                yield found.id.text, Hidden(reason, found.id.span, help_)
        on_fail = step.modifiers.on_fail
        for found in (on_fail.steps or ()) if on_fail is not None else ():
            yield (
                found.id.text,
                Hidden(Reason.INNER, found.id.span, f"it stands in the `on_fail` of `{owner}`"),
            )


def ahead(steps: tuple[Step, ...], reason: Reason = Reason.LATER_STEP) -> dict[str, Hidden]:
    """The ids of a list, none of which is bound when it begins."""
    return {step.id.text: Hidden(reason, step.id.span) for step in reversed(steps)}
