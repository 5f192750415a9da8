"""Events that no call causes: the answer says which call would."""

from pathlib import Path

import pytest

from tests.explore.project import exploration
from wfcheck.report.exploration import exploration_findings
from wfcheck.semantics.verdict import Violated

WAITS = """
inputs: { door: { type: string, required: true } }
initial: asking
states:
  asking: { steps: [STEP], goto: waiting }
  waiting:
    on: { r: { event: office.answer, match: { ticket: "{{ MATCH }}" }, goto: done } }
    LIMIT
  done: { final: true }
"""
LOOK = "{ l: { office.look: {} } }"
ASK = "{ q: { office.ask: { text: hi } } }"


def _text(step: str, limit: str = "") -> str:
    return WAITS.replace("STEP", step).replace("MATCH", "inputs.door").replace("LIMIT", limit)


@pytest.mark.parametrize("name", ["deadlock", "dead"])
def test_the_call_that_is_not_made_is_named(tmp_path: Path, name: str) -> None:
    found = exploration(tmp_path, _text(LOOK))
    answer = found.property(name)
    assert answer is not None
    assert isinstance(answer.verdict, Violated)
    why = "only `office.ask` causes `office.answer` with that `ticket`, and no such call is made before"
    assert answer.verdict.message.endswith(why)
    assert "`emits` of `office.ask`" in (answer.help or "")
    helps = {d.finding.rule.name: d.finding.help for d in exploration_findings(found)}
    assert helps[name] == answer.help


def test_a_transition_that_no_call_leads_to_says_so(tmp_path: Path) -> None:
    limited = _text(LOOK, "timeout: { after: 1d, goto: done }")
    answer = exploration(tmp_path, limited).property("dead")
    assert answer is not None
    assert isinstance(answer.verdict, Violated)
    assert "transition `waiting.r`: only `office.ask` causes" in answer.verdict.message


def test_a_call_that_may_give_the_value_is_none(tmp_path: Path) -> None:
    answer = exploration(tmp_path, _text(ASK)).property("dead")
    assert answer is not None
    assert not isinstance(answer.verdict, Violated)


def test_a_call_with_another_value_is_told_from_none(tmp_path: Path) -> None:
    answer = exploration(tmp_path, _text(ASK)).property("deadlock")
    assert answer is not None
    assert isinstance(answer.verdict, Violated)
    assert answer.verdict.message.startswith("for some values, ")
    assert answer.verdict.message.endswith("and no call made before gives that value")
