"""What a terminal can show: colours, characters, and how many cells each takes."""

import unicodedata
from enum import Enum
from typing import Final

from wfcheck.classes import dataclass


class Paint(Enum):
    """How a piece of text looks; values are the numbers of ANSI's select graphic rendition."""

    STRONG = "1"
    FAINT = "2"
    ERROR = "1;31"
    WARNING = "1;33"
    INFO = "1;36"
    UNSUPPORTED = "1;35"
    GOOD = "1;32"
    PLACE = "34"


_TAB: Final = 4
_ELLIPSIS: Final = {True: "…", False: "..."}


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where text for a person goes; `width` in cells."""

    coloured: bool = False
    unicode: bool = True
    width: int = 100

    @property
    def ellipsis(self) -> str:
        return _ELLIPSIS[self.unicode]

    def paint(self, text: str, paint: Paint) -> str:
        """The text in colour, where there are colours."""
        return f"\x1b[{paint.value}m{text}\x1b[0m" if self.coloured and text else text

    def show(self, char: str) -> str:
        """A character as it can be shown without harm to what stands around it.

        Control and bidirectional formatting characters would move the rest of the line; a console
        that lacks a character shows its escape.
        """
        if char == "\t":
            return " " * _TAB
        if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            return "\N{REPLACEMENT CHARACTER}" if self.unicode else "?"
        if self.unicode or char.isascii():
            return char
        return char.encode("ascii", "backslashreplace").decode()

    def text(self, text: str) -> str:
        """A whole text, each character as it can be shown."""
        if text.isascii() and text.isprintable():
            return text
        return "".join(self.show(char) for char in text)

    def cells(self, char: str) -> int:
        """How many cells a character takes as it is shown."""
        return sum(_width(shown) for shown in self.show(char))


def _width(char: str) -> int:
    if char.isascii():
        return 1
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
