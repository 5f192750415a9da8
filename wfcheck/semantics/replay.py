"""Taking a trace again: every trace passes here before anyone sees it (`checking.md` 5)."""

from dataclasses import replace
from typing import assert_never

from wfcheck.classes import dataclass
from wfcheck.semantics.choice import (
    Accept,
    Begin,
    Cancel,
    Choice,
    Decide,
    EndedUnknown,
    Failed,
    Move,
    Outcome,
    Pass,
    Proceed,
    Result,
    Returned,
    TimedOut,
)
from wfcheck.semantics.configuration import Configuration, Flight, Instant, in_flight, runs
from wfcheck.semantics.control import MAX_EXCEEDED
from wfcheck.semantics.declared import typed_begin, typed_event, typed_output
from wfcheck.semantics.driver import MOST_IDLE_MOVES, Driver, Recorded
from wfcheck.semantics.offers import contenders, may_be_in_part, may_settle, timed_out
from wfcheck.semantics.program import Program
from wfcheck.semantics.trace import Taken, Trace


@dataclass(frozen=True, slots=True)
class Replayed:
    """Where a trace leads, the record that it leaves, and the instant of the last thing in it (ms)."""

    configuration: Configuration
    record: tuple[Recorded, ...]
    at: int
    restless: bool = False  # it was left while it still went on by itself


@dataclass(frozen=True, slots=True)
class Diverged:
    """The first move of a trace that the machine would not take there, and why."""

    move: int
    why: str


def replay(
    program: Program, trace: Trace, *, patience: int = MOST_IDLE_MOVES
) -> Replayed | Diverged:
    """Take a trace's choices at their instants; after the last one time passes to the trace's end.

    `Proceed` and `Pass` follow from the instants: what is due at an instant is selected when the next
    choice needs it, or before time passes. A run that goes on by itself is left after so many moves,
    a lasso soon after its last one: it would only repeat itself.
    """
    driver = Driver(program, patience=patience)
    begin = typed_begin(program, trace.start)
    if isinstance(begin, str):
        return Diverged(0, f"the trigger's payload does not fit its manifest: {begin}")
    driver.take(begin)
    for number, taken in enumerate(trace.moves):
        why = _take(driver, taken)
        if why is not None:
            return Diverged(number, why)
    if trace.loop_from is not None:
        driver.patience = min(patience, _round(program))
    _finish(driver, trace.until)
    last = driver.record[-1].at if driver.record else 0
    restless = driver.at.ended is None and driver.idle > driver.patience
    return Replayed(driver.at, tuple(driver.record), last, restless)


def _round(program: Program) -> int:
    """Moves enough to go once through all states by what is due at once."""
    return 2 * len(program.states or ()) + 2


def _take(driver: Driver, taken: Taken) -> str | None:
    """Take one move; why the machine would not, None where it did."""
    if driver.at.ended is not None:
        return "the run has ended"
    if taken.at < driver.now:
        return "its instant lies before that of the move before it"
    if not _pass_to(driver, taken.at):
        return "the run ends before"
    driver.idle = 0
    while True:
        why = _impossible(driver, taken.choice)
        if why is None:
            choice = _typed(driver, taken.choice)
            if isinstance(choice, str):
                return choice
            driver.take(choice)
            return None
        if not driver.proceeds or driver.over:
            return why
        driver.take(Proceed())


def _pass_to(driver: Driver, instant: int) -> bool:
    """Let time pass, with all that comes due on the way; whether the run is still there then."""
    while driver.now < instant:
        _complete(driver)
        if driver.over:
            return False
        timer = driver.next_timer()
        driver.pass_to(instant if timer is None else min(instant, timer))
    return driver.at.ended is None


def _complete(driver: Driver) -> None:
    """All that is left to happen at this instant without a further choice."""
    while not driver.over:
        move = driver.first_move()
        expired = timed_out(driver.at)
        if move is not None:
            driver.take(move)
        elif driver.proceeds:
            driver.take(Proceed())
        elif expired:
            driver.take(Outcome(expired[0], TimedOut()))
        else:
            return


def _finish(driver: Driver, until: int | None) -> None:
    driver.idle = 0
    _complete(driver)
    while not driver.over:
        timer = driver.next_timer()
        if timer is None or (until is not None and timer > until):
            return
        driver.pass_to(timer)
        _complete(driver)


def _impossible(driver: Driver, choice: Choice) -> str | None:
    """Why the machine would not take a choice at this point of the instant."""
    at = driver.at
    moves = tuple(contenders(at))
    if moves and not isinstance(choice, Move):
        return f"the branches {', '.join(f'`{path}`' for path in moves)} move first"
    match choice:
        case Outcome(path=path, result=result):
            return _no_outcome(at, path, result)
        case Accept():
            return "events are accepted before" if at.instant is Instant.SELECTED else None
        case Move(path=path):
            return None if path in moves else f"the branch `{path}` is not about to move"
        case Cancel(path=None):
            return None
        case Cancel(path=path):
            children = {run.path for run in runs(at) if run.path}
            return None if path in children else f"no child run is in progress at `{path}`"
        case Begin() | Proceed() | Pass() | Decide():
            return "it is no move of a trace"
        case _:
            assert_never(choice)


def _no_outcome(at: Configuration, path: str, result: Result) -> str | None:
    flight = next((flight for flight in in_flight(at) if flight.path == path), None)
    if flight is None:
        return None if path in at.late else f"no attempt is in flight at `{path}`"
    if isinstance(result, TimedOut):
        due = path in timed_out(at) and at.instant is Instant.SELECTED
        return None if due else f"the time-out of `{path}` is not due"
    if not may_settle(flight, at):
        return f"`{path}` ends before events are accepted"
    return _misfit(flight, result)


def _typed(driver: Driver, choice: Choice) -> Choice | str:
    """A choice with the values of its declarations, or why they do not fit."""
    match choice:
        case Outcome(path=path, result=Returned(output=output) as result):
            flight = next((f for f in in_flight(driver.at) if f.path == path), None)
            if flight is None:
                return choice
            typed = typed_output(flight.action, output)
            if isinstance(typed, str):
                return f"what `{path}` returns does not fit its manifest: {typed}"
            return replace(choice, result=replace(result, output=typed))
        case Accept(event=given):
            event = typed_event(driver.program, given)
            if isinstance(event, str):
                return f"an event does not fit its manifest: {event}"
            return replace(choice, event=event)
        case _:
            return choice


def _misfit(flight: Flight, result: Result) -> str | None:
    if flight.goes_on:
        due = result == Failed(MAX_EXCEEDED)
        return None if due else f"`{flight.path}` can only yield one element too many"
    action = flight.action
    if action is None or not action.known:
        return None
    match result:
        case Failed(code=code):
            declared = code in (*action.errors, "action.failed")
            return None if declared else f"`{action.name}` cannot fail with `{code}`"
        case EndedUnknown():
            return None if action.may_end_unknown else f"`{action.name}` cannot end unknown"
        case Returned(in_part=True):
            allowed = may_be_in_part(flight)
            return None if allowed else f"`{flight.path}` is no source with a `max`"
        case Returned() | TimedOut():
            return None
        case _:
            assert_never(result)
