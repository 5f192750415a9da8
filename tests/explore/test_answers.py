"""What stands beside a verdict: the place that is to blame, the message, and the timing it needs."""

from pathlib import Path

import pytest

from tests.explore.project import exploration
from wfcheck.explore.answer import PropertyAnswer
from wfcheck.explore.explore import Options
from wfcheck.report.contract.explore import verdict_message
from wfcheck.semantics.verdict import Holds, Violated
from wfcheck.smt.witness import witness

LOST = """
inputs: { door: { type: string, required: true } }
initial: resting
states:
  resting: { timeout: { after: 1m, goto: listening } }
  listening:
    on:
      b: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: opened }
    timeout: { after: 1m, goto: closing }
  opened: { final: true }
  closing:
    steps: [{ note: { office.look: {} } }]
    final: true
"""

WAITS = """
initial: waiting
states:
  waiting:
    on_enter: [{ q: { office.ask: { text: well } } }]
    on: { a: { event: office.answer, match: { ticket: "T-1" }, goto: over } }
  over: { final: true }
"""

STEPS = """
steps:
  - look: { office.look: {} }
  - share: "{{ 12 // look.count }}"
"""

SPIN = """
inputs: { door: { type: string, required: true } }
initial: spinning
states:
  spinning:
    on: { b: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: over } }
    timeout: { after: 0s, goto: spinning }
  over: { final: true }
"""

TWICE = """
initial: a
states:
  a:
    steps:
      - ok: { office.look: {} }
      - q: { office.ask: { text: well }, timeout: 1m, retry: { max_attempts: 2 } }
    goto: over
  over: { final: true }
"""

SLOW = """
inputs: { door: { type: string, required: true } }
initial: first
states:
  first:
    steps: [{ note: { office.look: {} } }]
    on: { b: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: opened } }
    timeout: { after: 1h, goto: second }
  second:
    on: { again: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: opened } }
    timeout: { after: 1h, goto: shut }
  opened: { final: true }
  shut: { final: true }
"""

COUNTS = """
inputs: { door: { type: string, required: true } }
initial: start
states:
  start: { goto: counting, into: { n: 0 } }
  counting:
    accepts: { n: { type: int, required: true } }
    on: { b: { event: office.bell, match: { door: "{{ inputs.door }}" }, goto: counting, into: { n: "{{ n + 1 }}" } } }
    timeout: { after: 1h, goto: over }
  over: { final: true }
"""

CALLER = """
initial: a
states:
  a:
    steps:
      - rest: { wf.wait: { for: 1m } }
      - kid: { wf.call: child.workfile }
    goto: over
  over: { final: true }
"""


def answer(folder: Path, name: str, text: str, **others: str) -> PropertyAnswer:
    options = Options(named=frozenset((name,)))
    found = exploration(folder, text, options, **others).property(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "text", "blamed"),
    [
        ("deadlock", WAITS, "waiting:"),
        ("can-complete", WAITS, "waiting:"),
        ("fault", STEPS, "- share:"),
        ("lost-event", SLOW, "on: { again:"),
        ("lost-event", LOST, "b: {"),
        ("late-event", LOST, "b: {"),
        ("double-effect", TWICE, "- q:"),
        ("zero-time-cycle", SPIN, "spinning:"),
        ("terminates", SPIN, "spinning:"),
        ("unbounded-data", COUNTS, "counting:"),
        ("unhandled-failure", TWICE, "- ok:"),
    ],
)
def test_an_answer_stands_at_the_state_or_step_it_is_about(
    tmp_path: Path, name: str, text: str, blamed: str
) -> None:
    (place,) = answer(tmp_path, name, text).places
    assert text.splitlines()[place.start.line - 1].strip().startswith(blamed)


def test_what_happens_in_a_child_stands_at_its_call(tmp_path: Path) -> None:
    found = answer(tmp_path, "deadlock", CALLER, child=WAITS)
    (place,) = found.places
    assert CALLER.splitlines()[place.start.line - 1].strip().startswith("- kid:")
    assert place.file.endswith("a.workfile")


@pytest.mark.parametrize(
    ("name", "text", "timing"),
    [
        ("lost-event", LOST, "in this run `office.bell` is accepted in `resting`"),
        (
            "late-event",
            LOST,
            "in this run `office.bell` is accepted in `closing` while `closing.note` goes on",
        ),
        ("double-effect", TWICE, "in this run `a.q` takes longer than its `timeout`"),
        (
            "lost-event",
            SLOW,
            "in this run `first.note` is not over at the limit of `first` (1h), and `office.bell` is accepted in `first`",
        ),
        ("fault", STEPS, None),
        ("deadlock", WAITS, None),
    ],
)
def test_the_timing_that_a_violation_needs(
    tmp_path: Path, name: str, text: str, timing: str | None
) -> None:
    assert answer(tmp_path, name, text).timing == timing


def test_a_late_event_names_event_subscription_and_state(tmp_path: Path) -> None:
    message = verdict_message(answer(tmp_path, "late-event", LOST).verdict)
    assert message == (
        "`office.bell` can come when `listening.b` does not wait for it any more, in `closing`"
    )


CLERK = """
connector: clerk
actions:
  write:
    effects: write
    input: { text: { type: string, required: true, max_length: 4000 } }
  file:
    effects: write
    input: { names: { type: "list[string]", required: true, max_length: 2 } }
"""


@pytest.mark.parametrize(
    ("declared", "step", "message"),
    [
        ("", "clerk.write: { text: 'Order {{ inputs.id }}!' }", "4008 characters, more than 4000"),
        (", pattern: '^[a-z]+$'", "clerk.write: { text: '{{ inputs.id }}' }", "4001 characters"),
        (", min_length: 5000", "clerk.write: { text: '{{ inputs.id }}' }", "5000 characters"),
        (", max_length: 3000", "clerk.write: { text: '{{ inputs.id }}{{ inputs.id }}' }", "6000"),
        (", max_length: 3000", "clerk.write: { text: 'Order {{ inputs.id }}!' }", None),
        ("", "clerk.write: { text: '{{ inputs.id | slice(0, 4000) }}' }", None),
    ],
)
def test_a_text_that_is_too_long_is_shown(
    tmp_path: Path, declared: str, step: str, message: str | None
) -> None:
    (tmp_path / "connectors").mkdir()
    (tmp_path / "connectors" / "clerk.yaml").write_text(CLERK)
    text = f"inputs: {{ id: {{ type: string, required: true{declared} }} }}\nsteps: [{{ a: {{ {step} }} }}]"
    found = exploration(tmp_path, text, Options(witness=witness)).property("fault")
    assert found is not None
    if message is None:
        assert isinstance(found.verdict, Holds)
    else:
        assert isinstance(found.verdict, Violated)
        assert message in (found.traces[0].end.message or "")
