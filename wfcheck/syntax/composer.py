"""Builds the nodes of one document from what a YAML parser meets in turn, without recursion.

Depth and size are counted before anything is built, an alias keeps the place of its use, and every
duplicate key is seen. What has no value is a finding, and leaves a scalar that is `broken`.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, assert_never

from wfcheck.catalog import DUPLICATE_KEY, INVALID_LITERAL, TOO_LARGE, YAML_FEATURE, YAML_SYNTAX
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding, Label, Rule
from wfcheck.span import Source, Span
from wfcheck.syntax.core_schema import NotANumber, plain_value
from wfcheck.syntax.literals import Value, in_limits
from wfcheck.syntax.names import shown
from wfcheck.syntax.nodes import Entry, Map, Node, Scalar, Seq, Style

# C-1.3
MOST_LEVELS: Final = 200
MOST_NODES: Final = 1_000_000


class _Open:
    """A collection whose end has not been read."""

    __slots__ = ("anchor", "height", "is_flow", "is_map", "items", "size", "start")

    def __init__(self, is_map: bool, is_flow: bool, start: int, anchor: str | None) -> None:
        self.is_map = is_map
        self.is_flow = is_flow
        self.start = start
        self.anchor = anchor
        self.items: list[Node] = []  # of a map: keys and values in turn
        self.size = 1  # nodes in it, aliases expanded
        self.height = 1  # levels in it


@dataclass(frozen=True, slots=True)
class _Anchored:
    node: Node
    size: int
    height: int


class Composer:
    """One document as it is read. The methods that add to it give False where a limit is passed."""

    def __init__(self, source: Source, out: list[Finding]) -> None:
        self._source = source
        self._out = out
        self._anchors: dict[str, _Anchored | _Open] = {}
        self._open: list[_Open] = []
        self._nodes = 0
        self._root: Node | None = None

    def root(self) -> Node:
        """The whole document; an empty one is a null."""
        if self._root is not None:
            return self._root
        end = len(self._source.text)
        return Scalar(None, "", Style.PLAIN, self._source, 0, 0, end)

    # -- what a parser meets

    def scalar(
        self, text: str, style: Style, tag: str | None, anchor: str | None, start: int, end: int
    ) -> bool:
        """A scalar whose escapes and folds are resolved, from its tag or anchor on."""
        content = start if tag is None and anchor is None else self._content(start, end)
        value: Value = text
        broken = False
        if tag is not None:
            value, broken = self._tagged(tag, text, start, end)
        elif style is Style.PLAIN:
            if text.endswith(":") and self._is_at_key():
                # `{a:}`: the parser leaves the colon of an empty value to its key
                text, end = text[:-1], end - 1
                value = text
            plain = plain_value(text)
            if plain is not text:
                value, broken = self._checked(plain, text, content, end)
        if style is Style.LITERAL or style is Style.FOLDED:
            end = content + len(self._source.text[content:end].rstrip())
        elif start == end and self._source.text.startswith("-", start - 1):
            content = start - 1  # an item that is not written stands at its dash
        node = Scalar(value, text, style, self._source, content, end, content, broken)
        if anchor is not None:
            self._anchors[anchor] = _Anchored(node, 1, 0)
        self._add(node, 1, 0)
        self._nodes += 1
        return self._nodes <= MOST_NODES or self._is_size_allowed(content)

    def begin(
        self,
        is_map: bool,
        is_flow: bool,
        tag: str | None,
        anchor: str | None,
        start: int,
        end: int,
    ) -> bool:
        """The beginning of a list or map, from its tag or anchor on."""
        collection = _Open(is_map, is_flow, start, anchor)
        self._open.append(collection)
        if anchor is not None:
            self._anchors[anchor] = collection
        if tag is not None and tag != _COLLECTION_TAGS[is_map]:
            self._report_tag(start)
        if anchor is not None or tag is not None:
            collection.start = self._content(start, end)
        self._nodes += 1
        if self._nodes <= MOST_NODES and len(self._open) <= MOST_LEVELS:
            return True
        return self._is_size_allowed(start) and self._is_depth_allowed(len(self._open), start)

    def finish(self, end: int) -> None:
        """The end of the innermost list or map."""
        done = self._open.pop()
        if not done.is_flow:
            # The parser ends a block collection only where the next token begins.
            end = done.items[-1].end if done.items else done.start
        node: Node
        if done.is_map:
            node = Map(self._entries(done.items), self._source, done.start, end)
        else:
            node = Seq(tuple(done.items), self._source, done.start, end)
        if done.anchor is not None and self._anchors.get(done.anchor) is done:
            self._anchors[done.anchor] = _Anchored(node, done.size, done.height)
        self._add(node, done.size, done.height)

    def alias(self, name: str, start: int, end: int) -> bool:
        """The use of an anchor: the same value, at the place of the use."""
        match self._anchors.get(name):
            case _Anchored(node, size, height):
                self._nodes += size
                self._add(node._replace(start=start, end=end), size, height)
                return self._is_size_allowed(start) and self._is_depth_allowed(
                    len(self._open) + height, start
                )
            case None:
                message = f"no anchor `&{name}` stands before this alias"
                self._report(YAML_SYNTAX, self._source.span(start, end), message)
            case _Open():
                # C-1.2
                message = f"the alias `*{name}` stands inside the value that it names"
                self._report(YAML_FEATURE, self._source.span(start, end), message)
        self._add(Scalar(None, "", Style.PLAIN, self._source, start, end, end, broken=True), 1, 0)
        return True

    def second_document(self, start: int, end: int) -> None:
        """The mark that begins another document: a file holds one (C-1.2)."""
        message = "a second document begins here; a file holds one"
        self._report(YAML_FEATURE, self._source.span(start, end), message)

    # -- collections

    def _add(self, node: Node, size: int, height: int) -> None:
        """Put a finished node into the collection around it."""
        if not self._open:
            self._root = node
            return
        around = self._open[-1]
        around.items.append(node)
        around.size += size
        if height >= around.height:
            around.height = height + 1

    def _is_at_key(self) -> bool:
        return bool(self._open) and self._open[-1].is_map and len(self._open[-1].items) % 2 == 0

    def _is_size_allowed(self, at: int) -> bool:
        if self._nodes <= MOST_NODES:
            return True
        message = f"with its aliases expanded the file has more than {MOST_NODES} nodes"
        self._report(TOO_LARGE, self._source.span(at, at + 1), message)
        return False

    def _is_depth_allowed(self, levels: int, at: int) -> bool:
        if levels <= MOST_LEVELS:
            return True
        message = f"lists and maps are nested deeper than {MOST_LEVELS} levels"
        self._report(TOO_LARGE, self._source.span(at, at + 1), message)
        return False

    def _entries(self, items: list[Node]) -> tuple[Entry, ...]:
        first: dict[str, Node] = {}
        entries: list[Entry] = []
        merged: list[Node] = []
        put = entries.append
        for key, value in zip(items[::2], items[1::2], strict=True):
            if isinstance(key, Scalar) and isinstance(name := key.value, str):
                if name == "<<" and key.style is Style.PLAIN:
                    message = "the merge key `<<` is no part of YAML 1.2"
                    help_ = "write the keys out, or use the alias as a whole value"
                    self._report(YAML_FEATURE, key.span, message, help_)
                    merged.append(value)
                    continue
                if name in first:
                    message = f"the key {shown(name)} stands twice in this map"
                    label = Label(first[name].span, "first here")
                    finding = Finding(
                        DUPLICATE_KEY,
                        key.span,
                        message,
                        help="remove one of the two",
                        labels=(label,),
                    )
                    self._out.append(finding)
                    continue
                first[name] = key
            if (
                isinstance(value, Scalar)
                and value.start == value.end
                and value.style is Style.PLAIN
            ):
                value = value._replace(start=key.start, end=key.end)
            put(Entry(key, value))
        # A merge key has been reported; what it would bring in is not reported as missing too.
        if merged:
            entries.extend(entry for entry in _merged(merged) if _key_text(entry) not in first)
        return tuple(entries)

    # -- scalars

    def _checked(
        self, value: Value | NotANumber, text: str, start: int, end: int
    ) -> tuple[Value, bool]:
        """A plain scalar's value, and whether it is broken: `.nan`, or a number out of range."""
        if isinstance(value, NotANumber):
            # C-1.1
            message = f"{shown(text)} is no value; numbers are exact and finite"
            self._report(INVALID_LITERAL, self._source.span(start, end), message)
            return None, True
        if in_limits(value):
            return value, False
        # C-3.9
        message = f"the number {shown(text)} is out of range; integers have 64 bits"
        self._report(TOO_LARGE, self._source.span(start, end), message)
        return None, True

    def _tagged(self, tag: str, text: str, start: int, end: int) -> tuple[Value, bool]:
        """The value of a scalar with a tag, and whether it is broken (D-42)."""
        if tag in ("!", "tag:yaml.org,2002:str"):
            return text, False
        types = _SCALAR_TAGS.get(tag)
        if types is None:
            self._report_tag(start)
            return None, True
        value, is_broken = self._checked(plain_value(text), text, start, end)
        if not is_broken and type(value) not in types:
            message = f"{shown(text)} is no `!!{tag.rpartition(':')[2]}`"
            self._report(INVALID_LITERAL, self._source.span(start, end), message)
            return None, True
        return value, is_broken

    def _content(self, start: int, end: int) -> int:
        """Where a node's content begins, behind its tag and anchor."""
        text = self._source.text
        while start < end and (part := _PROPERTY.match(text, start, end)) is not None:
            start = part.end()
        return start

    # -- findings

    def _report_tag(self, start: int) -> None:
        text = self._source.text
        while (
            not text.startswith("!", start) and (part := _PROPERTY.match(text, start)) is not None
        ):
            start = part.end()
        tag = _PROPERTY.match(text, start)
        end = start + 1 if tag is None else tag.end()
        message = f"the tag {shown(text[start:end])} is not taken"
        self._report(YAML_FEATURE, self._source.span(start, end), message, "write the plain value")

    def _report(self, rule: Rule, span: Span, message: str, help_: str | None = None) -> None:
        self._out.append(Finding(rule, span, message, help=help_))


_PROPERTY: Final = re.compile(r"!<[^>]*>|[&!][^\s,\[\]{}]*|#[^\r\n]*|[ \t\r\n]+")

_COLLECTION_TAGS: Final = {True: "tag:yaml.org,2002:map", False: "tag:yaml.org,2002:seq"}
_SCALAR_TAGS: Final = {
    "tag:yaml.org,2002:null": (type(None),),
    "tag:yaml.org,2002:bool": (bool,),
    "tag:yaml.org,2002:int": (int,),
    "tag:yaml.org,2002:float": (int, Fraction),
}


def _key_text(entry: Entry) -> str | None:
    return entry.key.text if isinstance(entry.key, Scalar) else None


def _merged(nodes: list[Node]) -> Iterator[Entry]:
    """The entries that merge keys would bring in."""
    for node in nodes:
        match node:
            case Map(entries):
                yield from entries
            case Seq(items):
                for item in items:
                    if isinstance(item, Map):
                        yield from item.entries
            case Scalar():
                pass
            case _:
                assert_never(node)
