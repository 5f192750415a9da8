"""The nodes of a YAML document, each with its exact place.

There are as many of them as a file has words: they are tuples, which are made three times faster than
frozen dataclasses, and know their places as offsets until someone asks.
"""

from enum import Enum
from typing import NamedTuple, TypeAlias

from wfcheck.span import Source, Span
from wfcheck.syntax.literals import Value


class Style(Enum):
    """How a scalar is written; the values are the parser's."""

    PLAIN = None
    SINGLE = "'"
    DOUBLE = '"'
    LITERAL = "|"
    FOLDED = ">"


class Scalar(NamedTuple):
    """A scalar: its value under the core schema, and its text (YAML's escapes and folds resolved).

    `broken` where it has been reported and has no value: a custom tag, `.nan`, a number out of range.
    `content` is the offset where its characters are written; beyond `start` where tags and anchors
    precede it, and elsewhere in the file for an alias.
    """

    value: Value
    text: str
    style: Style
    source: Source
    start: int
    end: int
    content: int
    broken: bool = False

    @property
    def span(self) -> Span:
        return self.source.span(self.start, self.end)


class Seq(NamedTuple):
    """A list."""

    items: "tuple[Node, ...]"
    source: Source
    start: int
    end: int

    @property
    def span(self) -> Span:
        return self.source.span(self.start, self.end)


class Entry(NamedTuple):
    """One key of a map and its value; the key is any node, and a null value stands at its key."""

    key: "Node"
    value: "Node"


class Map(NamedTuple):
    """A map without its duplicate and merge keys, which have been reported; in the order of the file."""

    entries: tuple[Entry, ...]
    source: Source
    start: int
    end: int

    @property
    def span(self) -> Span:
        return self.source.span(self.start, self.end)

    def get(self, name: str) -> "Node | None":
        """The value of a string key, None where the key is absent."""
        entry = self.entry(name)
        return None if entry is None else entry.value

    def entry(self, name: str) -> Entry | None:
        """A string key with its value, None where the key is absent."""
        for entry in self.entries:
            if isinstance(entry.key, Scalar) and entry.key.value == name:
                return entry
        return None


Node: TypeAlias = Scalar | Seq | Map
