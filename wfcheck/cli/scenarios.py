"""Scenario files of a command: read, and each with the program that it runs."""

from collections.abc import Iterable
from pathlib import Path

from wfcheck.classes import dataclass
from wfcheck.cli.inputs import Input
from wfcheck.cli.linting import Workspaces
from wfcheck.diagnostic import Finding, Severity
from wfcheck.exec.names import misnamed, operations
from wfcheck.exec.scenario import Scenario, read_scenarios
from wfcheck.project import Project
from wfcheck.rules.run import examine
from wfcheck.semantics.configuration import Ended
from wfcheck.semantics.declared import trigger_named
from wfcheck.semantics.program import Program
from wfcheck.settings import Selection
from wfcheck.syntax.names import did_you_mean
from wfcheck.syntax.yaml import compose, read_source
from wfcheck.workfile.resolve import Connectors, Unresolved


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
    place = f"{finding.span}: {finding.message}"
    return place if finding.help is None else f"{place}; {finding.help}"


def program_of(
    scenario: Scenario, file: Input, workspaces: Workspaces
) -> Program | tuple[str, ...]:
    """The program that a scenario runs, or why there is none.

    Its path goes from the scenario's folder; raises UnreadableFileError where there is no such file.
    """
    if scenario.workfile is None:
        return (scenario.told("", "the scenario names no `workfile`"),)
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
        why = f"`{scenario.workfile}` has errors: {errors[0]}{more}"
        return (scenario.told("workfile", why),)
    return workspace.program(path)


def misnamed_in(scenario: Scenario, program: Program, connectors: Connectors) -> tuple[str, ...]:
    """What a scenario names that neither its program nor a manifest has, each in one line."""
    wrong = [(found.place, found.message) for found in misnamed(program, scenario)]
    used = operations(program)
    for answer in scenario.answers:
        if answer.action is not None and answer.action not in used:
            unresolved = connectors.action(answer.action)
            if isinstance(unresolved, Unresolved):
                wrong.append(
                    (f"{answer.place}.action", _unresolved(unresolved, answer.action, used))
                )
    for event in scenario.events:
        if trigger_named(program, event.event) is None:
            named = connectors.trigger(event.event)
            if isinstance(named, Unresolved):
                wrong.append((f"{event.place}.event", _unresolved(named, event.event, ())))
    return tuple(scenario.told(place, message) for place, message in wrong)


def _unresolved(fault: Unresolved, name: str, used: Iterable[str]) -> str:
    help_ = did_you_mean(name, used) or fault.help
    return f"`{name}`: {fault.message}" + (f"; {help_}" if help_ else "")


def wrong_start(scenario: Scenario, end: Ended) -> tuple[str, ...]:
    """What is wrong with the inputs of a run that did not start, unless that is what is expected."""
    expected = scenario.expect
    if end.code != "input.invalid" or end.code == expected.get("code"):
        return ()
    if expected.get("outcome") == end.outcome.value:
        return ()
    return (scenario.told("inputs", f"`inputs` cannot start the run: {end.message}"),)
