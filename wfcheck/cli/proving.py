"""The quick proofs of `lint`: refuted obligations as findings (`checking.md` 6)."""

from pathlib import Path

from wfcheck.diagnostic import Finding
from wfcheck.rules.run import found
from wfcheck.smt.quick import findings, news, quick
from wfcheck.workfile.lower import lower
from wfcheck.workfile.workspace import Workspace


def refuted(workspace: Workspace, path: Path) -> tuple[Finding, ...]:
    """What is proved wrong about a Workfile, unless the validator already says the same.

    The solver is loaded only where something stays open without it.
    """
    if workspace.is_manifest(path) or workspace.document(path).root is None:
        return ()
    program = lower(workspace.checked(path))
    easy = quick(program)
    outcomes = easy.settled
    if easy.open:
        from wfcheck.smt.prove import settle

        outcomes = (*outcomes, *settle(easy, rlimit=workspace.settings_of(path).rlimit))
    # what a manifest declares is told when that manifest is linted
    own = [finding for finding in findings(outcomes) if finding.span.file == program.path]
    return news(own, found(workspace, path)) if own else ()
