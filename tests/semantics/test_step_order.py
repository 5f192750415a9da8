"""The order of one instant and of deliveries (D-9, D-11, D-15): each rule, broken, is noticed."""

from collections.abc import Callable
from dataclasses import replace

import pytest

import wfcheck.exec.run as executor
from tests.exec.playing import plays
from wfcheck.semantics import entries, passing, step
from wfcheck.semantics.choice import Event, Proceed
from wfcheck.semantics.configuration import ZERO
from wfcheck.semantics.control import Entry, Failure, Phase
from wfcheck.semantics.delivery import Delivery, retain, select
from wfcheck.semantics.moment import Moment

ORDER = tuple(plays("desk.scenario.yaml"))

Chosen = tuple[Entry, Delivery | Failure | None]


def forgets_on_enter(
    entry: Entry, event: Event, number: int, moment: Moment, *, aging: bool = False
) -> Entry:
    """D-9 broken: what comes during `on_enter` is not retained."""
    if entry.phase is Phase.ON_ENTER:
        return entry
    return retain(entry, event, number, moment, aging=aging)


def forgets_while_busy(
    entry: Entry, event: Event, number: int, moment: Moment, *, aging: bool = False
) -> Entry:
    """D-9 broken: only an entry that waits takes events."""
    if entry.phase is not Phase.WAITING:
        return entry
    return retain(entry, event, number, moment, aging=aging)


def the_last(entry: Entry, moment: Moment) -> Chosen:
    """D-9 broken: the last event by acceptance is chosen."""
    return select(replace(entry, retained=entry.retained[::-1]), moment)


def the_first_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """D-9 broken: an event that is not eligible stands in the way of the next."""

    def alone(entry: Entry, moment: Moment) -> Chosen:
        return select(replace(entry, retained=entry.retained[:1]), moment)

    monkeypatch.setattr(entries, "purge", lambda entry, _: entry)
    monkeypatch.setattr(entries, "select", alone)


def the_first_subscription(entry: Entry, moment: Moment) -> Chosen:
    """D-11 broken: of two subscriptions that fit the first is taken."""
    for active in entry.active:
        chosen = select(replace(entry, active=(active,)), moment)
        if chosen[1] is not None:
            return chosen
    return entry, None


def any_ambiguity(entry: Entry, moment: Moment) -> Chosen:
    """D-11 broken: an ambiguous event that would not be delivered fails the entry too."""
    for held in entry.retained:
        chosen = select(replace(entry, retained=(held,)), moment)
        if isinstance(chosen[1], Failure):
            return chosen
    return select(entry, moment)


def keeps_late_ones(
    entry: Entry, event: Event, number: int, moment: Moment, *, aging: bool = False
) -> Entry:
    """D-11 broken: what is accepted after the deadline is retained."""
    kept = retain(replace(entry, passed=False), event, number, moment, aging=aging)
    return replace(kept, passed=entry.passed)


def retains_certain_ones_too(
    entry: Entry, event: Event, number: int, moment: Moment, *, aging: bool = False
) -> Entry:
    """Not broken, only slower: what comes after a certain delivery is retained for nothing."""
    alone = retain(replace(entry, retained=()), event, number, moment, aging=aging)
    return replace(alone, retained=(*entry.retained, *alone.retained))


def deadlines_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """D-15 broken: a deadline that is due beats an event of its instant."""

    def timeout_first(entry: Entry, moment: Moment) -> Chosen:
        due = entry.timer == ZERO or entry.passed
        return (replace(entry, retained=()), None) if due else select(entry, moment)

    monkeypatch.setattr(entries, "select", timeout_first)
    monkeypatch.setattr(step, "deliverable", lambda _: False)


def selects_before_accepting(monkeypatch: pytest.MonkeyPatch) -> None:
    """D-15 broken: what is due at an instant is selected before the events of it are accepted."""
    accept = executor._Running._accept

    def late(running: executor._Running) -> bool:
        while running.driver.proceeds and not running.driver.over:
            running.driver.take(Proceed())
        return accept(running)

    monkeypatch.setattr(executor._Running, "_accept", late)


def accepts_before_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """D-15 broken: events are accepted before the work of their instant ends."""
    settle = executor._Running._settle_due

    def late(running: executor._Running) -> bool:
        return running._accept() or settle(running)

    monkeypatch.setattr(executor._Running, "_settle_due", late)


def patched(where: object, name: str, mutant: object) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda monkeypatch: monkeypatch.setattr(where, name, mutant)


MUTANTS = {
    "D-9 forgets on_enter": patched(passing, "retain", forgets_on_enter),
    "D-9 forgets while busy": patched(passing, "retain", forgets_while_busy),
    "D-9 the last": patched(entries, "select", the_last),
    "D-9 the first alone": the_first_alone,
    "D-11 the first subscription": patched(entries, "select", the_first_subscription),
    "D-11 any ambiguity": patched(entries, "select", any_ambiguity),
    "D-11 keeps late ones": patched(passing, "retain", keeps_late_ones),
    "D-15 deadlines first": deadlines_first,
    "D-15 selects before accepting": selects_before_accepting,
    "D-15 accepts before work": accepts_before_work,
}


def failing() -> list[str]:
    return [str(play) for play in ORDER if play.failures()]


def test_the_order_holds() -> None:
    assert failing() == []


@pytest.mark.parametrize("name", MUTANTS)
def test_a_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MUTANTS[name](monkeypatch)
    assert any(name.split(maxsplit=1)[0] in found for found in failing())


def test_retaining_more_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passing, "retain", retains_certain_ones_too)
    assert failing() == []
