"""Data from outside as values of a program's declarations: inputs, payloads, action outputs.

Scenarios and traces write values as JSON does; what is read twice stays as it is.
"""

from dataclasses import replace

from wfcheck.errors import InternalError
from wfcheck.semantics.choice import Begin, Event
from wfcheck.semantics.mentions import programs
from wfcheck.semantics.program import ActionDecl, Program, TriggerDecl
from wfcheck.semantics.types import UNKNOWN, Field, ObjectType, written_type
from wfcheck.semantics.values import Mismatch, coerce, conforms, from_json
from wfcheck.syntax.expr import Expr, ListLit, Lit, MapLit
from wfcheck.syntax.literals import MapValue, Value


def input_map(program: Program, given: Value) -> MapLit:
    """The inputs as values of their types; what has another type stays, for the machine to refuse."""
    fields = {field.name: field for field in program.inputs}
    if not isinstance(given, MapValue):
        return MapLit(())
    return MapLit(
        tuple((name, Lit(_input(value, fields.get(name)))) for name, value in given.entries)
    )


def _input(value: Value, field: Field | None) -> Value:
    if field is None:
        return value
    read = from_json(value, written_type(field))
    return value if isinstance(read, Mismatch) else read


def typed_begin(program: Program, begin: Begin) -> Begin | str:
    """A start with the values of its declarations, or why its payload does not fit."""
    inputs = input_map(program, _data(begin.inputs))
    if begin.trigger is None or begin.payload is None:
        return replace(begin, inputs=inputs)
    declared = next((t.trigger for t in program.triggers if t.name == begin.trigger), None)
    payload = trigger_payload(declared, _data(begin.payload))
    if isinstance(payload, str):
        return payload
    return replace(begin, inputs=inputs, payload=payload)


def typed_event(program: Program, given: Event) -> Event | str:
    """An event with the values of its declarations, or why it does not fit them."""
    configuration = None if given.configuration is None else _data(given.configuration)
    return event(program, given.trigger, _data(given.payload), given.connection, configuration)


def typed_output(action: ActionDecl | None, output: Expr) -> Expr | str:
    """An action's output with the values of its declarations, or why it does not fit them."""
    return action_output(action, _data(output))


def _data(value: Expr) -> Value:
    match value:
        case Lit(content):
            return content
        case MapLit(entries):
            return MapValue(tuple((name, _data(part)) for name, part in entries))
        case ListLit(items):
            return tuple(_data(item) for item in items)
        case _:
            raise InternalError(f"a concrete run has an unknown value: {value}")


def action_output(action: ActionDecl | None, data: Value) -> Expr | str:
    """What an action returns, or why the data does not fit its manifest."""
    if action is None or not action.known:
        return _any(data)
    return _object(action.output, data)


def trigger_payload(trigger: TriggerDecl | None, data: Value) -> Expr | str:
    """An event's payload, or why the data does not fit its manifest."""
    if trigger is None or not trigger.known:
        return _any(data)
    return _object(trigger.payload, data)


def trigger_configuration(trigger: TriggerDecl | None, data: Value) -> Expr | str:
    """An event's configuration: absent and null are the same there (C-3.3)."""
    if trigger is None or not trigger.known:
        return _any(data)
    value = _object(trigger.configuration, data)
    if isinstance(value, str):
        return value
    assert isinstance(value.value, MapValue)
    return Lit(MapValue(tuple((n, v) for n, v in value.value.entries if v is not None)))


def trigger_named(program: Program, name: str) -> TriggerDecl | None:
    """A trigger that the program or what it calls subscribes to or starts by."""
    for file in programs(program):
        for state in file.states or ():
            for subscription in state.subscriptions:
                if subscription.trigger.name == name:
                    return subscription.trigger
        for trigger in file.triggers:
            if trigger.trigger.name == name:
                return trigger.trigger
    return None


def event(
    program: Program,
    name: str,
    payload: Value,
    connection: str | None,
    configuration: Value | None,
) -> Event | str:
    """An event of the given data, or why it does not fit the manifest."""
    trigger = trigger_named(program, name)
    read = trigger_payload(trigger, payload)
    if isinstance(read, str):
        return read
    if configuration is None:
        return Event(name, read, connection)
    configured = trigger_configuration(trigger, configuration)
    if isinstance(configured, str):
        return configured
    return Event(name, read, connection, configured)


def _any(data: Value) -> Lit | str:
    read = from_json(data, UNKNOWN)
    return read.why if isinstance(read, Mismatch) else Lit(read)


def _object(fields: tuple[Field, ...], data: Value) -> Lit | str:
    declared = Field("", ObjectType(fields))
    read = from_json(data, declared.type)
    if isinstance(read, Mismatch):
        return f"`{read.path}` is {read.why}" if read.path else read.why
    why = conforms(read, declared)
    return Lit(coerce(read, declared)) if why is None else why
