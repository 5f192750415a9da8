"""Scenario files of a command: read, and each with the program that it runs."""

from pathlib import Path

from wfcheck.classes import dataclass
from wfcheck.cli.inputs import Input
from wfcheck.cli.linting import Workspaces
from wfcheck.diagnostic import Finding, Severity
from wfcheck.exec.scenario import Scenario, read_scenarios
from wfcheck.project import Project
from wfcheck.rules.run import examine
from wfcheck.semantics.program import Program
from wfcheck.settings import Selection
from wfcheck.syntax.yaml import compose, read_source


@dataclass(frozen=True, slots=True)
class Read:
    """The scenarios of a file, and why it could not be read."""

    scenarios: tuple[Scenario, ...]
    faults: tuple[str, ...]


def read_file(project: Project, path: Path) -> Read:
    """A scenario file; raises UnreadableFileError."""
    out: list[Finding] = []
    source = read_source(project.shown(path), project.read(path), out)
    root = None if source is None else compose(source, out)
    faults = tuple(told(finding) for finding in out)
    if source is None or root is None or faults:
        return Read((), faults or ("the file is empty",))
    return Read(read_scenarios(root), ())


def told(finding: Finding) -> str:
    """A finding about a scenario, in one line."""
    place = f"line {finding.span.start.line}: {finding.message}"
    return place if finding.help is None else f"{place}; {finding.help}"


def program_of(
    scenario: Scenario, file: Input, workspaces: Workspaces
) -> Program | tuple[str, ...]:
    """The program that a scenario runs, or why there is none.

    Its path goes from the scenario's folder; raises UnreadableFileError where there is no such file.
    """
    if scenario.workfile is None:
        return ("the scenario names no `workfile`",)
    path = file.path.parent / scenario.workfile
    workspace = workspaces.of(file)
    whole = examine(workspace, path, selection=Selection())
    errors = [
        f"{d.finding.span}: {d.finding.message} [{d.finding.rule.name}]"
        for d in (*whole.diagnostics, *whole.suppressed)
        if d.severity is Severity.ERROR
    ]
    if errors:
        more = f", and {len(errors) - 1} more" if len(errors) > 1 else ""
        return (f"`{scenario.workfile}` has errors: {errors[0]}{more}",)
    return workspace.program(path)
