"""Where the characters of a scalar's text stand in the file, whatever style it is written in.

Escapes and line folds are found again by walking the text and its source side by side: all characters
but white space stand in both in the same order, and white space goes to the nearest that is there.
"""

import re
from collections.abc import Callable
from typing import Final

from wfcheck.span import Span
from wfcheck.syntax.yaml import Scalar, Style

_WHITE: Final = " \t\r\n"

# YAML 1.2.2, 5.7: how many characters an escape has, by its second one; all others have two.
_ESCAPE_LENGTHS: Final = {"x": 4, "u": 6, "U": 10}
_WHITE_ESCAPES: Final = {"t", "\t", "n", "r", " "}
_HEADER: Final = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)?")


def scalar_place(scalar: Scalar) -> Callable[[int, int], Span]:
    """From offsets into a scalar's text to the place in the file where it is written."""
    source, text = scalar.source, scalar.text
    first = scalar.content
    if scalar.style in (Style.SINGLE, Style.DOUBLE):
        first += 1
    elif scalar.style in (Style.LITERAL, Style.FOLDED):
        header = _HEADER.match(source.text, first)
        first = first if header is None else header.end()
    if source.text.startswith(text, first):
        return lambda start, end: source.span(first + start, first + end)
    starts, ends = _aligned(scalar, first)

    def place(start: int, end: int) -> Span:
        begin = starts[start]
        return source.span(begin, max(begin, ends[end - 1]) if end > start else begin)

    return place


def _aligned(scalar: Scalar, first: int) -> tuple[list[int], list[int]]:
    """The first and the last offset of each character of the text, and of its end."""
    written, at = scalar.source.text, first
    starts: list[int] = []
    ends: list[int] = []
    for char in scalar.text:
        if char in _WHITE:
            # A fold or an escape: here at the latest.
            width = _width(written, at, scalar.style) if _is_white(written, at, scalar.style) else 0
        else:
            while at < len(written) and _is_white(written, at, scalar.style):
                at += _width(written, at, scalar.style)
            width = _width(written, at, scalar.style)
        starts.append(min(at, len(written)))
        at = min(at + width, len(written))
        ends.append(at)
    starts.append(at)
    return starts, ends


def _width(written: str, at: int, style: Style) -> int:
    """How many characters of the source write the one at an offset."""
    if style is Style.DOUBLE and written[at : at + 1] == "\\":
        return _ESCAPE_LENGTHS.get(written[at + 1 : at + 2], 2)
    if style is Style.SINGLE and written.startswith("''", at):
        return 2
    return 1


def _is_white(written: str, at: int, style: Style) -> bool:
    """Whether white space is written at an offset, or a break that stands for nothing."""
    if style is Style.DOUBLE and written[at : at + 1] == "\\":
        return written[at + 1 : at + 2] in _WHITE_ESCAPES | {"\n", "\r"}
    return written[at : at + 1] in _WHITE
