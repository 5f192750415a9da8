"""The checked document: what was written, what is known about it, and what is wrong so far."""

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from wfcheck import catalog
from wfcheck.diagnostic import Finding, Rule
from wfcheck.semantics.flow import Cycle, Edge, cycles, reachable, reaching
from wfcheck.settings import Settings
from wfcheck.span import Source, Span
from wfcheck.syntax.expr import Expr, Name, Unknown
from wfcheck.syntax.expr import walk as children_and_self
from wfcheck.syntax.yaml import Node
from wfcheck.workfile import walk
from wfcheck.workfile.ast import Call, Fail, StateDecl, States, Step, Stop, Subscription, Workfile
from wfcheck.workfile.check_document import Completion
from wfcheck.workfile.checking import Notes
from wfcheck.workfile.resolve import Connectors

HIDES_TRANSITIONS: Final[frozenset[Rule]] = frozenset(
    {
        catalog.WRONG_SHAPE,
        catalog.UNKNOWN_KEY,
        catalog.MISSING_KEY,
        catalog.NON_STRING_KEY,
        catalog.EXTENSION_CONTENT,
        catalog.TRANSITION_SHAPE,
        catalog.TRANSITION_MISSING,
        catalog.INVALID_LABEL,
        catalog.INVALID_NAME,
    }
)
"""Findings of the reader after which a state may have transitions that nobody sees (D-46)."""


@dataclass(frozen=True, eq=False)
class CheckedWorkfile:
    """A document with facts computed on demand; not slotted, since `cached_property` needs room."""

    source: Source
    root: Node | None
    workfile: Workfile
    settings: Settings
    connectors: Connectors
    reading: tuple[Finding, ...]  # what reading found
    passed: tuple[Finding, ...]  # what the passes over scopes and types found
    notes: Notes
    completion: Completion
    callees: Mapping[str, "CheckedWorkfile"] = field(default_factory=dict, repr=False)  # by path
    needs: Mapping[str, Span] = field(default_factory=dict)  # capability: first key that needs it
    call_depth: int = 1  # documents, this one counted; a cycle is not followed (C-12)
    cyclic: frozenset[str] = frozenset()  # paths of callees that lead back to this file

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What reading and the passes found."""
        return (*self.reading, *self.passed)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """All calls, in document order."""
        return walk.calls(self.workfile)

    # -- the state graph

    @cached_property
    def states(self) -> Mapping[str, StateDecl]:
        """The states by name, each name's first declaration; empty for a steps-form file."""
        found: dict[str, StateDecl] = {}
        if isinstance(self.workfile.body, States):
            for state in self.workfile.body.states:
                found.setdefault(state.name.text, state)
        return found

    @cached_property
    def initial(self) -> StateDecl | None:
        """The initial state, None where it is not declared or not named."""
        body = self.workfile.body
        if isinstance(body, States) and body.initial is not None:
            return self.states.get(body.initial.text)
        return None

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """Every `goto` in document order; a target may be undeclared."""
        return walk.edges(self.workfile)

    @cached_property
    def graph_is_whole(self) -> bool:
        """Whether every transition is known, so that reachability can be judged (D-5, D-46).

        A state without a way out has lost one: what would follow from that is not told as well.
        .
        """
        gotos = (
            goto
            for state in self.states.values()
            for transition, _ in walk.exits(state)
            for goto in walk.gotos(transition)
        )
        return (
            self.initial is not None
            and all(goto.target is not None and goto.target.text in self.states for goto in gotos)
            and all(s.final or any(True for _ in walk.exits(s)) for s in self.states.values())
            and not any(
                finding.rule in HIDES_TRANSITIONS and self._in_states(finding.span)
                for finding in self.reading
            )
        )

    @cached_property
    def can_be_followed(self) -> bool:
        """Whether there is something to run, and no run meets a state that is not declared."""
        body = self.workfile.body
        if not isinstance(body, States):
            return body is not None
        return self.initial is not None and all(edge.target in self.states for edge in self.edges)

    def _in_states(self, span: Span) -> bool:
        body = self.workfile.body
        return isinstance(body, States) and span.start.offset >= body.span.start.offset

    @cached_property
    def reached(self) -> frozenset[str]:
        """The states that a path from the initial state enters."""
        starts = () if self.initial is None else (self.initial.name.text,)
        return reachable(self.edges, starts)

    @cached_property
    def ending(self) -> frozenset[str]:
        """The states from which a path leads to an end: a final state, a stop, a failure (D-5)."""
        ends = [name for name, state in self.states.items() if _can_end(state)]
        return reaching(self.edges, ends)

    @cached_property
    def immediate_cycles(self) -> tuple[Cycle, ...]:
        """Cycles of immediate transitions alone, over all states (D-4)."""
        return cycles(edge for edge in self.edges if edge.immediate)

    # -- what was read

    def faulty_under(self, state: StateDecl, key: str) -> bool:
        """Whether reading found anything in the value of one of a state's keys."""
        starts = [span.start.offset for _, span in state.keys]
        ends = [*starts[1:], self._end(state)]
        return any(
            written == key and self._faulty_between(start, end)
            for (written, _), start, end in zip(state.keys, starts, ends, strict=True)
        )

    def faulty_in(self, state: StateDecl) -> bool:
        """Whether reading found anything in a state."""
        return self._faulty_between(state.name.span.start.offset, self._end(state))

    def _faulty_between(self, start: int, end: int) -> bool:
        return bisect_left(self._faults, start) < bisect_left(self._faults, end)

    def _end(self, state: StateDecl) -> int:
        at = bisect_right(self._state_starts, state.name.span.start.offset)
        return self._state_starts[at] if at < len(self._state_starts) else _BEYOND

    @cached_property
    def _faults(self) -> tuple[int, ...]:
        """The offsets of what reading found."""
        return tuple(sorted(finding.span.start.offset for finding in self.reading))

    @cached_property
    def _state_starts(self) -> tuple[int, ...]:
        return tuple(sorted(state.name.span.start.offset for state in self.states.values()))

    @cached_property
    def output_names(self) -> frozenset[str] | None:
        """The bare names that outputs read; None where an output could not be read."""
        return names_read(output.value for output in self.workfile.outputs)

    @cached_property
    def subscriptions(self) -> tuple[Subscription, ...]:
        """Every subscription, in document order."""
        body = self.workfile.body
        states = body.states if isinstance(body, States) else ()
        return tuple(subscription for state in states for subscription in state.subscriptions)

    @cached_property
    def lists(self) -> tuple[tuple[Step, ...], ...]:
        """Every step list, nested ones included."""
        return tuple(walk.every_list(walk.step_lists(self.workfile)))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every step, nested ones included."""
        return tuple(walk.every_step(walk.step_lists(self.workfile)))


_BEYOND: Final = sys.maxsize


def names_read(expressions: Iterable[Expr]) -> frozenset[str] | None:
    """The bare names in expressions; None where one of them could not be read."""
    names: set[str] = set()
    for expression in expressions:
        for node in children_and_self(expression):
            if isinstance(node, Unknown):
                return None
            if isinstance(node, Name):
                names.add(node.name)
    return frozenset(names)


def _can_end(state: StateDecl) -> bool:
    if state.final or not any(True for _ in walk.exits(state)):
        return True
    steps = walk.every_step((state.on_enter, state.steps))
    return any(isinstance(step.body, Stop | Fail) for step in steps)
