"""Going through a document: every step list, every step, every transition, in document order."""

from collections.abc import Iterator
from typing import assert_never

from wfcheck.semantics.flow import Edge
from wfcheck.syntax.expr import Expr
from wfcheck.workfile.ast import (
    Action,
    Arg,
    Body,
    Call,
    Choose,
    Fail,
    Faulty,
    ForEach,
    Foreign,
    Goto,
    Parallel,
    Repeat,
    Route,
    RouteStep,
    StateDecl,
    States,
    Step,
    Steps,
    Stop,
    Transition,
    Value,
    Wait,
    Workfile,
)


def inner_lists(body: Body) -> tuple[tuple[Step, ...], ...]:
    """The step lists directly inside a body, without that of `on_fail`."""
    match body:
        case RouteStep(cases=cases, orelse=orelse):
            return (*(case.steps for case in cases or ()), *_written(orelse))
        case Choose(arms=arms, orelse=orelse):
            return (*(arm.then for arm in arms), *_written(orelse))
        case ForEach(steps=steps) | Repeat(steps=steps):
            return (steps,)
        case Parallel(branches=branches):
            return tuple(branch.steps for branch in branches)
        case Faulty(lists=lists):
            return lists
        case Value() | Action() | Wait() | Call() | Stop() | Fail() | Foreign():
            return ()
        case _:
            assert_never(body)


def _written(steps: tuple[Step, ...] | None) -> tuple[tuple[Step, ...], ...]:
    return () if steps is None else (steps,)


def step_lists(workfile: Workfile) -> tuple[tuple[Step, ...], ...]:
    """The outermost step lists of a document."""
    match workfile.body:
        case Steps(steps):
            return (steps,)
        case States(_, states):
            return tuple(steps for state in states for steps in (state.on_enter, state.steps))
        case None:
            return ()
        case _:
            assert_never(workfile.body)


def every_list(lists: tuple[tuple[Step, ...], ...]) -> Iterator[tuple[Step, ...]]:
    """These step lists and all inside them, `on_fail` lists included, outer before inner."""
    pending = list(reversed(lists))
    while pending:
        steps = pending.pop()
        yield steps
        inside: list[tuple[Step, ...]] = []
        for step in steps:
            inside += inner_lists(step.body)
            if step.modifiers.on_fail is not None:
                inside += _written(step.modifiers.on_fail.steps)
        pending += reversed(inside)


def every_step(lists: tuple[tuple[Step, ...], ...]) -> Iterator[Step]:
    """The steps of these lists and all inside them."""
    for steps in every_list(lists):
        yield from steps


def exits(state: StateDecl) -> Iterator[tuple[Transition, bool]]:
    """A state's transitions, each with whether it is immediate."""
    for subscription in state.subscriptions:
        if subscription.exit is not None:
            yield subscription.exit, False
    if state.timeout is not None and state.timeout.exit is not None:
        yield state.timeout.exit, False
    if state.exit is not None:
        yield state.exit, True


def gotos(transition: Transition) -> Iterator[Goto]:
    """The direct transitions that a transition can end in."""
    pending: list[Transition | None] = [transition]
    while pending:
        match pending.pop():
            case None:
                continue
            case Goto() as goto:
                yield goto
            case Route(cases=cases, orelse=orelse):
                pending.append(orelse)
                pending += [case.exit for case in reversed(cases or ())]
            case other:
                assert_never(other)


def routes(transition: Transition) -> Iterator[Route]:
    """The routed transitions in a transition, outer before inner."""
    pending: list[Transition | None] = [transition]
    while pending:
        match pending.pop():
            case None | Goto():
                continue
            case Route(cases=cases, orelse=orelse) as route:
                yield route
                pending.append(orelse)
                pending += [case.exit for case in reversed(cases or ())]
            case other:
                assert_never(other)


def edges(workfile: Workfile) -> tuple[Edge, ...]:
    """The state graph, undeclared targets included, in document order."""
    if not isinstance(workfile.body, States):
        return ()
    found = [
        Edge(state.name.text, goto.target.text, immediate, span=goto.target.span)
        for state in workfile.body.states
        for transition, immediate in exits(state)
        for goto in gotos(transition)
        if goto.target is not None
    ]
    return tuple(sorted(found, key=_offset))


def _offset(edge: Edge) -> int:
    return edge.span.start.offset if edge.span is not None else 0


def calls(workfile: Workfile) -> tuple[Call, ...]:
    """Every `wf.call`, in document order."""
    bodies = (step.body for step in every_step(step_lists(workfile)))
    found = [body for body in bodies if isinstance(body, Call)]
    return tuple(sorted(found, key=lambda call: call.span.start.offset))


# -- expressions


def step_expressions(step: Step) -> Iterator[Expr]:
    """The expressions of a step itself, without those of the steps inside it."""
    modifiers = step.modifiers
    for keyed in (modifiers.when, modifiers.timeout):
        if keyed is not None:
            yield keyed.value
    if modifiers.retry is not None and modifiers.retry.delay is not None:
        yield modifiers.retry.delay
    yield from _body_expressions(step.body)


def _body_expressions(body: Body) -> Iterator[Expr]:
    match body:
        case Value(value) | Wait(_, value):
            yield value
        case Action(_, args):
            yield from _values(args)
        case Call(_, args):
            yield from _values(args)
        case RouteStep(subject=subject):
            yield subject
        case Choose(arms=arms):
            yield from (arm.when for arm in arms)
        case ForEach(subject):
            if isinstance(subject, Action):
                yield from _values(subject.args)
            else:
                yield subject
        case Repeat(_, every, _, until):
            yield from (keyed.value for keyed in (every, until) if keyed is not None)
        case Stop(reason, result):
            yield reason
            yield from _values(result)
        case Fail(reason):
            yield reason
        case Faulty(values=values):
            yield from values
        case Parallel() | Foreign():
            return
        case _:
            assert_never(body)


def _values(args: tuple[Arg, ...] | None) -> Iterator[Expr]:
    return (arg.value for arg in args or ())


def transition_expressions(transition: Transition) -> Iterator[Expr]:
    """The subjects and projections of a transition."""
    yield from (route.subject for route in routes(transition))
    for goto in gotos(transition):
        yield from _values(goto.into)


def state_expressions(state: StateDecl) -> Iterator[Expr]:
    """Every expression in a state."""
    for step in every_step((state.on_enter, state.steps)):
        yield from step_expressions(step)
    for subscription in state.subscriptions:
        yield from _values(subscription.configuration)
        yield from _values(subscription.match)
    if state.timeout is not None and state.timeout.after is not None:
        yield state.timeout.after
    for transition, _ in exits(state):
        yield from transition_expressions(transition)
