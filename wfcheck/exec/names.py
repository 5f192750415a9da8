"""What a scenario names against what its program has: steps, states, outcomes.

A name that is nowhere is a fault before anything runs; else an expectation like `not_run` would hold of
a step that was misspelt.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, assert_never

from wfcheck.classes import dataclass
from wfcheck.exec.scenario import Scenario
from wfcheck.semantics.configuration import RunOutcome, StepOutcome
from wfcheck.semantics.mentions import programs
from wfcheck.semantics.program import (
    Call,
    Choose,
    Compute,
    Dispatch,
    Fail,
    ForEach,
    Opaque,
    Parallel,
    Program,
    Repeat,
    RouteStep,
    Step,
    Stop,
    Wait,
)
from wfcheck.syntax.literals import MapValue, Value
from wfcheck.syntax.names import nearest, shown

_INDEX: Final = re.compile(r"\[\d+\]")


@dataclass(frozen=True, slots=True)
class Misnamed:
    """A name that stands for nothing: the place in the scenario, and what is wrong in one line."""

    place: str
    message: str


def misnamed(program: Program, scenario: Scenario) -> tuple[Misnamed, ...]:
    """Every step, state and outcome of a scenario that its program does not have."""
    found = [*_in_answers(program, scenario), *_in_cancels(program, scenario)]
    return (*found, *_in_expectation(program, scenario))


def operations(program: Program) -> frozenset[str]:
    """The operations that a program and its callees dispatch."""
    steps = (step for file in programs(program) for _, step in _named_steps(file))
    named = (_operation(step) for step in steps if step is not None)
    return frozenset(operation for operation in named if operation is not None)


def _operation(step: Step) -> str | None:
    match step.body:
        case Dispatch(action=action) | ForEach(source=Dispatch(action=action)):
            return action.name
        case Opaque(operation=operation):
            return operation
        case _:
            return None


def _in_answers(program: Program, scenario: Scenario) -> Iterator[Misnamed]:
    for answer in scenario.answers:
        if answer.step is not None:
            yield from _step(program, answer.step, f"{answer.place}.step")


def _in_cancels(program: Program, scenario: Scenario) -> Iterator[Misnamed]:
    for cancel in scenario.cancels:
        if cancel.step is not None:
            yield from _step(program, cancel.step, "cancel")


def _in_expectation(program: Program, scenario: Scenario) -> Iterator[Misnamed]:
    for key, value in scenario.expect.parts:
        place = f"expect.{key}"
        match key, value:
            case "outcome", _:
                yield from _word(value, RunOutcome, place, "outcome of a run")
            case "states", tuple():
                states = tuple(state.name for state in program.states or ())
                for position, name in enumerate(value):
                    yield from _word(name, states, f"{place}[{position}]", "state")
            case (("steps" | "attempts" | "bindings"), MapValue(entries)):
                for path, expected in entries:
                    yield from _step(program, path, f"{place}.{path}")
                    if key == "steps":
                        outcomes = tuple(StepOutcome)
                        yield from _word(expected, outcomes, f"{place}.{path}", "outcome of a step")


def _word(value: Value, known: Iterable[str], place: str, what: str) -> Iterator[Misnamed]:
    words = tuple(known)
    if value in words:
        return
    name = shown(value if isinstance(value, str) else str(value))
    near = nearest(value, words) if isinstance(value, str) else None
    listed = ", ".join(f"`{word}`" for word in words)
    hint = f"; did you mean `{near}`?" if near else f"; there are {listed}" if words else ""
    yield Misnamed(place, f"{name} is no {what}{hint}")


def _step(program: Program, path: str, place: str) -> Iterator[Misnamed]:
    """Follow a path through the calls that it names."""
    before = ""
    names = path.split("/")
    for position, name in enumerate(names):
        paths = dict(_named_steps(program))
        bare = {_INDEX.sub("", known): step for known, step in paths.items()}
        plain = _INDEX.sub("", name)
        if plain not in bare:
            near = nearest(_INDEX.sub("[0]", name), paths) or _suffixed(name, paths)
            hint = f"; did you mean `{before}{near}`?" if near else ""
            yield Misnamed(place, f"{shown(program.path)} has no step {shown(name)}{hint}")
            return
        before += f"{name}/"
        if position == len(names) - 1:
            return
        step = bare[plain]
        if step is None or not isinstance(step.body, Call):
            yield Misnamed(place, f"{shown(before[:-1])} calls no Workfile")
            return
        program = program.callee(step.body.path)


def _suffixed(name: str, paths: Mapping[str, Step | None]) -> str | None:
    """The one path that ends in what was written: the state, or the step around it, was left out."""
    ending = [path for path in paths if path.endswith(f".{_INDEX.sub('[0]', name)}")]
    return ending[0] if len(ending) == 1 else None


def _named_steps(program: Program) -> Iterator[tuple[str, Step | None]]:
    """The steps of a file by their paths, of the first entry and iteration each; None for what is no step."""
    yield from _of_list(program.steps or (), "")
    for state in program.states or ():
        yield from _of_list((*state.on_enter, *state.steps), f"{state.name}[0].")


def _of_list(steps: tuple[Step, ...], prefix: str) -> Iterator[tuple[str, Step | None]]:
    for step in steps:
        path = prefix + step.id
        yield path, step
        if step.on_fail is not None and step.on_fail.steps is not None:
            yield from _of_list(step.on_fail.steps, f"{path}.(on_fail).")
        match step.body:
            case RouteStep(cases=cases, orelse=orelse):
                for case in cases:
                    yield from _of_list(case.steps, f"{path}.")
                yield from _of_list(orelse, f"{path}.")
            case Choose(arms=arms, orelse=orelse):
                for arm in arms:
                    yield from _of_list(arm.then, f"{path}.")
                yield from _of_list(orelse, f"{path}.")
            case ForEach(source=source, steps=inner):
                if isinstance(source, Dispatch):
                    yield f"{path}.(source)", None
                yield from _of_list(inner, f"{path}[0].")
            case Repeat(steps=inner):
                yield from _of_list(inner, f"{path}[0].")
            case Parallel(branches=branches):
                for branch in branches:
                    yield from _of_list(branch.steps, f"{path}.{branch.name}.")
            case Compute() | Dispatch() | Opaque() | Wait() | Call() | Stop() | Fail():
                pass
            case _:
                assert_never(step.body)
