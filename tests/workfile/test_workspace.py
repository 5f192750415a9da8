"""A project's files: each read once, callees before callers, whatever the calls look like."""

from pathlib import Path

import pytest

from wfcheck.errors import UnreadableFileError
from wfcheck.project import Project
from wfcheck.rules.run import lint
from wfcheck.settings import MissingManifests, Settings
from wfcheck.workfile.workspace import Workspace

SHOP = "connector: shop\nactions: { price: { effects: read, output: { cents: int } } }\n"


def project(folder: Path, **files: str) -> Workspace:
    """A project with these files: `a` is `a.workfile`, `c_shop` a manifest."""
    (folder / "wfcheck.toml").write_text("")
    (folder / "connectors").mkdir(exist_ok=True)
    for name, text in files.items():
        manifest = name.startswith("c_")
        path = f"connectors/{name[2:]}.yaml" if manifest else f"{name}.workfile"
        (folder / path).write_text(text)
    return Workspace(Project(folder), Settings())


def rules(workspace: Workspace, name: str) -> list[str]:
    path = workspace.project.root / name
    return [diagnostic.finding.rule.name for diagnostic in lint(workspace, path)]


def test_a_long_chain_of_calls(tmp_path: Path) -> None:
    last = 1_500
    chain = {
        f"f{n}": f"steps: [{{ a: {{ wf.call: f{n + 1}.workfile }} }}]\n"
        f"outputs: {{ depth: '{{{{ a.depth + 1 }}}}' }}\n"
        for n in range(last)
    }
    chain[f"f{last}"] = "steps: []\noutputs: { depth: 1 }\n"
    workspace = project(tmp_path, **chain)
    assert rules(workspace, "f0.workfile") == []
    assert workspace.checked(tmp_path / "f0.workfile").call_depth == last + 1


def test_a_cycle_is_told_in_each_of_its_files_and_leads_no_further(tmp_path: Path) -> None:
    workspace = project(
        tmp_path,
        a="steps: [{ x: { wf.call: b.workfile } }, { y: '{{ x.anything }}' }]\n",
        b="steps: [{ x: { wf.call: a.workfile } }]\n",
        c="steps: [{ x: { wf.call: b.workfile } }]\n",
    )
    assert rules(workspace, "c.workfile") == ["callee-invalid"]
    assert rules(workspace, "a.workfile") == ["call-cycle"]
    assert rules(workspace, "b.workfile") == ["call-cycle"]


def test_a_callee_with_errors_stops_nothing(tmp_path: Path) -> None:
    workspace = project(
        tmp_path,
        a="steps: [{ x: { wf.call: b.workfile } }, { y: '{{ ghost }}' }]\n",
        b="steps: [\n",
    )
    assert rules(workspace, "a.workfile") == ["callee-invalid", "unknown-name"]
    assert rules(workspace, "b.workfile") == ["yaml-syntax"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError):
        project(tmp_path).checked(tmp_path / "no.workfile")


def test_a_broken_manifest_is_told_at_the_manifest_alone(tmp_path: Path) -> None:
    workspace = project(tmp_path, c_shop="connector: [\n", a="steps: [{ x: { shop.price: {} } }]\n")
    assert rules(workspace, "a.workfile") == []
    assert rules(workspace, "connectors/shop.yaml") == ["yaml-syntax"]


def test_one_file_a_connector(tmp_path: Path) -> None:
    workspace = project(tmp_path, c_a=SHOP, c_b=SHOP)
    assert rules(workspace, "connectors/a.yaml") == []
    assert rules(workspace, "connectors/b.yaml") == ["name-collision"]


def test_a_connector_taken_on_trust(tmp_path: Path) -> None:
    text = "steps: [{ x: { pager.call: { any: 1 } } }, { y: { pager.call: {} } }, { z: '{{ x.a.b + 1 }}' }]\n"
    project(tmp_path, a=text)
    settings = Settings(missing_manifests=MissingManifests.WARN)
    workspace = Workspace(Project(tmp_path), settings)
    assert rules(workspace, "a.workfile") == ["missing-manifest"]


def test_what_an_earlier_fault_leaves_open_is_not_told_again(tmp_path: Path) -> None:
    text = """
inputs: { kind: { type: strin, required: true }, order: { type: string, required: true } }
initial: a
states:
  a:
    steps: [{ x: "{{ ghost }}" }, { y: "{{ x }}" }, { z: { wf.choose: [], else: [] } }]
    on:
      e: { event: shop.gone, match: { n: '{{ run.id }}' }, route: "{{ e.kind }}", cases: { k: { goto: b } } }
    timeout: { after: 1h, route: "{{ y }}", cases: { k: { goto: b } } }
  b: { route: "{{ inputs.kind }}", cases: { k: { goto: c } } }
  c: { final: true }
"""
    workspace = project(tmp_path, c_shop=SHOP, a=text)
    assert sorted(rules(workspace, "a.workfile")) == [
        "arm-shape",
        "invalid-type",
        "unknown-name",
        "unknown-trigger",
    ]


def test_programs_hold_their_callees(tmp_path: Path) -> None:
    workspace = project(
        tmp_path, a="steps: [{ x: { wf.call: b.workfile } }]\n", b="steps: []\noutputs: { n: 1 }\n"
    )
    program = workspace.program(tmp_path / "a.workfile")
    assert program.callee("b.workfile").outputs[0].name == "n"
    assert workspace.program(tmp_path / "a.workfile") is program
