"""Faults that real workflows had: each is found, with a trace of the expected length, and nothing else is."""

from pathlib import Path

import pytest

from tests.explore.project import exploration, verdicts, violated
from wfcheck.explore.explore import Options
from wfcheck.semantics.configuration import RunOutcome

ASKING = """
initial: asking
states:
  asking:
    on_enter: [{ q: { office.ask: { text: well } } }]
    steps: [{ note: { office.look: {} } }]
    on: { a: { event: office.answer, match: { ticket: "{{ q.ticket }}" }, goto: done } }
    timeout: { after: 1h, goto: done }
  done: { final: true }
"""

NOBODY_LISTENS = """
inputs: { door: { type: string, required: true } }
initial: resting
states:
  resting: { timeout: { after: 1m, goto: listening } }
  listening:
    on: { b: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: opened } }
    timeout: { after: 1m, goto: shut }
  opened: { final: true }
  shut: { final: true }
"""

ANOTHER_EVENT = """
inputs: { door: { type: string, required: true } }
initial: first
states:
  first:
    on: { b: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: second } }
  second:
    on: { x: { event: office.alarm, match: { door: "{{ inputs.door }}" }, goto: over } }
  over: { final: true }
"""

MADE_UP_TICKET = """
initial: waiting
states:
  waiting:
    on_enter: [{ q: { office.ask: { text: well } } }]
    on: { a: { event: office.answer, match: { ticket: "T-1" }, goto: over } }
  over: { final: true }
"""

ZERO_RINGS = """
inputs: { door: { type: string, required: true } }
initial: waiting
states:
  waiting:
    on:
      b: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: shared, into: { n: "{{ 12 // b.rings }}" } }
  shared:
    accepts: { n: { type: int, required: true } }
    final: true
"""

TRAPPED = """
inputs: { mode: { type: string, required: true } }
initial: polling
states:
  polling:
    timeout:
      after: 1m
      route: "{{ inputs.mode }}"
      cases: { once: { goto: over } }
      else: { goto: polling }
  over: { final: true }
"""

AGAIN = """
initial: a
states:
  a:
    steps:
      - q: { office.ask: { text: well }, timeout: 30s, retry: { max_attempts: 2 }, on_fail: continue }
    goto: over
  over: { final: true }
"""

SPINNING = """
inputs: { door: { type: string, required: true } }
initial: poll
states:
  poll:
    steps: [{ look: { office.look: {} } }]
    on: { b: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: over } }
    timeout: { after: 0s, goto: poll }
  over: { final: true }
"""

COUNTING = """
inputs: { door: { type: string, required: true } }
initial: start
states:
  start: { goto: counting, into: { n: 0 } }
  counting:
    accepts: { n: { type: int, required: true } }
    on:
      b: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: counting, into: { n: "{{ n + 1 }}" } }
      x: { event: office.alarm, match: { door: "{{ inputs.door }}" }, goto: over }
  over: { final: true }
"""

SHADOWED = """
initial: a
states:
  a:
    steps:
      - look: { office.look: {} }
      - size:
          wf.choose:
            - { when: "{{ look.count >= 10 }}", then: [{ tag: big }] }
            - { when: "{{ look.count >= 100 }}", then: [{ tag: huge }] }
          else: [{ tag: small }]
    goto: over
  over: { final: true }
"""


@pytest.mark.parametrize(
    ("text", "name", "moves"),
    [
        (NOBODY_LISTENS, "lost-event", 1),
        (ANOTHER_EVENT, "lost-event", 2),
        (MADE_UP_TICKET, "deadlock", 1),
        (ZERO_RINGS, "fault", 1),
        (TRAPPED, "can-complete", 0),
        (AGAIN, "double-effect", 1),
        (SPINNING, "zero-time-cycle", None),
        (COUNTING, "unbounded-data", None),
    ],
)
def test_the_fault_is_found_with_a_short_trace(
    tmp_path: Path, text: str, name: str, moves: int | None
) -> None:
    found = exploration(tmp_path, text)
    assert verdicts(found)[name] == "violated"
    assert found.unreplayed == 0
    answer = found.property(name)
    assert answer is not None
    (shown,) = answer.traces
    if moves is not None:
        assert len(shown.trace.moves) == moves


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (ASKING, set[str]()),
        (NOBODY_LISTENS, {"lost-event"}),
        (ANOTHER_EVENT, {"lost-event"}),
        (MADE_UP_TICKET, {"deadlock", "can-complete"}),
        (ZERO_RINGS, {"fault"}),
        (TRAPPED, {"can-complete"}),
        (SHADOWED, {"dead"}),
    ],
)
def test_nothing_else_is_reported(tmp_path: Path, text: str, names: set[str]) -> None:
    found = exploration(tmp_path, text)
    assert violated(found) == names
    assert found.complete


def test_a_lost_event_shows_the_run_that_hears_it(tmp_path: Path) -> None:
    answer = exploration(tmp_path, NOBODY_LISTENS).property("lost-event")
    assert answer is not None
    assert answer.good_trace is not None
    (bad,) = answer.traces
    assert (bad.trace.until, answer.good_trace.trace.until) == (120_000, 60_001)


def test_an_answer_during_the_asking_step_is_not_lost(tmp_path: Path) -> None:
    assert verdicts(exploration(tmp_path, ASKING))["lost-event"] == "holds"


def test_a_fault_names_its_code_and_fails_the_run(tmp_path: Path) -> None:
    answer = exploration(tmp_path, ZERO_RINGS).property("fault")
    assert answer is not None
    assert answer.traces[0].end.outcome is RunOutcome.FAILED
    assert answer.traces[0].end.code == "fault.arithmetic"


def test_the_trapped_value_is_shown(tmp_path: Path) -> None:
    answer = exploration(tmp_path, TRAPPED).property("can-complete")
    assert answer is not None
    ((name, value),) = answer.traces[0].trace.start.inputs.entries
    assert name == "mode"
    assert "once" not in repr(value)


def test_a_lasso_says_from_where_it_repeats(tmp_path: Path) -> None:
    found = exploration(tmp_path, TRAPPED, Options(named=frozenset({"terminates"})))
    answer = found.property("terminates")
    assert answer is not None
    assert answer.traces[0].trace.loop_from is not None
