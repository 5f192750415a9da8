"""What an exploration covers and counts, and what it leaves open."""

from pathlib import Path

import pytest

from tests.explore.project import exploration, verdicts
from wfcheck.diagnostic import Severity
from wfcheck.explore.explore import Options
from wfcheck.explore.search import Strategy
from wfcheck.report.contract.explore import explore_report
from wfcheck.report.exploration import exploration_findings, exploration_text
from wfcheck.report.terminal import Terminal
from wfcheck.semantics.verdict import Bound
from wfcheck.settings import Bounds

LOOP = """
inputs: { door: { type: string, required: true } }
initial: shut
states:
  shut:
    on_enter: [{ q: { office.ask: { text: who } } }]
    on:
      a: { event: office.answer, match: { ticket: "{{ q.ticket }}" }, goto: open }
      x: { event: office.alarm, match: { door: "{{ inputs.door }}" }, goto: gone }
    timeout: { after: 1h, goto: shut }
  open: { timeout: { after: 1m, goto: shut } }
  gone: { final: true }
"""

COUNTER = """
inputs: { door: { type: string, required: true } }
initial: start
states:
  start: { goto: counting, into: { n: 0 } }
  counting:
    accepts: { n: { type: int, required: true } }
    timeout:
      after: 1m
      route: "{{ 'again' if n < LIMIT else 'enough' }}"
      cases: { again: { goto: counting, into: { n: "{{ n + 1 }}" } }, enough: { goto: over } }
  over: { final: true }
"""


@pytest.mark.parametrize("strategy", Strategy)
def test_a_loop_that_makes_new_values_is_finite(tmp_path: Path, strategy: Strategy) -> None:
    found = exploration(tmp_path, LOOP, Options(strategy=strategy))
    assert found.complete
    assert (found.states, found.transitions) == (3, 4)
    assert found.configurations < 60


@pytest.mark.parametrize("limit", [3, 20, 200])
def test_a_guarded_counter_is_covered(tmp_path: Path, limit: int) -> None:
    found = exploration(tmp_path, COUNTER.replace("LIMIT", str(limit)))
    assert found.complete
    assert verdicts(found)["unbounded-data"] == "holds"
    assert dict(found.coverage.states)["over"] == 1


def test_what_a_bound_cuts_is_named_and_holds_within_it(tmp_path: Path) -> None:
    found = exploration(tmp_path, LOOP, Options(bounds=Bounds(max_states=5)))
    assert found.bounds == (Bound.MAX_STATES,)
    assert verdicts(found)["deadlock"] == "holds within bounds"
    assert verdicts(found)["dead"] == "unknown"


def test_severities_are_settings(tmp_path: Path) -> None:
    options = Options(severities=(("dead", None), ("deadlock", Severity.INFO)))
    found = exploration(tmp_path, LOOP, options)
    assert found.property("dead") is None
    deadlock = found.property("deadlock")
    assert deadlock is not None
    assert deadlock.severity is Severity.INFO


def test_coverage_counts_every_part(tmp_path: Path) -> None:
    coverage = exploration(tmp_path, LOOP).coverage
    assert [name for name, _ in coverage.states] == ["shut", "open", "gone"]
    assert [name for name, _ in coverage.transitions] == [
        "shut.a",
        "shut.x",
        "shut.timeout",
        "open.timeout",
    ]
    assert all(count for _, count in (*coverage.states, *coverage.transitions, *coverage.steps))


def test_the_report_has_the_keys_of_the_contract(tmp_path: Path) -> None:
    report = explore_report(exploration(tmp_path, LOOP))
    assert list(report) == [
        "schema_version",
        "path",
        "complete",
        "bounds",
        "states",
        "transitions",
        "configurations",
        "seconds",
        "properties",
        "coverage",
    ]
    properties = report["properties"]
    assert isinstance(properties, list)
    assert all(
        isinstance(one, dict)
        and list(one)
        == [
            "name",
            "severity",
            "verdict",
            "message",
            "trace",
            "traces",
            "good_trace",
            "timing",
            "blame",
            "assumptions",
        ]
        for one in properties
    )


def test_the_text_tells_the_run(tmp_path: Path) -> None:
    found = exploration(tmp_path, LOOP)
    text = exploration_text(found, Terminal())
    assert "deadlock         holds" in text
    assert "enters shut[0]" in text
    assert text.endswith("configurations: the whole space\n")


def test_findings_are_the_violated_properties(tmp_path: Path) -> None:
    found = exploration(tmp_path, LOOP)
    names = {diagnostic.finding.rule.name for diagnostic in exploration_findings(found)}
    assert names == {name for name, v in verdicts(found).items() if v == "violated"}


def test_exploring_twice_gives_the_same(tmp_path: Path) -> None:
    first, second = (explore_report(exploration(tmp_path, LOOP)) for _ in range(2))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}
