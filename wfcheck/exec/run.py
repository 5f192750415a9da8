"""One run: what is due, what comes from outside, what is selected, instant by instant (D-15)."""

from wfcheck.classes import dataclass
from wfcheck.exec.source import Source
from wfcheck.semantics.choice import (
    Accept,
    Begin,
    Cancel,
    Outcome,
    Proceed,
    Result,
    TimedOut,
)
from wfcheck.semantics.configuration import (
    Configuration,
    Ended,
    Instant,
    RunOutcome,
    in_flight,
    outcome,
    runs,
)
from wfcheck.semantics.driver import MOST_IDLE_MOVES, Driver, Recorded
from wfcheck.semantics.offers import may_settle, timed_out
from wfcheck.semantics.program import Program
from wfcheck.semantics.record import RecordEntry, RecordKind
from wfcheck.semantics.trace import Trace


@dataclass(frozen=True, slots=True)
class RunResult:
    """How a run went; `at` is the instant of its end in milliseconds, None while it waits."""

    end: Ended
    at: int | None
    record: tuple[Recorded, ...]
    trace: Trace
    complaints: tuple[str, ...]
    last: Configuration


@dataclass(slots=True)
class _Due:
    """An answer on its way."""

    path: str
    result: Result
    at: int


def run(program: Program, source: Source) -> RunResult:
    """Run a program to its end, or to where nothing more happens."""
    running = _Running(Driver(program), source)
    running.start()
    while not running.driver.over and running.move():
        pass
    return running.result()


class _Running:
    """A run in progress, and the answers on their way to it."""

    def __init__(self, driver: Driver, source: Source) -> None:
        self.driver = driver
        self.source = source
        self.due: list[_Due] = []
        self.complaints: list[str] = []
        self.begin: Begin | None = None

    def start(self) -> None:
        self.begin = self.source.begin()
        self._noted(self.driver.take(self.begin))

    def move(self) -> bool:
        """Make one move; False where nothing happens any more."""
        driver = self.driver
        move = driver.first_move()
        if move is not None:
            self._noted(driver.take(move))
            return True
        if self._settle_due() or self._accept() or self._cancel():
            return True
        if driver.proceeds:
            self._noted(driver.take(Proceed()))
            return True
        expired = timed_out(driver.at)
        if expired:
            # D-15: deadlines last; no answer came by now.
            self.due = [due for due in self.due if due.path != expired[0]]
            self._noted(driver.take(Outcome(expired[0], TimedOut())))
            return True
        return self._pass()

    def _settle_due(self) -> bool:
        """Hand over the first answer that is due, in the order of the file."""
        driver = self.driver
        now = [due for due in self.due if due.at <= driver.now]
        if not now:
            return False
        for flight in in_flight(driver.at):
            for due in now:
                if due.path == flight.path and may_settle(flight, driver.at):
                    return self._hand_over(due)
        late = next((due for due in now if due.path in driver.at.late), None)
        return late is not None and self._hand_over(late)

    def _hand_over(self, due: _Due) -> bool:
        self.due.remove(due)
        self.driver.idle = 0
        self._noted(self.driver.take(Outcome(due.path, due.result)))
        return True

    def _accept(self) -> bool:
        driver = self.driver
        if driver.at.instant is Instant.SELECTED:
            return False
        events = self.source.events_at(driver.now, driver.at)
        for event in events:
            driver.idle = 0
            self._noted(driver.take(Accept(event)))
        return bool(events)

    def _cancel(self) -> bool:
        # E-2: after the acceptances of its instant, before selections.
        driver = self.driver
        if driver.at.instant is Instant.SELECTED:
            return False
        paths = self.source.cancels_at(driver.now)
        for path in paths:
            children = {run.path for run in runs(driver.at)} - {""}
            if path is not None and path not in children:
                self.complaints.append(f"`cancel`: no child run is in progress at `{path}`")
                continue
            self._noted(driver.take(Cancel(path)))
        return bool(paths)

    def _pass(self) -> bool:
        """Let time pass to the next instant at which something happens."""
        driver = self.driver
        self.due = [due for due in self.due if self._can_come(due)]
        event = self.source.next_event(driver.now, driver.at)
        times = [driver.next_timer(), event, self.source.next_cancel()]
        times += [due.at for due in self.due]
        later = [time for time in times if time is not None]
        if not later:
            return False
        self._noted(driver.pass_to(max(min(later), driver.now)))
        return True

    def _can_come(self, due: _Due) -> bool:
        """Whether an answer still finds its attempt, in flight or cancelled."""
        at = self.driver.at
        return due.path in at.late or any(flight.path == due.path for flight in in_flight(at))

    def _noted(self, entries: tuple[RecordEntry, ...]) -> None:
        """Ask for the answers to the attempts that were just dispatched."""
        for entry in entries:
            if entry.kind is not RecordKind.ATTEMPT or entry.get("action") is None:
                continue
            flight = next((f for f in in_flight(self.driver.at) if f.path == entry.path), None)
            if flight is None:
                continue
            settlement = self.source.answer(flight)
            if settlement is not None:
                at = self.driver.now + settlement.takes
                self.due.append(_Due(flight.path, settlement.result, at))

    def result(self) -> RunResult:
        driver = self.driver
        end = outcome(driver.at)
        ended = end.outcome is not RunOutcome.WAITING
        assert self.begin is not None
        complaints = [*self.complaints, *self.source.complaints()]
        if driver.idle > MOST_IDLE_MOVES and not ended:
            complaints.append("the run goes on for ever by itself; it was given up")
        moves = tuple(driver.taken[1:])
        return RunResult(
            end,
            driver.record[-1].at if ended and driver.record else None,
            tuple(driver.record),
            Trace(self.begin, moves, until=None if driver.idle <= MOST_IDLE_MOVES else driver.now),
            tuple(complaints),
            driver.at,
        )
