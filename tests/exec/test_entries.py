"""What every run's record shows of its entries: their order, their positions, and one for each transition."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.exec.playing import Play, plays
from wfcheck.exec.expect import known
from wfcheck.semantics.record import RecordEntry, RecordKind
from wfcheck.syntax.literals import MapValue, Value

PLAYS = tuple(plays())
OF_STATES = tuple(play for play in PLAYS if play.program.states is not None)
OF_ENTRIES = (RecordKind.ENTRY, RecordKind.TRANSITION, RecordKind.RUN_ENDED)


def recorded(play: Play) -> tuple[RecordEntry, ...]:
    return tuple(recorded.entry for recorded in play.run().record)


def value(entry: RecordEntry, key: str) -> Value:
    return known(entry.get(key))


def of_top_run(entries: tuple[RecordEntry, ...]) -> Iterator[RecordEntry]:
    """What the record has on entries of the run itself, not of those that it calls."""
    return (entry for entry in entries if entry.kind in OF_ENTRIES and "/" not in entry.path)


def phases(name: str) -> list[tuple[str, str]]:
    """The record of a scenario as kinds and paths, without answers of actions."""
    (play,) = (play for play in PLAYS if play.scenario.name == name)
    return [(entry.kind.value, entry.path) for entry in recorded(play)]


@pytest.mark.covers("SWP-033", "SWP-034", "SWP-183", "SWP-188", "SWP-190", "SWP-206")
def test_an_entry_goes_from_activation_to_its_transition() -> None:
    assert phases("an event while on_enter runs, before its match has a value") == [
        ("run.started", ""),
        ("entry", "hall[0]"),
        ("attempt", "hall[0].rung"),
        ("accepted", ""),
        ("attempt", "hall[0].rung"),
        ("step", "hall[0].rung"),
        ("step", "hall[0].called"),
        ("timer", "hall[0]"),
        ("attempt", "hall[0].first"),
        ("attempt", "hall[0].first"),
        ("step", "hall[0].first"),
        ("attempt", "hall[0].second"),
        ("attempt", "hall[0].second"),
        ("step", "hall[0].second"),
        ("delivered", "hall[0].guest"),
        ("transition", "hall[0]"),
        ("entry", "out[0]"),
        ("run.ended", ""),
    ]


@pytest.mark.covers("SWP-098", "SWP-099", "SWP-112", "SWP-114")
def test_a_projection_that_fails_leaves_no_entry() -> None:
    last = phases("a value of another type, beside a good one, begins nothing")[-2:]
    assert last == [("delivered", "hall[0].guest"), ("run.ended", "")]


@pytest.mark.covers("SWP-206", "SWP-207")
@pytest.mark.parametrize("play", OF_STATES, ids=str)
def test_each_transition_makes_one_entry_and_each_entry_has_one(play: Play) -> None:
    awaited: Value = None
    seen = 0
    for entry in of_top_run(recorded(play)):
        match entry.kind:
            case RecordKind.ENTRY:
                assert awaited in (None, value(entry, "state"))
                assert (awaited is None) == (seen == 0)
                awaited, seen = None, seen + 1
            case RecordKind.TRANSITION:
                assert awaited is None
                awaited = value(entry, "to")
            case _:
                assert awaited is None


@pytest.mark.covers("SWP-107", "SWP-108", "SWP-109", "SPD-063")
@pytest.mark.parametrize("play", OF_STATES, ids=str)
def test_positions_count_from_zero_for_each_state(play: Play) -> None:
    counts: Counter[Value] = Counter()
    for entry in of_top_run(recorded(play)):
        if entry.kind is RecordKind.ENTRY:
            state = value(entry, "state")
            assert value(entry, "position") == counts[state]
            assert entry.path == f"{state}[{counts[state]}]"
            counts[state] += 1


@pytest.mark.covers("SWP-116")
@pytest.mark.parametrize("play", OF_STATES, ids=str)
def test_an_entry_begins_with_all_that_its_state_accepts(play: Play) -> None:
    declared = {
        state.name: {field.name for field in state.accepts} for state in play.program.states or ()
    }
    for entry in of_top_run(recorded(play)):
        if entry.kind is RecordKind.ENTRY:
            accepted = value(entry, "accepted") or MapValue(())
            assert isinstance(accepted, MapValue)
            assert {name for name, _ in accepted.entries} == declared[str(value(entry, "state"))]


@pytest.mark.covers("SWP-085")
@pytest.mark.parametrize("play", OF_STATES, ids=str)
def test_immediate_transitions_in_a_row_are_fewer_than_states(play: Play) -> None:
    row = 0
    for entry in of_top_run(recorded(play)):
        if entry.kind is RecordKind.TRANSITION:
            row = row + 1 if value(entry, "by") == "immediate" else 0
            assert row < len(play.program.states or ())


@pytest.mark.covers("SPD-047", "SWP-196")
def test_an_event_that_nobody_names_is_recorded() -> None:
    name = "events of other values, and those that no state names, change nothing and are recorded"
    (play,) = (play for play in PLAYS if play.scenario.name == name)
    accepted = [e for e in recorded(play) if e.kind is RecordKind.ACCEPTED]
    assert [value(entry, "event") for entry in accepted] == [
        "hall.guest",
        "hall.guest",
        "hall.post",
    ]
