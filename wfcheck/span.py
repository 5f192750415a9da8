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


class Span:
    """The half-open stretch of a file from `start` to `end`: a value, never changed.

    Every node of a tree has one, and few are looked at: it may be made of a source and two offsets,
    and knows lines and columns when it is asked.
    """

    __match_args__ = ("file", "start", "end")
    __slots__ = ("_end", "_first", "_last", "_source", "_start", "file")
    _source: "Source"

    def __init__(self, file: str, start: Pos, end: Pos) -> None:
        self.file = file
        self._first, self._last = start.offset, end.offset
        self._start: Pos | None = start
        self._end: Pos | None = end

    @staticmethod
    def between(source: "Source", first: int, last: int) -> "Span":
        """What stands between two offsets of a text."""
        span = _new(Span)
        span.file = source.file
        span._source = source  # noqa: SLF001  (a second constructor)
        span._first = first  # noqa: SLF001
        span._last = last  # noqa: SLF001
        span._start = span._end = None  # noqa: SLF001
        return span

    @property
    def start(self) -> Pos:
        if self._start is None:
            self._start = self._source.pos(self._first)
        return self._start

    @property
    def end(self) -> Pos:
        if self._end is None:
            self._end = self._source.pos(self._last)
        return self._end

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return self._first == other._first and self._last == other._last and self.file == other.file

    def __hash__(self) -> int:
        return hash((self.file, self._first, self._last))

    def __repr__(self) -> str:
        return f"Span(file={self.file!r}, start={self.start!r}, end={self.end!r})"

    def __reduce__(self) -> tuple[type["Span"], tuple[str, Pos, Pos]]:
        return Span, (self.file, self.start, self.end)

    def __contains__(self, pos: Pos) -> bool:
        return self._first <= pos.offset < self._last

    def __str__(self) -> str:
        return f"{self.file}:{self.start.line}:{self.start.column}"


_new = object.__new__


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
        return Span.between(self, start, end)

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
