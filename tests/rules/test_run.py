"""Findings to diagnostics: order, selection, severity, fingerprints, structure."""

from pathlib import Path

import pytest

from wfcheck.diagnostic import Diagnostic, Severity
from wfcheck.project import Project
from wfcheck.rules.run import examine, lint, structure_holds
from wfcheck.settings import Selection, Settings
from wfcheck.workfile.workspace import Workspace

TEXT = """\
initial: a
states:
  a: { goto: c }
  b: { goto: nowhere }
  c: { final: true, goto: a }
"""


def diagnostics(
    folder: Path, text: str, selection: Selection | None = None
) -> tuple[Diagnostic, ...]:
    path = folder / "a.workfile"
    path.write_text(text)
    return lint(Workspace(Project(folder), Settings()), path, selection)


def names(found: tuple[Diagnostic, ...]) -> list[str]:
    return [diagnostic.finding.rule.name for diagnostic in found]


def test_sorted_by_place(tmp_path: Path) -> None:
    found = diagnostics(tmp_path, TEXT)
    assert names(found) == ["target-undeclared", "final-has-exit"]
    assert [d.finding.span.start.line for d in found] == [4, 5]
    assert found[0].finding.keys == ("states", "b", "goto")


def test_selection_and_severity(tmp_path: Path) -> None:
    chosen = Selection(ignore=("target-undeclared",), severity=(("final-has-exit", Severity.INFO),))
    (found,) = diagnostics(tmp_path, TEXT, chosen)
    assert (found.finding.rule.name, found.severity) == ("final-has-exit", Severity.INFO)


def test_fingerprints_survive_moved_lines(tmp_path: Path) -> None:
    moved = "# words\n\n" + TEXT.replace("  b:", "  # more\n  b:")
    before = [d.fingerprint for d in diagnostics(tmp_path, TEXT)]
    assert before == [d.fingerprint for d in diagnostics(tmp_path, moved)]
    assert len(set(before)) == 2


def test_fingerprints_tell_the_same_fault_twice_apart(tmp_path: Path) -> None:
    text = "steps: [{ a: ['{{ x }}', '{{ x }}'] }, { b: '{{ x }} {{ x }}' }]\n"
    marks = [d.fingerprint for d in diagnostics(tmp_path, text)]
    assert len(marks) == len(set(marks)) == 4


def test_suppressed_findings_are_kept_apart(tmp_path: Path) -> None:
    path = tmp_path / "a.workfile"
    path.write_text("steps: [{ a: '{{ x }}' }]  # wfcheck: ignore[unknown-name] soon\n")
    linted = examine(Workspace(Project(tmp_path), Settings()), path)
    assert linted.diagnostics == ()
    assert names(linted.suppressed) == ["unknown-name"]


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("initial: a\nstates: { a: { final: true } }\n", True),
        ("initial: a\nstates: { a: { final: true, steps: [{ x: '{{ ghost }}' }] } }\n", True),
        ("initial: b\nstates: { a: { final: true } }\n", False),
        ("initial: a\nstates: { a: { goto: a }, b: { final: true } }\n", False),
        ("initial: a\nstates: { a: { goto: c }, b: { final: true } }\n", False),
        ("states: { a: { final: true } }\n", False),
        ("steps: [\n", False),
        ("steps: []\n", True),
    ],
)
def test_structure(tmp_path: Path, text: str, holds: bool) -> None:
    assert structure_holds(diagnostics(tmp_path, text)) == holds
