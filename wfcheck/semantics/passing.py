"""Time passing, and events being offered: what changes all over a run at once."""

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from wfcheck.classes import dataclass
from wfcheck.semantics.choice import Event
from wfcheck.semantics.configuration import ZERO
from wfcheck.semantics.control import (
    Attempt,
    Block,
    Calling,
    Chosen,
    Entry,
    Forked,
    Handling,
    Lane,
    Pause,
    Repeating,
    Rest,
    Run,
    Sourcing,
    Work,
)
from wfcheck.semantics.delivery import retain
from wfcheck.semantics.mentions import may_be_instant
from wfcheck.semantics.moment import Moment
from wfcheck.syntax.expr import Apply, Expr, Op


@dataclass(frozen=True, slots=True)
class _Change:
    left: Callable[[Expr], Expr]
    entry: Callable[[Run, Entry], Entry]
    same_instant: bool = False


def pass_time(run: Run, by: Expr, moment: Moment) -> Run:
    """The run after a time that no timer is shorter than; timers that it uses up become `ZERO`."""

    def left(timer: Expr) -> Expr:
        if timer == by:
            return ZERO
        rest = moment.reduced(Apply(Op.SUB, (timer, by)))
        return ZERO if moment.decide(Apply(Op.LE, (rest, ZERO))) else rest

    def entry(_run: Run, current: Entry) -> Entry:
        aged = tuple(
            held
            if held.age is None
            else replace(held, age=moment.reduced(Apply(Op.ADD, (held.age, by))))
            for held in current.retained
        )
        return replace(_after(current, left), retained=aged)

    return _in_run(run, _Change(left, entry))


def pass_moment(run: Run) -> Run:
    """The run a moment later, which is shorter than every timer that still runs."""
    return _in_run(run, _Change(_same, lambda _, entry: _after(entry, _same)))


def offer(run: Run, event: Event, number: int, moment: Moment) -> Run:
    """The run after an acceptance: the event is offered to every live run (D-13)."""

    def entry(live: Run, current: Entry) -> Entry:
        aging = may_be_instant(live.program, current.state)
        return retain(current, event, number, moment, aging=aging)

    return _in_run(run, _Change(_same, entry, same_instant=True))


def _same(timer: Expr) -> Expr:
    return timer


def _after(entry: Entry, left: Callable[[Expr], Expr]) -> Entry:
    if entry.timer is None or entry.passed:
        return entry
    if entry.timer == ZERO:
        return replace(entry, passed=True)
    return replace(entry, timer=left(entry.timer))


def _in_run(run: Run, change: _Change) -> Run:
    block = None if run.block is None else _in_block(run.block, change)
    entry = run.entry
    if entry is not None:
        entry = change.entry(run, replace(entry, block=_in_block(entry.block, change)))
    return replace(run, block=block, entry=entry)


def _in_block(block: Block, change: _Change) -> Block:
    if block.work is None:
        return block
    return replace(block, work=_in_work(block.work, change))


def _in_work(work: Work, change: _Change) -> Work:
    match work:
        case Attempt(left=left):
            later = None if left is None else change.left(left)
            return replace(
                work, left=later, after_proceed=work.after_proceed and change.same_instant
            )
        case Pause(left=left) | Rest(left=left):
            return replace(work, left=change.left(left))
        case Sourcing(work=inner):
            moved = _in_work(inner, change)
            assert isinstance(moved, Attempt | Pause)
            return Sourcing(moved)
        case Chosen(block=block) | Handling(block=block):
            return replace(work, block=_in_block(block, change))
        case Forked(lanes=lanes, source=source):
            going_on = None if source is None else _in_work(source, change)
            assert going_on is None or isinstance(going_on, Attempt)
            within = tuple(Lane(at.position, _in_block(at.block, change)) for at in lanes)
            return replace(work, lanes=within, source=going_on)
        case Repeating(block=block, left=left):
            return replace(
                work,
                block=None if block is None else _in_block(block, change),
                left=None if left is None else change.left(left),
            )
        case Calling(run=run, left=left):
            return replace(
                work,
                run=_in_run(run, change),
                left=None if left is None else change.left(left),
            )
        case _:
            assert_never(work)
