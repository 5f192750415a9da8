"""wfcheck as a library: the functions answer as the commands do."""

from pathlib import Path

import pytest

from wfcheck import api
from wfcheck.errors import UsageError
from wfcheck.semantics.verdict import Violated

EXAMPLES = Path(__file__).parent.parent / "examples"
FAULTY = Path(__file__).parent.parent / "examples-faulty" / "booking" / "booking.workfile"
APPROVAL = EXAMPLES / "approval" / "approval.workfile"


def test_a_clean_file_is_clean_proved_and_runs() -> None:
    assert api.lint(APPROVAL) == ()
    assert {str(answer.status) for answer in api.prove(APPROVAL)} == {"proved"}
    assert api.load(APPROVAL).initial == "awaiting_approval"
    assert api.run(APPROVAL, seed=1) == api.run(APPROVAL, seed=1)


def test_a_seeded_fault_is_found_with_a_trace() -> None:
    found = {answer.name: answer.verdict for answer in api.explore(FAULTY).properties}
    lost = found["lost-event"]
    assert isinstance(lost, Violated)
    assert lost.trace is not None


def test_a_file_that_cannot_be_followed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.workfile"
    path.write_text("initial: a\nstates: { a: { goto: b } }\n", encoding="utf-8")
    assert [diagnostic.finding.rule.name for diagnostic in api.lint(path)] == ["target-undeclared"]
    with pytest.raises(UsageError, match="cannot be followed"):
        api.load(path)
