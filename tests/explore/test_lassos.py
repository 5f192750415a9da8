"""Traces that repeat for ever: they are told once, and taken again they stop where they were told to."""

import json
from pathlib import Path

import pytest

from tests.explore.project import exploration, program
from wfcheck.report.contract.trace import ReadTrace, read_trace, trace_report
from wfcheck.semantics.replay import Replayed, replay

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
