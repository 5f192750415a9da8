"""Nodes to a Workfile: its top level, inputs, triggers and outputs (C-1, C-10, D-36)."""

from typing import Final

from wfcheck.catalog import (
    INITIAL_MISSING,
    INVALID_LITERAL,
    MISSING_KEY,
    STEPS_AND_STATES,
    UNKNOWN_KEY,
    WRONG_SHAPE,
)
from wfcheck.diagnostic import Finding, Label
from wfcheck.settings import Edition
from wfcheck.span import Source, Span, file_start
from wfcheck.syntax.yaml import Entry, Map, Node, Scalar
from wfcheck.workfile.ast import (
    Ident,
    PropertyLine,
    States,
    Steps,
    TriggerDecl,
    Workfile,
)
from wfcheck.workfile.keys import Keys, Out, named_entries, read_keys
from wfcheck.workfile.read_fields import Position, read_fields
from wfcheck.workfile.read_literals import (
    as_map,
    is_broken,
    read_prose,
    read_word,
    shape_of,
)
from wfcheck.workfile.read_names import (
    check_name,
    read_arguments,
    read_names,
    read_projection,
)
from wfcheck.workfile.read_states import check_recovery, read_event, read_states
from wfcheck.workfile.read_steps import read_list

TOP_KEYS: Final = (
    "name",
    "description",
    "version",
    "inputs",
    "on",
    "steps",
    "states",
    "initial",
    "outputs",
    "recovery",
)
TRIGGER_KEYS: Final = ("event", "configuration", "connection", "into")
PROPERTIES: Final = "x-properties"


def read_document(node: Node | None, source: Source, edition: Edition, out: Out) -> Workfile:
    """A document's nodes as a Workfile; what is wrong is reported and leaves a hole.

    `node` is None where there was nothing to compose, which has been reported.
    """
    start = file_start(source.file)
    keys = Keys({})
    properties: tuple[PropertyLine, ...] = ()
    if isinstance(node, Map):
        keys = read_keys(node, TOP_KEYS, "a Workfile", out)
        properties = _properties(node, out)
        _check_version(keys, out)
    elif node is not None and not is_broken(node):
        # D-36
        message = f"a Workfile is a map, not {shape_of(node)}"
        out.append(Finding(WRONG_SHAPE, start, message))
    body = _body(keys, start, edition, out) if isinstance(node, Map) else None
    name, description = keys.get("name"), keys.get("description")
    inputs, outputs, on = keys.get("inputs"), keys.get("outputs"), keys.get("on")
    recovery = keys.get("recovery")
    if description:
        read_prose(description, out)
    if recovery:
        check_recovery(recovery, out)
    return Workfile(
        read_prose(name, out) if name else None,
        read_fields(inputs, Position.INPUTS, out) if inputs else (),
        _triggers(on, out) if on else (),
        body,
        (read_projection(outputs, "`outputs`", out) or ()) if outputs else (),
        properties,
        triggers_key=keys.span("on"),
        outputs_key=keys.span("outputs"),
        recovery=keys.span("recovery"),
        span=start,
    )


def _check_version(keys: Keys, out: Out) -> None:
    entry = keys.get("version")
    if entry is None or is_broken(entry.value):
        return
    match entry.value:
        case Scalar(value=int(1) | "1" as version) if version is not True:
            pass
        case node:
            message = "`version` is that of the format, which is 1"
            out.append(Finding(INVALID_LITERAL, node.span, message))


def _body(keys: Keys, start: Span, edition: Edition, out: Out) -> Steps | States | None:
    """The steps or the states; of both, which is reported, the one that stands first."""
    steps, states, initial = keys.get("steps"), keys.get("states"), keys.get("initial")
    _check_form(keys, start, out)
    first = keys.first("steps", "states")
    listed = read_list(steps, "`steps`", out) if steps else None
    declared = read_states(states, edition, out) if states else None
    begin = read_word(initial, "`initial`", out) if initial and states else None
    if first is steps and steps and listed is not None:
        return Steps(listed, span=steps.key.span)
    if first is states and states and declared is not None:
        return States(begin, declared, span=states.key.span)
    return None


def _check_form(keys: Keys, start: Span, out: Out) -> None:
    """Exactly one of `steps` and `states`, and `initial` with `states` only (C-1.4, D-36)."""
    written = [key for key in keys.entries if key in ("steps", "states")]
    initial = keys.span("initial")
    if len(written) > 1:
        first, later = written
        message = "a file has `steps` or `states`, and this one has both"
        label = Label(keys.entries[first].key.span, f"`{first}` stands here")
        out.append(
            Finding(STEPS_AND_STATES, keys.entries[later].key.span, message, labels=(label,))
        )
    elif written == ["steps"] and initial:
        message = "`initial` stands beside `states` only"
        out.append(Finding(UNKNOWN_KEY, initial, message, help="remove it"))
    elif written == ["states"] and not keys.has("initial"):
        message = "`initial` is missing: nothing says which state begins"
        out.append(Finding(INITIAL_MISSING, start, message))
    elif not keys.has("steps", "states"):
        out.append(Finding(MISSING_KEY, start, "a Workfile needs `steps` or `states`"))


def _triggers(entry: Entry, out: Out) -> tuple[TriggerDecl, ...]:
    node = as_map(entry, "`on`", out)
    if node is None:
        return ()
    found = (_trigger(name, trigger, out) for name, trigger in read_names(node, "`on`", out))
    return tuple(trigger for trigger in found if trigger is not None)


def _trigger(name: str, entry: Entry, out: Out) -> TriggerDecl | None:
    """One entry of the top-level `on` (C-10.1)."""
    span = entry.key.span
    check_name(name, span, out)
    node = as_map(entry, "a trigger", out)
    if node is None:
        return None
    keys = read_keys(node, TRIGGER_KEYS, "a trigger", out)
    event = keys.required("event", span, "a trigger", out)
    configuration, connection = keys.get("configuration"), keys.get("connection")
    into = keys.get("into")
    return TriggerDecl(
        Ident(name, span=span),
        read_event(event, out) if event else None,
        read_arguments(configuration, "`configuration`", out) if configuration else None,
        read_word(connection, "`connection`", out) if connection else None,
        read_projection(into, "`into`", out) if into else None,
        event_key=keys.span("event"),
        configuration_key=keys.span("configuration"),
        span=span,
    )


def _properties(node: Map, out: Out) -> tuple[PropertyLine, ...]:
    """The lines of `x-properties`, of which only that they are lines is checked here."""
    entry = node.entry(PROPERTIES)
    lines = as_map(entry, f"`{PROPERTIES}`", out) if entry else None
    found: list[PropertyLine] = []
    for name, at in named_entries(lines, out) if lines else ():
        line = read_prose(at, out)
        if line is not None:
            found.append(PropertyLine(name, line, line_span=at.value.span, span=at.key.span))
    return tuple(found)
