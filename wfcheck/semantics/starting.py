"""The start of a run: its inputs checked, its root scope bound, its first list or entry (C-10)."""

from dataclasses import replace

from wfcheck.semantics.control import Bindings, Block, Failure, Run
from wfcheck.semantics.moment import NULL, Moment, Place
from wfcheck.semantics.program import Assign, Program, Trigger
from wfcheck.semantics.record import RecordKind
from wfcheck.semantics.types import NO_DEFAULT, Field, may_be_omitted
from wfcheck.syntax.expr import Expr, Lit, MapLit
from wfcheck.syntax.names import did_you_mean, shown


def checked_inputs(fields: tuple[Field, ...], given: MapLit, moment: Moment) -> MapLit | Failure:
    """The inputs with defaults and nulls filled in, or `input.invalid` (C-3.3, C-10.3)."""
    values = dict(given.entries)
    names = tuple(field.name for field in fields)
    for name in values:
        if name not in names:
            near = did_you_mean(name, names)
            said = f"{shown(name)} is not declared" + (f"; {near}" if near else "")
            return Failure("input.invalid", message=said)
    for field in fields:
        if field.name not in values and not may_be_omitted(field):
            return Failure("input.invalid", message=f"`{field.name}` is missing")
    whole = tuple((field.name, values.get(field.name, _omitted(field))) for field in fields)
    targets = tuple(
        Assign(field.name, value, field) for field, (_, value) in zip(fields, whole, strict=True)
    )
    fitted = moment.fit(MapLit(whole), targets)
    if isinstance(fitted, Failure):
        return Failure("input.invalid", message=fitted.message)
    return fitted


def start(run: Run, inputs: MapLit, root: Bindings, moment: Moment) -> Run:
    """A run that begins now; `root` are the bindings of the trigger that starts it.

    With states it has no entry yet: the first one can already fail.
    """
    program = run.program
    begun = replace(run, root=(("inputs", moment.closed(inputs)), *root))
    moment.record(RecordKind.RUN_STARTED, run.path, workfile=program.path, inputs=inputs)
    if program.steps is None:
        return begun
    return replace(begun, block=Block(steps=program.steps, path=run.prefix))


def trigger_bindings(
    trigger: Trigger, payload: Expr, inputs: MapLit, run: Run, moment: Moment
) -> Bindings | Failure:
    """What the starting trigger binds at root; it sees its payload and `inputs` (C-10.1, D-38)."""
    if trigger.into is None:
        return ((trigger.name, payload),)
    scope = ((trigger.name, payload), ("inputs", moment.closed(inputs)))
    values = moment.assign(trigger.into, Place(run, (scope,)))
    if isinstance(values, Failure):
        return values
    fitted = moment.fit(values, trigger.into)
    return fitted if isinstance(fitted, Failure) else fitted.entries


def _omitted(field: Field) -> Expr:
    return NULL if field.default is NO_DEFAULT else Lit(field.default)


def child(program: Program, caller: Run, path: str, number: int, moment: Moment) -> Run:
    """A child run before its start: its own id, the caller's as its parent (WFC wf.call)."""
    return Run(
        program,
        (),
        None,
        None,
        started_at=moment.now,
        path=path,
        parent=caller.id,
        id=f"{caller.id}/{path}" if number == 1 else f"{caller.id}/{path}#{number}",
    )
