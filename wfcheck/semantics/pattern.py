"""Patterns of declarations: RE2 syntax, matched against the whole value (C-3.2)."""

from functools import lru_cache
from typing import Protocol

import re2


class _Compiled(Protocol):
    def fullmatch(self, text: str) -> object | None: ...


def pattern_fault(pattern: str) -> str | None:
    """What is wrong with a pattern, None where it is RE2."""
    compiled = _compile(pattern)
    return compiled if isinstance(compiled, str) else None


def matches(pattern: str, text: str) -> bool:
    """Whether the whole text matches; a pattern that is no RE2 (reported elsewhere) matches all."""
    compiled = _compile(pattern)
    return isinstance(compiled, str) or compiled.fullmatch(_encodable(text)) is not None


def _encodable(text: str) -> str:
    # RE2 takes UTF-8; a lone surrogate, which only an escape can write, has none and counts as one character.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@lru_cache(maxsize=1024)
def _compile(pattern: str) -> _Compiled | str:
    options = re2.Options()
    options.log_errors = False
    try:
        compiled: _Compiled = re2.compile(_encodable(pattern), options)
    except re2.error as error:
        reason = error.args[0] if error.args else ""
        return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
    return compiled
