"""The machine: `choices` lists what the environment may decide, `step` takes one choice.

Theory of operation
-------------------
A configuration is a moment at which nothing moves without a choice. `step` takes one and then makes
every deterministic move up to the next such moment. When a condition over unknowns is not decided,
nothing is kept of the attempt: the choice is noted in `Configuration.asked` and its unknowns in
`symbols`, `choices` offers the two `Decide`s, and the decision, added to `known`, takes the choice again
from the start. What `known` and the declarations decide without a solver (`feasible`) is not asked.

Within one instant (D-15) work that is due comes first, then acceptances, then `Proceed` selects.
`choices` lists, in this order:

1. before the start: `Begin`, with fresh unknowns for the inputs, for each trigger where the file has `on`;
2. while a condition is asked: `Decide` true, `Decide` false, and nothing else;
3. while several branches are ready, and one of them can end the run at once (D-26): a `Move` for each,
   in source order, and nothing else;
4. else, for every attempt in flight in the order of the file, `Outcome`: `Returned` with fresh unknowns,
   `Failed` with each declared code and `action.failed`, `EndedUnknown` where C-7.1 permits it (after an
   acceptance at this instant only once `Proceed` is taken, and only for attempts dispatched since), and
   `TimedOut` when the time-out is due and `Proceed` has been taken at this instant; for a source whose
   loop has a `max` also `Returned` in part, after which it has only `Failed` with `flow.max_exceeded`,
   which is one element too many (D-28);
5. `Accept`, with a fresh payload, for each trigger, connection and configuration that a subscription
   of a live run's current entry has, before `Proceed` at this instant;
6. `Proceed`, while there may be something to select, or a deadline is due;
7. `Pass`, when `Proceed` and `TimedOut` are not offered: to the earliest timer (where two are not
   ordered, `Decide` which is the earlier instead), then by a moment, which after acceptances or a
   `Proceed` begins a new instant;
8. `Cancel` of the run, then of each child run, before `Proceed` at this instant.

`step` also takes choices that are not listed: an event for which nobody waits (`Accept`), a time shorter
than every timer (`Pass`), and the late answer of an attempt cancelled in flight (`Outcome`, dropped).
"""

from dataclasses import replace
from typing import assert_never

from wfcheck.classes import dataclass
from wfcheck.semantics.advance import advance_run
from wfcheck.semantics.cancel import cancel_run
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
    Result,
    Symbol,
    TimedOut,
)
from wfcheck.semantics.configuration import (
    ZERO,
    Asked,
    Configuration,
    Ended,
    Flight,
    Instant,
    RunOutcome,
    in_flight,
)
from wfcheck.semantics.control import Bindings, Failure, Run
from wfcheck.semantics.ending import conclude, ended_as
from wfcheck.semantics.mentions import reads_now, reads_start
from wfcheck.semantics.moment import NULL, Moment, Round, Undecided, negated
from wfcheck.semantics.offers import deliverable, may_settle, offers
from wfcheck.semantics.passing import offer, pass_moment, pass_time
from wfcheck.semantics.program import Program
from wfcheck.semantics.record import RecordEntry, RecordKind
from wfcheck.semantics.starting import checked_inputs, start, trigger_bindings
from wfcheck.syntax.expr import Apply, Expr, Lit, MapLit, Op
from wfcheck.syntax.literals import Duration, Timestamp

STARTED_AT = Lit(Timestamp(1_893_456_000_000))  # 2030-01-01T00:00:00Z (E-6)
_MOMENT = Lit(Duration(1))


@dataclass(frozen=True, slots=True)
class Moved:
    """Where a choice leads, and what it leaves in the record."""

    to: Configuration
    entries: tuple[RecordEntry, ...] = ()
    branches: tuple[tuple[str, int], ...] = ()  # cases and arms taken, by path; -1 for `else`


def choices(program: Program, at: Configuration) -> tuple[Choice, ...]:
    """Every choice that the environment has, in the order that the module states."""
    return offers(program, at)


def step(program: Program, at: Configuration, choice: Choice) -> Moved:
    """Take a choice that `choices` lists, its unknowns replaced by any conforming values.

    Pure and total: a choice that cannot be taken here changes nothing.
    """
    if isinstance(choice, Decide):
        return _decide(program, at, choice)
    if at.ended is not None or at.asked is not None:
        return Moved(at)
    moment = Moment(at.known, _with_new(at, choice), at.now, at.dry_run, at.instant)
    try:
        return _take(program, at, choice, moment)
    except Undecided as open_:
        # The unknowns of the choice are there already: the condition is about them.
        return Moved(replace(at, asked=Asked(choice, open_.condition), symbols=moment.symbols))


def _decide(program: Program, at: Configuration, choice: Decide) -> Moved:
    fact = choice.condition if choice.value else negated(choice.condition)
    known = replace(at, known=(*at.known, fact))
    if at.asked is None:
        return Moved(known)
    if at.asked.condition != choice.condition:
        return Moved(at)
    return step(program, replace(known, asked=None), at.asked.choice)


def _take(program: Program, at: Configuration, choice: Choice, moment: Moment) -> Moved:
    match choice:
        case Begin():
            return _begin(program, at, choice, moment) if at.run is None else Moved(at)
        case Decide():
            raise AssertionError(choice)
        case _ if at.run is None:
            return Moved(at)
        case Outcome(path=path, result=result):
            flight = next((f for f in in_flight(at) if f.path == path), None)
            if flight is None:
                return _drop(at, choice)
            if not _settles(flight, result, at):
                return Moved(at)
            moment.answers[path] = result
            return _advanced(at, at.run, moment)
        case Accept(event=event):
            if at.instant is Instant.SELECTED:
                return Moved(at)
            number = at.accepted
            moment.record(
                RecordKind.ACCEPTED,
                "",
                number=number,
                event=event.trigger,
                connection=event.connection,
                configuration=event.configuration,
                payload=event.payload,
            )
            to = replace(
                at,
                run=offer(at.run, event, number, moment),
                instant=Instant.ACCEPTING,
                accepted=number + 1,
                symbols=moment.symbols,
            )
            return Moved(to, tuple(moment.entries))
        case Proceed():
            moment.round = Round.EVENTS if deliverable(at) else Round.DEADLINES
            moment.instant = Instant.SELECTED
            return _advanced(replace(at, instant=Instant.SELECTED), at.run, moment)
        case Pass(by=by):
            return _pass(at, at.run, by, moment)
        case Move(path=path):
            moment.lane = path
            return _advanced(at, at.run, moment)
        case Cancel(path=None):
            return _cancel(at, at.run, moment)
        case Cancel(path=path):
            moment.cancelled = path
            return _advanced(at, at.run, moment)
        case _:
            assert_never(choice)


def _advanced(at: Configuration, run: Run, moment: Moment) -> Moved:
    """The configuration after every move that needs no choice."""
    progress = advance_run(run, moment)
    if isinstance(progress, Run):
        return _moved(at, progress, None, moment)
    return _moved(at, None, ended_as(progress, moment), moment)


def _moved(at: Configuration, run: Run | None, ended: Ended | None, moment: Moment) -> Moved:
    to = replace(
        at,
        run=run,
        ended=ended,
        known=moment.known,
        symbols=moment.symbols,
        now=moment.now,
        late=(*at.late, *moment.late),
    )
    return Moved(to, tuple(moment.entries), tuple(moment.branches))


def _begin(program: Program, at: Configuration, choice: Begin, moment: Moment) -> Moved:
    moment.dry_run = choice.dry_run
    started_at = choice.started_at or (STARTED_AT if reads_start(program) else None)
    moment.now = started_at if reads_now(program) else None
    run = Run(program, (), None, None, started_at=started_at, id="run")
    begun = replace(at, dry_run=choice.dry_run)
    inputs = checked_inputs(program.inputs, choice.inputs, moment)
    if isinstance(inputs, Failure):
        return _moved(begun, None, conclude(run, inputs, moment), moment)
    root = _root(program, choice, inputs, run, moment)
    if isinstance(root, Failure):
        return _moved(begun, None, conclude(run, root, moment), moment)
    return _advanced(begun, start(run, inputs, root, moment), moment)


def _root(
    program: Program, choice: Begin, inputs: MapLit, run: Run, moment: Moment
) -> Bindings | Failure:
    for trigger in program.triggers:
        if trigger.name == choice.trigger:
            return trigger_bindings(trigger, choice.payload or NULL, inputs, run, moment)
    return ()


def _pass(at: Configuration, run: Run, by: Expr | None, moment: Moment) -> Moved:
    later = replace(at, instant=Instant.WORK)
    moment.instant = Instant.WORK
    if moment.now is not None:
        moment.now = moment.reduced(Apply(Op.ADD, (moment.now, by or _MOMENT)))
    if by is None:
        return _moved(later, pass_moment(run), None, moment)
    return _advanced(later, pass_time(run, by, moment), moment)


def _cancel(at: Configuration, run: Run, moment: Moment) -> Moved:
    cancel_run(run, moment)
    return _moved(at, None, Ended(RunOutcome.CANCELLED), moment)


def _drop(at: Configuration, choice: Outcome) -> Moved:
    """E-2: what an attempt returns that was cancelled in flight is recorded and changes nothing."""
    if choice.path not in at.late:
        return Moved(at)
    late = list(at.late)
    late.remove(choice.path)
    return Moved(replace(at, late=tuple(late)), (RecordEntry(RecordKind.DROPPED, choice.path),))


def _settles(flight: Flight, result: Result, at: Configuration) -> bool:
    if isinstance(result, TimedOut):
        return flight.left == ZERO and at.instant is Instant.SELECTED
    return may_settle(flight, at)


def _with_new(at: Configuration, choice: Choice) -> tuple[Symbol, ...]:
    match choice:
        case Begin(new=new) | Outcome(new=new) | Accept(new=new):
            return (*at.symbols, *(symbol for symbol in new if symbol not in at.symbols))
        case Proceed() | Pass() | Decide() | Move() | Cancel():
            return at.symbols
        case _:
            assert_never(choice)
