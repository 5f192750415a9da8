"""What scheduling leaves open is explored in every order, and what it does not is the same in all of them."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.explore.project import program, verdicts
from wfcheck.explore.explore import explore
from wfcheck.report.contract.trace import ReadTrace, read_trace, trace_report
from wfcheck.semantics.choice import Begin, Decide, Failed, Outcome, Returned
from wfcheck.semantics.configuration import Configuration, Ended, outcome
from wfcheck.semantics.program import Program
from wfcheck.semantics.record import RecordEntry, RecordKind
from wfcheck.semantics.replay import Diverged, Replayed, replay
from wfcheck.semantics.step import choices, step
from wfcheck.semantics.trace import Taken, Trace
from wfcheck.syntax.expr import Expr, Lit, MapLit

ASK = "{ office.ask: { text: t } }"


def reached(folder: Path, text: str, **others: str) -> dict[str, bool]:
    """The steps of the top file, each with whether some run begins it; every run is explored."""
    found = explore(program(folder, text, **others))
    assert found.complete
    return {path: count > 0 for path, count in found.coverage.steps}


def failing_first(construct: str, one: str, two: str) -> str:
    """A construct whose handler tells apart which of two steps in it failed the construct."""
    return f"""
steps:
  - both:
      {construct}
      on_fail:
        - which:
            wf.choose:
              - {{ when: "{{{{ error.step == '{one}' }}}}", then: [{{ first: 1 }}] }}
              - {{ when: "{{{{ error.step == '{two}' }}}}", then: [{{ second: 1 }}] }}
            else: [{{ neither: 1 }}]
"""


@pytest.mark.covers("WFC-182", "WFC-184")
def test_answers_of_branches_come_in_any_order(tmp_path: Path) -> None:
    text = failing_first(
        f"wf.parallel: {{ a: [{{ x: {ASK} }}], b: [{{ y: {ASK} }}] }}", "both.a.x", "both.b.y"
    )
    steps = reached(tmp_path, text)
    assert steps["both.(on_fail).which.first"]
    assert steps["both.(on_fail).which.second"]
    assert not steps["both.(on_fail).which.neither"]


STOPS = """
inputs: { concurrency: string }
steps:
  - each:
      wf.for_each: "{{ ['one', 'two'] }}"
      as: word
      concurrency: COUNT
      steps: [{ ask: { office.ask: { text: t } } }, { end: { wf.stop: "{{ word }}", result: { o: "{{ word }}" } } }]
"""
CALLS_STOPS = """
steps:
  - child: { wf.call: child.workfile, on_fail: continue }
  - which:
      wf.choose:
        - { when: "{{ child.o == 'one' }}", then: [{ first: 1 }] }
        - { when: "{{ child.o == 'two' }}", then: [{ second: 1 }] }
"""


@pytest.mark.covers("WFC-121", "WFC-122")
@pytest.mark.parametrize(("concurrency", "second"), [("1", False), ("2", True)])
def test_iterations_run_in_any_order_unless_one_at_a_time(
    tmp_path: Path, concurrency: str, *, second: bool
) -> None:
    steps = reached(tmp_path, CALLS_STOPS, child=STOPS.replace("COUNT", concurrency))
    assert steps["which.first"]
    assert steps["which.second"] is second


COMPETING = """
steps:
  - both:
      wf.parallel:
        a: [{ ask: { office.ask: { text: t } } }, { end: { wf.stop: one, result: { o: one, p: one } } }]
        b: [{ look: { office.look: {} } }, { end: { wf.stop: two, result: { o: two, p: two } } }]
"""
CALLS_COMPETING = """
steps:
  - child: { wf.call: child.workfile, on_fail: continue }
  - which:
      wf.choose:
        - { when: "{{ child == null }}", then: [{ failed: 1 }] }
        - { when: "{{ child.o == 'one' and child.p == 'one' }}", then: [{ first: 1 }] }
        - { when: "{{ child.o == 'two' and child.p == 'two' }}", then: [{ second: 1 }] }
      else: [{ mixed: 1 }]
"""


@pytest.mark.covers("WFC-292", "WFC-293", "WFC-294", "WFC-295")
def test_either_of_two_stops_wins_with_all_of_its_result(tmp_path: Path) -> None:
    steps = reached(tmp_path, CALLS_COMPETING, child=COMPETING)
    assert steps["which.first"]
    assert steps["which.second"]
    assert not steps["which.mixed"]


BOUND = """
steps:
  - both: { wf.parallel: { a: [{ x: { office.look: {} } }], b: [{ y: { office.look: {} } }] } }
  - whole: "{{ 1 // (1 if both.a.x != null and both.b.y != null else 0) }}"
"""


@pytest.mark.covers("WFC-183", "WFC-186")
def test_in_every_order_all_branches_are_bound(tmp_path: Path) -> None:
    found = explore(program(tmp_path, BOUND))
    assert found.complete
    assert verdicts(found)["fault"] == "holds"


SOURCE = """
connector: shelf
actions: { rows: { effects: read, output: { rows: "list[string]" } } }
"""
LIMITED = """
steps:
  - each:
      wf.for_each: { shelf.rows: {} }
      as: row
      max: 1
      steps: [{ ask: { office.ask: { text: "{{ row }}" } } }, { after: 1 }]
      on_fail: [{ told: "{{ error.code }}" }]
"""
ASKED, AFTER, OVERRUN = "each[0].ask", "each[0].after", "flow.max_exceeded"


def overruns(folder: Path) -> set[tuple[str | None, str | None]]:
    """How far the first iteration has come, by its steps' outcomes, when the loop fails for a row too many."""
    found: set[tuple[str | None, str | None]] = set()
    for path, ended in runs(limited(folder), Configuration(), ()):
        assert ended is not None
        steps = {
            entry.path: text_of(entry.get("outcome"))
            for entry in path
            if entry.kind is RecordKind.STEP
        }
        codes = {
            text_of(entry.get("value")) for entry in path if entry.path == "each.(on_fail).told"
        }
        if OVERRUN in codes:
            found.add((steps.get(ASKED), steps.get(AFTER)))
    return found


def runs(
    machine: Program, at: Configuration, before: tuple[RecordEntry, ...]
) -> Iterator[tuple[tuple[RecordEntry, ...], Ended | None]]:
    """Every run in which the environment is never idle: its record, and how it ends."""
    taken = [
        choice for choice in choices(machine, at) if isinstance(choice, Begin | Decide | Outcome)
    ]
    if not taken:
        yield before, at.ended
    for choice in taken:
        moved = step(machine, at, choice)
        yield from runs(machine, moved.to, (*before, *moved.entries))


def text_of(value: Expr | None) -> str | None:
    return value.value if isinstance(value, Lit) and isinstance(value.value, str) else None


@pytest.mark.covers("WFC-163", "WFC-165")
def test_a_source_with_a_row_too_many_fails_before_during_and_after_iterations(
    tmp_path: Path,
) -> None:
    assert overruns(tmp_path) == {
        (None, None),
        ("cancelled", "not_run"),
        ("succeeded", "succeeded"),
    }


def limited(folder: Path) -> Program:
    (folder / "connectors").mkdir()
    (folder / "connectors" / "shelf.yaml").write_text(SOURCE)
    return program(folder, LIMITED)


def test_exploring_it_needs_no_run_that_cannot_be_taken_again(tmp_path: Path) -> None:
    found = explore(limited(tmp_path))
    assert found.unreplayed == 0
    assert verdicts(found)["deadlock"] == "holds within bounds"
    assert all(count for _, count in found.coverage.steps)


ROWS = MapLit((("rows", Lit(("a", "b"))),))
TICKET = MapLit((("ticket", Lit("t")), ("level", Lit(1)), ("extra", Lit(1))))
FIRST = Taken(0, Outcome("each.(source)", Returned(ROWS, in_part=True)))
ANSWER = Taken(0, Outcome("each[0].ask", Returned(TICKET)))
TOO_MANY = Taken(60_000, Outcome("each.(source)", Failed(OVERRUN)))


def test_a_row_too_many_can_be_written_down_and_taken_again(tmp_path: Path) -> None:
    trace = Trace(Begin(MapLit(())), (FIRST, ANSWER, TOO_MANY))
    again = replay(limited(tmp_path), trace)
    assert isinstance(again, Replayed)
    assert again.at == 60_000
    read = read_trace(
        json.dumps(trace_report("x", trace, again.record, outcome(again.configuration)))
    )
    assert isinstance(read, ReadTrace)
    assert replay(program(tmp_path, LIMITED), read.trace) == again


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ((FIRST, Taken(1, Outcome("each.(source)", Returned(ROWS)))), "one element too many"),
        (
            (FIRST, Taken(1, Outcome("each[0].ask", Returned(TICKET, in_part=True)))),
            "no source with a `max`",
        ),
        ((TOO_MANY,), "cannot fail with `flow.max_exceeded`"),
    ],
)
def test_only_a_source_that_goes_on_yields_too_many(
    tmp_path: Path, moves: tuple[Taken, ...], why: str
) -> None:
    diverged = replay(limited(tmp_path), Trace(Begin(MapLit(())), moves))
    assert isinstance(diverged, Diverged)
    assert why in diverged.why


COUNTS = """
inputs: { flag: { type: bool, required: true } }
steps:
  - each:
      wf.for_each: "{{ [1, 2, 3] }}"
      as: n
      concurrency: 2
      on_iteration_fail: continue
      retain: none
      steps: [{ ask: { office.ask: { text: t } } }]
  - counted: "{{ 1 // (1 if each.count == each.succeeded + each.failed and each.count == 3 else 0) }}"
"""


@pytest.mark.covers("WFC-130")
def test_in_every_order_the_counts_agree(tmp_path: Path) -> None:
    found = explore(program(tmp_path, COUNTS))
    assert found.complete
    assert verdicts(found)["fault"] == "holds"
