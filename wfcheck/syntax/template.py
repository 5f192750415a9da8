"""Scalars, lists and maps with interpolations, as expressions (C-3.4, C-5.1)."""

import re
from typing import Final, assert_never

from wfcheck.catalog import EXPRESSION_SYNTAX
from wfcheck.diagnostic import Finding
from wfcheck.syntax.expr import BROKEN, Expr, ListLit, Lit, MapLit, Text, Unknown
from wfcheck.syntax.expr_parser import Place, SyntaxFault, parse_expr
from wfcheck.syntax.scalar_place import scalar_place
from wfcheck.syntax.shape import text_key
from wfcheck.syntax.yaml import Map, Node, Scalar, Seq


def is_interpolated(node: Node) -> bool:
    """Whether a node is a text with an interpolation in it."""
    return isinstance(node, Scalar) and isinstance(node.value, str) and "{{" in node.value


def read_value(node: Node, out: list[Finding]) -> Expr:
    """A node as an expression.

    A scalar without interpolation is a plain literal, one that is exactly one interpolation that
    expression, any other a text. Lists and maps hold the expressions of their parts. What cannot be
    read is reported and is `Unknown(BROKEN)`.
    """
    match node:
        case Scalar():
            return _read_scalar(node, out)
        case Seq(items):
            items_read = tuple(read_value(item, out) for item in items)
            return ListLit(items_read, span=node.span, plain=True)
        case Map():
            return _read_map(node, out)
        case _:
            assert_never(node)


def _read_map(node: Map, out: list[Finding]) -> Expr:
    entries: list[tuple[str, Expr]] = []
    key_spans = []
    for entry in node.entries:
        value = read_value(entry.value, out)
        name = text_key(entry.key, out)
        if name is not None:
            entries.append((name, value))
            key_spans.append(entry.key.span)
    return MapLit(tuple(entries), span=node.span, key_spans=tuple(key_spans))


def _read_scalar(node: Scalar, out: list[Finding]) -> Expr:
    if node.broken:
        return Unknown(BROKEN, span=node.span)
    text = node.value
    if not isinstance(text, str) or "{{" not in text:
        return Lit(text, span=node.span, plain=True)
    place = scalar_place(node)
    parts: list[str | Expr] = []
    at = 0
    while (start := text.find("{{", at)) >= 0:
        if start > at:
            parts.append(text[at:start])
        end = _end_of_expression(text, start + 2)
        if end is None:
            _report_open(text, start, place, out)
            return Unknown(BROKEN, span=node.span)
        parts.append(_read_expression(text, start, end, place, out))
        at = end + 2
    if at < len(text):
        parts.append(text[at:])
    # C-5.1: a scalar that is one interpolation and nothing else has that expression's value.
    if len(parts) == 1 and not isinstance(parts[0], str):
        return parts[0]
    return Text(tuple(parts), span=node.span)


def _read_expression(text: str, start: int, end: int, place: Place, out: list[Finding]) -> Expr:
    """The expression between `{{` at `start` and `}}` at `end`."""
    inside = text[start + 2 : end]
    if not inside.strip():
        message = "the interpolation is empty"
        help_ = "write an expression between the braces"
        out.append(Finding(EXPRESSION_SYNTAX, place(start, end + 2), message, help=help_))
        return Unknown(BROKEN, span=place(start, end + 2))
    first = start + 2
    read = parse_expr(inside, lambda begin, stop: place(first + begin, first + stop))
    if isinstance(read, SyntaxFault):
        out.extend(read.findings)
        return read.partial
    return read


# A quotation mark that begins no string of the pattern is never closed.
_STRING_OR_END: Final = re.compile(
    r"""'(?:[^'\\]++|\\.)*+'|"(?:[^"\\]++|\\.)*+"|(?P<end>}})|(?P<open>['"])""", re.DOTALL
)


def _end_of_expression(text: str, start: int) -> int | None:
    """Where the `}}` of an expression stands, outside its strings; None where it is not closed."""
    for found in _STRING_OR_END.finditer(text, start):
        if found["end"]:
            return found.start()
        if found["open"]:
            return None
    return None


def _report_open(text: str, start: int, place: Place, out: list[Finding]) -> None:
    """Say what keeps the interpolation at `start` open: a string of its own, or nothing closes it."""
    end = text.find("}}", start)
    if end >= 0:
        _read_expression(text, start, end, place, out)
        return
    message = "the interpolation is never closed"
    help_ = 'close it with `}}`; a pair of braces that is text is written `{{ "{{" }}`'
    out.append(Finding(EXPRESSION_SYNTAX, place(start, start + 2), message, help=help_))
