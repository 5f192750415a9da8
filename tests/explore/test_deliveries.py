"""What all runs have in common when events are delivered: to each run, once to each entry."""

from pathlib import Path

import pytest

from tests.explore.project import program
from wfcheck.explore.canonical import Node
from wfcheck.explore.environment import Environment
from wfcheck.explore.explore import explore
from wfcheck.explore.oracle import Oracle
from wfcheck.explore.search import Graph, search
from wfcheck.explore.workflow import Bridge, Workflow
from wfcheck.semantics.configuration import entries
from wfcheck.semantics.record import RecordKind

KID = """
inputs: { door: { type: string, required: true } }
initial: hall
states:
  hall:
    on: { bell: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: out, into: { rings: "{{ bell.rings }}" } } }
    timeout: { after: 1h, goto: out, into: { rings: 0 } }
  out: { accepts: { rings: { type: int, required: true } }, final: true }
outputs: { rings: "{{ rings }}" }
"""

PARENT = """
inputs: {{ one: {{ type: string, required: true }}, two: {{ type: string, required: true }} }}
steps:
  - both:
      wf.parallel:
        first: [{{ call: {{ wf.call: kid.workfile, with: {{ door: "{{{{ inputs.one }}}}" }} }} }}]
        second: [{{ call: {{ wf.call: kid.workfile, with: {{ door: "{{{{ inputs.{other} }}}}" }} }} }}]
  - which:
      wf.choose:
        - {{ when: "{{{{ both.first.call.rings == both.second.call.rings }}}}", then: [{{ same: 1 }}] }}
      else: [{{ differ: 1 }}]
"""


def reached(folder: Path, other: str) -> dict[str, int]:
    """How often the steps of the parent are reached, where `other` is what the second child waits for."""
    found = explore(program(folder, PARENT.format(other=other), kid=KID))
    assert found.complete
    return dict(found.coverage.steps)


@pytest.mark.covers("SWP-193", "SWP-194")
def test_all_runs_that_wait_for_an_event_get_it(tmp_path: Path) -> None:
    steps = reached(tmp_path, "one")
    assert steps["which.same"]
    assert not steps["which.differ"]


@pytest.mark.covers("SWP-193")
def test_runs_that_wait_for_different_events_do_not(tmp_path: Path) -> None:
    steps = reached(tmp_path, "two")
    assert steps["which.same"]
    assert steps["which.differ"]


ROUND = """
inputs: { door: { type: string, required: true } }
initial: hall
states:
  hall:
    on_enter: [{ asked: { office.ask: { text: t } } }]
    on:
      answer: { event: office.answer, match: { ticket: "{{ asked.ticket }}" }, goto: room, into: { word: "{{ answer.word }}", level: "{{ asked.level }}" } }
      bell: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: room, into: { word: none } }
    timeout: { after: 1h, goto: out }
  room:
    accepts: { word: { type: string, required: true }, level: int, extra: { type: int, default: 3 } }
    steps: [{ looked: { office.look: {} } }]
    on: { alarm: { event: office.alarm, match: { door: "{{ inputs.door }}" }, goto: hall } }
    timeout: { after: 1m, goto: out }
  out: { final: true }
"""


def graph(folder: Path) -> Graph[Node, Bridge]:
    whole = search(Workflow(Environment(program(folder, ROUND), Oracle(None, 2), False)))
    assert whole.complete
    return whole


@pytest.mark.covers("SWP-116")
def test_no_configuration_has_an_entry_without_all_that_its_state_accepts(tmp_path: Path) -> None:
    seen = 0
    for node in graph(tmp_path).states:
        for entry in entries(node.at):
            accepted = {field.name for field in entry.state.accepts}
            assert accepted <= {name for name, _ in entry.bindings}
            seen += bool(accepted)
    assert seen


@pytest.mark.covers("SWP-195", "SWP-207")
def test_every_move_makes_as_many_entries_as_it_takes_transitions(tmp_path: Path) -> None:
    kinds = [
        [entry.kind for entry in edge.choice.leap.entries] for edge in graph(tmp_path).all_edges()
    ]
    assert any(RecordKind.TRANSITION in moved for moved in kinds)
    for moved in kinds:
        begun = moved.count(RecordKind.RUN_STARTED)
        assert moved.count(RecordKind.ENTRY) == begun + moved.count(RecordKind.TRANSITION)
        assert moved.count(RecordKind.DELIVERED) <= moved.count(RecordKind.TRANSITION)


@pytest.mark.covers("SWP-195", "SWP-204")
def test_nothing_that_was_delivered_is_retained_after_it(tmp_path: Path) -> None:
    whole = graph(tmp_path)
    delivering = [
        edge
        for edge in whole.all_edges()
        if any(entry.kind is RecordKind.DELIVERED for entry in edge.choice.leap.entries)
    ]
    assert delivering
    for edge in delivering:
        for entry in entries(whole.states[edge.target].at):
            assert entry.retained == ()
