"""The walk through a program, from its root as a run would go, once through each list, arm and state.

Known at a place is what led there: guards, arms and routes taken, matches of the event delivered,
guarded stops passed. Earlier steps are not assumed to have succeeded, but a binding that is read
has its definition's value.
"""

from dataclasses import dataclass, field
from typing import assert_never

from wfcheck.semantics.flow import Edge
from wfcheck.semantics.program import (
    Compute,
    Goto,
    Program,
    Route,
    State,
    Subscription,
    Transition,
    Wait,
)
from wfcheck.semantics.types import (
    BOOL,
    STRING,
    TIMESTAMP,
    Field,
    Limits,
    Nullable,
)
from wfcheck.settings import Edition
from wfcheck.smt.ground import Fact, Ground, Symbols, equals
from wfcheck.smt.places import Passage, Pause, Places, Timer, Waiting, Way
from wfcheck.smt.walk_steps import NULL, StepWalk, is_label, left_over
from wfcheck.syntax.expr import Cond, Expr, Member, Name
from wfcheck.syntax.literals import Timestamp
from wfcheck.syntax.unparse import unparse


def walk(program: Program) -> Places:
    """Every place of a program, in the order of the walk."""
    walking = _Walk(program)
    walking.root()
    return Places(
        program,
        walking.symbols,
        tuple(walking.steps.found),
        walking.timers,
        walking.pauses,
        tuple(walking.passages),
    )


@dataclass(slots=True)
class _Walk:
    program: Program
    steps: StepWalk = field(default_factory=StepWalk)
    timers: dict[str, Timer] = field(default_factory=dict)
    pauses: dict[str, tuple[Expr, ...]] = field(default_factory=dict)
    passages: list[Passage] = field(default_factory=list)

    @property
    def symbols(self) -> Symbols:
        return self.steps.symbols

    # -- the whole

    def root(self) -> None:
        inputs = self.symbols.record(self.program.inputs, "inputs")
        run = self.symbols.record(_RUN, "run")
        ground = Ground({"inputs": inputs, "run": run})
        ground = ground.binding(self._triggers(ground))
        ends: tuple[Ground, ...]
        if self.program.steps is not None:
            walked = self.steps.steps(self.program.steps, ground)
            ends = () if walked.after is None else (walked.after,)
        else:
            ends = tuple(
                end
                for state in self.program.states or ()
                if (end := self._state(state, ground)) is not None and state.final
            )
        if ends:
            self.steps.values(self.program.outputs, self._any_of(ends))

    def _triggers(self, ground: Ground) -> dict[str, Expr]:
        started: list[tuple[Expr, dict[str, Expr]]] = []
        for trigger in self.program.triggers:
            self.steps.assigns(trigger.configuration, ground)
            payload = self.symbols.event(trigger)
            bound: dict[str, Expr] = {trigger.name: payload}
            if trigger.into is not None:
                inside = ground.binding(bound)
                self.steps.values(trigger.into, inside)
                bound = {assign.name: inside.resolve(assign.value) for assign in trigger.into}
            started.append((self.symbols.flag(f"started by {trigger.name}"), bound))
        # C-10.1: what one of several triggers alone binds is nullable.
        names = dict.fromkeys(name for _, bound in started for name in bound)
        whole: dict[str, Expr] = {}
        for name in names:
            value = started[-1][1].get(name, NULL)
            for by, bound in reversed(started[:-1]):
                value = Cond(by, bound.get(name, NULL), value)
            whole[name] = value
        return whole

    def _any_of(self, ends: tuple[Ground, ...]) -> Ground:
        """Where outputs are evaluated: in the scope of any final state (D-6)."""
        scope = dict(ends[-1].scope)
        for number, end in enumerate(reversed(ends[:-1])):
            here = self.symbols.flag(f"ends in final state {number}")
            names = dict.fromkeys([*scope, *end.scope])
            scope = {
                name: mine
                if (mine := end.scope.get(name, NULL)) == (other := scope.get(name, NULL))
                else Cond(here, mine, other)
                for name in names
            }
        return Ground(scope)

    # -- states

    def _state(self, state: State, root: Ground) -> Ground | None:
        for subscription in state.subscriptions:
            self.steps.assigns(subscription.configuration, root)
        accepted = {part.name: self.symbols.described(part, part.name) for part in state.accepts}
        ground = root.binding(accepted)
        first = len(self.steps.found)
        entered = self.steps.steps(state.on_enter, ground).after
        if entered is None:
            return None
        for subscription in state.subscriptions:
            self.steps.assigns(subscription.match, entered)
        self.steps.found.append(Waiting(state, entered))
        if state.timeout is not None:
            after, span = state.timeout.after, state.timeout.span
            self.steps.scalar(after, entered)
            self.steps.found.append(Pause(after, "after", span, entered))
            self.timers[state.name] = Timer(entered.resolve(after), span, entered.facts)
        through = self.steps.steps(state.steps, entered).after
        self.pauses[state.name] = self._passed(state, first)
        delivering = self._delivering(state, entered, through)
        if delivering is not None:
            for subscription in state.subscriptions:
                self._delivery(state, subscription, entered, delivering)
        if through is None:
            return None
        if state.timeout is not None:
            self._transition(state.timeout.exit, through, state.name, Way.TIMEOUT)
        if state.exit is not None:
            self._transition(state.exit, through, state.name, Way.EXIT)
        return through

    def _delivering(self, state: State, entered: Ground, through: Ground | None) -> Ground | None:
        """Where an event is delivered: in the draft edition it may be before the steps (E-3)."""
        takes_time = any(not isinstance(step.body, Compute) for step in state.on_enter)
        if self.program.edition is not Edition.DRAFT or not state.waits or not takes_time:
            return through
        if through is None:
            return entered.binding({step.id: NULL for step in state.steps})
        ran = self.symbols.flag(f"the steps of {state.name} ran")
        later = {n: v for n, v in through.scope.items() if n not in entered.scope}
        return entered.binding({name: Cond(ran, value, NULL) for name, value in later.items()})

    def _passed(self, state: State, first: int) -> tuple[Expr, ...]:
        """The waits that stand, unguarded, in the state's own lists."""
        own = [
            step.body.value
            for step in (*state.on_enter, *state.steps)
            if isinstance(step.body, Wait) and not step.body.until and step.when is None
        ]
        return tuple(
            place.ground.resolve(place.value)
            for place in self.steps.found[first:]
            if isinstance(place, Pause) and any(place.value is value for value in own)
        )

    def _delivery(
        self, state: State, subscription: Subscription, entered: Ground, through: Ground
    ) -> None:
        payload = self.symbols.event(subscription)
        ground = through.binding({subscription.name: payload})
        facts = []
        for assign in subscription.match:
            part = ground.resolve(Member(Name(subscription.name), assign.name))
            text = f"{subscription.name}.{assign.name} == {unparse(assign.value)}"
            facts.append(Fact(equals(part, entered.resolve(assign.value)), text))
        self._transition(subscription.exit, ground.knowing(*facts), state.name, Way.EVENT)

    def _transition(self, transition: Transition, ground: Ground, source: str, way: Way) -> None:
        match transition:
            case Goto(target, into):
                edge = Edge(source, target, way is Way.EXIT, span=transition.span)
                self.passages.append(Passage(edge, way, ground.facts))
                self.steps.assigns(into, ground)
            case Route(subject, domain, cases, orelse):
                self.steps.scalar(subject, ground)
                known = self.steps.of_domain(subject, domain, ground)
                resolved = known.resolve(subject)
                labels = tuple((case.label, case.span) for case in cases)
                left = left_over(resolved, labels)
                self.steps.branching(transition, labels, left, orelse is not None, known)
                for case in cases:
                    inside = known.knowing(is_label(subject, case.label, known))
                    self._transition(case.exit, inside, source, way)
                if orelse is not None:
                    text = f"{unparse(subject)} is none of the labels"
                    self._transition(orelse, known.knowing(Fact(left, text)), source, way)
            case _:
                assert_never(transition)


_RUN = (
    Field("id", STRING),
    Field("parent", Nullable(STRING)),
    Field("dry_run", BOOL),
    # No run starts within centuries of the first or the last instant that there is.
    Field("started_at", TIMESTAMP, limits=Limits(Timestamp(0), Timestamp(7_258_118_400_000))),
)
