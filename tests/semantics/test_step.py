"""The machine's contract: total, pure, in a stated order; configurations forget history."""

import random

import pytest

from tests.exec.playing import CORPUS, workspace_of
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
    TimedOut,
)
from wfcheck.semantics.configuration import Configuration, entries, in_flight, runs, timers
from wfcheck.semantics.program import Program
from wfcheck.semantics.step import choices, step
from wfcheck.syntax.expr import Lit, MapLit, Unknown
from wfcheck.syntax.literals import Duration, MapValue

FILES = ("desk", "lanes", "relay", "sums", "parent", "late")


def program(name: str) -> Program:
    return workspace_of(CORPUS / "wfcheck.toml").program(CORPUS / f"{name}.workfile")


def begun(name: str) -> tuple[Program, Configuration]:
    file = program(name)
    inputs = MapLit((("buyer", Lit("ann")),)) if name in ("desk", "relay") else MapLit(())
    return file, step(file, Configuration(), Begin(inputs)).to


def reply(buyer: str, word: str = "w") -> Event:
    return Event("shop.reply", Lit(MapValue((("ticket", "t"), ("buyer", buyer), ("word", word)))))


def settled(file: Program, at: Configuration, *outputs: tuple[str, MapValue]) -> Configuration:
    for path, output in outputs:
        at = step(file, at, Outcome(path, Returned(Lit(output)))).to
    return at


TICKET = MapValue((("ticket", "t1"),))
STOCK = MapValue((("stock", 1), ("names", ())))


def test_choices_stand_in_the_stated_order() -> None:
    file, at = begun("desk")
    offers = choices(file, at)
    kinds = [type(choice) for choice in offers]
    assert kinds == [Outcome, Outcome, Outcome, Outcome, Accept, Cancel]
    assert [type(c.result) for c in offers if isinstance(c, Outcome)] == [
        Returned,
        Failed,
        Failed,
        EndedUnknown,
    ]
    (accept,) = [c for c in offers if isinstance(c, Accept)]
    assert [symbol.origin for symbol in accept.new] == [
        "shop.reply.ticket",
        "shop.reply.buyer",
        "shop.reply.word",
    ]


def test_an_instant_goes_from_work_to_acceptances_to_selection() -> None:
    file, at = begun("desk")
    at = settled(file, at, ("asking[0].ask", TICKET), ("asking[0].look", STOCK))
    assert [type(c) for c in choices(file, at)] == [Accept, Pass, Cancel]
    at = step(file, at, Accept(reply("bob"))).to
    assert [type(c) for c in choices(file, at)] == [Accept, Pass, Pass, Cancel]  # it fits nothing
    at = step(file, at, Accept(reply("ann"))).to
    assert [type(c) for c in choices(file, at)] == [Accept, Proceed, Cancel]
    done = step(file, at, Proceed()).to
    assert done.ended is not None
    assert done.ended.outputs == MapLit((("how", Lit("buyer w")),))
    assert choices(file, done) == ()


def test_the_views_tell_where_a_run_is() -> None:
    file, at = begun("desk")
    (entry,) = entries(at)
    assert (entry.path, entry.phase.value, entry.timer) == ("asking[0]", "on_enter", None)
    assert [flight.path for flight in in_flight(at)] == ["asking[0].ask"]
    at = settled(file, at, ("asking[0].ask", TICKET), ("asking[0].look", STOCK))
    (entry,) = entries(at)
    assert entry.phase.value == "waiting"
    assert timers(at) == (Lit(Duration(600_000)),)
    matches = {active.name: active.match for active in entry.active}
    assert matches["by_ticket"] == (("ticket", Lit("t1")),)


def test_two_stops_are_a_choice_of_branches() -> None:
    file, at = begun("parent")
    at = step(file, at, Cancel("kid")).to
    assert choices(file, at) == (Move("ends.a"), Move("ends.b"))
    reasons = [step(file, at, move).to.ended for move in choices(file, at)]
    assert [end.reason for end in reasons if end is not None] == [Lit("a"), Lit("b")]


def test_entries_that_behave_alike_are_one_configuration() -> None:
    file, at = begun("parent")
    first = at
    for _ in range(2):
        at = step(file, at, Accept(reply("ann", "again"))).to
        at = step(file, at, Proceed()).to
        at = step(file, at, Pass(None)).to
    paths = {entry.path for c in (first, at) for entry in entries(c)}
    assert paths == {"kid/waiting[0]", "kid/waiting[2]"}
    assert at.run is not None
    assert first.run is not None
    # only the call's own limit, which no time has used up, could tell them apart
    assert at == first
    assert hash(at) == hash(first)


def test_a_child_run_is_seen_with_its_path() -> None:
    _, at = begun("parent")
    assert [run.path for run in runs(at)] == ["", "kid"]


ODD: tuple[Choice, ...] = (
    Begin(MapLit(())),
    Outcome("nowhere", TimedOut()),
    Outcome("asking[0].ask", TimedOut()),
    Accept(Event("no.trigger", Lit(None))),
    Proceed(),
    Pass(None),
    Pass(Lit(Duration(0))),
    Decide(Lit(value=True), value=True),
    Move("nowhere"),
    Cancel("nowhere"),
)


@pytest.mark.parametrize("name", FILES)
def test_any_choice_can_be_taken_anywhere(name: str) -> None:
    rng = random.Random(7)
    file = program(name)
    for _ in range(10):
        at = Configuration()
        for _ in range(25):
            for odd in ODD:
                assert step(file, at, odd) == step(file, at, odd)
            offers = choices(file, at)
            assert offers == choices(file, at)
            if not offers:
                break
            at = step(file, at, rng.choice(offers)).to


def test_unknowns_are_numbered_on() -> None:
    file = program("relay")
    (begin,) = choices(file, Configuration())
    at = step(file, Configuration(), begin).to
    (look, *_) = choices(file, at)
    assert isinstance(look, Outcome)
    assert isinstance(look.result, Returned)
    assert look.result.output == MapLit(
        (("stock", Unknown(look.new[0].id)), ("names", Unknown(look.new[1].id)))
    )
    assert [symbol.id for symbol in (*at.symbols, *look.new)] == [0, 1, 2]
