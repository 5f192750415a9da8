"""Configurations: immutable, hashable moments of a run, and views of them."""

from collections.abc import Iterator
from dataclasses import field
from enum import StrEnum
from typing import Final, assert_never

from wfcheck.classes import dataclass
from wfcheck.semantics.choice import Choice, Symbol
from wfcheck.semantics.control import (
    Active,
    Attempt,
    Block,
    Calling,
    Chosen,
    Entry,
    Forked,
    Handling,
    Pause,
    Phase,
    Repeating,
    Rest,
    Retained,
    Run,
    Sourcing,
    Work,
)
from wfcheck.semantics.program import ActionDecl, Dispatch, ForEach, Opaque, Program, State, Step
from wfcheck.syntax.expr import Expr, Lit, MapLit, SymbolId, Unknown
from wfcheck.syntax.literals import Duration

AFFECTED: Final = Unknown(SymbolId(-2))
"""The value of what a dry run did not do; an expression with it inside is affected (C-8)."""


class RunOutcome(StrEnum):
    """How a run ends; `waiting` is a run that has not (C-7.1)."""

    COMPLETED = "completed"
    STOPPED = "stopped"
    FAILED = "failed"
    CANCELLED = "cancelled"
    DRY_RUN_ENDED = "dry_run_ended"
    WAITING = "waiting"


class StepOutcome(StrEnum):
    """How a step ends (C-7.1)."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"
    SKIPPED = "skipped"
    NOT_RUN = "not_run"
    CANCELLED = "cancelled"
    SUPPRESSED = "suppressed"


NOTHING: Final = MapLit(())
ZERO: Final = Lit(Duration(0))
"""A time left that is over; no other expression stands for it."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a run; `affected` names the members of a dry run's result that became null."""

    outcome: RunOutcome
    code: str | None = None
    reason: Expr | None = None
    outputs: MapLit = NOTHING
    affected: tuple[str, ...] = ()
    message: str = field(default="", compare=False)  # more about a failure, for people


class Instant(StrEnum):
    """How far the machine has come at this instant (D-15)."""

    WORK = "work"  # work that is due has been done; nothing accepted yet
    ACCEPTING = "accepting"  # an event has been accepted: no more work ends at this instant
    SELECTED = "selected"  # `Proceed` was taken: no more events are accepted at this instant


@dataclass(frozen=True, slots=True)
class Asked:
    """A choice that cannot be taken before a condition is decided; the decision takes it again."""

    choice: Choice
    condition: Expr


@dataclass(frozen=True, slots=True)
class Configuration:
    """A moment of a run. `run` is None before `Begin`; `ended` is not None after its end."""

    run: Run | None = None
    ended: Ended | None = None
    instant: Instant = Instant.WORK
    asked: Asked | None = None
    known: tuple[Expr, ...] = ()  # the path condition
    # The unknowns that occurred, by rising id; their declarations are costly to hash.
    symbols: tuple[Symbol, ...] = field(default=(), hash=False)
    now: Expr | None = None  # a timestamp; None where the program reads no absolute time
    dry_run: bool = False
    accepted: int = field(default=0, compare=False)  # how many events were accepted so far
    late: tuple[str, ...] = field(default=(), compare=False)  # attempts cancelled in flight


# -- views


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry of a live run, children included; `run` is the path of its run (empty: the top run)."""

    run: str
    program: Program
    state: State
    position: int
    path: str
    phase: Phase
    active: tuple[Active, ...]
    retained: tuple[Retained, ...]
    timer: Expr | None
    passed: bool
    root: tuple[tuple[str, Expr], ...]  # `inputs`, `run`, trigger bindings
    bindings: tuple[tuple[str, Expr], ...]  # accepted values, then what its steps have bound


@dataclass(frozen=True, slots=True)
class Flight:
    """An action attempt in flight; `action` is None for a construct of another profile."""

    path: str
    run: str
    step: Step
    action: ActionDecl | None
    args: MapLit
    number: int
    left: Expr | None
    timeout: Expr | None
    after_proceed: bool
    goes_on: bool = False  # a source that has yielded as much as its loop takes (D-28)


@dataclass(frozen=True, slots=True)
class Going:
    """A step in progress, whatever its body: its path, its run and list, and what it does."""

    path: str
    run: Run
    block: Block
    step: Step
    work: Work


def runs(at: Configuration) -> Iterator[Run]:
    """The live runs, the top run first, children in the order of their steps."""
    if at.run is not None and at.ended is None:
        yield at.run
        yield from (g.work.run for g in going(at) if isinstance(g.work, Calling))


def going(at: Configuration) -> Iterator[Going]:
    """All steps in progress, outermost first, in the order of the files."""
    if at.run is not None and at.ended is None:
        yield from _in_run(at.run)


def entries(at: Configuration) -> tuple[EntryView, ...]:
    """The current entry of each live run that has states."""
    return tuple(_entry_view(run, run.entry) for run in runs(at) if run.entry is not None)


def in_flight(at: Configuration) -> tuple[Flight, ...]:
    """The action attempts in flight, in the order of the files."""
    return tuple(flight for going_on in going(at) if (flight := _flight(going_on)) is not None)


def outcome(at: Configuration) -> Ended:
    """How the run ended; outcome `waiting` where it has not."""
    return at.ended or Ended(RunOutcome.WAITING)


def timers(at: Configuration) -> tuple[Expr, ...]:
    """The times left of all that waits: waits, pauses, time-outs, deadlines; those that are not zero."""
    deadlines = (run.entry.timer for run in runs(at) if run.entry and not run.entry.passed)
    waits = (_left(step.work) for step in going(at))
    found = (left for left in (*deadlines, *waits) if left is not None and left != ZERO)
    return tuple(dict.fromkeys(found))


def _left(work: Work) -> Expr | None:
    match work:
        case Attempt(left=left) | Pause(left=left) | Rest(left=left) | Calling(left=left):
            return left
        case Sourcing(work=inner):
            return inner.left
        case Repeating(left=left, block=block):
            return left if block is None else None
        case Chosen() | Forked() | Handling():
            return None
        case _:
            assert_never(work)


def _in_run(run: Run) -> Iterator[Going]:
    if run.block is not None:
        yield from _in_block(run, run.block)
    if run.entry is not None:
        yield from _in_block(run, run.entry.block)


def _in_block(run: Run, block: Block) -> Iterator[Going]:
    work = block.work
    if work is None:
        return
    step = block.steps[block.at]
    yield Going(block.path + step.id, run, block, step, work)
    match work:
        case Calling(run=child):
            yield from _in_run(child)
        case Chosen(block=inner) | Handling(block=inner):
            yield from _in_block(run, inner)
        case Forked(lanes=lanes):
            for lane in lanes:
                yield from _in_block(run, lane.block)
        case Repeating(block=Block() as inner):
            yield from _in_block(run, inner)
        case Attempt() | Pause() | Rest() | Sourcing() | Repeating():
            return
        case _:
            assert_never(work)


def _entry_view(run: Run, entry: Entry) -> EntryView:
    return EntryView(
        run=run.path,
        program=run.program,
        state=entry.state,
        position=entry.position,
        path=entry.path,
        phase=entry.phase,
        active=entry.active,
        retained=entry.retained,
        timer=entry.timer,
        passed=entry.passed,
        root=run.root,
        bindings=entry.block.given + entry.block.bound,
    )


def _flight(found: Going) -> Flight | None:
    step, timeout = found.step, found.step.timeout
    action: ActionDecl | None = None
    match found.work, step.body:
        case Attempt() as attempt, Dispatch() as body:
            source, action = "", body.action
        case Attempt() as attempt, Opaque():
            source = ""
        case (
            Sourcing(work=Attempt() as attempt) | Forked(source=Attempt() as attempt),
            ForEach(source=Dispatch() as body),
        ):
            source, action, timeout = ".(source)", body.action, None
        case _:
            return None
    return Flight(
        path=found.path + source,
        run=found.run.path,
        step=step,
        action=action,
        args=attempt.args,
        number=attempt.number,
        left=attempt.left,
        timeout=timeout,
        after_proceed=attempt.after_proceed,
        goes_on=isinstance(found.work, Forked),
    )
