"""What a name may look like, which names are reserved, and which known name a misspelt one meant (C-2)."""

import re
from collections.abc import Iterable
from typing import Final

NAME_LENGTH: Final = 64

# C-2.1
NAME: Final = re.compile(rf"[A-Za-z][A-Za-z0-9_]{{0,{NAME_LENGTH - 1}}}")

# C-2.3
RESERVED: Final = frozenset(
    {
        "inputs",
        "run",
        "error",
        "true",
        "false",
        "null",
        "and",
        "or",
        "not",
        "in",
        "is",
        "if",
        "else",
    }
)

# A word longer than this is no slip of the finger, and the comparison takes quadratic time.
_LONGEST_COMPARED: Final = 2 * NAME_LENGTH

# Among more names than these only other capitals are looked for: a file may misspell many.
_MOST_COMPARED: Final = 500


def is_name(text: str) -> bool:
    """Whether a text has the form of a name (C-2.1); reserved names have it too."""
    return NAME.fullmatch(text) is not None


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that `name` most likely meant; None where there is only a different word.

    Upper and lower case, `_` and `-` do not tell names apart; beyond that a short word may differ in
    one letter, a long one in three. Among equally near names the first in alphabetical order is taken.
    """
    if len(name) > _LONGEST_COMPARED:
        return None
    others = frozenset(known)
    if len(others) > _MOST_COMPARED:
        same = name.casefold()
        others = frozenset(n for n in others if len(n) == len(name) and n.casefold() == same)
    folded = _folded(name)
    best: tuple[int, str] | None = None
    for other in others:
        if other == name:
            continue
        most = _allowed(name, other)
        distance = _distance(folded, _folded(other), most if best is None else min(most, best[0]))
        if distance is not None and (best is None or (distance, other) < best):
            best = (distance, other)
    return None if best is None else best[1]


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """The sentence of help that offers the nearest known name, where there is one."""
    other = nearest(name, known)
    return None if other is None else f"did you mean `{other}`?"


def _folded(name: str) -> str:
    return name.casefold().replace("_", "").replace("-", "")


def _allowed(name: str, other: str) -> int:
    """How many letters two names may differ in and still be one word, by the longer's length."""
    length = max(len(name), len(other))
    if length < 4:
        return 0
    return 1 if length < 6 else 2 if length < 11 else 3


def _distance(left: str, right: str, most: int) -> int | None:
    """How many letters must be put in, left out, changed or swapped with the next; None above `most`."""
    if left == right:
        return 0
    if abs(len(left) - len(right)) > most or most == 0:
        return None
    before: list[int] = []
    above = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return None
        before, above = above, row
    return above[-1] if above[-1] <= most else None


_MOST_SHOWN: Final = 60


def shown(text: str) -> str:
    """A text of the author's as messages show it: in backticks, on one line, a long one cut."""
    line = " ".join(text.split())
    cut = line if len(line) <= _MOST_SHOWN else line[: _MOST_SHOWN - 1] + "…"
    return f"`{cut}`"
