"""What a target must support, and what it may leave out: the file stays valid, that target cannot run it."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cases import Told, told
from wfcheck.project import Project
from wfcheck.rules.run import lint
from wfcheck.settings import Settings, Target, load_settings
from wfcheck.workfile.workspace import Workspace

SHELVES = (
    'connector: depot\nactions: { rows: { effects: read, output: { rows: "list[string]" } } }\n'
)
NOTHING = Target(capabilities=())


def lint_with(folder: Path, target: Target, files: Mapping[str, str]) -> list[Told]:
    """What is said about the first of some files, for a target."""
    (folder / "connectors").mkdir()
    (folder / "connectors" / "depot.yaml").write_text(SHELVES)
    for name, text in files.items():
        (folder / name).write_text(text)
    settings: Settings = replace(load_settings(folder), target=target)
    first = folder / next(iter(files))
    return [told(one) for one in lint(Workspace(Project(folder), settings), first)]


def severities(found: list[Told]) -> list[tuple[str, str, str]]:
    return [(one.severity, one.code, one.rule) for one in found]


LACKING = ("unsupported", "deployment.unsupported", "capability-missing")
LEAF = "steps: []\n"
SOURCE = "steps: [{ f: { wf.for_each: { depot.rows: {} }, as: row, steps: [] } }]\n"
CALL = "steps: [{ f: { wf.call: leaf.workfile, when: false } }]\n"
WAIT = "steps: [{ f: { wf.wait: { for: 30d } } }, { g: { wf.wait: { for: 1s } } }]\n"


@pytest.mark.covers("WFC-151")
def test_action_sources_need_their_capability(tmp_path: Path) -> None:
    found = lint_with(tmp_path, NOTHING, {"a.workfile": SOURCE})
    assert severities(found) == [LACKING]
    assert "wf.action-source-iteration" in found[0].message


@pytest.mark.covers("WFC-151")
def test_a_target_with_the_capability_takes_them(tmp_path: Path) -> None:
    target = Target(capabilities=("wf.action-source-iteration",))
    assert lint_with(tmp_path, target, {"a.workfile": SOURCE}) == []


@pytest.mark.covers("WFC-231", "WFC-233")
def test_a_call_needs_composition_even_where_none_is_made(tmp_path: Path) -> None:
    found = lint_with(tmp_path, NOTHING, {"a.workfile": CALL, "leaf.workfile": LEAF})
    assert LACKING in severities(found)
    assert any("wf.composition" in one.message for one in found)


@pytest.mark.covers("WFC-233")
def test_every_target_has_composition_unless_it_says_otherwise(tmp_path: Path) -> None:
    found = lint_with(tmp_path, Target(), {"a.workfile": CALL, "leaf.workfile": LEAF})
    assert LACKING not in severities(found)


@pytest.mark.covers("WFC-232")
def test_calls_are_checked_for_targets_that_cannot_make_them(tmp_path: Path) -> None:
    text = "steps: [{ f: { wf.call: a.workfile } }, { g: { wf.call: absent.workfile } }]\n"
    found = lint_with(tmp_path, NOTHING, {"a.workfile": text})
    assert {"call-cycle", "callee-unresolved", "capability-missing"} == {one.rule for one in found}


@pytest.mark.covers("WFC-200")
def test_waits_need_nothing(tmp_path: Path) -> None:
    assert lint_with(tmp_path, NOTHING, {"a.workfile": WAIT}) == []


def chain(length: int) -> dict[str, str]:
    """So many files, each of which calls the next."""
    calls = {
        f"w{i}.workfile": f"steps: [{{ f: {{ wf.call: w{i + 1}.workfile }} }}]\n"
        for i in range(1, length)
    }
    return {**calls, f"w{length}.workfile": LEAF}


@pytest.mark.covers("WFC-267")
def test_eight_documents_are_supported_by_every_target(tmp_path: Path) -> None:
    assert lint_with(tmp_path, Target(call_depth=8), chain(8)) == []


@pytest.mark.covers("WFC-270")
def test_nine_are_too_many_for_a_target_of_eight(tmp_path: Path) -> None:
    found = lint_with(tmp_path, Target(call_depth=8), chain(9))
    assert severities(found) == [("unsupported", "deployment.limit", "call-depth")]


@pytest.mark.covers("WFC-270")
def test_a_target_may_support_more(tmp_path: Path) -> None:
    assert lint_with(tmp_path, Target(call_depth=9), chain(9)) == []
