"""Running the finders over a file: selection, severity, suppression, order (D-44).

Nothing here decides what is wrong; the passes and the finders do. Here their findings become
diagnostics: what a comment suppresses and what is not selected is taken away, the rest is sorted.
"""

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
    RULES,
    STEPS_AND_STATES,
    TARGET_UNDECLARED,
    TRANSITION_MISSING,
    TRANSITION_SHAPE,
)
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Code, Diagnostic, Finding, Rule, Severity
from wfcheck.rules.fingerprint import fingerprints
from wfcheck.rules.registry import FINDERS
from wfcheck.rules.suppress import sift, suppressions
from wfcheck.settings import Selection
from wfcheck.workfile.check import CheckedWorkfile
from wfcheck.workfile.nodes import keys_to
from wfcheck.workfile.workspace import Workspace

PROVED: Final = frozenset(
    {
        "route-exhaustive",
        "case-reachable",
        "immediate-acyclic",
        "guard-not-constant",
        "subscriptions-disjoint",
        "time-nonnegative",
        "time-passes",
        "assignment",
        "no-fault",
    }
)
"""Rules that the prover looks for, not this package."""

LINTED: Final = frozenset(
    rule.name for rule in RULES if rule.code is not Code.EXPLORATION and rule.name not in PROVED
)
"""Rules that `lint` looks for by itself; suppressions of others are not called unused."""

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


@dataclass(frozen=True, slots=True)
class Linted:
    """What is said about one file, and what a comment kept from being said."""

    diagnostics: tuple[Diagnostic, ...]
    suppressed: tuple[Diagnostic, ...] = ()


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
    document = workspace.document(path)
    # What stands at an anchor is read at each of its aliases, and said once.
    findings = tuple(dict.fromkeys((*found(workspace, path), *more)))
    chosen = selection or workspace.settings_of(path).selection
    comments = suppressions(document.source, document.root)
    judged = (name for name in looked_for if chosen.level(_BY_NAME[name]) is not None)
    sifted = sift(findings, comments, judged)

    def decided(kept: Iterable[Finding]) -> tuple[Diagnostic, ...]:
        ordered = sorted(kept, key=_order)
        placed = [
            f if f.keys else replace(f, keys=keys_to(document.root, f.span.start.offset))
            for f in ordered
        ]
        marks = fingerprints(placed, document.root, document.source)
        return tuple(
            Diagnostic(level, finding, mark)
            for finding, mark in zip(placed, marks, strict=True)
            if (level := chosen.level(finding.rule, finding.severity)) is not None
        )

    return Linted(decided(sifted.kept), decided(sifted.suppressed))


_BY_NAME: Final = {rule.name: rule for rule in RULES}


def _order(finding: Finding) -> tuple[int, int, str, str]:
    span = finding.span
    return (span.start.offset, span.end.offset, finding.rule.name, finding.message)


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
