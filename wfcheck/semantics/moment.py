"""What one step of the machine knows and leaves: evaluation, decisions, record entries.

A `Moment` lives for one call of `step` and never leaves it. To ask it for a condition that is not
decided ends that call at once (`Undecided`); the choice is taken again when the decision is known.
"""

from dataclasses import field, replace
from enum import Enum, auto
from typing import Final, TypeAlias

from wfcheck.classes import dataclass
from wfcheck.semantics.choice import Result, Symbol
from wfcheck.semantics.configuration import ZERO, Instant, StepOutcome
from wfcheck.semantics.conformance import as_declared, conformance
from wfcheck.semantics.control import Bindings, Cause, Failure, Run
from wfcheck.semantics.defined import met, needs, type_in
from wfcheck.semantics.dry import affected, dry_value
from wfcheck.semantics.feasible import Feasible, feasible
from wfcheck.semantics.known import Facts, decided, facts_of
from wfcheck.semantics.program import Assign
from wfcheck.semantics.record import RecordEntry, RecordKind
from wfcheck.semantics.reduce import fault_of, reduce
from wfcheck.semantics.types import TIMESTAMP, UNKNOWN, Field, Type, read_type
from wfcheck.syntax.expr import Apply, Expr, Lit, MapLit, Op, SymbolId, Unknown
from wfcheck.syntax.literals import Duration, Timestamp

NULL: Final = Lit(None)


class Undecided(Exception):  # noqa: N818 - not an error: the way out of the middle of a step
    """The step needs to know whether a condition over unknowns holds."""

    def __init__(self, condition: Expr) -> None:
        super().__init__()
        self.condition = condition


class Affected(Enum):
    """The answer to a control evaluation that a dry run cannot make (C-8)."""

    AFFECTED = auto()


Truth: TypeAlias = bool | Failure | Affected


class Round(Enum):
    """What `Proceed` lets an entry that waits do (D-15: events first, deadlines last)."""

    NONE = auto()
    EVENTS = auto()
    DEADLINES = auto()


@dataclass(frozen=True, slots=True)
class Place:
    """Where an expression stands: its run, and the scopes around it, innermost first."""

    run: Run
    scopes: tuple[Bindings, ...] = ()

    def within(self, bindings: Bindings) -> "Place":
        """The place inside one more scope."""
        return Place(self.run, (bindings, *self.scopes)) if bindings else self


@dataclass(slots=True)
class Moment:
    """The inside of one step: what is known, what was answered, what has been recorded."""

    known: tuple[Expr, ...]
    symbols: tuple[Symbol, ...]
    now: Expr | None
    dry_run: bool
    instant: Instant = Instant.WORK
    answers: dict[str, Result] = field(default_factory=dict)  # by the path of the attempt
    lane: str | None = None  # the branch that a `Move` lets go on
    cancelled: str | None = None  # the calling step whose child is cancelled from outside
    round: Round = Round.NONE
    entries: list[RecordEntry] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    facts: Facts | None = None  # `known`, made ready when it is first asked
    branches: list[tuple[str, int]] = field(
        default_factory=list
    )  # case or arm taken, -1 for `else`

    def record(self, kind: RecordKind, path: str, **detail: Expr | str | int | None) -> None:
        """Leave an entry; a part that is None is left out, except where it is `NULL`."""
        given = ((key, part) for key, part in detail.items() if part is not None)
        kept = tuple(
            (key, Lit(part) if isinstance(part, str | int) else self.closed(part))
            for key, part in given
        )
        self.entries.append(RecordEntry(kind, path, kept))

    def step(
        self, path: str, outcome: StepOutcome, code: str | None = None, value: Expr | None = None
    ) -> None:
        """Leave the outcome of a step."""
        self.record(RecordKind.STEP, path, outcome=outcome.value, code=code, value=value)

    def lets(self, list_path: str) -> bool:
        """Whether the `Move` that is taken lets this branch go on; a branch that it names, only once."""
        if self.lane is None or not f"{self.lane}.".startswith(list_path):
            return False
        if f"{self.lane}." == list_path:
            self.lane = None
        return True

    # -- evaluation

    def reduced(self, expr: Expr) -> Expr:
        """An expression without names, as far as it can be computed."""
        return reduce(expr, _no_names)

    def closed(self, value: Expr) -> Expr:
        """A value whose parts are known as one known value."""
        return reduce(value, _no_names)

    def value(self, expr: Expr, place: Place) -> Expr | Failure:
        """The value of an expression, or its fault."""
        evaluate = dry_value if self.dry_run else reduce
        return self.checked(evaluate(expr, lambda name: self.binding(name, place)))

    def checked(self, value: Expr) -> Expr | Failure:
        """A reduced expression, or the fault that it is."""
        if isinstance(value, Lit) or affected(value):
            return value
        fault = fault_of(value)
        if fault is not None:
            return Failure(str(fault), Cause.FAULT)
        for need in needs(value, self.types):
            if not self.decide(need.condition):
                return Failure(str(need.fault), Cause.FAULT)
        return value

    def binding(self, name: str, place: Place) -> Expr:
        """What a name is bound to; null where this run has not bound it (C-10.1)."""
        for scope in (*place.scopes, place.run.root):
            for bound, value in scope:
                if bound == name:
                    return value
        return self._run_map(place.run) if name == "run" else NULL

    def _run_map(self, run: Run) -> Expr:
        # C-5.9. The id is made here, not stored: positions in it must not tell configurations apart.
        parent = NULL if run.parent is None else Lit(run.parent)
        started_at = run.started_at or NULL
        dry_run = Lit(self.dry_run)
        return MapLit(
            (
                ("id", Lit(run.id)),
                ("parent", parent),
                ("dry_run", dry_run),
                ("started_at", started_at),
            )
        )

    def known_answer(self, condition: Expr) -> bool | None:
        """Whether a condition is known to hold; None where it is not known."""
        condition = self.reduced(condition)
        answer = met(condition)
        if answer is not None:
            return answer
        if self.facts is None:
            self.facts = facts_of(self.known)
        return decided(condition, self.facts)

    def _is_declared(self, value: Expr, target: Field) -> bool:
        """Whether a value is an unknown that was declared just so."""
        if not isinstance(value, Unknown):
            return False
        field = next((known.field for known in self.symbols if known.id == value.id), None)
        if field is None or read_type(field) != read_type(target):
            return False
        return replace(field.limits, unique=False) == replace(target.limits, unique=False)

    def types(self, symbol: SymbolId) -> Type:
        """The type of an unknown, as its readers see it."""
        for known in self.symbols:
            if known.id == symbol:
                return read_type(known.field)
        return UNKNOWN

    def is_instant(self, value: Expr) -> bool:
        """Whether a value is a timestamp."""
        if isinstance(value, Lit):
            return isinstance(value.value, Timestamp)
        return type_in(value, self.types) == TIMESTAMP

    def decide(self, condition: Expr) -> bool:
        """Whether a condition holds; ends the step where that is not known."""
        answer = self.known_answer(condition)
        if answer is None:
            answer = self._implied(self.reduced(condition))
        return answer

    def _implied(self, condition: Expr) -> bool:
        """What is known and declared implies of a condition; the quick test is never wrong in this."""
        for opposite, answer in ((negated(condition), True), (condition, False)):
            if feasible((*self.known, opposite), self.symbols) is Feasible.UNSAT:
                return answer
        raise Undecided(condition)

    def truth(self, expr: Expr, place: Place) -> Truth:
        """A control evaluation: a guard, an arm, an `until`."""
        value = self.value(expr, place)
        if isinstance(value, Failure):
            return value
        if affected(value):
            return Affected.AFFECTED
        if isinstance(value, Lit):
            return value.value if isinstance(value.value, bool) else type_fault()
        return self.decide(value)

    # -- assignments

    def assign(self, values: tuple[Assign, ...], place: Place) -> MapLit | Failure:
        """The values of a projection or argument map, or the first fault."""
        pairs: list[tuple[str, Expr]] = []
        for assign in values:
            value = self.value(assign.value, place)
            if isinstance(value, Failure):
                return value
            pairs.append((assign.name, value))
        return MapLit(tuple(pairs))

    def fit(self, values: MapLit, targets: tuple[Assign, ...]) -> MapLit | Failure:
        """The values as their declarations take them (defaults for nulls), or `fault.type`."""
        fitted: list[tuple[str, Expr]] = []
        for (name, value), assign in zip(values.entries, targets, strict=True):
            if assign.target is None or affected(value) or self._is_declared(value, assign.target):
                fitted.append((name, value))
                continue
            why = conformance(value, assign.target, self.types)
            if isinstance(why, str):
                return type_fault(f"`{name}`: {why}")
            if not self.decide(why):
                return type_fault(f"`{name}` does not fit its declaration")
            fitted.append((name, as_declared(value, assign.target, self.types)))
        return MapLit(tuple(fitted))


def _no_names(_name: str) -> None:
    return None


def negated(condition: Expr) -> Expr:
    """The condition that a decision against it makes known."""
    return Apply(Op.NOT, (condition,))


def type_fault(message: str = "") -> Failure:
    """`fault.type`."""
    return Failure("fault.type", Cause.FAULT, message)


def span_of_time(expr: Expr, place: Place, moment: Moment) -> Expr | Failure:
    """The value of a duration that may not be negative (C-5.6); exactly `ZERO` where it is zero.

    Affected durations are returned as they are.
    """
    value = moment.value(expr, place)
    if isinstance(value, Failure) or affected(value):
        return value
    if isinstance(value, Lit) and not isinstance(value.value, Duration):
        return type_fault()
    if not moment.decide(Apply(Op.GE, (value, ZERO))):
        return Failure("fault.value", Cause.FAULT)
    return ZERO if moment.decide(Apply(Op.EQ, (value, ZERO))) else value
