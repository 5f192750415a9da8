"""Events that are lost: the run that hears the event differs from the other in that moment alone."""

from pathlib import Path

import pytest

from tests.explore.project import exploration, violated
from wfcheck.explore import show
from wfcheck.explore.answer import Shown
from wfcheck.semantics.choice import Accept
from wfcheck.semantics.configuration import RunOutcome
from wfcheck.semantics.trace import Taken
from wfcheck.semantics.verdict import Violated

SLOW = """
initial: start
states:
  start:
    steps:
      - q: { office.ask: { text: hi } }
      - l: { office.look: {} }
    goto: waiting
    into: { ticket: "{{ q.ticket }}" }
  waiting:
    accepts: { ticket: { type: string, required: true } }
    on:
      r:
        event: office.answer
        match: { ticket: "{{ ticket }}" }
        route: "{{ r.word }}"
        cases: { no: { goto: told }, yes: { goto: done } }
    timeout: { after: 1d, goto: told }
  told: { steps: [{ t: { office.look: {} } }], goto: late }
  done: { steps: [{ t: { office.look: {} } }], goto: final }
  late: { final: true }
  final: { final: true }
"""

BELL = """
inputs: { door: { type: string, required: true } }
initial: a
states:
  a: { steps: [{ l: { office.look: {} } }], goto: b }
  b:
    on: { r: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: TARGET } }
    timeout: { after: 2d, goto: done }
  c: { steps: [{ l: { office.look: {} } }], goto: over }
  done: { final: true }
  over: { final: true }
"""

RACE = """
inputs: { door: { type: string, required: true } }
initial: b
states:
  b:
    on:
      r: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: b }
      x: { event: office.alarm, match: { door: "{{ inputs.door }}" }, goto: over }
    timeout: { after: 2d, goto: done }
  done: { final: true }
  over: { final: true }
"""


def _events(shown: Shown) -> tuple[list[Taken], list[Taken]]:
    """The events of a trace, and its other moves."""
    events = [move for move in shown.trace.moves if isinstance(move.choice, Accept)]
    return events, [move for move in shown.trace.moves if move not in events]


def test_the_two_runs_differ_in_the_moment_of_the_event(tmp_path: Path) -> None:
    answer = exploration(tmp_path, SLOW).property("lost-event")
    assert answer is not None
    assert answer.good_trace is not None
    (lost,), others = _events(answer.traces[0])
    (heard,), same = _events(answer.good_trace)
    assert lost.choice == heard.choice
    assert lost.at < heard.at
    assert answer.traces[0].trace.start == answer.good_trace.trace.start
    assert others[:2] == same[:2]
    # later: what the same kind of call returns is the same
    assert len(others) == len(same)


def test_a_run_is_not_said_to_need_a_failure_to_hear_an_event(tmp_path: Path) -> None:
    answer = exploration(tmp_path, BELL.replace("TARGET", "c")).property("lost-event")
    assert answer is not None
    assert isinstance(answer.verdict, Violated)
    assert answer.good_trace is not None
    assert answer.good_trace.end.outcome is RunOutcome.COMPLETED
    assert "instead of completed in `over`" in answer.verdict.message
    assert "before `b.r` listens" in answer.verdict.message


def test_a_failure_that_has_nothing_to_do_with_the_event_is_no_consequence(tmp_path: Path) -> None:
    assert "lost-event" not in violated(exploration(tmp_path, BELL.replace("TARGET", "a")))


def test_a_lost_race_is_told_from_an_event_that_nobody_listens_for(tmp_path: Path) -> None:
    answer = exploration(tmp_path, RACE).property("lost-event")
    assert answer is not None
    assert isinstance(answer.verdict, Violated)
    assert "an earlier entry of `b` listens and lose the race" in answer.verdict.message


def test_without_such_a_run_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(show.Shower, "_pair", lambda *_, **__: None)
    answer = exploration(tmp_path, SLOW).property("lost-event")
    assert answer is not None
    assert isinstance(answer.verdict, Violated)
    assert answer.good_trace is None
    assert "no run could be built in which only that moment differs" in answer.verdict.message
