"""Opening one Workfile as a program, for the commands that run, search, prove or draw it."""

from enum import Enum
from typing import assert_never

import typer

from wfcheck.catalog import CALLEE_INVALID
from wfcheck.classes import dataclass
from wfcheck.cli.inputs import SCENARIO_SUFFIXES, Input, find_inputs
from wfcheck.cli.linting import Linted, Workspaces, lint_inputs
from wfcheck.cli.options import Overrides
from wfcheck.cli.output import err, err_terminal
from wfcheck.cli.status import Status
from wfcheck.diagnostic import Severity
from wfcheck.errors import UsageError
from wfcheck.report.findings import counted
from wfcheck.report.text import text
from wfcheck.rules.run import examine, structure_holds
from wfcheck.semantics.program import Program
from wfcheck.settings import Selection, Settings
from wfcheck.syntax.nodes import Map
from wfcheck.workfile.lower import lower
from wfcheck.workfile.workspace import Workspace


class Need(Enum):
    """What a command needs of a file to go on in spite of its errors."""

    VALID = "valid"  # no errors at all
    STRUCTURE = "structure"  # a state graph that can be followed (`checking.md` 2)
    READABLE = "readable"  # a document that could be read as a map


@dataclass(frozen=True, slots=True)
class Opened:
    """A program, the file that it was, and that file's settings and findings."""

    program: Program
    file: Input
    settings: Settings
    workspace: Workspace
    linted: Linted


def open_program(
    path: str, overrides: Overrides, need: Need = Need.VALID, *, stdin_filename: str | None = None
) -> Opened:
    """The program of a file.

    A file that does not have what the command needs is refused: its diagnostics go to standard
    error, and typer.Exit is raised with the command's status. One that has errors all the same is
    taken with a word about them on standard error. Raises UsageError for a manifest or a scenario.
    """
    inputs = find_inputs([path], overrides, stdin_filename=stdin_filename)
    if len(inputs.files) > 1:
        raise UsageError(f"{path}: name one file; {len(inputs.files)} Workfiles are in it")
    workspaces = Workspaces()
    for file in inputs.files:
        refuse_other_kind(path, workspaces.of(file), file)
    linted = lint_inputs(inputs, workspaces)
    for problem in inputs.problems:
        err(f"wfcheck: {problem}")
    if inputs.problems:
        raise typer.Exit(Status.TROUBLE)
    file = inputs.files[0]
    workspace = workspaces.of(file)
    if not has(need, workspace, file):
        err(text(linted.findings, err_terminal()))
        raise typer.Exit(Status.FINDINGS)
    if errors := linted.findings.count(Severity.ERROR):
        err(
            f"wfcheck: {file.shown} has {counted(errors, 'error')} (`wfcheck lint {file.shown}` tells"
            f" {'it' if errors == 1 else 'them'}); what follows takes what"
            f" {'it is' if errors == 1 else 'they are'} about as unknown"
        )
    settings = workspace.settings_of(file.path)
    program = lower(workspace.checked(file.path))
    return Opened(program, file, settings, workspace, linted)


def refuse_other_kind(name: str, workspace: Workspace, file: Input) -> None:
    """Raise UsageError for a file of the project that is something else than a Workfile."""
    if file.path.name.endswith(SCENARIO_SUFFIXES):
        raise UsageError(f"{name}: this is a scenario file; `wfcheck test {name}` runs it")
    if workspace.is_manifest(file.path):
        raise UsageError(f"{name}: this is a connector manifest, not a Workfile")


def has(need: Need, workspace: Workspace, file: Input) -> bool:
    """Whether a file has what is needed; what was suppressed or not selected counts all the same."""
    whole = examine(workspace, file.path, selection=Selection())
    diagnostics = (*whole.diagnostics, *whole.suppressed)
    match need:
        case Need.VALID:
            return not any(
                diagnostic.severity is Severity.ERROR or diagnostic.finding.rule is CALLEE_INVALID
                for diagnostic in diagnostics
            )
        case Need.STRUCTURE:
            followed = workspace.checked(file.path).can_be_followed
            return followed and structure_holds(diagnostics)
        case Need.READABLE:
            return isinstance(workspace.document(file.path).root, Map)
        case _:
            assert_never(need)
