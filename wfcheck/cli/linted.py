"""What linting gives: findings of several files, and what fails the command in each of them."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from wfcheck.classes import dataclass
from wfcheck.cli.inputs import Input
from wfcheck.cli.status import Status, worst
from wfcheck.diagnostic import Diagnostic
from wfcheck.errors import UnreadableFileError
from wfcheck.project import Project
from wfcheck.report.findings import Findings
from wfcheck.rules.judge import LINTED, Gathered, judge
from wfcheck.settings import Failing
from wfcheck.span import Source
from wfcheck.syntax.source import read_source


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


def judged(found: Iterable[tuple[Input, Gathered]], looked_for: Iterable[str] = LINTED) -> Linted:
    """What was found in files, selected and suppressed as each file's settings say."""
    diagnostics: list[Diagnostic] = []
    suppressed = 0
    sources: dict[str, Source] = {}
    failing: dict[str, Failing] = {}
    for file, gathered in found:
        settings = file.settings.for_path(file.project.relative(file.path))
        linted = judge(gathered, settings.selection, looked_for)
        failing[file.shown] = file.settings.failing
        diagnostics += linted.diagnostics
        suppressed += len(linted.suppressed)
        if linted.diagnostics:
            sources[gathered.source.file] = gathered.source
            _add_sources(sources, linted.diagnostics, file.project)
    findings = Findings(tuple(failing), tuple(diagnostics), suppressed, sources=sources)
    return Linted(findings, failing)


def sources_of(diagnostics: Iterable[Diagnostic], project: Project) -> Mapping[str, Source]:
    """The texts that diagnostics point into, by the names that their spans carry."""
    sources: dict[str, Source] = {}
    _add_sources(sources, diagnostics, project)
    return sources


def _add_sources(
    sources: dict[str, Source], diagnostics: Iterable[Diagnostic], project: Project
) -> None:
    names = dict.fromkeys(
        name
        for diagnostic in diagnostics
        for name in (
            diagnostic.finding.span.file,
            *(label.span.file for label in diagnostic.finding.labels),
        )
        if name not in sources
    )
    if not names:
        return
    paths = {name: path for path, name in project.names.items()}
    for name in names:
        try:
            content = project.read(paths.get(name) or Path(name))
        except UnreadableFileError:
            continue  # it was there a moment ago; its excerpt is left out
        if (source := read_source(name, content, [])) is not None:
            sources[name] = source
