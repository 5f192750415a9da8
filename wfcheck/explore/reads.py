"""Which names can still be read: what a run may forget (`checking.md` 2).

`inputs.x` is a name of its own where only members of `inputs` are read. Every answer may hold more
than is ever read, never less.
"""

from collections.abc import Iterator
from typing import Final

from wfcheck.explore.unknowns import laid_out
from wfcheck.semantics.program import Goto, Program, Route, State, Step, Transition
from wfcheck.span import Span
from wfcheck.syntax.expr import Lit, Member, Name

INPUTS: Final = "inputs"


def names_in(part: object) -> frozenset[str]:
    """The names that a part of a program reads, nested step lists included."""
    return frozenset(_names(part))


def _names(part: object) -> Iterator[str]:
    pending = [part]
    while pending:
        current = pending.pop()
        match current:
            case Member(Name("inputs"), member):
                yield f"{INPUTS}.{member}"
            case Name(name):
                yield name
            case Program() | Span() | Lit() | str() | int() | None:
                pass
            case tuple():
                pending.extend(current)
            case _:
                parts = laid_out(type(current))
                pending.extend(getattr(current, name) for name, compared in parts if compared)


def targets(exit_: Transition) -> tuple[str, ...]:
    """The states that a transition can lead to."""
    match exit_:
        case Goto(target=target):
            return (target,)
        case Route(cases=cases, orelse=orelse):
            inner = [target for case in cases for target in targets(case.exit)]
            return (*inner, *(targets(orelse) if orelse is not None else ()))


def exits(state: State) -> tuple[Transition, ...]:
    """The transitions of a state: of its subscriptions, its timeout, its immediate exit."""
    found = [subscription.exit for subscription in state.subscriptions]
    if state.timeout is not None:
        found.append(state.timeout.exit)
    if state.exit is not None:
        found.append(state.exit)
    return tuple(found)


class StepNames:
    """The names that steps read, computed once for each step."""

    def __init__(self) -> None:
        self._found: dict[int, frozenset[str]] = {}

    def steps(self, steps: tuple[Step, ...], at: int) -> frozenset[str]:
        """What a list reads from a step on."""
        found: frozenset[str] = frozenset()
        for step in steps[at:]:
            if id(step) not in self._found:
                self._found[id(step)] = names_in(step)
            found |= self._found[id(step)]
        return found


class Reads:
    """The names that the rest of a run of one program can read."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.outputs = names_in(program.outputs)
        self.states = {state.name: state for state in program.states or ()}
        self._names = {name: names_in(state) for name, state in self.states.items()}
        self._targets = {
            name: tuple(target for exit_ in exits(state) for target in targets(exit_))
            for name, state in self.states.items()
        }
        self._beyond: dict[str, frozenset[str]] = {}

    def beyond(self, state: State) -> frozenset[str]:
        """What can be read after leaving a state: root names, since scopes end with their entries."""
        if state.name not in self._beyond:
            self._beyond[state.name] = self._reach(state)
        return self._beyond[state.name]

    def _reach(self, start: State) -> frozenset[str]:
        seen: set[str] = set()
        found = set(self.outputs)
        pending = list(self._targets[start.name])
        while pending:
            name = pending.pop()
            if name in seen or name not in self.states:
                continue
            seen.add(name)
            found |= self._names[name]
            pending.extend(self._targets[name])
        return frozenset(found)

    def after_lists(self, state: State) -> frozenset[str]:
        """What an entry reads once its lists have ended."""
        return names_in(exits(state)) | (self.outputs if state.final else frozenset())

    def matches(self, state: State) -> frozenset[str]:
        """What fixing the matches and the deadline reads."""
        found = names_in(tuple(subscription.match for subscription in state.subscriptions))
        return found if state.timeout is None else found | names_in(state.timeout.after)
