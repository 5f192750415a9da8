"""What the environment may decide at a configuration, as templates with fresh unknowns."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from wfcheck.semantics.choice import (
    Accept,
    Begin,
    Cancel,
    Choice,
    Decide,
    EndedUnknown,
    Event,
    Failed,
    Move,
    Outcome,
    Pass,
    Proceed,
    Returned,
    Symbol,
    TimedOut,
)
from wfcheck.semantics.configuration import (
    ZERO,
    Configuration,
    Flight,
    Instant,
    entries,
    going,
    in_flight,
    runs,
    timers,
)
from wfcheck.semantics.control import (
    MAX_EXCEEDED,
    Block,
    Calling,
    Chosen,
    Forked,
    Handling,
    Lane,
    Phase,
    Repeating,
    Run,
)
from wfcheck.semantics.known import decided, facts_of
from wfcheck.semantics.mentions import reads_start
from wfcheck.semantics.moment import Moment
from wfcheck.semantics.program import ForEach, Program, TriggerDecl
from wfcheck.semantics.readiness import contended, ready
from wfcheck.semantics.reduce import reduce
from wfcheck.semantics.types import TIMESTAMP, UNKNOWN, Field
from wfcheck.syntax.expr import Apply, Expr, MapLit, Op, SymbolId, Unknown


@dataclass(slots=True)
class _Fresh:
    """Unknowns that the configuration does not have yet, numbered on from its last."""

    next: int
    new: list[Symbol] = field(default_factory=list)

    def unknown(self, origin: str, declared: Field) -> Expr:
        symbol = SymbolId(self.next)
        self.next += 1
        self.new.append(Symbol(symbol, origin, declared))
        return Unknown(symbol)

    def values(self, origin: str, fields: tuple[Field, ...]) -> MapLit:
        return MapLit(tuple((f.name, self.unknown(f"{origin}.{f.name}", f)) for f in fields))


def _fresh(at: Configuration) -> _Fresh:
    return _Fresh(1 + max((symbol.id for symbol in at.symbols), default=-1))


def offers(program: Program, at: Configuration) -> tuple[Choice, ...]:
    """The choices in the order that `step` states."""
    if at.asked is not None:
        condition = at.asked.condition
        return (Decide(condition, value=True), Decide(condition, value=False))
    if at.ended is not None:
        return ()
    if at.run is None:
        return tuple(_begins(program, at))
    moves = tuple(Move(path) for path in contenders(at))
    return moves or tuple(_offers(at))


def deliverable(at: Configuration) -> bool:
    """Whether an entry that waits holds events that it may deliver."""
    return any(e.phase is Phase.WAITING and e.retained for e in entries(at))


def deadline_due(at: Configuration) -> bool:
    """Whether a deadline is due: that of an entry which waits, of a call, or of an attempt."""
    waiting = (e for e in entries(at) if e.phase is Phase.WAITING)
    if any(e.passed or e.timer == ZERO for e in waiting):
        return True
    return any(isinstance(g.work, Calling) and g.work.left == ZERO for g in going(at))


def timed_out(at: Configuration) -> tuple[str, ...]:
    """The attempts whose time-out is due."""
    return tuple(flight.path for flight in in_flight(at) if flight.left == ZERO)


def may_settle(flight: Flight, at: Configuration) -> bool:
    """Whether an attempt may end at this instant: work comes before acceptances (D-15)."""
    return at.instant is Instant.WORK or (at.instant is Instant.SELECTED and flight.after_proceed)


def may_be_in_part(flight: Flight) -> bool:
    """Whether an attempt is a source whose loop may begin before it is found to be too long (D-28)."""
    body = flight.step.body
    known = flight.action is not None and flight.action.known
    return known and isinstance(body, ForEach) and body.max is not None


def _begins(program: Program, at: Configuration) -> Iterator[Begin]:
    for trigger in program.triggers or (None,):
        fresh = _fresh(at)
        inputs = fresh.values("inputs", program.inputs)
        started_at = None
        if reads_start(program):
            started_at = fresh.unknown("run.started_at", Field("started_at", TIMESTAMP))
        if trigger is None:
            yield Begin(inputs, new=tuple(fresh.new), started_at=started_at)
            continue
        payload = _payload(trigger.trigger, fresh)
        yield Begin(inputs, trigger.name, payload, tuple(fresh.new), started_at)


def _payload(trigger: TriggerDecl, fresh: _Fresh) -> Expr:
    if not trigger.known:
        return fresh.unknown(trigger.name, Field("payload", UNKNOWN))
    return fresh.values(trigger.name, trigger.payload)


def _offers(at: Configuration) -> Iterator[Choice]:
    flights = in_flight(at)
    expired = timed_out(at)
    for flight in flights:
        if may_settle(flight, at) and flight.goes_on:
            yield Outcome(flight.path, Failed(MAX_EXCEEDED))
        elif may_settle(flight, at):
            yield from _outcomes(flight, at)
        if flight.left == ZERO and at.instant is Instant.SELECTED:
            yield Outcome(flight.path, TimedOut())
    if at.instant is not Instant.SELECTED:
        yield from _accepts(at)
    proceeds = deliverable(at) or deadline_due(at)
    if expired and at.instant is not Instant.SELECTED:
        proceeds = True
    if proceeds:
        yield Proceed()
    elif not expired:
        yield from _passes(at)
    if at.instant is not Instant.SELECTED:
        yield Cancel()
        yield from (Cancel(run.path) for run in runs(at) if run.path)


def _outcomes(flight: Flight, at: Configuration) -> Iterator[Outcome]:
    fresh = _fresh(at)
    action = flight.action
    if action is None or not action.known:
        output = fresh.unknown(flight.path, Field("result", UNKNOWN))
    else:
        output = fresh.values(flight.path, action.output)
    yield Outcome(flight.path, Returned(output), tuple(fresh.new))
    if may_be_in_part(flight):
        yield Outcome(flight.path, Returned(output, in_part=True), tuple(fresh.new))
    codes = (*(action.errors if action is not None else ()), "action.failed")
    for code in dict.fromkeys(codes):
        yield Outcome(flight.path, Failed(code))
    if action is not None and action.may_end_unknown:
        yield Outcome(flight.path, EndedUnknown())


def _accepts(at: Configuration) -> Iterator[Accept]:
    seen: set[tuple[str, str | None, Expr]] = set()
    for entry in entries(at):
        triggers = {sub.name: sub.trigger for sub in entry.state.subscriptions}
        for active in entry.active:
            key = (active.trigger, active.connection, active.configuration)
            if key in seen:
                continue
            seen.add(key)
            fresh = _fresh(at)
            payload = _payload(triggers[active.name], fresh)
            event = Event(active.trigger, payload, active.connection, active.configuration)
            yield Accept(event, tuple(fresh.new))


def _passes(at: Configuration) -> Iterator[Choice]:
    left = timers(at)
    facts = facts_of(at.known)
    earliest: Expr | None = None
    for timer in left:
        if earliest is None:
            earliest = timer
            continue
        earlier = reduce(Apply(Op.LE, (earliest, timer)), lambda _: None)
        answer = decided(earlier, facts)
        if answer is None:
            yield Decide(earlier, value=True)
            yield Decide(earlier, value=False)
            earliest = None
            break
        earliest = earliest if answer else timer
    if earliest is not None:
        yield Pass(earliest)
    if at.instant is not Instant.WORK:
        yield Pass(None)


def contenders(at: Configuration) -> Iterator[str]:
    """The branches of which one moves next (D-26), innermost forks first."""
    if at.run is not None:
        moment = Moment(at.known, at.symbols, at.now, at.dry_run)
        yield from _in_run(at.run, moment)


def _in_run(run: Run, moment: Moment) -> Iterator[str]:
    if run.block is not None:
        yield from _in_block(run.block, moment)
    if run.entry is not None:
        yield from _in_block(run.entry.block, moment)


def _in_block(block: Block, moment: Moment) -> Iterator[str]:
    match block.work:
        case Chosen(block=inner) | Handling(block=inner) | Repeating(block=Block() as inner):
            yield from _in_block(inner, moment)
        case Calling(run=run):
            yield from _in_run(run, moment)
        case Forked(lanes=lanes):
            yield from _in_lanes(lanes, moment)
        case _:
            return


def _in_lanes(lanes: tuple[Lane, ...], moment: Moment) -> Iterator[str]:
    here = contended(lanes, moment)
    for lane in lanes:
        inside = tuple(_in_block(lane.block, moment))
        if not inside and here and ready(lane.block, moment):
            yield lane.block.path.removesuffix(".")
        yield from inside
