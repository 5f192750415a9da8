"""wfcheck as a library: what the commands do to one file, without printing.

Paths are those of Workfiles; the project around each, with its settings and manifests, is found as
the commands find it (C-1.5). What cannot be opened raises `UnreadableFileError`, a faulty
configuration `SettingsError`; everything that is wrong with a file is in the answer.
"""

from pathlib import Path

from wfcheck.diagnostic import Diagnostic
from wfcheck.errors import UsageError
from wfcheck.exec.draw import Draw
from wfcheck.exec.run import RunResult
from wfcheck.exec.run import run as run_program
from wfcheck.explore.answer import Exploration
from wfcheck.explore.explore import Options
from wfcheck.explore.explore import explore as explore_program
from wfcheck.project import Project
from wfcheck.rules.run import lint as lint_file
from wfcheck.rules.run import structure_holds
from wfcheck.semantics.program import Program
from wfcheck.settings import Settings, load_settings
from wfcheck.smt.obligation import ProofAnswer
from wfcheck.smt.prove import prove as prove_program
from wfcheck.smt.questions import possible, values
from wfcheck.workfile.workspace import Workspace

__all__ = ["explore", "lint", "load", "prove", "run"]


def load(path: str | Path) -> Program:
    """The program of a Workfile, ready to run, search, prove or draw.

    UsageError where the file cannot be followed: it is no Workfile, a target is undeclared, an
    immediate cycle; `lint` says what and where.
    """
    workspace, file, _ = _workspace(path)
    if not structure_holds(lint_file(workspace, file)):
        raise UsageError(f"{path}: cannot be followed; `lint` tells why")
    return workspace.program(file)


def lint(path: str | Path) -> tuple[Diagnostic, ...]:
    """What the static rules find in a Workfile or manifest, as the project selects it."""
    workspace, file, _ = _workspace(path)
    return lint_file(workspace, file)


def prove(path: str | Path, *, rlimit: int | None = None) -> tuple[ProofAnswer, ...]:
    """Every obligation of a Workfile with its proof; `rlimit` is in solver steps for each."""
    workspace, file, settings = _workspace(path)
    limit = settings.rlimit if rlimit is None else rlimit
    return prove_program(workspace.program(file), rlimit=limit)


def explore(path: str | Path, *, options: Options | None = None) -> Exploration:
    """All runs of a Workfile: what holds, and a replayed trace for what does not."""
    _, _, settings = _workspace(path)
    chosen = options or Options(
        bounds=settings.bounds,
        named=frozenset(settings.properties),
        severities=settings.property_severity,
        solver=possible,
        witness=values,
    )
    return explore_program(load(path), chosen)


def run(path: str | Path, *, seed: int = 0, dry_run: bool = False) -> RunResult:
    """One run whose inputs, answers and events are drawn from a seed, within the manifests."""
    program = load(path)
    return run_program(program, Draw(program, seed, dry_run=dry_run))


def _workspace(path: str | Path) -> tuple[Workspace, Path, Settings]:
    file = Path(path)
    project = Project.of(file)
    settings = load_settings(project.root)
    return Workspace(project, settings), file, settings
