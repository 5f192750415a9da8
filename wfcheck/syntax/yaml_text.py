"""A text as the YAML parser may read it: its characters and directives.

Expressions for characters beyond ASCII take long to compile, and few texts need them.
"""

import re
from functools import cache
from typing import Final

from wfcheck.catalog import YAML_FEATURE
from wfcheck.diagnostic import Finding
from wfcheck.span import Source
from wfcheck.syntax.names import shown

_TAKEN: Final = "\t\n\r\x20-\x7e"
_TAKEN_BEYOND_ASCII: Final = "\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff"
_FORBIDDEN_ASCII: Final = re.compile(f"[^{_TAKEN}]")


def forbidden(text: str) -> re.Match[str] | None:
    """The first character that YAML 1.2 does not take."""
    if text.isascii():
        return _FORBIDDEN_ASCII.search(text)
    return _compiled(f"[^{_TAKEN}{_TAKEN_BEYOND_ASCII}]").search(text)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


# Ordinary characters of YAML 1.2 that the parsers still read as YAML 1.1 did: as line breaks, and in
# flow collections as indicators, wherever they stand. A tag is passed over: it may hold them as well.
_TAG: Final = r"!<[^>\r\n]{,200}>|![^ \t\r\n,\[\]{}]*"
_MISREAD: Final = (
    ("\x85", "\x85"),
    ("\u2028", "\u2028"),
    ("\u2029", "\u2029"),
    # The character itself comes first, so that the text is searched for it.
    ("?", r"\?(?:(?<=[^ \t\r\n,\[{]\?)|(?=[^ \t\r\n,\]}]))"),
    (":", r":(?<=[^ \t\r\n\"'\]}]:)(?=[^ \t\r\n,\[\]{}])"),
)


class StandIns:
    """The characters that stand in for misread ones while the parser reads, one for one."""

    def __init__(self, text: str) -> None:
        self._back: dict[int, str] = {}
        free = (chr(code) for code in range(0xE000, 0xF900) if chr(code) not in text)
        for mark, misread in _MISREAD:
            if mark not in text or (other := next(free, None)) is None:
                continue
            self._back[ord(other)] = mark
            text = _replaced(misread, other, text)
        self.text = text

    def restore(self, text: str) -> str:
        return text.translate(self._back) if self._back and not text.isascii() else text


def _replaced(misread: str, other: str, text: str) -> str:
    if "!" in text:
        in_tags_or_not = _compiled(f"(?P<tag>{_TAG})|{misread}")
        return in_tags_or_not.sub(lambda found: found["tag"] or other, text)
    return _compiled(misread).sub(other, text)


_PROLOGUE: Final = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r)|(%[^\r\n]*)(?:\r\n|\n|\r|\Z)")


def without_directives(source: Source, out: list[Finding]) -> str:
    """The text with its directives made comments; all but `%YAML 1.2` are reported (C-1.1, C-1.2)."""
    text, at = source.text, 0
    while (line := _PROLOGUE.match(text, at)) is not None:
        directive = line[1]
        if directive is not None:
            name, *arguments = directive.split()
            if [name, *arguments[:1]] != ["%YAML", "1.2"]:
                span = source.span(at, at + len(directive.rstrip()))
                message = f"the directive {shown(directive)} is not taken"
                help_ = "Workfiles are YAML 1.2; remove the line"
                out.append(Finding(YAML_FEATURE, span, message, help=help_))
            text = f"{text[:at]}#{text[at + 1 :]}"
        at = line.end()
    return text
