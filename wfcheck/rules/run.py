"""Running the passes and the finders over a file, which decide what is wrong."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from wfcheck.catalog import (
    CALLEE_INVALID,
    EXIT_MISSING,
    FINAL_FALSE,
    IMMEDIATE_CYCLE,
    INITIAL_MISSING,
    INITIAL_UNDECLARED,
    NO_STATES,
    STEPS_AND_STATES,
    TARGET_UNDECLARED,
    TRANSITION_MISSING,
    TRANSITION_SHAPE,
)
from wfcheck.diagnostic import Code, Diagnostic, Finding, Rule, Severity
from wfcheck.rules.comments import suppressions
from wfcheck.rules.judge import LINTED, Gathered, Linted, judge
from wfcheck.rules.registry import FINDERS
from wfcheck.settings import Selection
from wfcheck.workfile.check import CheckedWorkfile
from wfcheck.workfile.nodes import keys_to
from wfcheck.workfile.workspace import Workspace

STRUCTURAL: Final[frozenset[Rule]] = frozenset(
    {
        STEPS_AND_STATES,
        NO_STATES,
        INITIAL_MISSING,
        INITIAL_UNDECLARED,
        TARGET_UNDECLARED,
        FINAL_FALSE,
        EXIT_MISSING,
        TRANSITION_SHAPE,
        TRANSITION_MISSING,
        IMMEDIATE_CYCLE,
    }
)
"""Rules without which there is no state graph that an exploration could follow (`checking.md` 2)."""


def lint(
    workspace: Workspace, path: Path, selection: Selection | None = None
) -> tuple[Diagnostic, ...]:
    """The diagnostics of one Workfile or manifest, sorted by place and then by rule."""
    return examine(workspace, path, selection=selection).diagnostics


def examine(
    workspace: Workspace,
    path: Path,
    *,
    selection: Selection | None = None,
    more: Iterable[Finding] = (),
    looked_for: Iterable[str] = LINTED,
) -> Linted:
    """As `lint`, with the findings of other engines added and the suppressed ones kept apart.

    `selection` replaces the file's own; `looked_for` names the rules that were examined.
    """
    gathered = gather(workspace, path, more)
    return judge(gathered, selection or workspace.settings_of(path).selection, looked_for)


def gather(workspace: Workspace, path: Path, more: Iterable[Finding] = ()) -> Gathered:
    """Everything found in one Workfile or manifest, with the findings of other engines."""
    document = workspace.document(path)
    # What stands at an anchor is read at each of its aliases, and said once.
    findings = dict.fromkeys((*found(workspace, path), *more))
    placed = (
        f if f.keys else replace(f, keys=keys_to(document.root, f.span.start.offset))
        for f in findings
    )
    comments = suppressions(document.source, document.root)
    return Gathered(document.source, tuple(placed), comments)


def found(workspace: Workspace, path: Path) -> tuple[Finding, ...]:
    """Everything that reading, checking and the finders find in a file, in no particular order."""
    if workspace.is_manifest(path):
        return workspace.manifest_findings(path)
    checked = workspace.checked(path)
    return (*_own(checked), *_broken_callees(checked))


@lru_cache(maxsize=512)
def _own(checked: CheckedWorkfile) -> tuple[Finding, ...]:
    return (
        *checked.findings,
        *(finding for finder in FINDERS for finding in finder(checked)),
    )


def _broken_callees(checked: CheckedWorkfile) -> Iterable[Finding]:
    """Calls of files that have errors of their own; their diagnostics stand there (rules.md)."""
    for call in checked.calls:
        path = call.path
        callee = None if path is None else checked.callees.get(path.text)
        if path is not None and callee is not None and is_broken(_own(callee)):
            yield Finding(
                CALLEE_INVALID,
                path.span,
                f"`{path.text}` has errors of its own",
                help=f"`wfcheck lint {path.text}` tells them",
            )


def is_broken(findings: Iterable[Finding]) -> bool:
    """Whether one of these is an error."""
    return any((f.severity or f.rule.severity) is Severity.ERROR for f in findings)


def structure_holds(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether a file has a structure that can be explored: it could be read, and its graph stands."""
    return not any(
        diagnostic.finding.rule in STRUCTURAL
        or diagnostic.finding.rule.code in (Code.DOCUMENT_SYNTAX, Code.DOCUMENT_LIMIT)
        for diagnostic in diagnostics
        if diagnostic.severity is Severity.ERROR
    )
