"""What a run needs of the free durations: how long calls take, and when events are accepted (`checking.md` 5)."""

from collections.abc import Iterator, Sequence

from wfcheck.explore.environment import LeapKind
from wfcheck.explore.explored import POSITIONS, Unheard, text, top_entry
from wfcheck.explore.rerun import Stretch
from wfcheck.semantics.configuration import EntryView, entries, in_flight
from wfcheck.semantics.control import Phase
from wfcheck.semantics.record import RecordKind
from wfcheck.syntax.expr import Lit
from wfcheck.syntax.literals import Duration, Timestamp, show_duration, show_timestamp


def timing(walk: Sequence[Stretch], unheard: Unheard | None) -> str | None:
    """What the run needs, in one sentence; None where any calls and events will do."""
    needs = [need for stretch in walk for need in _of_calls(stretch)]
    if unheard is not None:
        needs.append(_of_event(walk, unheard))
    return "in this run " + ", and ".join(dict.fromkeys(needs)) if needs else None


def _of_calls(stretch: Stretch) -> Iterator[str]:
    leap = stretch.leap
    for told in leap.entries:
        if told.kind is RecordKind.ATTEMPT and text(told.get("code")) == "action.timeout":
            yield f"`{_plain(told.path)}` takes longer than its `timeout`"
    before = {entry.path: entry for entry in entries(stretch.before.at)}
    flights = [_plain(flight.path) for flight in in_flight(leap.to.at)]
    for entry in entries(leap.to.at):
        was = before.get(entry.path)
        passes = entry.passed and entry.phase is Phase.STEPS and was is not None and not was.passed
        if passes and flights:
            yield f"`{flights[0]}` is not over at the limit of `{entry.state.name}`{_limit(entry)}"


def _limit(entry: EntryView) -> str:
    timeout = entry.state.timeout
    match None if timeout is None else timeout.after:
        case Lit(Duration() as duration):
            return f" ({show_duration(duration)})"
        case Lit(Timestamp() as timestamp):
            return f" ({show_timestamp(timestamp)})"
        case _:
            return ""


def _of_event(walk: Sequence[Stretch], unheard: Unheard) -> str:
    at_end = unheard.leap == len(walk)
    node = walk[-1].leap.to if at_end else walk[unheard.leap].before
    entry = top_entry(node.at)
    where = "before a state is entered" if entry is None else f"in `{entry.state.name}`"
    if not at_end and unheard.choices and walk[unheard.leap].leap.kind is LeapKind.EVENT:
        where += ", at the instant of the event that ends it"
    elif (flight := next(iter(in_flight(node.at)), None)) is not None:
        where += f" while `{_plain(flight.path)}` goes on"
    return f"`{unheard.event}` is accepted {where}"


def _plain(path: str) -> str:
    return POSITIONS.sub("", path)
