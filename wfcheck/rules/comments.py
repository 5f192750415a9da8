"""The suppressions in a document: `# wfcheck: ignore[rule, …] reason` (`cli.md`)."""

import re
from bisect import bisect_right
from typing import Final

from wfcheck.rules.suppress import Named, Suppression
from wfcheck.span import Source, Span
from wfcheck.syntax.yaml import Node
from wfcheck.workfile.nodes import keys_to, scalars

_COMMENT: Final = re.compile(
    r"(?:^|(?<=[ \t]))\#[ \t]*wfcheck:[ \t]*ignore\b(?:\[(?P<rules>[^\]\r\n]*)\])?[^\r\n]*",
    re.MULTILINE,
)


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
        keys = keys_to(root, match.start())
        found.append(Suppression(_named(source, match, root), _line(source, span), span, keys))
    return tuple(found)


def _named(source: Source, match: re.Match[str], root: Node) -> tuple[Named, ...]:
    if match["rules"] is None:
        return ()
    start = match.start("rules")
    return tuple(
        Named(
            word[0],
            source.span(start + word.start(), start + word.end()),
            keys_to(root, start + word.start()),
        )
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
