"""What suppressions take away, and which of them suppress nothing (`cli.md`)."""

from collections.abc import Iterable
from dataclasses import field

from wfcheck.catalog import BY_NAME, UNKNOWN_SUPPRESSION, UNUSED_SUPPRESSION
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding, Keys
from wfcheck.span import Span
from wfcheck.syntax.names import nearest


@dataclass(frozen=True, slots=True)
class Named:
    """One rule named in a suppression."""

    rule: str
    span: Span
    keys: Keys = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Suppression:
    """A suppression comment: the rules it names, and the line whose findings it suppresses."""

    rules: tuple[Named, ...]
    line: int
    span: Span = field(compare=False)
    keys: Keys = field(default=(), compare=False)


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
                keys=comment.keys,
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
                    keys=named.keys,
                )
            )
        elif named not in used and named.rule in judged:
            found.append(
                Finding(
                    UNUSED_SUPPRESSION,
                    named.span,
                    f"nothing on line {comment.line} breaks `{named.rule}`, so this suppresses nothing",
                    help="remove it",
                    keys=named.keys,
                )
            )
    return found
