"""Places in a text, and the text itself.

Lines and columns count from 1, columns in Unicode code points; an end is exclusive (`cli.md`).
"""

import re
from bisect import bisect_right
from dataclasses import field
from typing import NamedTuple

from wfcheck.classes import dataclass

# YAML 1.2 knows three line breaks; U+0085, U+2028 and U+2029 are ordinary characters.
_LINE_BREAK = re.compile(r"\r\n|\n|\r")


class Pos(NamedTuple):
    """One place: the code point at `offset` (from 0), in `line` and `column` (from 1)."""

    offset: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Span:
    """The half-open stretch of a file from `start` to `end`."""

    file: str
    start: Pos
    end: Pos

    def __contains__(self, pos: Pos) -> bool:
        return self.start.offset <= pos.offset < self.end.offset

    def __str__(self) -> str:
        return f"{self.file}:{self.start.line}:{self.start.column}"


@dataclass(frozen=True, slots=True)
class Source:
    """A file's text, and the arithmetic from offsets to places in it."""

    file: str
    text: str = field(repr=False)
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = (0, *(m.end() for m in _LINE_BREAK.finditer(self.text)))
        object.__setattr__(self, "_starts", starts)

    @property
    def lines(self) -> int:
        return len(self._starts)

    def pos(self, offset: int) -> Pos:
        line = bisect_right(self._starts, offset)
        return Pos(offset, line, offset - self._starts[line - 1] + 1)

    def span(self, start: int, end: int) -> Span:
        line = bisect_right(self._starts, start)
        first = self._starts[line - 1]
        if line < len(self._starts) and end >= self._starts[line]:
            return Span(self.file, Pos(start, line, start - first + 1), self.pos(end))
        # Most spans lie in one line: nothing is made so often as these.
        return Span(self.file, Pos(start, line, start - first + 1), Pos(end, line, end - first + 1))

    def slice(self, span: Span) -> str:
        return self.text[span.start.offset : span.end.offset]

    def line(self, number: int) -> str:
        """The text of a line without its line break; empty beyond the last line."""
        if not 1 <= number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


def file_start(file: str) -> Span:
    """The first character of a file: where a finding about the file as a whole points."""
    return Span(file, Pos(0, 1, 1), Pos(0, 1, 1))
