"""Linting the files of a command: what `check` does beside other things, and what opening a program reports."""

from collections.abc import Iterable

from wfcheck.cli.gathering import More, Workspaces, gather_with_proofs
from wfcheck.cli.inputs import Input, Inputs
from wfcheck.cli.linted import Linted, judged
from wfcheck.errors import UnreadableFileError
from wfcheck.rules.judge import LINTED, Gathered

__all__ = ["Linted", "More", "Workspaces", "lint_inputs"]


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
    found: list[tuple[Input, Gathered]] = []
    for file in inputs.files:
        try:
            found.append((file, gather_with_proofs(file, workspaces.of(file), more)))
        except UnreadableFileError as error:
            inputs.problems.append(str(error))
    return judged(found, looked_for)
