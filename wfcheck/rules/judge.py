"""From findings to diagnostics: suppression, selection, severity, order (D-44).

Nothing here reads a document, so that what a cache holds is judged without one.
"""

from collections.abc import Iterable
from typing import Final

from wfcheck.catalog import BY_NAME, RULES
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Code, Diagnostic, Finding
from wfcheck.rules.fingerprint import fingerprints
from wfcheck.rules.suppress import Suppression, sift
from wfcheck.settings import Selection
from wfcheck.span import Source

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


@dataclass(frozen=True, slots=True)
class Gathered:
    """Everything found in one file, each with its keys, and the comments that suppress some of it."""

    source: Source
    findings: tuple[Finding, ...]
    comments: tuple[Suppression, ...] = ()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that could not be opened, and why."""

    problem: str


@dataclass(frozen=True, slots=True)
class Linted:
    """What is said about one file, and what a comment kept from being said."""

    diagnostics: tuple[Diagnostic, ...]
    suppressed: tuple[Diagnostic, ...] = ()


def judge(gathered: Gathered, selection: Selection, looked_for: Iterable[str] = LINTED) -> Linted:
    """The diagnostics of a file, sorted by place and then by rule; `looked_for` names the rules examined."""
    names = looked_for if gathered.comments else ()
    judged = (name for name in names if selection.level(BY_NAME[name]) is not None)
    sifted = sift(gathered.findings, gathered.comments, judged)

    def decided(kept: Iterable[Finding]) -> tuple[Diagnostic, ...]:
        ordered = sorted(kept, key=_order)
        marks = fingerprints(ordered, gathered.source)
        return tuple(
            Diagnostic(level, finding, mark)
            for finding, mark in zip(ordered, marks, strict=True)
            if (level := selection.level(finding.rule, finding.severity)) is not None
        )

    return Linted(decided(sifted.kept), decided(sifted.suppressed))


def _order(finding: Finding) -> tuple[int, int, str, str]:
    span = finding.span
    return (span.start.offset, span.end.offset, finding.rule.name, finding.message)
