"""The corpus of scenarios: each passes, and each run can be taken again to the byte."""

import json
from pathlib import Path

import pytest

from tests.cases import lint_file
from tests.exec.playing import Play, plays
from wfcheck.report.contract.run import run_report
from wfcheck.report.contract.trace import ReadTrace, read_trace, trace_report
from wfcheck.semantics.configuration import outcome
from wfcheck.semantics.replay import Replayed, replay

PLAYS = tuple(plays())
FILES = sorted({play.file.parent / str(play.scenario.workfile) for play in PLAYS})


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_passes(play: Play) -> None:
    assert play.failures() == ()


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_replays_to_the_byte(play: Play) -> None:
    result = play.run()
    told = json.dumps(trace_report("x", result.trace, result.record, result.end))
    read = read_trace(told)
    assert isinstance(read, ReadTrace)
    for trace in (result.trace, read.trace):
        again = replay(play.program, trace)
        assert isinstance(again, Replayed)
        end = outcome(again.configuration)
        assert json.dumps(run_report(end, again.record)) == json.dumps(
            run_report(result.end, result.record)
        )
        assert read.differs(end) is None
    assert json.dumps(trace_report("x", result.trace, result.record, result.end)) == told


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_runs_what_is_valid(path: Path) -> None:
    assert [told for told in lint_file(path) if told.severity == "error"] == []


def test_there_are_scenarios() -> None:
    assert len(PLAYS) > 10
