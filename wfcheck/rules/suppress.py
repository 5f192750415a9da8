"""Suppressions: `# wfcheck: ignore[rule, …] reason`, and which of them suppress nothing (`cli.md`)."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import field
from typing import Final

from wfcheck.catalog import BY_NAME, UNKNOWN_SUPPRESSION, UNUSED_SUPPRESSION
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding
from wfcheck.span import Source, Span
from wfcheck.syntax.names import nearest
from wfcheck.syntax.yaml import Node
from wfcheck.workfile.nodes import scalars

_COMMENT: Final = re.compile(
    r"(?:^|(?<=[ \t]))\#[ \t]*wfcheck:[ \t]*ignore\b(?:\[(?P<rules>[^\]\r\n]*)\])?[^\r\n]*",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Named:
    """One rule named in a suppression."""

    rule: str
    span: Span


@dataclass(frozen=True, slots=True)
class Suppression:
    """A suppression comment: the rules it names, and the line whose findings it suppresses."""

    rules: tuple[Named, ...]
    line: int
    span: Span = field(compare=False)


def suppressions(source: Source, root: Node | None) -> tuple[Suppression, ...]:
    """The suppressions in a document; none where it could not be read, since strings may look alike."""
    if root is None or _COMMENT.search(source.text) is None:
        return ()
    held = sorted(scalars(root))
    starts = [start for start, _ in held]
    found: list[Suppression] = []
    for match in _COMMENT.finditer(source.text):
        at = bisect_right(starts, match.start()) - 1
        if at >= 0 and match.start() < held[at][1]:
            if source.text[held[at][0]] not in "|>":
                continue
            if "\n" in source.text[held[at][0] : match.start()]:
                continue  # in the content of a block scalar, not behind its header
        span = source.span(match.start(), match.end())
        found.append(Suppression(_named(source, match), _line(source, span), span))
    return tuple(found)


def _named(source: Source, match: re.Match[str]) -> tuple[Named, ...]:
    if match["rules"] is None:
        return ()
    start = match.start("rules")
    return tuple(
        Named(word[0], source.span(start + word.start(), start + word.end()))
        for word in re.finditer(r"[^\s,]+", match["rules"])
    )


def _line(source: Source, span: Span) -> int:
    """The comment's own line, or the next line with content where it stands on a line of its own."""
    number = span.start.line
    before = source.line(number)[: span.start.column - 1].lstrip()
    if before and not before.startswith("#"):
        return number
    number += 1
    while number < source.lines and source.line(number).lstrip()[:1] in ("", "#"):
        number += 1
    return number


@dataclass(frozen=True, slots=True)
class Sifted:
    """Findings after suppression: those left, and those that a comment took away."""

    kept: tuple[Finding, ...]
    suppressed: tuple[Finding, ...]


def sift(
    findings: Iterable[Finding], comments: tuple[Suppression, ...], judged: Iterable[str]
) -> Sifted:
    """Take away what comments suppress, and add findings about comments that suppress nothing.

    `judged` names the rules that were looked for: of the others nobody knows whether they would
    have been found, so a suppression of one is never called unused.
    """
    where: dict[tuple[int, str], list[Named]] = {}
    for comment in comments:
        for named in comment.rules:
            where.setdefault((comment.line, named.rule), []).append(named)
    used: set[Named] = set()
    kept: list[Finding] = []
    suppressed: list[Finding] = []
    for finding in findings:
        if hits := where.get((finding.span.start.line, finding.rule.name)):
            used.update(hits)
            suppressed.append(finding)
        else:
            kept.append(finding)
    looked_for = frozenset(judged)
    for comment in comments:
        kept += _about(comment, used, looked_for)
    return Sifted(tuple(kept), tuple(suppressed))


def _about(comment: Suppression, used: set[Named], judged: frozenset[str]) -> list[Finding]:
    found: list[Finding] = []
    if not comment.rules:
        found.append(
            Finding(
                UNKNOWN_SUPPRESSION,
                comment.span,
                "this suppression names no rule",
                help="name the rules in brackets: `# wfcheck: ignore[unreachable-state] reason`",
            )
        )
    for named in comment.rules:
        if named.rule not in BY_NAME:
            near = nearest(named.rule, BY_NAME)
            found.append(
                Finding(
                    UNKNOWN_SUPPRESSION,
                    named.span,
                    f"there is no rule `{named.rule}` to suppress",
                    help=f"did you mean `{near}`?" if near else "`wfcheck rules` lists them",
                )
            )
        elif named not in used and named.rule in judged:
            found.append(
                Finding(
                    UNUSED_SUPPRESSION,
                    named.span,
                    f"nothing on line {comment.line} breaks `{named.rule}`, so this suppresses nothing",
                    help="remove it",
                )
            )
    return found
