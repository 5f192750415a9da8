r"""Patterns (RE2 syntax, whole value) as z3 regular expressions.

What is read is the common part of RE2: alternation, groups, repetition, classes, `\d \w \s` and
`\x41`. Anything else, and anchors and flags in the middle, gives None: nothing is known then.
"""

from dataclasses import dataclass
from typing import Final

import z3

from wfcheck.smt.sorts import Term, text

_MOST_REPEATS: Final = 1000  # RE2's own limit
_MOST_DEPTH: Final = 50

_DIGIT: Final = ((48, 57),)
_WORD: Final = ((48, 57), (65, 90), (95, 95), (97, 122))
_SPACE: Final = ((9, 10), (12, 13), (32, 32))
_CLASSES: Final = {"d": _DIGIT, "w": _WORD, "s": _SPACE}
_CONTROLS: Final = {"n": 10, "t": 9, "r": 13, "f": 12, "v": 11, "a": 7}
_LAST_CHARACTER: Final = 0x2FFFF  # z3's strings end there

Ranges = tuple[tuple[int, int], ...]


class _UnreadError(Exception):
    """The pattern says something that is not read here."""


def language(pattern: str) -> Term | None:
    """The z3 regular expression of all whole values that match, or None where it cannot be told."""
    body = pattern.removeprefix("^")
    if body.endswith("$") and not body.endswith("\\$"):
        body = body[:-1]
    reader = _Reader(body)
    try:
        found = reader.alternatives(0)
    except _UnreadError:
        return None
    return found if reader.at == len(body) else None


@dataclass(slots=True)
class _Reader:
    pattern: str
    at: int = 0

    def _peek(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def _take(self) -> str:
        if self.at >= len(self.pattern):
            raise _UnreadError
        self.at += 1
        return self.pattern[self.at - 1]

    def _skip(self, what: str) -> bool:
        if self.pattern.startswith(what, self.at):
            self.at += len(what)
            return True
        return False

    def alternatives(self, depth: int) -> Term:
        if depth > _MOST_DEPTH:
            raise _UnreadError
        found = [self._sequence(depth)]
        while self._skip("|"):
            found.append(self._sequence(depth))
        return found[0] if len(found) == 1 else z3.Union(*found)

    def _sequence(self, depth: int) -> Term:
        parts = []
        while self._peek() not in ("", "|", ")"):
            parts.append(self._repeated(self._atom(depth)))
        if not parts:
            return z3.Re(z3.StringVal(""))
        return parts[0] if len(parts) == 1 else z3.Concat(*parts)

    def _atom(self, depth: int) -> Term:
        match self._take():
            case "(":
                if self._skip("?") and not self._skip(":"):
                    raise _UnreadError
                inside = self.alternatives(depth + 1)
                if not self._skip(")"):
                    raise _UnreadError
                return inside
            case "[":
                return _one_of(self._class())
            case ".":
                return _one_of(_complement(((10, 10),)))
            case "\\":
                return _one_of(self._escape())
            case "*" | "+" | "?" | "{" | ")" | "^" | "$":
                raise _UnreadError
            case character:
                return z3.Re(text(character))

    def _repeated(self, atom: Term) -> Term:
        if self._skip("*"):
            found = z3.Star(atom)
        elif self._skip("+"):
            found = z3.Plus(atom)
        elif self._skip("?"):
            found = z3.Option(atom)
        elif self._skip("{"):
            found = self._counted(atom)
        else:
            return atom
        self._skip("?")  # a lazy repetition matches the same whole values
        if self._peek() in {"*", "+", "?", "{"} and self._peek():
            raise _UnreadError
        return found

    def _counted(self, atom: Term) -> Term:
        low = self._number()
        high: int | None = low
        if self._skip(","):
            high = None if self._peek() == "}" else self._number()
        if not self._skip("}") or low is None or max(low, high or 0) > _MOST_REPEATS:
            raise _UnreadError
        if high is None:
            least = z3.Loop(atom, low, low) if low else z3.Re(z3.StringVal(""))
            return z3.Concat(least, z3.Star(atom))
        if high < low:
            raise _UnreadError
        return z3.Loop(atom, low, high) if high else z3.Re(z3.StringVal(""))

    def _number(self) -> int:
        digits = ""
        while "0" <= self._peek() <= "9" and len(digits) < 5:
            digits += self._take()
        if not digits:
            raise _UnreadError
        return int(digits)

    def _class(self) -> Ranges:
        negated = self._skip("^")
        found: list[tuple[int, int]] = []
        while not found or self._peek() != "]":
            if self._skip("[:"):
                raise _UnreadError
            ranges = self._class_item()
            if self._peek() == "-" and self.pattern[self.at + 1 : self.at + 2] not in ("]", ""):
                self._take()
                last = self._class_item()
                if len(ranges) != 1 or len(last) != 1 or last[0][0] < ranges[0][0]:
                    raise _UnreadError
                ranges = ((ranges[0][0], last[0][0]),)
            found += ranges
        self._take()
        return _complement(tuple(found)) if negated else tuple(found)

    def _class_item(self) -> Ranges:
        return self._escape() if self._skip("\\") else ((ord(self._take()),) * 2,)

    def _escape(self) -> Ranges:
        match self._take():
            case ("d" | "w" | "s") as name:
                return _CLASSES[name]
            case ("D" | "W" | "S") as name:
                return _complement(_CLASSES[name.lower()])
            case ("n" | "t" | "r" | "f" | "v" | "a") as name:
                return ((_CONTROLS[name],) * 2,)
            case "x":
                digits = self._take() + self._take()
                try:
                    return ((int(digits, 16),) * 2,)
                except ValueError:
                    raise _UnreadError from None
            case character if not character.isalnum():
                return ((ord(character),) * 2,)
            case _:
                raise _UnreadError


def _complement(ranges: Ranges) -> Ranges:
    found = []
    low = 0
    for first, last in sorted(ranges):
        if first > low:
            found.append((low, first - 1))
        low = max(low, last + 1)
    if low <= _LAST_CHARACTER:
        found.append((low, _LAST_CHARACTER))
    return tuple(found)


def _one_of(ranges: Ranges) -> Term:
    parts = [z3.Range(text(chr(first)), text(chr(last))) for first, last in ranges]
    if not parts:
        raise _UnreadError
    return parts[0] if len(parts) == 1 else z3.Union(*parts)
