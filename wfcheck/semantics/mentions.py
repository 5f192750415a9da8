"""Every step and expression of a program, and what of time they read."""

from collections.abc import Iterator
from functools import lru_cache
from typing import assert_never

from wfcheck.semantics.program import (
    Assign,
    Call,
    Choose,
    Compute,
    Dispatch,
    Fail,
    ForEach,
    Goto,
    Opaque,
    Parallel,
    Program,
    Repeat,
    RouteStep,
    State,
    Step,
    Stop,
    Transition,
    Wait,
)
from wfcheck.semantics.types import DURATION, Field
from wfcheck.syntax.expr import Apply, Cond, Expr, Lit, Member, Name, Op, children
from wfcheck.syntax.literals import Duration


def all_steps(program: Program) -> Iterator[Step]:
    """Every step of a file, outermost first; callees are files of their own."""
    yield from _steps(program.steps or ())
    for state in program.states or ():
        yield from _steps(state.on_enter)
        yield from _steps(state.steps)


def inner_lists(step: Step) -> tuple[tuple[Step, ...], ...]:
    """The step lists directly inside a step, its `on_fail` list last."""
    lists: tuple[tuple[Step, ...], ...]
    match step.body:
        case RouteStep(cases=cases, orelse=orelse):
            lists = (*(case.steps for case in cases), orelse)
        case Choose(arms=arms, orelse=orelse):
            lists = (*(arm.then for arm in arms), orelse)
        case ForEach(steps=steps) | Repeat(steps=steps):
            lists = (steps,)
        case Parallel(branches=branches):
            lists = tuple(branch.steps for branch in branches)
        case Compute() | Dispatch() | Opaque() | Wait() | Call() | Stop() | Fail():
            lists = ()
        case _:
            assert_never(step.body)
    handled = step.on_fail.steps if step.on_fail is not None else None
    return lists if handled is None else (*lists, handled)


def all_exprs(program: Program) -> Iterator[Expr]:
    """Every expression of a file, each as a whole."""
    for step in all_steps(program):
        yield from _of_step(step)
    for state in program.states or ():
        yield from _of_state(state)
    for trigger in program.triggers:
        yield from _values(trigger.configuration)
        yield from _values(trigger.into or ())
    yield from _values(program.outputs)


def programs(program: Program) -> tuple[Program, ...]:
    """A program and all that it calls."""
    found: dict[str, Program] = {}
    pending = [program]
    while pending:
        current = pending.pop()
        if current.path not in found:
            found[current.path] = current
            pending += [callee for _, callee in current.callees]
    return tuple(found.values())


@lru_cache(maxsize=64)
def _reads(identity: "_ById") -> tuple[bool, bool]:
    return _reads_now(identity.program), _reads_start(identity.program)


def reads_now(program: Program) -> bool:
    """Whether the machine must know the absolute time: some wait or deadline names an instant."""
    return _reads(_ById(program))[0]


def reads_start(program: Program) -> bool:
    """Whether the time of the run's start can be read at all."""
    return _reads(_ById(program))[1]


class _ById:
    """A program, compared by identity: hashing one costs more than asking it."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and self.program is other.program

    def __hash__(self) -> int:
        return id(self.program)


def _reads_now(program: Program) -> bool:
    for file in programs(program):
        if any(isinstance(s.body, Wait) and s.body.until for s in all_steps(file)):
            return True
        if any(may_be_instant(file, state) for state in file.states or ()):
            return True
        # A child starts at a time of its own.
        if file is not program and any(_reads_started_at(e) for e in all_exprs(file)):
            return True
    return False


def _reads_start(program: Program) -> bool:
    return _reads_now(program) or any(
        _reads_started_at(expr) for file in programs(program) for expr in all_exprs(file)
    )


def may_be_instant(program: Program, state: State) -> bool:
    """Whether a state's `after` may be a timestamp, so that its deadline may lie in the past."""
    if state.timeout is None:
        return False
    fields = {field.name: field for field in state.accepts}
    return not _is_duration(state.timeout.after, program.inputs, fields)


def _is_duration(expr: Expr, inputs: tuple[Field, ...], accepted: dict[str, Field]) -> bool:
    match expr:
        case Lit(Duration()):
            return True
        case Member(Name("inputs"), name):
            return any(field.name == name and field.type == DURATION for field in inputs)
        case Name(name):
            return name in accepted and accepted[name].type == DURATION
        case Apply(Op.MUL, args):
            # Only a duration times a number has a duration in it.
            return any(_is_duration(arg, inputs, accepted) for arg in args)
        case Apply(Op.ADD | Op.SUB, args):
            return all(_is_duration(arg, inputs, accepted) for arg in args)
        case Cond(_, then, orelse):
            return _is_duration(then, inputs, accepted) and _is_duration(orelse, inputs, accepted)
        case _:
            return False


def _reads_started_at(expr: Expr) -> bool:
    match expr:
        case Member(Name("run"), name):
            return name == "started_at"
        case Name("run"):
            return True
        case _:
            return any(_reads_started_at(child) for child in children(expr))


def _steps(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        for inner in inner_lists(step):
            yield from _steps(inner)


def _values(assigns: tuple[Assign, ...]) -> Iterator[Expr]:
    return (assign.value for assign in assigns)


def _of_step(step: Step) -> Iterator[Expr]:
    yield from (expr for expr in (step.when, step.timeout) if expr is not None)
    if step.retry is not None:
        yield step.retry.delay
    match step.body:
        case Compute(value=value) | Wait(value=value):
            yield value
        case Dispatch(args=args) | Call(args=args):
            yield from _values(args)
        case RouteStep(subject=subject):
            yield subject
        case Choose(arms=arms):
            yield from (arm.when for arm in arms)
        case ForEach(source=Dispatch(args=args)):
            yield from _values(args)
        case ForEach(source=source) if not isinstance(source, Dispatch):
            yield source
        case Repeat(every=every, until=until):
            yield from (every, until)
        case Stop(reason=reason, result=result):
            yield reason
            yield from _values(result)
        case Fail(reason=reason):
            yield reason
        case ForEach() | Opaque() | Parallel():
            pass
        case _:
            assert_never(step.body)


def _of_state(state: State) -> Iterator[Expr]:
    for subscription in state.subscriptions:
        yield from _values(subscription.match)
        yield from _values(subscription.configuration)
        yield from _of_transition(subscription.exit)
    if state.timeout is not None:
        yield state.timeout.after
        yield from _of_transition(state.timeout.exit)
    if state.exit is not None:
        yield from _of_transition(state.exit)


def _of_transition(exit_: Transition) -> Iterator[Expr]:
    if isinstance(exit_, Goto):
        yield from _values(exit_.into)
        return
    yield exit_.subject
    for case in exit_.cases:
        yield from _of_transition(case.exit)
    if exit_.orelse is not None:
        yield from _of_transition(exit_.orelse)
