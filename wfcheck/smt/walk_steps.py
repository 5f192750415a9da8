"""The walk through step lists: what each step is asked, what it binds, and what is known after it."""

from dataclasses import dataclass, field, replace
from typing import assert_never

from wfcheck.semantics.program import (
    ActionDecl,
    Assign,
    Call,
    Choose,
    Compute,
    Dispatch,
    Fail,
    ForEach,
    Opaque,
    Parallel,
    Repeat,
    Route,
    RouteStep,
    Step,
    Stop,
    Wait,
)
from wfcheck.semantics.types import (
    INT,
    STRING,
    UNKNOWN,
    EnumType,
    Field,
    ListOf,
    ObjectType,
    Type,
    base,
)
from wfcheck.smt.ground import COUNT, Fact, Ground, Symbols, both, equals, negated
from wfcheck.smt.places import (
    Assigned,
    Branching,
    Choice,
    Guard,
    Pause,
    Place,
    Scalar,
)
from wfcheck.span import Span
from wfcheck.syntax.expr import Apply, Cond, Expr, ListLit, Lit, MapLit, Op, Unknown
from wfcheck.syntax.unparse import unparse

NULL: Expr = Lit(None)


@dataclass(slots=True)
class Walked:
    """What is known after a list, None where it never gets there; and what the list bound."""

    after: Ground | None
    bound: dict[str, Expr]


@dataclass(slots=True)
class StepWalk:
    """Collects the places of step lists and of the values in them."""

    symbols: Symbols = field(default_factory=Symbols)
    found: list[Place] = field(default_factory=list)
    calls: int = 0

    def steps(self, steps: tuple[Step, ...], ground: Ground) -> Walked:
        """Walk a list; what stands behind an unconditional end is not looked at."""
        bound: dict[str, Expr] = {}
        at = ground
        for step in steps:
            after, value = self._step(step, at)
            if value is not None:
                bound[step.id] = value
            if after is None:
                return Walked(None, bound)
            at = after if value is None else after.binding({step.id: value})
        return Walked(at, bound)

    def _step(self, step: Step, ground: Ground) -> tuple[Ground | None, Expr | None]:
        inside = ground
        if step.when is not None:
            self.scalar(step.when, ground)
            self.found.append(Guard(step.when, "when", step.when_span, ground))
            inside = ground.knowing(ground.fact(step.when))
        if step.retry is not None:
            self.scalar(step.retry.delay, inside)
            self.found.append(Pause(step.retry.delay, "delay", step.retry.delay.span, inside))
        if step.timeout is not None:
            self.scalar(step.timeout, inside)
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
                self.scalar(value, ground)
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
                self.scalar(value, ground)
                if not until:
                    self.found.append(Pause(value, "wait", step.body.span, ground))
                return ground, None
            case Repeat() as loop:
                return ground, self._repeat(loop, step, ground)
            case Call(args=args):
                self.assigns(args, ground)
                declared = Field(step.id, step.binds if step.binds is not None else UNKNOWN)
                return ground, self.symbols.described(declared, step.id)
            case Stop(reason, result):
                self.scalar(reason, ground)
                self.values(result, ground)
                return None, None
            case Fail(reason):
                self.scalar(reason, ground)
                return None, None
            case _:
                assert_never(step.body)

    def _dispatch(self, call: Dispatch, origin: str, ground: Ground) -> Expr:
        self.assigns(call.args, ground)
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
        self.scalar(route.subject, ground)
        known = self.of_domain(route.subject, route.domain, ground)
        resolved = known.resolve(route.subject)
        labels = tuple((case.label, case.span) for case in route.cases)
        left = left_over(resolved, labels)
        domain = None if route.domain is None else base(route.domain)
        closed = isinstance(domain, EnumType) and not domain.open
        # WFC: a string or open enum without `else` has an implicit one.
        self.branching(route, labels, left, route.explicit_else or not closed, known)
        arms = [(is_label(route.subject, case.label, known), case.steps) for case in route.cases]
        arms.append((Fact(left, f"{unparse(route.subject)} is none of the labels"), route.orelse))
        return self._branches(arms, known)

    def _choose(self, choose: Choose, ground: Ground) -> tuple[Ground | None, Expr | None]:
        choices = []
        arms = []
        before: list[Fact] = []
        for arm in choose.arms:
            self.scalar(arm.when, ground.knowing(*before))
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
            self.assigns(loop.source.args, ground)
            output = loop.source.action.output
            listed = output[0].type if output else UNKNOWN
        else:
            self.scalar(loop.source, ground)
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
        self.scalar(loop.every, ground)
        self.found.append(Pause(loop.every, "every", loop.every_span, ground))
        once = self.steps(loop.steps, ground).after
        if once is not None:
            self.scalar(loop.until, once)
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

    # -- routes

    def branching(
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

    def of_domain(self, subject: Expr, domain: Type | None, ground: Ground) -> Ground:
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

    # -- values

    def assigns(self, assigns: tuple[Assign, ...], ground: Ground) -> None:
        self.values(assigns, ground)
        self.found += [
            Assigned(assign, assign.target, ground)
            for assign in assigns
            if assign.target is not None
        ]

    def values(self, assigns: tuple[Assign, ...], ground: Ground) -> None:
        for assign in assigns:
            self.scalar(assign.value, ground, assign.span)

    def scalar(self, value: Expr, ground: Ground, span: Span | None = None) -> None:
        """Each scalar of a value is a place of its own."""
        match value:
            case MapLit(entries):
                for _, part in entries:
                    self.scalar(part, ground)
            case ListLit(items, plain=True):
                for part in items:
                    self.scalar(part, ground)
            case Lit():
                pass
            case _:
                self.found.append(Scalar(value, value.span or span, ground))


def is_label(subject: Expr, label: str, ground: Ground) -> Fact:
    condition = equals(ground.resolve(subject), Lit(label))
    return Fact(condition, f"{unparse(subject)} == {unparse(Lit(label))}")


def left_over(subject: Expr, labels: tuple[tuple[str, Span | None], ...]) -> Expr:
    return both(*(negated(equals(subject, Lit(label))) for label, _ in labels))


def _all_of(facts: list[Fact]) -> str:
    return " and ".join(fact.text for fact in facts)


def _unique(action: ActionDecl) -> tuple[str, ...]:
    """Checking 2: outputs that no other call's equal: declared so, or the source of an `emits` match."""
    declared = [part.name for part in action.output if part.limits.unique]
    sources = [source for emission in action.emits for _, source in emission.match]
    return tuple(dict.fromkeys([*declared, *sources]))


_ERROR = (Field("code", STRING), Field("message", STRING), Field("step", STRING))
