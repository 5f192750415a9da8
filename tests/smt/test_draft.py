"""What is proved of the draft edition, where an event of `on_enter` is delivered before the steps."""

from pathlib import Path

import pytest

from wfcheck.project import Project
from wfcheck.semantics.verdict import Proved
from wfcheck.settings import load_settings
from wfcheck.smt.prove import prove
from wfcheck.workfile.workspace import Workspace

DESK = """
connector: desk
actions: { look: { effects: read, output: { size: int } } }
triggers: { answer: { kind: external, payload: { id: string }, correlate_on: [id] } }
"""
FILE = """
inputs: {{ id: {{ type: string, required: true }}, n: {{ type: int, required: true }} }}
initial: hall
states:
  hall:
    on_enter: [{on_enter}]
    steps: [{{ ends: {{ wf.stop: over, when: "{{{{ inputs.n == 0 }}}}", result: {{ part: 0 }} }} }}]
    on: {{ answer: {{ event: desk.answer, match: {{ id: "{{{{ inputs.id }}}}" }}, goto: out, into: {{ part: "{{{{ 6 // inputs.n }}}}" }} }} }}
    timeout: {{ after: 1h, goto: out, into: {{ part: "{{{{ 7 // inputs.n }}}}" }} }}
  out: {{ accepts: {{ part: {{ type: int, required: true }} }}, final: true }}
outputs: {{ part: "{{{{ part }}}}" }}
"""


def proved(folder: Path, edition: str, on_enter: str) -> dict[str, bool]:
    """Which divisions of the file are proved to have a value."""
    (folder / "connectors").mkdir()
    (folder / "connectors" / "desk.yaml").write_text(DESK)
    (folder / "wfcheck.toml").write_text(f'edition = "{edition}"\n')
    (folder / "a.workfile").write_text(FILE.format(on_enter=on_enter))
    workspace = Workspace(Project(folder), load_settings(folder))
    answers = prove(workspace.program(folder / "a.workfile"))
    return {
        answer.statement[1]: isinstance(answer.proof, Proved)
        for answer in answers
        if answer.rule.name == "no-fault"
    }


LOOK = "{ looked: { desk.look: {} } }"


@pytest.mark.covers("SPD-043", "SPD-045")
def test_in_the_draft_an_event_may_pass_by_the_steps(tmp_path: Path) -> None:
    assert proved(tmp_path, "draft", LOOK) == {"6": False, "7": True}


@pytest.mark.covers("SPD-043")
def test_not_where_on_enter_takes_no_time(tmp_path: Path) -> None:
    assert proved(tmp_path, "draft", "{ x: 1 }") == {"6": True, "7": True}


@pytest.mark.covers("SWP-190")
def test_in_the_profile_steps_come_first(tmp_path: Path) -> None:
    assert proved(tmp_path, "profile", LOOK) == {"6": True, "7": True}
