"""Data from outside as values of a program's declarations: inputs, payloads, action outputs."""

from wfcheck.semantics.choice import Event
from wfcheck.semantics.mentions import programs
from wfcheck.semantics.program import ActionDecl, Program, TriggerDecl
from wfcheck.semantics.types import UNKNOWN, Field, ObjectType, written_type
from wfcheck.semantics.values import Mismatch, coerce, conforms, from_json
from wfcheck.syntax.expr import Expr, Lit, MapLit
from wfcheck.syntax.literals import MapValue, Value


def input_map(program: Program, given: MapValue) -> MapLit:
    """The inputs as values of their types; what has another type stays, for the machine to refuse."""
    fields = {field.name: field for field in program.inputs}
    return MapLit(
        tuple((name, Lit(_input(value, fields.get(name)))) for name, value in given.entries)
    )


def _input(value: Value, field: Field | None) -> Value:
    if field is None:
        return value
    read = from_json(value, written_type(field))
    return value if isinstance(read, Mismatch) else read


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


def trigger_configuration(trigger: TriggerDecl | None, data: MapValue) -> Expr | str:
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
    configuration: MapValue | None,
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
