"""Entries: making one, fixing its matches and its deadline, and leaving it by a transition (D-8)."""

from dataclasses import replace
from typing import assert_never

from wfcheck.classes import dataclass
from wfcheck.semantics.configuration import ZERO
from wfcheck.semantics.control import (
    Active,
    Bindings,
    Block,
    Cause,
    Entry,
    Failure,
    Phase,
    Retained,
    Run,
)
from wfcheck.semantics.dry import affected
from wfcheck.semantics.moment import Affected, Moment, Place, type_fault
from wfcheck.semantics.program import Goto, Route, Subscription, Transition
from wfcheck.semantics.progress import DryEnding, Ending
from wfcheck.semantics.record import RecordKind
from wfcheck.semantics.select import matching
from wfcheck.syntax.expr import Apply, Expr, Lit, MapLit, Op
from wfcheck.syntax.literals import Duration


@dataclass(frozen=True, slots=True)
class Target:
    """A transition that was evaluated: where it leads and what it carries."""

    goto: Goto
    accepted: MapLit


@dataclass(frozen=True, slots=True)
class Kept:
    """A deadline that an event self-transition keeps (C-13)."""

    timer: Expr | None
    passed: bool


def follow(exit_: Transition, path: str, place: Place, moment: Moment) -> Target | Ending:
    """Evaluate a transition in its source entry's scope; a fault fails that entry (SWP-114)."""
    match exit_:
        case Goto(into=into):
            values = moment.assign(into, place)
            if isinstance(values, Failure):
                return values
            fitted = moment.fit(values, into)
            return fitted if isinstance(fitted, Failure) else Target(exit_, fitted)
        case Route(subject=subject, cases=cases, orelse=orelse):
            labels = tuple(case.label for case in cases)
            chosen = matching(subject, labels, place, moment)
            if isinstance(chosen, Affected):
                return DryEnding(path)
            if isinstance(chosen, Failure):
                return chosen
            moment.branches.append((path, chosen))
            branch = orelse if chosen < 0 else cases[chosen].exit
            # A closed domain has no `else`; a value outside it is none of its type.
            return type_fault() if branch is None else follow(branch, path, place, moment)
        case _:
            assert_never(exit_)


def enter(
    run: Run, name: str, accepted: Bindings, kept: Kept | None, moment: Moment
) -> Run | Failure:
    """The run in a new entry: configurations first, then all subscriptions at one instant (D-8)."""
    state = run.program.state(name)
    position = dict(run.counts).get(name, 0)
    counts = {**dict(run.counts), name: position + 1}
    path = f"{run.prefix}{name}[{position}]"
    moment.record(
        RecordKind.ENTRY,
        path,
        state=name,
        position=position,
        accepted=MapLit(accepted) if accepted else None,
    )
    active: list[Active] = []
    for subscription in state.subscriptions:
        configured = _configure(subscription, Place(run), moment)
        if isinstance(configured, Failure):
            return replace(configured, step=path)
        active.append(configured)
    block = Block(given=accepted, steps=state.on_enter, path=path + ".")
    entry = Entry(
        state,
        name,
        Phase.ON_ENTER,
        block,
        tuple(active),
        timer=kept.timer if kept else None,
        passed=kept.passed if kept else False,
        position=position,
        path=path,
    )
    return replace(run, entry=entry, counts=tuple(counts.items()))


def fix(run: Run, entry: Entry, moment: Moment) -> Entry | Ending:
    """After `on_enter`: all matches are fixed, then the deadline (D-8)."""
    place = Place(run).within(entry.block.given + entry.block.bound)
    active: list[Active] = []
    for current in entry.active:
        subscription = next(s for s in entry.state.subscriptions if s.name == current.name)
        match = _match(subscription, place, moment)
        if not isinstance(match, MapLit):
            return match if isinstance(match, Failure) else DryEnding(entry.path)
        active.append(replace(current, match=match.entries))
    entry = replace(entry, active=tuple(active))
    # C-13: a kept deadline stays, and `after` is not evaluated.
    if entry.state.timeout is None or entry.timer is not None or entry.passed:
        return entry
    return _start_timer(entry, place, moment)


def _configure(subscription: Subscription, place: Place, moment: Moment) -> Active | Failure:
    values = moment.assign(subscription.configuration, place)
    if isinstance(values, Failure):
        return values
    fitted = moment.fit(values, subscription.configuration)
    if isinstance(fitted, Failure):
        return fitted
    present = tuple(
        (n, v) for n, v in fitted.entries if not (isinstance(v, Lit) and v.value is None)
    )
    return Active(
        subscription.name,
        subscription.trigger.name,
        subscription.connection,
        moment.closed(MapLit(present)),
        default_connection=subscription.trigger.default_connection,
    )


def _match(subscription: Subscription, place: Place, moment: Moment) -> MapLit | Failure | Affected:
    values = moment.assign(subscription.match, place)
    if isinstance(values, Failure):
        return values
    if affected(values):
        return Affected.AFFECTED
    return moment.fit(values, subscription.match)


def _start_timer(entry: Entry, place: Place, moment: Moment) -> Entry | Ending:
    assert entry.state.timeout is not None
    value = moment.value(entry.state.timeout.after, place)
    if isinstance(value, Failure):
        return value
    if affected(value):
        return DryEnding(entry.path)
    if not moment.is_instant(value):
        if isinstance(value, Lit) and not isinstance(value.value, Duration):
            return type_fault()
        if not moment.decide(Apply(Op.GE, (value, ZERO))):
            return Failure("fault.value", Cause.FAULT)
        return _timed(entry, value, moment)
    # SWP-153: a timestamp names the deadline itself; it may have passed.
    assert moment.now is not None
    left = moment.reduced(Apply(Op.SUB, (value, moment.now)))
    if moment.decide(Apply(Op.GE, (left, ZERO))):
        return _timed(entry, left, moment)
    ago = moment.reduced(Apply(Op.NEG, (left,)))
    moment.record(RecordKind.TIMER, entry.path, passed=ago)
    in_time = tuple(h for h in entry.retained if _came_by(h, ago, moment))
    return replace(entry, timer=ZERO, passed=True, retained=_ageless(in_time))


def _timed(entry: Entry, left: Expr, moment: Moment) -> Entry:
    left = ZERO if moment.decide(Apply(Op.EQ, (left, ZERO))) else left
    moment.record(RecordKind.TIMER, entry.path, left=left)
    return replace(entry, timer=left, retained=_ageless(entry.retained))


def _came_by(held: Retained, ago: Expr, moment: Moment) -> bool:
    """Whether an event was accepted no later than a deadline that lies `ago` in the past."""
    return held.age is not None and moment.decide(Apply(Op.GE, (held.age, ago)))


def _ageless(retained: tuple[Retained, ...]) -> tuple[Retained, ...]:
    return tuple(replace(held, age=None) for held in retained)
