"""Linting the files of a command: what `lint` and `check` share, and what opening a program reports."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from wfcheck.cli.inputs import Input, Inputs
from wfcheck.cli.status import Status, worst
from wfcheck.diagnostic import Diagnostic, Finding
from wfcheck.errors import UnreadableFileError
from wfcheck.project import Project
from wfcheck.report.findings import Findings
from wfcheck.rules.judge import LINTED
from wfcheck.rules.run import examine
from wfcheck.settings import Failing
from wfcheck.span import Source
from wfcheck.workfile.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Linted:
    """The findings of some files, and what fails the command in each of them."""

    findings: Findings
    failing: dict[str, Failing]  # by the file's name

    @property
    def failed(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that fail the command."""
        return tuple(
            diagnostic
            for diagnostic in self.findings.diagnostics
            if diagnostic.severity in self.failing.get(diagnostic.finding.span.file, Failing())
        )

    def status(self, problems: Iterable[str]) -> Status:
        """What the command ends with; `problems` are files that could not be checked."""
        return worst(
            [
                Status.FINDINGS if self.failed else Status.PASSED,
                Status.TROUBLE if any(problems) else Status.PASSED,
            ]
        )


class Workspaces:
    """One workspace for each project of a command."""

    def __init__(self) -> None:
        self._made: dict[Path, Workspace] = {}

    def of(self, file: Input) -> Workspace:
        """The workspace of a file's project."""
        root = file.project.root
        if root not in self._made:
            self._made[root] = Workspace(file.project, file.settings)
        return self._made[root]


More: TypeAlias = Callable[[Input, Workspace], tuple[Finding, ...]]
"""What other engines find in a file; they may be asked before it is known to be sound."""


def lint_inputs(
    inputs: Inputs,
    workspaces: Workspaces,
    *,
    more: More | None = None,
    looked_for: Iterable[str] = LINTED,
) -> Linted:
    """Lint every file; one that cannot be opened becomes a problem, and the others are linted.

    What `more` finds is selected and suppressed like everything else; `looked_for` names all rules
    that are examined.
    """
    files: list[str] = []
    diagnostics: list[Diagnostic] = []
    suppressed = 0
    sources: dict[str, Source] = {}
    failing: dict[str, Failing] = {}
    for file in inputs.files:
        workspace = workspaces.of(file)
        try:
            found = _proved_wrong(file, workspace)
            if more is not None:
                found = (*found, *more(file, workspace))
            linted = examine(workspace, file.path, more=found, looked_for=looked_for)
        except UnreadableFileError as error:
            inputs.problems.append(str(error))
            continue
        files.append(file.shown)
        failing[file.shown] = file.settings.failing
        diagnostics += linted.diagnostics
        suppressed += len(linted.suppressed)
        if linted.diagnostics:
            sources |= sources_of(linted.diagnostics, workspace, file.project)
    findings = Findings(tuple(files), tuple(diagnostics), suppressed, sources=sources)
    return Linted(findings, failing)


def _proved_wrong(file: Input, workspace: Workspace) -> tuple[Finding, ...]:
    if not file.settings.smt:
        return ()
    from wfcheck.cli.proving import refuted

    return refuted(workspace, file.path)


def sources_of(
    diagnostics: Iterable[Diagnostic], workspace: Workspace, project: Project
) -> dict[str, Source]:
    """The texts that diagnostics point into, by the names that their spans carry."""
    paths = {name: path for path, name in project.names.items()}
    found: dict[str, Source] = {}
    for diagnostic in diagnostics:
        finding = diagnostic.finding
        for name in (finding.span.file, *(label.span.file for label in finding.labels)):
            if name not in found:
                path = paths.get(name) or project.absolute(Path(name))
                found[name] = workspace.document(path).source
    return found
