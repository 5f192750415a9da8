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
from wfcheck.syntax.nodes import Map, Node, Scalar
from wfcheck.syntax.shape import Key, as_map, check_name, kind
from wfcheck.syntax.shape import keys as text_keys
from wfcheck.workfile.ast import (
    Ident,
    PropertyLine,
    States,
    Steps,
    TriggerDecl,
    Workfile,
)
from wfcheck.workfile.keys import NO_KEYS, Keys, Out, read_keys
from wfcheck.workfile.read_fields import Position, read_fields
from wfcheck.workfile.read_literals import (
    is_broken,
    read_connection,
    read_prose,
    read_word,
    refuse,
)
from wfcheck.workfile.read_names import read_arguments, read_names, read_projection
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

    `node` is None where nothing could be composed, which has been reported.
    """
    start = file_start(source.file)
    keys = NO_KEYS
    properties: tuple[PropertyLine, ...] = ()
    body: Steps | States | None = None
    if isinstance(node, Map):
        keys = read_keys(node, TOP_KEYS, "a Workfile", out)
        properties = _properties(node.get(PROPERTIES), out)
        body = _body(keys, start, edition, out)
        _check_version(keys, out)
    elif node is not None and not is_broken(node):
        # D-36; the root is shown by the first line
        out.append(Finding(WRONG_SHAPE, start, f"a Workfile must be a map, not {kind(node)}"))
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
        (read_projection(outputs, out) or ()) if outputs else (),
        properties,
        triggers_key=keys.span("on"),
        outputs_key=keys.span("outputs"),
        recovery=keys.span("recovery"),
        span=start,
    )


def _check_version(keys: Keys, out: Out) -> None:
    match keys.get("version"):
        case None | Key(value=Scalar(value="1")):
            pass
        case Key(value=Scalar(value=int() as version)) if version == 1 and version is not True:
            pass
        case Key(value=node):
            refuse(node, "`version` must be that of the format, 1", out, INVALID_LITERAL)


def _body(keys: Keys, start: Span, edition: Edition, out: Out) -> Steps | States | None:
    """The steps or the states; of both, which is reported, those that stand first."""
    steps, states, initial = keys.get("steps"), keys.get("states"), keys.get("initial")
    _check_form(keys, start, out)
    listed = read_list(steps.value, "`steps`", out) if steps else None
    declared = read_states(states, edition, out) if states else None
    begin = read_word(initial.value, "`initial`", out) if initial and states else None
    first = keys.first("steps", "states")
    if steps and first is steps and listed is not None:
        return Steps(listed, span=steps.span)
    if states and first is states and declared is not None:
        return States(begin, declared, span=states.span)
    return None


def _check_form(keys: Keys, start: Span, out: Out) -> None:
    """Exactly one of `steps` and `states`, and `initial` with `states` only (C-1.4, D-36)."""
    forms = [key for text, key in keys.written.items() if text in ("steps", "states")]
    initial = keys.written.get("initial")
    if len(forms) > 1:
        first, later = forms
        message = "a file has either `steps` or `states`, and this one has both"
        label = Label(first.span, f"`{first.text}` stands here")
        out.append(Finding(STEPS_AND_STATES, later.span, message, labels=(label,)))
    elif keys.has("steps") and initial:
        message = "`initial` stands beside `states` only"
        out.append(Finding(UNKNOWN_KEY, initial.span, message, help="remove it"))
    elif keys.has("states") and not keys.has("initial"):
        message = "`initial` is missing: nothing says which state begins"
        out.append(Finding(INITIAL_MISSING, start, message))
    elif not keys.has("steps", "states"):
        out.append(Finding(MISSING_KEY, start, "a Workfile needs `steps` or `states`"))


def _triggers(on: Key, out: Out) -> tuple[TriggerDecl, ...]:
    node = as_map(on.value, out, "`on`")
    if node is None:
        return ()
    found = (_trigger(trigger, out) for trigger in read_names(node, "`on`", out))
    return tuple(trigger for trigger in found if trigger is not None)


def _trigger(key: Key, out: Out) -> TriggerDecl | None:
    """One entry of the top-level `on` (C-10.1)."""
    span = key.span
    check_name(key.text, span, out, what="the trigger")
    node = as_map(key.value, out, "a trigger")
    if node is None:
        return None
    keys = read_keys(node, TRIGGER_KEYS, "a trigger", out)
    event = keys.required("event", span, "a trigger", out)
    configuration, connection = keys.get("configuration"), keys.get("connection")
    into = keys.get("into")
    return TriggerDecl(
        Ident(key.text, span=span),
        event=read_event(event, out) if event else None,
        event_key=keys.span("event"),
        configuration=read_arguments(configuration, out) if configuration else None,
        configuration_key=keys.span("configuration"),
        connection=read_connection(connection, out) if connection else None,
        into=read_projection(into, out) if into else None,
        span=span,
    )


def _properties(node: Node | None, out: Out) -> tuple[PropertyLine, ...]:
    """The lines of `x-properties`; that they are lines is all that is checked here."""
    lines = None if node is None else as_map(node, out, f"`{PROPERTIES}`")
    found: list[PropertyLine] = []
    for key in () if lines is None else text_keys(lines, out):
        line = read_prose(key, out)
        if line is not None:
            span = key.value.span
            found.append(PropertyLine(key.text, line, line_span=span, span=key.span))
    return tuple(found)
