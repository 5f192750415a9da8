"""Where the parts of a scenario stand in its file: what fails is told with its line and column."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Final

from wfcheck.classes import dataclass
from wfcheck.span import Span
from wfcheck.syntax.yaml import Map, Node, Scalar, Seq

_LAST: Final = re.compile(r"(?:^|\.)[^.\[]*$|\[\d+\]$")


@dataclass(frozen=True, slots=True)
class Places:
    """The spans of a scenario's values by the path of their keys: `events[0].payload`."""

    spans: Mapping[str, Span] = field(default_factory=dict)

    def at(self, place: str) -> Span | None:
        """The place, else the innermost one around it; None where nothing was read from a file."""
        while place not in self.spans and place:
            place = _LAST.sub("", place, count=1)
        return self.spans.get(place)

    def told(self, place: str, message: str) -> str:
        """A sentence about a place, in one line that begins with it."""
        span = self.at(place)
        return message if span is None else f"{span}: {message}"


def places_of(root: Node) -> Places:
    """The places of a scenario that was composed."""
    return Places(dict(_places(root, "")))


def _places(node: Node, path: str) -> Iterator[tuple[str, Span]]:
    yield path, node.span
    match node:
        case Scalar():
            pass
        case Seq(items):
            for position, item in enumerate(items):
                yield from _places(item, f"{path}[{position}]")
        case Map(entries):
            for entry in entries:
                if isinstance(entry.key, Scalar):
                    name = entry.key.text
                    yield from _places(entry.value, f"{path}.{name}" if path else name)
