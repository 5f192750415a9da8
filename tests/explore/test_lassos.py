"""Traces that repeat for ever: they are told once, and taken again they stop where they were told to."""

import json
from pathlib import Path

import pytest

from tests.explore.project import exploration, program
from wfcheck.cli.app import run
from wfcheck.cli.status import Status
from wfcheck.explore import show
from wfcheck.report.contract.trace import ReadTrace, read_trace, trace_report
from wfcheck.report.exploration import exploration_findings, exploration_text, suspected_findings
from wfcheck.report.terminal import Terminal
from wfcheck.semantics.replay import Replayed, replay
from wfcheck.semantics.verdict import Undecided, Violated

SPIN = """
inputs: { door: { type: string, required: true } }
initial: on_
states:
  on_:
    steps: STEPS
    on: { b: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: over } }
    timeout: { after: 0s, goto: off }
  off:
    on: { b: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: over } }
    timeout: { after: 0s, goto: on_ }
  over: { final: true }
"""


@pytest.mark.parametrize(
    ("steps", "moves"), [("[]", 0), ("[{ l: { office.look: {} } }]", 1)], ids=["alone", "with-call"]
)
def test_a_cycle_without_time_is_told_once(tmp_path: Path, steps: str, moves: int) -> None:
    text = SPIN.replace("STEPS", steps)
    answer = exploration(tmp_path, text).property("zero-time-cycle")
    assert answer is not None
    (shown,) = answer.traces
    assert shown.trace.loop_from is not None
    assert len(shown.trace.moves) >= moves
    assert len(shown.record) < 60

    told = json.dumps(trace_report("a.workfile", shown.trace, shown.record, shown.end))
    read = read_trace(told)
    assert isinstance(read, ReadTrace)
    assert read.trace.loop_from == shown.trace.loop_from
    again = replay(program(tmp_path, text), read.trace)
    assert isinstance(again, Replayed)
    assert again.restless == (moves == 0)
    assert [e.entry.path for e in again.record] == [e.entry.path for e in shown.record]


LOOP = """
initial: a
states:
  a: { steps: [{ m: { office.ask: { text: hi } } }], goto: b }
  b:
    on_enter: [{ ask: { office.ask: { text: step } } }]
    on:
      r:
        event: office.answer
        match: { ticket: "{{ ask.ticket }}" }
        route: "{{ r.word }}"
        cases: { yes: { goto: done }, no: { goto: a } }
    timeout: { after: 2d, goto: done }
  done: { final: true }
"""


def test_a_loop_of_calls_that_cause_the_same_event_is_shown(tmp_path: Path) -> None:
    found = exploration(tmp_path, LOOP)
    answer = found.property("terminates")
    assert answer is not None
    assert isinstance(answer.verdict, Violated)
    assert answer.traces[0].trace.loop_from is not None
    assert found.unreplayed == 0


def test_what_does_not_replay_is_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(show, "rerun", lambda *_: None)
    found = exploration(tmp_path, LOOP)
    answer = found.property("terminates")
    assert answer is not None
    assert isinstance(answer.verdict, Undecided)
    assert "it may be that the run can go on for ever" in answer.verdict.reason
    assert found.unreplayed
    assert not exploration_findings(found)
    assert [d.finding.rule.name for d in suspected_findings(found)] == ["terminates"]
    for command in ("explore", "check"):
        assert run([command, str(tmp_path / "a.workfile")]) == Status.TROUBLE
        told = capsys.readouterr()
        assert "it may be that the run can go on for ever" in told.out
        assert "internal error" in told.err


def test_a_loop_stops_where_it_repeats(tmp_path: Path) -> None:
    found = exploration(tmp_path, LOOP)
    answer = found.property("terminates")
    assert answer is not None
    assert isinstance(answer.verdict, Violated)
    assert answer.verdict.message.endswith("through `a`, `b` if `r` keeps coming")
    (shown,) = answer.traces
    told = exploration_text(found, Terminal())
    before, _, after = told.partition("from here it repeats:\n")
    loop = after.partition("and so on, for ever")[0].splitlines()
    assert "goes to `a`" in before
    assert "a[1].m succeeded" in loop[0]
    assert sum("goes to `a`" in line for line in loop) == 1
    assert not any("its deadline passes" in line for line in loop)
    assert shown.repeats_from is not None


def test_the_text_says_how_much_was_reached(tmp_path: Path) -> None:
    text = LOOP.replace("done: { final: true }", "done: { final: true }\n  alone: { final: true }")
    told = exploration_text(exploration(tmp_path, text), Terminal())
    assert "3 of 4 states, 4 of 4 transitions, " in told
    assert "dead             violated (warning): no run reaches state `alone`" in told
    steps = exploration_text(
        exploration(tmp_path, "steps: [{ l: { office.look: {} } }]"), Terminal()
    )
    assert "states" not in steps
    assert "configurations: the whole space" in steps
