"""Every place of a program where something is to be proved, with what is known there.

The walk follows a program from its root as a run would, once through each list, arm and state.
Known at a place is what led there: guards, arms and routes taken, matches of the event delivered,
guarded stops passed. Earlier steps are not assumed to have succeeded, but a binding that is read
has its definition's value.
"""

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias, assert_never

from wfcheck.semantics.flow import Edge
from wfcheck.semantics.program import (
    ActionDecl,
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
    Route,
    RouteStep,
    State,
    Step,
    Stop,
    Subscription,
    Transition,
    Wait,
)
from wfcheck.semantics.types import (
    BOOL,
    INT,
    STRING,
    TIMESTAMP,
    UNKNOWN,
    EnumType,
    Field,
    ListOf,
    Nullable,
    ObjectType,
    Type,
    base,
)
from wfcheck.smt.ground import COUNT, Fact, Ground, Symbols, both, equals, negated
from wfcheck.span import Span
from wfcheck.syntax.expr import Apply, Cond, Expr, ListLit, Lit, MapLit, Op, Unknown
from wfcheck.syntax.unparse import unparse

NULL: Expr = Lit(None)


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition that decides whether something runs or ends: `when`, an arm's, or `until`."""

    condition: Expr
    what: str
    span: Span | None
    ground: Ground


@dataclass(frozen=True, slots=True)
class Choice:
    """One way out of a branching: a label, an arm or an `else`, and when it is taken."""

    text: str
    span: Span | None
    taken: Expr
    demanded: bool = False  # an `else` that the draft edition wants beside every case (C-13)


@dataclass(frozen=True, slots=True)
class Branching:
    """A route or a choose; `subject` None for a choose. `open` when values may be left over."""

    subject: Expr | None
    choices: tuple[Choice, ...]
    leftover: Expr  # when no choice that is written takes the value
    total: bool  # an `else` is written, or implied
    span: Span | None
    ground: Ground


@dataclass(frozen=True, slots=True)
class Scalar:
    """A value that is computed."""

    value: Expr
    span: Span | None
    ground: Ground


@dataclass(frozen=True, slots=True)
class Assigned:
    """A value that goes into a declared place."""

    assign: Assign
    target: Field
    ground: Ground


@dataclass(frozen=True, slots=True)
class Pause:
    """A duration that may not be negative; a timestamp is none."""

    value: Expr
    what: str
    span: Span | None
    ground: Ground


@dataclass(frozen=True, slots=True)
class Waiting:
    """A state with its subscriptions, where their matches are fixed."""

    state: State
    ground: Ground


Place: TypeAlias = Guard | Branching | Scalar | Assigned | Pause | Waiting


@dataclass(frozen=True, slots=True)
class Timer:
    """A state's time limit, over symbols, and what is known where it is set."""

    after: Expr
    span: Span | None
    facts: tuple[Fact, ...]


class Way(Enum):
    """What a transition takes place by."""

    EVENT = "event"
    TIMEOUT = "timeout"
    EXIT = "exit"


@dataclass(frozen=True, slots=True)
class Passage:
    """One `goto`, and what is known where it is taken."""

    edge: Edge
    way: Way
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """What the walk found, in the order of the file."""

    program: Program
    symbols: Symbols
    found: tuple[Place, ...]
    timers: dict[str, Timer]
    pauses: dict[str, tuple[Expr, ...]]  # per state: waits that every entry passes
    passages: tuple[Passage, ...]


def places(program: Program) -> Places:
    """Walk a program."""
    walk = _Walk(program)
    walk.root()
    return Places(
        program,
        walk.symbols,
        tuple(walk.found),
        walk.timers,
        walk.pauses,
        tuple(walk.passages),
    )


@dataclass(slots=True)
class _Walked:
    """What is known after a list, None where it never gets there; and what the list bound."""

    after: Ground | None
    bound: dict[str, Expr]


@dataclass(slots=True)
class _Walk:
    program: Program
    symbols: Symbols = field(default_factory=Symbols)
    found: list[Place] = field(default_factory=list)
    timers: dict[str, Timer] = field(default_factory=dict)
    pauses: dict[str, tuple[Expr, ...]] = field(default_factory=dict)
    passages: list[Passage] = field(default_factory=list)
    calls: int = 0

    # -- the whole

    def root(self) -> None:
        inputs = self.symbols.record(self.program.inputs, "inputs")
        run = self.symbols.record(_RUN, "run")
        ground = Ground({"inputs": inputs, "run": run})
        ground = ground.binding(self._triggers(ground))
        ends: tuple[Ground, ...]
        if self.program.steps is not None:
            walked = self.steps(self.program.steps, ground)
            ends = () if walked.after is None else (walked.after,)
        else:
            ends = tuple(
                end
                for state in self.program.states or ()
                if (end := self._state(state, ground)) is not None and state.final
            )
        if ends:
            self._values(self.program.outputs, self._any_of(ends))

    def _triggers(self, ground: Ground) -> dict[str, Expr]:
        started: list[tuple[Expr, dict[str, Expr]]] = []
        for trigger in self.program.triggers:
            self._assigns(trigger.configuration, ground)
            payload: Expr = (
                self.symbols.record(trigger.trigger.payload, trigger.name)
                if trigger.trigger.known
                else self.symbols.new(Field(trigger.name, UNKNOWN), trigger.name)
            )
            bound: dict[str, Expr] = {trigger.name: payload}
            if trigger.into is not None:
                inside = ground.binding(bound)
                self._values(trigger.into, inside)
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
            self._assigns(subscription.configuration, root)
        accepted = {part.name: self.symbols.described(part, part.name) for part in state.accepts}
        ground = root.binding(accepted)
        first = len(self.found)
        entered = self.steps(state.on_enter, ground).after
        if entered is None:
            return None
        for subscription in state.subscriptions:
            self._assigns(subscription.match, entered)
        self.found.append(Waiting(state, entered))
        if state.timeout is not None:
            after, span = state.timeout.after, state.timeout.span
            self._scalar(after, entered)
            self.found.append(Pause(after, "after", span, entered))
            self.timers[state.name] = Timer(entered.resolve(after), span, entered.facts)
        through = self.steps(state.steps, entered).after
        self.pauses[state.name] = self._passed(state, first)
        if through is None:
            return None
        for subscription in state.subscriptions:
            self._delivery(state, subscription, entered, through)
        if state.timeout is not None:
            self._transition(state.timeout.exit, through, state.name, Way.TIMEOUT)
        if state.exit is not None:
            self._transition(state.exit, through, state.name, Way.EXIT)
        return through

    def _passed(self, state: State, first: int) -> tuple[Expr, ...]:
        """The waits that stand, unguarded, in the state's own lists."""
        own = [
            step.body.value
            for step in (*state.on_enter, *state.steps)
            if isinstance(step.body, Wait) and not step.body.until and step.when is None
        ]
        return tuple(
            place.ground.resolve(place.value)
            for place in self.found[first:]
            if isinstance(place, Pause) and any(place.value is value for value in own)
        )

    def _delivery(
        self, state: State, subscription: Subscription, entered: Ground, through: Ground
    ) -> None:
        payload = self.payload(subscription)
        facts = []
        for assign in subscription.match:
            part = next((v for n, v in payload.entries if n == assign.name), None)
            if part is not None:
                text = f"{subscription.name}.{assign.name} == {unparse(assign.value)}"
                facts.append(Fact(equals(part, entered.resolve(assign.value)), text))
        ground = through.binding({subscription.name: payload}).knowing(*facts)
        self._transition(subscription.exit, ground, state.name, Way.EVENT)

    def payload(self, subscription: Subscription) -> MapLit:
        """An event of a subscription: an object of unknowns."""
        fields = subscription.trigger.payload
        if not subscription.trigger.known:
            fields = tuple(Field(assign.name, UNKNOWN) for assign in subscription.match)
        return self.symbols.record(fields, subscription.name)

    def _transition(self, transition: Transition, ground: Ground, source: str, way: Way) -> None:
        match transition:
            case Goto(target, into):
                edge = Edge(source, target, way is Way.EXIT, span=transition.span)
                self.passages.append(Passage(edge, way, ground.facts))
                self._assigns(into, ground)
            case Route(subject, domain, cases, orelse):
                self._scalar(subject, ground)
                known = self._of_domain(subject, domain, ground)
                resolved = known.resolve(subject)
                labels = tuple((case.label, case.span) for case in cases)
                left = _left_over(resolved, labels)
                self._branching(transition, labels, left, orelse is not None, known)
                for case in cases:
                    inside = known.knowing(_is_label(subject, case.label, known))
                    self._transition(case.exit, inside, source, way)
                if orelse is not None:
                    text = f"{unparse(subject)} is none of the labels"
                    self._transition(orelse, known.knowing(Fact(left, text)), source, way)
            case _:
                assert_never(transition)

    def _branching(
        self,
        route: Route | RouteStep,
        labels: tuple[tuple[str, Span | None], ...],
        left: Expr,
        total: bool,
        ground: Ground,
    ) -> None:
        subject = ground.resolve(route.subject)
        choices = [
            Choice(f"the case `{label}`", span, equals(subject, Lit(label)))
            for label, span in labels
        ]
        if route.else_span is not None:
            demanded = isinstance(route, Route)
            choices.append(Choice("`else`", route.else_span, left, demanded))
        self.found.append(Branching(route.subject, tuple(choices), left, total, route.span, ground))

    def _of_domain(self, subject: Expr, domain: Type | None, ground: Ground) -> Ground:
        """C-4: the validator may know more of a subject's domain than its definition shows."""
        from_type = base(domain) if domain is not None else UNKNOWN
        resolved = ground.resolve(subject)
        if not isinstance(from_type, EnumType) or from_type.open:
            return ground
        if isinstance(base(self.symbols.type(resolved)), EnumType):
            return ground
        members = ListLit(tuple(Lit(member) for member in from_type.members))
        text = f"{unparse(subject)} has a closed domain"
        return ground.knowing(Fact(Apply(Op.IN, (resolved, members)), text))

    # -- steps

    def steps(self, steps: tuple[Step, ...], ground: Ground) -> _Walked:
        """Walk a list; what stands behind an unconditional end is not looked at."""
        bound: dict[str, Expr] = {}
        at = ground
        for step in steps:
            after, value = self._step(step, at)
            if value is not None:
                bound[step.id] = value
            if after is None:
                return _Walked(None, bound)
            at = after if value is None else after.binding({step.id: value})
        return _Walked(at, bound)

    def _step(self, step: Step, ground: Ground) -> tuple[Ground | None, Expr | None]:
        inside = ground
        if step.when is not None:
            self._scalar(step.when, ground)
            self.found.append(Guard(step.when, "when", step.when_span, ground))
            inside = ground.knowing(ground.fact(step.when))
        if step.retry is not None:
            self._scalar(step.retry.delay, inside)
            self.found.append(Pause(step.retry.delay, "delay", step.retry.delay.span, inside))
        if step.timeout is not None:
            self._scalar(step.timeout, inside)
            self.found.append(Pause(step.timeout, "timeout", step.timeout.span, inside))
        through, value = self._body(step, inside)
        if value is not None:
            value = self.symbols.bounded(value, step.id)
        if step.on_fail is not None:
            through, value = self._handled(step, inside, through, value)
        if step.when is None:
            return through, value
        if value is not None:
            value = Cond(ground.resolve(step.when), value, NULL)
        if through is None:
            return ground.knowing(ground.fact(step.when, holds=False)), value
        return ground, value

    def _handled(
        self, step: Step, ground: Ground, through: Ground | None, value: Expr | None
    ) -> tuple[Ground | None, Expr | None]:
        assert step.on_fail is not None
        handled = True
        if step.on_fail.steps is not None:
            error = self.symbols.record(_ERROR, "error")
            handled = (
                self.steps(step.on_fail.steps, ground.binding({"error": error})).after is not None
            )
        if not handled:
            return through, value
        if value is not None:
            value = Cond(self.symbols.flag(f"{step.id} succeeded"), value, NULL)
        return ground, value

    def _body(self, step: Step, ground: Ground) -> tuple[Ground | None, Expr | None]:
        match step.body:
            case Compute(value):
                self._scalar(value, ground)
                return ground, ground.resolve(value)
            case Dispatch() as call:
                return ground, self._dispatch(call, step.id, ground)
            case Opaque():
                return ground, self.symbols.new(Field(step.id, UNKNOWN), step.id)
            case RouteStep() as route:
                return self._route(route, ground)
            case Choose() as choose:
                return self._choose(choose, ground)
            case ForEach() as loop:
                return ground, self._for_each(loop, step, ground)
            case Parallel() as parallel:
                return ground, self._parallel(parallel, ground)
            case Wait(value, until):
                self._scalar(value, ground)
                if not until:
                    self.found.append(Pause(value, "wait", step.body.span, ground))
                return ground, None
            case Repeat() as loop:
                return ground, self._repeat(loop, step, ground)
            case Call(args=args):
                self._assigns(args, ground)
                declared = Field(step.id, step.binds if step.binds is not None else UNKNOWN)
                return ground, self.symbols.described(declared, step.id)
            case Stop(reason, result):
                self._scalar(reason, ground)
                self._values(result, ground)
                return None, None
            case Fail(reason):
                self._scalar(reason, ground)
                return None, None
            case _:
                assert_never(step.body)

    def _dispatch(self, call: Dispatch, origin: str, ground: Ground) -> Expr:
        self._assigns(call.args, ground)
        if not call.action.known:
            return self.symbols.new(Field(origin, UNKNOWN), origin)
        value = self.symbols.record(call.action.output, origin)
        self.calls += 1
        for name in _unique(call.action):
            made = next((v for n, v in value.entries if n == name), None)
            if isinstance(made, Unknown):
                self.symbols.calls[made.id] = self.calls
        return value

    def _route(self, route: RouteStep, ground: Ground) -> tuple[Ground | None, Expr | None]:
        self._scalar(route.subject, ground)
        known = self._of_domain(route.subject, route.domain, ground)
        resolved = known.resolve(route.subject)
        labels = tuple((case.label, case.span) for case in route.cases)
        left = _left_over(resolved, labels)
        domain = None if route.domain is None else base(route.domain)
        closed = isinstance(domain, EnumType) and not domain.open
        # WFC: a string or open enum without `else` has an implicit one.
        self._branching(route, labels, left, route.explicit_else or not closed, known)
        arms = [(_is_label(route.subject, case.label, known), case.steps) for case in route.cases]
        arms.append((Fact(left, f"{unparse(route.subject)} is none of the labels"), route.orelse))
        return self._branches(arms, known)

    def _choose(self, choose: Choose, ground: Ground) -> tuple[Ground | None, Expr | None]:
        choices = []
        arms = []
        before: list[Fact] = []
        for arm in choose.arms:
            self._scalar(arm.when, ground.knowing(*before))
            self.found.append(Guard(arm.when, "arm", arm.span, ground))
            holds = ground.fact(arm.when)
            taken = both(*(fact.condition for fact in before), holds.condition)
            choices.append(Choice(f"the arm `{unparse(arm.when)}`", arm.span, taken))
            arms.append((Fact(taken, _all_of([*before, holds])), arm.then))
            before.append(ground.fact(arm.when, holds=False))
        left = both(*(fact.condition for fact in before))
        if choose.explicit_else and choose.else_span is not None:
            choices.append(Choice("`else`", choose.else_span, left))
        self.found.append(Branching(None, tuple(choices), left, True, choose.span, ground))
        arms.append((Fact(left, _all_of(before)), choose.orelse))
        return self._branches(arms, ground)

    def _branches(
        self, arms: list[tuple[Fact, tuple[Step, ...]]], ground: Ground
    ) -> tuple[Ground | None, Expr | None]:
        """Walk the arms; the binding is the scope of the one that was taken (D-21)."""
        walked = [(fact, self.steps(steps, ground.knowing(fact))) for fact, steps in arms]
        names = dict.fromkeys(name for _, arm in walked for name in arm.bound)
        scope = []
        for name in names:
            value = NULL
            for fact, arm in reversed(walked):
                mine = arm.bound.get(name, NULL)
                value = mine if mine == value else Cond(fact.condition, mine, value)
            scope.append((name, self.symbols.bounded(value, name)))
        passed = [fact for fact, arm in walked if arm.after is not None]
        if not passed:
            return None, MapLit(tuple(scope))
        if len(passed) < len(walked):
            condition = passed[0].condition
            for fact in passed[1:]:
                condition = Apply(Op.OR, (condition, fact.condition))
            text = " or ".join(fact.text for fact in passed)
            ground = ground.knowing(Fact(condition, text))
        return ground, MapLit(tuple(scope))

    def _for_each(self, loop: ForEach, step: Step, ground: Ground) -> Expr:
        inside = ground
        if isinstance(loop.source, Dispatch):
            self._assigns(loop.source.args, ground)
            output = loop.source.action.output
            listed = output[0].type if output else UNKNOWN
        else:
            self._scalar(loop.source, ground)
            resolved = ground.resolve(loop.source)
            listed = self.symbols.type(resolved)
            length = Apply(Op.LENGTH, (resolved,))
            text = f"{unparse(loop.source)} has elements"
            inside = ground.knowing(Fact(Apply(Op.GT, (length, Lit(0))), text))
        plain = base(listed)
        item = plain.item if isinstance(plain, ListOf) else UNKNOWN
        element = self.symbols.described(Field(loop.as_name, item), loop.as_name)
        self.steps(loop.steps, inside.binding({loop.as_name: element}))
        return self._looped(step)

    def _repeat(self, loop: Repeat, step: Step, ground: Ground) -> Expr:
        self._scalar(loop.every, ground)
        self.found.append(Pause(loop.every, "every", loop.every_span, ground))
        once = self.steps(loop.steps, ground).after
        if once is not None:
            self._scalar(loop.until, once)
            self.found.append(Guard(loop.until, "until", loop.until_span, once))
        return self._looped(step)

    def _looped(self, step: Step) -> Expr:
        """The result of a loop: what its type says; counts are not negative."""
        result = step.binds if step.binds is not None else UNKNOWN
        if not isinstance(result, ObjectType):
            return self.symbols.new(Field(step.id, result), step.id)
        fields = tuple(
            replace(part, limits=COUNT) if part.type == INT else part for part in result.fields
        )
        return self.symbols.record(fields, step.id)

    def _parallel(self, parallel: Parallel, ground: Ground) -> Expr:
        scopes: list[tuple[str, Expr]] = []
        for branch in parallel.branches:
            bound = self.steps(branch.steps, ground).bound
            values = list(bound.items())
            if parallel.keep_going:
                values = [
                    (name, Cond(self.symbols.flag(f"{name} succeeded"), value, NULL))
                    for name, value in values
                ]
                failed = self.symbols.flag(f"{branch.name} failed")
                error = self.symbols.record(_ERROR, f"{branch.name}.error")
                values.append(("error", Cond(failed, error, NULL)))
            else:
                values.append(("error", NULL))
            scopes.append((branch.name, MapLit(tuple(values))))
        return MapLit(tuple(scopes))

    # -- values

    def _assigns(self, assigns: tuple[Assign, ...], ground: Ground) -> None:
        self._values(assigns, ground)
        self.found += [
            Assigned(assign, assign.target, ground)
            for assign in assigns
            if assign.target is not None
        ]

    def _values(self, assigns: tuple[Assign, ...], ground: Ground) -> None:
        for assign in assigns:
            self._scalar(assign.value, ground, assign.span)

    def _scalar(self, value: Expr, ground: Ground, span: Span | None = None) -> None:
        """Each scalar of a value is a place of its own."""
        match value:
            case MapLit(entries):
                for _, part in entries:
                    self._scalar(part, ground)
            case ListLit(items, plain=True):
                for part in items:
                    self._scalar(part, ground)
            case Lit():
                pass
            case _:
                self.found.append(Scalar(value, value.span or span, ground))


def _is_label(subject: Expr, label: str, ground: Ground) -> Fact:
    condition = equals(ground.resolve(subject), Lit(label))
    return Fact(condition, f"{unparse(subject)} == {unparse(Lit(label))}")


def _left_over(subject: Expr, labels: tuple[tuple[str, Span | None], ...]) -> Expr:
    return both(*(negated(equals(subject, Lit(label))) for label, _ in labels))


def _all_of(facts: list[Fact]) -> str:
    return " and ".join(fact.text for fact in facts)


def _unique(action: ActionDecl) -> tuple[str, ...]:
    """Checking 2: outputs that no other call's equal: declared so, or the source of an `emits` match."""
    declared = [part.name for part in action.output if part.limits.unique]
    sources = [source for emission in action.emits for _, source in emission.match]
    return tuple(dict.fromkeys([*declared, *sources]))


_RUN = (
    Field("id", STRING),
    Field("parent", Nullable(STRING)),
    Field("dry_run", BOOL),
    Field("started_at", TIMESTAMP),
)
_ERROR = (Field("code", STRING), Field("message", STRING), Field("step", STRING))
