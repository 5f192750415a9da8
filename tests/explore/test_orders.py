"""What scheduling leaves open is explored in every order, and what it does not is the same in all of them."""

from pathlib import Path

import pytest

from tests.explore.project import program, verdicts
from wfcheck.explore.explore import explore

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
