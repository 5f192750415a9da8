"""Lines of a source with stretches underlined, as compilers show them."""

from typing import Final

from wfcheck.classes import dataclass
from wfcheck.report.terminal import Paint, Terminal
from wfcheck.span import Source, Span

_LEAST_ROOM: Final = 20  # cells; a narrower terminal wraps


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch to underline, by `^` for the place itself and by `-` for a place beside it."""

    span: Span
    text: str
    paint: Paint
    main: bool


@dataclass(frozen=True, slots=True)
class _Window:
    """The stretch of a line that is shown: columns from 0, the end exclusive."""

    start: int
    end: int


def excerpt(source: Source, marks: tuple[Mark, ...], terminal: Terminal) -> list[str]:
    """The marked lines in order, each with its marks below; gaps between them are shown as gaps."""
    numbers = sorted({mark.span.start.line for mark in marks})
    gutter = len(str(numbers[-1]))
    bar = terminal.paint("|", Paint.PLACE)
    lines = [f" {' ' * gutter} {bar}"]
    previous = None
    for number in numbers:
        if previous is not None and number > previous + 1:
            lines.append(f" {terminal.paint(terminal.ellipsis.rjust(gutter), Paint.PLACE)}")
        previous = number
        here = sorted(
            (mark for mark in marks if mark.span.start.line == number),
            key=lambda mark: (not mark.main, mark.span.start.column),
        )
        text = source.line(number).removeprefix("\ufeff") if number == 1 else source.line(number)
        dropped = len(source.line(number)) - len(text)
        room = max(terminal.width - gutter - 4, _LEAST_ROOM)
        window = _window(text, here[0], dropped, room, terminal)
        label = terminal.paint(str(number).rjust(gutter), Paint.PLACE)
        lines.append(f" {label} {bar} {_shown(text, window, terminal)}".rstrip())
        for mark in here:
            below = _underline(text, mark, dropped, window, terminal)
            lines.append(f" {' ' * gutter} {bar} {below}".rstrip())
    return lines


def _extent(text: str, mark: Mark, dropped: int) -> tuple[int, int]:
    """The marked columns of the line, from 0; what goes on in later lines ends with the line."""
    start = min(max(mark.span.start.column - 1 - dropped, 0), len(text))
    if mark.span.end.line == mark.span.start.line:
        end = min(mark.span.end.column - 1 - dropped, len(text))
    else:
        end = len(text)
    return start, max(end, start)


def _window(text: str, mark: Mark, dropped: int, room: int, terminal: Terminal) -> _Window:
    """As much of a line as there is room for, with the marked stretch in sight."""
    start, end = _extent(text, mark, dropped)
    if start == len(text):
        room -= 1  # the mark itself stands behind the text
    # a line of megabytes is looked at only around the mark
    near = range(max(start - room, 0), min(end + room, len(text)))
    if len(near) == len(text) and _measure(text, 0, len(text), terminal) <= room:
        return _Window(0, len(text))
    room -= 2 * len(terminal.ellipsis)
    left = right = start
    used = 0
    while right < len(text) and used + terminal.cells(text[right]) <= room:
        if right >= end and used >= room * 2 // 3:
            break
        used += terminal.cells(text[right])
        right += 1
    while left > 0 and used + terminal.cells(text[left - 1]) <= room:
        left -= 1
        used += terminal.cells(text[left])
    while right < len(text) and used + terminal.cells(text[right]) <= room:
        used += terminal.cells(text[right])
        right += 1
    return _Window(left, right)


def _shown(text: str, window: _Window, terminal: Terminal) -> str:
    before = terminal.ellipsis if window.start > 0 else ""
    after = terminal.ellipsis if window.end < len(text) else ""
    return before + terminal.text(text[window.start : window.end]) + after


def _underline(text: str, mark: Mark, dropped: int, window: _Window, terminal: Terminal) -> str:
    start, end = _extent(text, mark, dropped)
    start, end = (min(max(at, window.start), window.end) for at in (start, end))
    indent = _measure(text, window.start, start, terminal)
    if window.start > 0:
        indent += len(terminal.ellipsis)
    length = max(_measure(text, start, end, terminal), 1)
    line = ("^" if mark.main else "-") * length
    tail = f" {terminal.text(mark.text)}" if mark.text else ""
    return " " * indent + terminal.paint(line + tail, mark.paint)


def _measure(text: str, start: int, end: int, terminal: Terminal) -> int:
    return sum(terminal.cells(char) for char in text[start:end])
