"""What a scenario's answers do, and what is said when they do not fit (E-7)."""

from tests.exec.playing import CORPUS, plays, scenarios_in, workspace_of
from wfcheck.exec.expect import differences
from wfcheck.exec.run import RunResult, run
from wfcheck.exec.script import Script
from wfcheck.semantics.record import RecordKind

LANES = workspace_of(CORPUS / "wfcheck.toml").program(CORPUS / "lanes.workfile")
DESK = workspace_of(CORPUS / "wfcheck.toml").program(CORPUS / "desk.workfile")
PAY = "{ action: shop.pay, returns: { receipt: r, at: '2030-01-01T00:00:00Z', took: 0s } }"


def played(text: str, *, desk: bool = False) -> RunResult:
    (scenario,) = scenarios_in(text)
    assert not scenario.broken
    program = DESK if desk else LANES
    return run(program, Script(program, scenario))


def test_an_action_without_an_answer_is_named() -> None:
    result = played(f"actions: [{PAY}]")
    assert result.complaints == (
        "test.scenario.yaml:1:10: `both.two.ask` (shop.ask) has no answer",
    )
    assert result.end.outcome.value == "waiting"


def test_an_answer_that_does_not_fit_the_manifest_is_named() -> None:
    result = played(f"actions: [{PAY}, {{ action: shop.ask, returns: {{ ticket: 5 }} }}]")
    (complaint,) = result.complaints
    assert complaint.startswith(
        "test.scenario.yaml:1:125: `actions[1]` does not fit the manifest of `shop.ask`"
    )
    assert "ticket" in complaint


def test_a_code_that_is_not_declared_does_not_fit() -> None:
    (complaint,) = played(f"actions: [{PAY}, {{ action: shop.ask, fails: shop.sold }}]").complaints
    assert "cannot fail with `shop.sold`" in complaint


def test_answers_that_are_left_over_are_named() -> None:
    ask = "{ action: shop.ask, returns: { ticket: t } }"
    more = "{ step: nowhere, fails: action.failed }, { action: shop.pay, unknown: true, times: 3 }"
    complaints = played(f"actions: [{PAY}, {ask}, {more}]").complaints
    assert complaints == (
        "test.scenario.yaml:1:142: `actions[2]` was not used",
        "test.scenario.yaml:1:183: `actions[3]` was not used",
    )


def test_fewer_uses_than_times_is_named() -> None:
    ask = "{ action: shop.ask, returns: { ticket: t }, times: 2 }"
    complaints = played(f"actions: [{PAY}, {ask}]").complaints
    assert complaints == ("test.scenario.yaml:1:147: `actions[1]` was used 1 of 2 times",)


def test_a_late_answer_is_dropped_in_the_record() -> None:
    (late,) = [play for play in plays() if play.scenario.workfile == "late.workfile"]
    dropped = [r for r in late.run().record if r.entry.kind is RecordKind.DROPPED]
    assert [(r.at, r.entry.path) for r in dropped] == [(600_000, "both.slow.ask")]


def test_an_event_that_does_not_fit_is_named() -> None:
    text = (
        "inputs: { buyer: ann }\nactions: [{ action: shop.ask, returns: { ticket: t } },"
        " { action: shop.look, returns: { stock: 1, names: [] } }]\n"
        "events: [{ at: 1m, event: shop.reply, payload: { ticket: t } }]"
    )
    (complaint,) = played(text, desk=True).complaints
    assert complaint.startswith("test.scenario.yaml:3:10: `events[0]` does not fit the manifest")


def test_a_child_that_is_not_there_cannot_be_cancelled() -> None:
    text = f"actions: [{PAY}, {{ action: shop.ask, returns: {{ ticket: t }} }}]\ncancel: {{ at: 0s, step: kid }}"
    assert played(text).complaints in (
        ("`cancel`: no child run is in progress at `kid`",),
        (),
    )


def test_what_is_malformed_is_said_and_the_rest_is_read() -> None:
    first, second = scenarios_in(
        "- { name: a, action: [] }\n- { name: b, events: [{ at: soon, event: x.y }] }\n"
    )
    assert [f.message for f in first.broken] == ["a scenario has no key `action`"]
    assert first.broken[0].help == "did you mean `actions`?"
    assert [f.message for f in second.broken] == ["`soon` is no duration"]


def test_every_expectation_can_fail() -> None:
    text = (
        "inputs: { buyer: ann }\nactions: [{ action: shop.ask, returns: { ticket: t } },"
        " { action: shop.look, returns: { stock: 1, names: [] } }]\n"
        "events: [{ at: 1m, event: shop.reply, payload: { ticket: t, buyer: bob, word: w } }]\n"
        "expect: { outcome: stopped, code: x, reason: y, outputs: { how: no, what: 1 }, states: [asking],"
        " steps: { 'asking[0].ask': failed, nowhere: succeeded }, attempts: { 'asking[0].ask': 2 },"
        " delivered: [], undelivered: 1, affected: [how], at: 2m, bindings: { 'asking[0].ask': null } }"
    )
    (scenario,) = scenarios_in(text)
    found = differences(scenario.expect, run(DESK, Script(DESK, scenario)))
    keys = {difference.split("`")[1].split(".")[0] for difference in found}
    assert keys == {name for name, _ in scenario.expect.parts}
    assert len(found) == len(keys) + 2
