"""What a run calls is read before it begins."""

from pathlib import Path

import pytest

from tests.exec.playing import scenarios_in
from wfcheck.exec.expect import differences
from wfcheck.exec.run import run
from wfcheck.exec.script import Script
from wfcheck.project import Project
from wfcheck.settings import Settings
from wfcheck.workfile.workspace import Workspace

CALLER = """
steps: [{ rest: { wf.wait: { for: 1h } } }, { child: { wf.call: child.workfile } }]
outputs: { n: "{{ child.n }}" }
"""
CHILD = "steps: []\noutputs: { n: 1 }\n"


@pytest.mark.covers("WFC-264")
@pytest.mark.parametrize("later", [CHILD.replace("1", "2"), "broken: [", None])
def test_what_becomes_of_a_callee_later_does_not_matter(tmp_path: Path, later: str | None) -> None:
    (tmp_path / "caller.workfile").write_text(CALLER)
    child = tmp_path / "child.workfile"
    child.write_text(CHILD)
    program = Workspace(Project(tmp_path), Settings()).program(tmp_path / "caller.workfile")
    if later is None:
        child.unlink()
    else:
        child.write_text(later)
    (scenario,) = scenarios_in("{ workfile: x, expect: { outcome: completed, outputs: { n: 1 } } }")
    assert differences(scenario.expect, run(program, Script(program, scenario))) == ()
