"""A whole document: its root scope, then its steps or states, then its outputs (C-10)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from wfcheck.classes import dataclass
from wfcheck.semantics.scope import Entry, Hidden, Reason, Scope, Visible
from wfcheck.semantics.types import Type, read_type
from wfcheck.workfile import bindings
from wfcheck.workfile.ast import StateDecl, States, Steps, TriggerDecl, Workfile
from wfcheck.workfile.check_events import check_event, payload
from wfcheck.workfile.check_outputs import check_outputs
from wfcheck.workfile.check_states import check_state
from wfcheck.workfile.check_steps import check_list, infer_all
from wfcheck.workfile.checking import Checking
from wfcheck.workfile.whereabouts import whereabouts


@dataclass(frozen=True, slots=True)
class Completion:
    """What a run that completes gives back, by name; and the run's result, stops included."""

    outputs: dict[str, Type]
    result: Type


def check_document(workfile: Workfile, checking: Checking) -> Completion:
    """Check everything in a document that needs scopes and types."""
    inputs = bindings.object_of({f.field.name: read_type(f.field) for f in workfile.inputs})
    checking.doubt("inputs", inputs)
    elsewhere = whereabouts(workfile)
    inputs_only = _inputs_only(inputs, workfile, elsewhere)
    root = _root(inputs, workfile, elsewhere)
    scopes = [_check_trigger(trigger, inputs_only, checking) for trigger in workfile.triggers]
    for name, t in bindings.across(scopes).items():
        root = root.bind(name, t)
    match workfile.body:
        case Steps(steps):
            _, after = check_list(steps, root, checking)
            outputs = infer_all(workfile.outputs, after, checking)
        case States(_, states):
            outputs = _check_states(workfile, states, root, inputs_only, checking)
        case None:
            outputs = {}
        case _:
            assert_never(workfile.body)
    stops = [stop.shape or {} for stop in checking.notes.stops]
    return Completion(outputs, bindings.result([outputs, *stops]))


def _root(inputs: Type, workfile: Workfile, elsewhere: Mapping[str, Hidden]) -> Scope:
    """What every place sees, and why it does not see the names bound elsewhere."""
    seen: dict[str, Entry] = {"inputs": Visible(inputs), "run": Visible(bindings.RUN)}
    return Scope((seen, dict(elsewhere))).with_states(_state_names(workfile))


def _inputs_only(inputs: Type, workfile: Workfile, elsewhere: Mapping[str, Hidden]) -> Scope:
    """What a configuration sees: `inputs` and nothing else (D-8)."""
    names = {name: hidden.at for name, hidden in elsewhere.items()}
    for trigger in workfile.triggers:
        names[trigger.name.text] = trigger.name.span
        names |= {arg.name: arg.span for arg in trigger.into or ()}
    hidden: dict[str, Entry] = {name: Hidden(Reason.INPUTS_ONLY, at) for name, at in names.items()}
    hidden["run"] = Hidden(Reason.INPUTS_ONLY)
    seen: dict[str, Entry] = {"inputs": Visible(inputs)}
    return Scope((seen, hidden)).with_states(_state_names(workfile))


def _state_names(workfile: Workfile) -> tuple[str, ...]:
    states = workfile.body.states if isinstance(workfile.body, States) else ()
    return tuple(state.name.text for state in states)


def _check_trigger(trigger: TriggerDecl, inputs_only: Scope, checking: Checking) -> dict[str, Type]:
    """A trigger; what a run that it starts binds at its root."""
    declared = check_event(trigger, inputs_only, checking)
    name = trigger.name.text
    if trigger.event is None or not checking.connectors.is_absent(trigger.event.text):
        checking.doubt(name, payload(declared))
    checking.notes.places |= {arg.name: arg.span for arg in trigger.into or ()}
    if trigger.into is None:
        checking.notes.places[name] = trigger.name.span
        return {name: payload(declared)}
    # D-38: a trigger's `into` sees its payload and `inputs`.
    return infer_all(trigger.into, inputs_only.bind(name, payload(declared)), checking)


def _check_states(
    workfile: Workfile,
    states: tuple[StateDecl, ...],
    root: Scope,
    inputs_only: Scope,
    checking: Checking,
) -> dict[str, Type]:
    by_name: dict[str, StateDecl] = {}
    for state in states:
        by_name.setdefault(state.name.text, state)
    finals: list[dict[str, Type]] = []
    unread = False
    for state in states:
        bound = check_state(state, root, inputs_only, by_name, checking)
        if state.final:
            finals.append(bound)
            unread = unread or state.reported
    # What a state binds that could not be read, nobody knows: nothing is said about outputs then.
    told = replace(checking, out=[]) if unread else checking
    return check_outputs(workfile, root, finals, told)
