"""What `prove` lists of a file, and how it puts it."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from wfcheck.catalog import ASSIGNMENT, CASE_REACHABLE, DEADLOCK
from wfcheck.cli.app import run

Tell: TypeAlias = Callable[[str, str], str]

CLOCK = """
connector: clock
actions:
  read:
    effects: read
    retry: { max_attempts: 3, delay: 5s }
    input: { zone: { type: int } }
    output: { status: "enum[pending, done]" }
"""


@pytest.fixture
def told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Tell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    (tmp_path / "connectors").mkdir()
    (tmp_path / "connectors" / "clock.yaml").write_text(CLOCK)

    def tell(command: str, text: str) -> str:
        (tmp_path / "a.workfile").write_text(text)
        run([command, "a.workfile"])
        return capsys.readouterr().out

    return tell


def test_what_a_manifest_says_is_no_obligation_of_the_file(told: Tell) -> None:
    text = "steps:\n  - now: { clock.read: {} }\n  - later: { wf.delay: 1h }\n"
    out = told("prove", text)
    assert "clock.yaml" not in out
    assert "`5s`" not in out
    assert "0s" not in out


def test_an_error_in_the_way_is_named_by_its_rule(told: Tell) -> None:
    text = 'steps:\n  - now: { clock.read: {}, when: "{{ inputs.nobody > 1 }}" }\n'
    assert "= because: the validator finds an error here: `unknown-member`" in told("prove", text)


def test_an_order_of_states_is_told_in_a_sentence(told: Tell) -> None:
    text = "initial: a\nstates:\n  a: { goto: b }\n  b: { final: true }\n"
    order = "in the order `a`, `b` every immediate transition leads forward"
    assert order in told("prove", text)


@pytest.mark.parametrize(
    ("subject", "name"),
    [("now.status", "`now.status`"), ("now.status if true else now.status", "the subject")],
)
def test_a_label_that_cannot_be_names_the_subject(told: Tell, subject: str, name: str) -> None:
    text = (
        "steps:\n  - now: { clock.read: {} }\n"
        f'  - way: {{ wf.route: "{{{{ {subject} }}}}", cases: {{ pendng: [], done: [] }} }}\n'
    )
    assert f"{name} is never `pendng`" in told("lint", text)


def test_a_rule_of_proofs_has_the_severities_of_its_findings() -> None:
    assert ASSIGNMENT.severities == "warning/info"
    assert CASE_REACHABLE.severities == "warning"
    assert DEADLOCK.severities == "error"
