"""The parts of a program that a run can reach, with the paths that a record gives them (C-7.6)."""

from collections.abc import Iterator
from dataclasses import replace

from wfcheck.classes import dataclass
from wfcheck.semantics.program import (
    ActionDecl,
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
from wfcheck.settings import Edition
from wfcheck.span import Span


@dataclass(frozen=True, slots=True)
class Leaf:
    """A `goto`: the state and way out that it belongs to, and the labels that lead to it."""

    state: str
    by: str
    labels: tuple[str, ...]
    branches: tuple[int, ...]  # the positions of those labels, -1 for an `else`
    target: str
    span: Span | None

    @property
    def name(self) -> str:
        return ".".join((self.state, self.by, *self.labels))


def leaves(program: Program) -> Iterator[Leaf]:
    """Every `goto` of a program, in the order of the file."""
    for state in program.states or ():
        for by, exit_ in ways_out(state):
            yield from _leaves(program, Leaf(state.name, by, (), (), "", None), exit_)


def transitions(program: Program) -> frozenset[tuple[str, str, str]]:
    """The edges that the file has for its entry graph: state, way out, target (`checking.md` 5)."""
    return frozenset((leaf.state, leaf.by, leaf.target) for leaf in leaves(program))


def ways_out(state: State) -> Iterator[tuple[str, Transition]]:
    """The transitions of a state, each with the word that a record has for it."""
    for subscription in state.subscriptions:
        yield subscription.name, subscription.exit
    if state.timeout is not None:
        yield "timeout", state.timeout.exit
    if state.exit is not None:
        yield "immediate", state.exit


def _leaves(program: Program, at: Leaf, exit_: Transition) -> Iterator[Leaf]:
    if isinstance(exit_, Goto):
        yield replace(at, target=exit_.target, span=exit_.span)
        return
    for number, case in enumerate(exit_.cases):
        inner = replace(at, labels=(*at.labels, case.label), branches=(*at.branches, number))
        yield from _leaves(program, inner, case.exit)
    # An `else` that the draft edition demands is never dead (checking 6).
    if exit_.orelse is not None and program.edition is not Edition.DRAFT:
        inner = replace(at, labels=(*at.labels, "else"), branches=(*at.branches, -1))
        yield from _leaves(program, inner, exit_.orelse)


def step_paths(program: Program) -> Iterator[tuple[str, Step]]:
    """Every step of a program, with its path without positions."""
    yield from _in_list(program.steps or (), "")
    for state in program.states or ():
        yield from _in_list(state.on_enter, f"{state.name}.")
        yield from _in_list(state.steps, f"{state.name}.")


def _in_list(steps: tuple[Step, ...], before: str) -> Iterator[tuple[str, Step]]:
    for step in steps:
        path = before + step.id
        yield path, step
        for name, inner in inner_lists(step):
            yield from _in_list(inner, f"{path}.{name}." if name else f"{path}.")


def inner_lists(step: Step) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """The lists inside a step, with what their paths add to the step's."""
    match step.body:
        case RouteStep(cases=cases, orelse=orelse):
            yield from (("", case.steps) for case in cases)
            yield "", orelse
        case Choose(arms=arms, orelse=orelse):
            yield from (("", arm.then) for arm in arms)
            yield "", orelse
        case Parallel(branches=branches):
            yield from ((branch.name, branch.steps) for branch in branches)
        case ForEach(steps=steps) | Repeat(steps=steps):
            yield "", steps
        case Compute() | Dispatch() | Opaque() | Wait() | Call() | Stop() | Fail():
            pass
    if step.on_fail is not None and step.on_fail.steps is not None:
        yield "(on_fail)", step.on_fail.steps


def family(program: Program) -> tuple[Program, ...]:
    """A program and all that it calls, each once."""
    found: dict[int, Program] = {}
    pending = [program]
    while pending:
        current = pending.pop()
        if id(current) not in found:
            found[id(current)] = current
            pending.extend(callee for _, callee in current.callees)
    return tuple(found.values())


def actions(program: Program) -> Iterator[ActionDecl]:
    """The actions that a program's own steps call."""
    for _, step in step_paths(program):
        match step.body:
            case Dispatch(action=action) | ForEach(source=Dispatch(action=action)):
                yield action
            case _:
                pass
