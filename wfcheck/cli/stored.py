"""What was found in a file as JSON, and back.

Texts in a cache may come from anyone: everything is checked when it is read, and a `Stale` error says
that something is not as it was written. Places are stored as offsets, so that none leads out of a text.
"""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from wfcheck.catalog import BY_NAME
from wfcheck.diagnostic import Finding, Keys, Label, Severity
from wfcheck.rules.judge import Gathered
from wfcheck.rules.suppress import Named, Suppression
from wfcheck.span import Source, Span

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Text: TypeAlias = Callable[[str], Source]
"""The text of a file of the project, by its path from the root on; raises Stale."""

_T = TypeVar("_T")


class Stale(Exception):  # noqa: N818  (no error: what is stale is made again)
    """An entry does not say what was found in the texts as they are."""


def write(gathered: Gathered, relative: Callable[[str], str]) -> Json:
    """What was found; `relative` gives the path from the root on of a file as it is shown.

    Fixes are left out: a cache that anyone may have written has no say in what is changed.
    """

    def place(span: Span) -> Json:
        return [relative(span.file), span.start.offset, span.end.offset]

    return {
        "findings": [
            [
                finding.rule.name,
                place(finding.span),
                finding.message,
                finding.help,
                [[place(label.span), label.text] for label in finding.labels],
                list(finding.keys),
                None if finding.severity is None else finding.severity.value,
            ]
            for finding in gathered.findings
        ],
        "comments": [
            [
                comment.line,
                place(comment.span),
                list(comment.keys),
                [[named.rule, place(named.span), list(named.keys)] for named in comment.rules],
            ]
            for comment in gathered.comments
        ],
    }


def read(entry: Json, source: Source, text: Text) -> Gathered:
    """What `write` wrote; raises Stale."""
    reader = _Reader(text)
    whole = _of(entry, dict)
    findings = tuple(map(reader.finding, _of(whole.get("findings"), list)))
    comments = tuple(map(reader.comment, _of(whole.get("comments"), list)))
    return Gathered(source, findings, comments)


class _Reader:
    def __init__(self, text: Text) -> None:
        self.text = text

    def span(self, entry: Json) -> Span:
        file, start, end = _items(entry, 3)
        source = self.text(_of(file, str))
        first, last = _of(start, int), _of(end, int)
        if not 0 <= first <= last <= len(source.text):
            raise Stale
        return source.span(first, last)

    def finding(self, entry: Json) -> Finding:
        name, place, message, help_, labels, keys, severity = _items(entry, 7)
        rule = BY_NAME.get(_of(name, str))
        if rule is None:
            raise Stale
        return Finding(
            rule,
            self.span(place),
            _said(message),
            None if help_ is None else _said(help_),
            tuple(map(self.label, _of(labels, list))),
            keys=_keys(keys),
            severity=None if severity is None else _severity(severity),
        )

    def label(self, entry: Json) -> Label:
        place, text = _items(entry, 2)
        return Label(self.span(place), _said(text))

    def comment(self, entry: Json) -> Suppression:
        line, place, keys, rules = _items(entry, 4)
        named = []
        for rule in _of(rules, list):
            name, at, path = _items(rule, 3)
            named.append(Named(_of(name, str), self.span(at), _keys(path)))
        return Suppression(tuple(named), _of(line, int), self.span(place), _keys(keys))


def _of(value: Json, kind: type[_T]) -> _T:
    if type(value) is not kind:
        raise Stale
    return value


def _said(value: Json) -> str:
    """A text that is shown: nothing in it moves a terminal's cursor."""
    text = _of(value, str)
    if not text.isprintable():
        raise Stale
    return text


def _items(value: Json, number: int) -> list[Json]:
    items = _of(value, list)
    if len(items) != number:
        raise Stale
    return items


def _keys(value: Json) -> Keys:
    keys: list[str | int] = []
    for key in _of(value, list):
        if type(key) not in {str, int}:
            raise Stale
        keys.append(key)
    return tuple(keys)


def _severity(value: Json) -> Severity:
    try:
        return Severity(_of(value, str))
    except ValueError:
        raise Stale from None
