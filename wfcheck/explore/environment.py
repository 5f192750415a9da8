"""What the environment can do at a configuration, reduced to what matters (`checking.md` 2 and 7).

A leap is one decision of the environment with all that follows from it and every way that conditions
over unknowns can turn out: an action's outcome, an event that is delivered (or kept by an entry whose
deadline may come first), time passing. Events that nobody waits for change nothing and are left out.
"""

from collections.abc import Iterator
from dataclasses import field, replace
from enum import StrEnum
from typing import Final, TypeVar

from wfcheck.classes import dataclass
from wfcheck.explore.canonical import Emitted, Node
from wfcheck.explore.emissions import came_from, emitting, with_unique
from wfcheck.explore.oracle import Oracle
from wfcheck.explore.parts import family
from wfcheck.explore.variants import declares_patterns, new_in, variants
from wfcheck.semantics.choice import (
    Accept,
    Begin,
    Cancel,
    Choice,
    Decide,
    Move,
    Outcome,
    Pass,
    Proceed,
    Returned,
    Symbol,
)
from wfcheck.semantics.configuration import (
    ZERO,
    Configuration,
    EntryView,
    Instant,
    entries,
    in_flight,
    timers,
)
from wfcheck.semantics.control import Active, Phase
from wfcheck.semantics.program import Program, TriggerDecl
from wfcheck.semantics.record import RecordEntry, RecordKind
from wfcheck.semantics.step import Moved, choices, step
from wfcheck.settings import Edition
from wfcheck.syntax.expr import Apply, Expr, MapLit, Member, Op, Unknown

_C = TypeVar("_C", bound=Choice)

_MOST_CHOICES: Final = 400  # decisions within one leap, before it is given up


class LeapKind(StrEnum):
    """What a leap begins with."""

    BEGIN = "begin"
    OUTCOME = "outcome"
    EVENT = "event"  # accepted, and delivered at once
    RETAIN = "retain"  # accepted while steps still run
    PROCEED = "proceed"
    TIMER = "timer"  # time passes to the earliest timer
    MOMENT = "moment"  # time passes, but no timer ends
    ORDER = "order"  # which of two timers is the earlier
    MOVE = "move"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class Leap:
    """A decision of the environment, the machine's choices that it comes to, and where it leads."""

    kind: LeapKind
    taken: tuple[Choice, ...]
    entries: tuple[RecordEntry, ...]
    to: Node
    subscription: str | None = None  # the path of the one that takes the event
    failure: bool = False  # an action's attempt did not succeed
    branches: tuple[tuple[str, int], ...] = ()  # cases and arms taken, by path; -1 for `else`


@dataclass(frozen=True, slots=True)
class _Way:
    """Choices being taken: where they have led, and those that are left."""

    at: Configuration
    left: tuple[Choice, ...]
    taken: tuple[Choice, ...] = ()
    entries: tuple[RecordEntry, ...] = ()
    branches: tuple[tuple[str, int], ...] = ()

    def after(self, choice: Choice, moved: Moved, left: tuple[Choice, ...]) -> "_Way":
        return _Way(
            moved.to,
            left,
            (*self.taken, choice),
            (*self.entries, *moved.entries),
            (*self.branches, *moved.branches),
        )

    def _final(self, start: Node) -> str | None:
        """The state of the top run in which it has ended."""
        if self.at.ended is None:
            return None
        entered = [e.path for e in self.entries if e.kind is RecordKind.ENTRY and "/" not in e.path]
        if entered:
            return entered[-1].partition("[")[0]
        entry = next((entry for entry in entries(start.at) if entry.run == ""), None)
        return None if entry is None else entry.state.name

    def leap(
        self, kind: LeapKind, start: Node, subscription: str | None = None, *, failure: bool = False
    ) -> Leap:
        to = replace(start, at=self.at, final=self._final(start))
        return Leap(kind, self.taken, self.entries, to, subscription, failure, self.branches)


@dataclass(frozen=True, slots=True)
class Chance:
    """An event that a subscription can take, and what must hold for it to be possible."""

    event: Accept
    conditions: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Environment:
    """The environment of one program; `awaited` are the events for which some call must be made.

    `texts` tells whether patterns are declared.
    """

    program: Program
    oracle: Oracle
    cancellations: bool = False
    awaited: frozenset[str] = field(init=False)
    texts: bool = field(init=False)

    def __post_init__(self) -> None:
        waits = (
            (subscription.trigger, {assign.name for assign in subscription.match})
            for program in family(self.program)
            for state in program.states or ()
            for subscription in state.subscriptions
        )
        names = frozenset(t.name for t, match in waits if match & set(t.emitted_on))
        object.__setattr__(self, "awaited", names)
        object.__setattr__(self, "texts", declares_patterns(self.program))

    def _variants(self, choice: _C) -> Iterator[_C]:
        return variants(choice, texts=self.texts)

    def begin(self) -> Node:
        return Node(Configuration())

    def leaps(self, node: Node) -> Iterator[Leap]:
        """Every leap that is possible, in a fixed order."""
        yield from self._of_itself(node)
        yield from self._events(node)
        if self.program.edition is Edition.DRAFT:
            yield from self._held(node)

    def _of_itself(self, node: Node) -> Iterator[Leap]:
        """The leaps that begin with anything but an event."""
        at = node.at
        for choice in (v for c in choices(self.program, at) for v in self._variants(c)):
            match choice:
                case Begin():
                    yield from self._settled(LeapKind.BEGIN, node, choice)
                case Outcome():
                    yield from self._outcome(node, choice)
                case Accept():
                    pass
                case Decide(condition=condition, value=value):
                    fact = condition if value else Apply(Op.NOT, (condition,))
                    if self.oracle.possible(at.known, (fact,), at.symbols):
                        yield from self._settled(LeapKind.ORDER, node, choice)
                case Proceed():
                    yield from self._settled(LeapKind.PROCEED, node, choice)
                case Pass(by=None):
                    for leap in self._settled(LeapKind.MOMENT, node, choice):
                        if leap.to.at != at:
                            yield leap
                case Pass():
                    yield from self._settled(LeapKind.TIMER, node, choice)
                case Move():
                    yield from self._settled(LeapKind.MOVE, node, choice)
                case Cancel():
                    if self.cancellations:
                        yield from self._settled(LeapKind.CANCEL, node, choice)
        if _deadline_passes(at):
            yield from self._settled(LeapKind.MOMENT, node, Pass(None))

    # -- one choice, and every way its conditions can turn out

    def _settled(
        self, kind: LeapKind, node: Node, choice: Choice, *, failure: bool = False
    ) -> Iterator[Leap]:
        for way in self.settle(node.at, (choice,)):
            yield way.leap(kind, node, failure=failure)

    def settle(self, at: Configuration, todo: tuple[Choice, ...]) -> Iterator[_Way]:
        """Take choices one after the other; one result for each way that the decisions can go."""
        pending = [_Way(at, todo)]
        while pending:
            way = pending.pop()
            current = way.at
            if current.asked is not None and len(way.taken) <= _MOST_CHOICES:
                condition = current.asked.condition
                symbols = (*current.symbols, *new_in(current.asked.choice))
                for value in (False, True):
                    fact = condition if value else Apply(Op.NOT, (condition,))
                    if self.oracle.possible(current.known, (fact,), symbols):
                        choice = Decide(condition, value)
                        moved = step(self.program, current, choice)
                        pending.append(way.after(choice, moved, way.left))
            elif len(way.taken) > _MOST_CHOICES:
                self.oracle.given_up = True
            elif way.left:
                moved = step(self.program, current, way.left[0])
                pending.append(way.after(way.left[0], moved, way.left[1:]))
            else:
                yield way

    # -- actions

    def _outcome(self, node: Node, choice: Outcome) -> Iterator[Leap]:
        flight = next(f for f in in_flight(node.at) if f.path == choice.path)
        failure = not isinstance(choice.result, Returned)
        choice = with_unique(choice, flight.action)
        for leap in self._settled(LeapKind.OUTCOME, node, choice, failure=failure):
            yield replace(leap, to=emitting(leap.to, choice, flight, self.awaited))

    # -- events

    def _events(self, node: Node) -> Iterator[Leap]:
        offered = [c for c in choices(self.program, node.at) if isinstance(c, Accept)]
        if not offered:
            return
        for entry in entries(node.at):
            for active in entry.active:
                if entry.phase is Phase.WAITING and not entry.retained:
                    yield from self._delivered(node, entry, active, offered)
                elif _may_be_late(node.at, entry):
                    yield from self._retained(node, entry, active, offered)

    def _delivered(
        self, node: Node, entry: EntryView, active: Active, offered: list[Accept]
    ) -> Iterator[Leap]:
        path = f"{entry.path}.{active.name}"
        for chance in self._varied(node, entry, active, offered):
            start = replace(node.at, known=(*node.at.known, *chance.conditions))
            for way in self.settle(start, (chance.event, Proceed())):
                if any(e.kind is not RecordKind.ACCEPTED for e in way.entries):
                    yield way.leap(LeapKind.EVENT, node, path)

    def _retained(
        self, node: Node, entry: EntryView, active: Active, offered: list[Accept]
    ) -> Iterator[Leap]:
        path = f"{entry.path}.{active.name}"
        for chance in self._varied(node, entry, active, offered):
            start = replace(node.at, known=(*node.at.known, *chance.conditions))
            for way in self.settle(start, (chance.event,)):
                yield way.leap(LeapKind.RETAIN, node, path)

    def _held(self, node: Node) -> Iterator[Leap]:
        """E-3: in the draft edition an event that comes during `on_enter` is taken before `steps` run.

        When exactly it comes makes no difference: it is just before what ends `on_enter`.
        """
        offered = [c for c in choices(self.program, node.at) if isinstance(c, Accept)]
        for entry in entries(node.at):
            for active in entry.active if entry.phase is Phase.ON_ENTER else ():
                template = next((accept for accept in offered if _is_for(accept, active)), None)
                if template is None:
                    continue
                for way in self.settle(node.at, (template, Pass(None))):
                    for leap in self._of_itself(replace(node, at=way.at)):
                        yield from self._taking(entry, active, template, way, leap)

    def _taking(
        self, entry: EntryView, active: Active, event: Accept, way: _Way, leap: Leap
    ) -> Iterator[Leap]:
        """The way and the leap as one, where the subscription takes the event in it."""
        path = f"{entry.path}.{active.name}"
        if not any(e.kind is RecordKind.DELIVERED and e.path == path for e in leap.entries):
            return
        declared = next(s for s in entry.state.subscriptions if s.name == active.name)
        payload = event.event.payload
        match: dict[str, Expr] = {a.name: Member(payload, a.name) for a in declared.match}
        for record in self.sources(leap.to, declared.trigger, match):
            conditions = () if record is None else tuple(came_from(record, match))
            known = (*leap.to.at.known, *conditions)
            if self.oracle.possible(leap.to.at.known, conditions, leap.to.at.symbols):
                yield Leap(
                    LeapKind.EVENT,
                    (*way.taken, *leap.taken),
                    (*way.entries, *leap.entries),
                    replace(leap.to, at=replace(leap.to.at, known=known)),
                    path,
                    leap.failure,
                    (*way.branches, *leap.branches),
                )

    def _varied(
        self, node: Node, entry: EntryView, active: Active, offered: list[Accept]
    ) -> Iterator[Chance]:
        for chance in self.chances(node, entry, active, offered):
            for event in self._variants(chance.event):
                yield Chance(event, chance.conditions)

    def chances(
        self, node: Node, entry: EntryView, active: Active, offered: list[Accept]
    ) -> Iterator[Chance]:
        """The events that a subscription can take: any at all, or those of calls made so far."""
        template = next((accept for accept in offered if _is_for(accept, active)), None)
        if template is None or active.match is None:
            return
        trigger = trigger_of(entry, active)
        match = dict(active.match)
        for record in self.sources(node, trigger, match):
            values = {**dict(record.match), **match} if record is not None else match
            conditions = [] if record is None else list(came_from(record, match))
            accept, more = _carrying(template, values)
            conditions += more
            if self.oracle.possible(node.at.known, tuple(conditions), _symbols(node, accept)):
                yield Chance(accept, tuple(conditions))

    def sources(
        self, node: Node, trigger: TriggerDecl, match: dict[str, Expr]
    ) -> Iterator[Emitted | None]:
        """The calls that can cause an event with these values; None where none is needed."""
        if not set(trigger.emitted_on) & match.keys():
            yield None
            return
        for record in node.emitted:
            if record.event == trigger.name and any(n in match for n, _ in record.match):
                yield record


def trigger_of(entry: EntryView, active: Active) -> TriggerDecl:
    """The declaration of what a subscription waits for."""
    return next(s.trigger for s in entry.state.subscriptions if s.name == active.name)


def _symbols(node: Node, accept: Accept) -> tuple[Symbol, ...]:
    return (*node.at.symbols, *accept.new)


def _is_for(accept: Accept, active: Active) -> bool:
    event = accept.event
    return (
        event.trigger == active.trigger
        and event.connection in (None, active.connection)
        and event.configuration in (None, active.configuration)
    )


def _carrying(template: Accept, values: dict[str, Expr]) -> tuple[Accept, list[Expr]]:
    """The event with these values in its payload; what cannot be put in place is a condition."""
    payload = template.event.payload
    if not isinstance(payload, MapLit):
        return template, [
            Apply(Op.EQ, (Member(payload, name), value)) for name, value in values.items()
        ]
    filled = MapLit(tuple((n, values.get(n, part)) for n, part in payload.entries))
    left = {part.id for _, part in filled.entries if isinstance(part, Unknown)}
    new = tuple(symbol for symbol in template.new if symbol.id in left)
    return replace(template, event=replace(template.event, payload=filled), new=new), []


def _may_be_late(at: Configuration, entry: EntryView) -> bool:
    """Whether it matters that an event comes before the lists end: a limit may pass meanwhile."""
    return (
        entry.phase is Phase.STEPS
        and entry.timer is not None
        and not entry.passed
        and not entry.retained
        and len(timers(at)) > 1
    )


def _deadline_passes(at: Configuration) -> bool:
    """Whether a deadline that is due now can be past a moment later, since steps still run."""
    return at.instant is Instant.WORK and any(
        entry.phase is Phase.STEPS and entry.timer == ZERO and not entry.passed
        for entry in entries(at)
    )
