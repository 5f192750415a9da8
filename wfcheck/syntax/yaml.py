"""YAML text to nodes with exact places: the core schema of YAML 1.2, and the limits of C-1.3.

Nodes are composed here from the parser's events, without recursion: depth and size are counted before
anything is built, an alias keeps the place of its use, and every duplicate key is seen. Nothing here
raises: what cannot be read is a finding, and leaves a scalar that is `broken` or no node at all.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import Final, TypeAlias, assert_never

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from wfcheck.catalog import DUPLICATE_KEY, INVALID_LITERAL, TOO_LARGE, YAML_FEATURE, YAML_SYNTAX
from wfcheck.diagnostic import Finding, Label, Rule
from wfcheck.span import Source, Span, file_start
from wfcheck.syntax.literals import Value, in_limits, parse_number
from wfcheck.syntax.names import shown
from wfcheck.syntax.yaml_fault import describe

try:
    from _ruamel_yaml import CParser  # type: ignore[import-not-found,unused-ignore]
except ImportError:  # ruamel.yaml works without its C extension, only slower
    CParser = None

# C-1.3
MOST_BYTES: Final = 8 * 1024 * 1024
MOST_LEVELS: Final = 200
MOST_NODES: Final = 1_000_000


class Style(Enum):
    """How a scalar is written; the values are the parser's."""

    PLAIN = None
    SINGLE = "'"
    DOUBLE = '"'
    LITERAL = "|"
    FOLDED = ">"


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """A scalar: its value under the core schema, and its text (YAML's escapes and folds resolved).

    `broken` where it has been reported and has no value: a custom tag, `.nan`, a number out of range.
    `content` is the offset where its characters are written; beyond `start` where tags and anchors
    precede it, and elsewhere in the file for an alias.
    """

    value: Value
    text: str
    style: Style
    source: Source = field(repr=False)
    start: int
    end: int
    content: int = field(repr=False)
    broken: bool = False

    @property
    def span(self) -> Span:
        return self.source.span(self.start, self.end)


@dataclass(frozen=True, slots=True, eq=False)
class Seq:
    """A list."""

    items: "tuple[Node, ...]"
    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def span(self) -> Span:
        return self.source.span(self.start, self.end)


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One key of a map and its value; the key is any node, and a null value stands at its key."""

    key: "Node"
    value: "Node"


@dataclass(frozen=True, slots=True, eq=False)
class Map:
    """A map without its duplicate and merge keys, which have been reported; in the order of the file."""

    entries: tuple[Entry, ...]
    source: Source = field(repr=False)
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


def read_source(file: str, data: bytes, out: list[Finding]) -> Source | None:
    """A file's bytes as text, without a byte order mark; None where they are too many or no UTF-8."""
    if len(data) > MOST_BYTES:
        message = (
            f"the file has {len(data)} bytes, more than the {MOST_BYTES} (8 MiB) that are read"
        )
        out.append(Finding(TOO_LARGE, file_start(file), message))
        return None
    try:
        return Source(file, data.decode("utf-8-sig"))
    except UnicodeDecodeError as fault:
        before = Source(file, fault.object[: fault.start].decode("utf-8-sig"))
        at = before.pos(len(before.text))
        message = f"the byte 0x{fault.object[fault.start]:02X} is no UTF-8"
        help_ = "save the file in the encoding UTF-8"
        out.append(Finding(YAML_SYNTAX, Span(file, at, at), message, help=help_))
        return None


def compose(source: Source, out: list[Finding]) -> Node | None:
    """The one document of a text as nodes; an empty text is a null. None where it cannot be read."""
    text = _without_directives(source, out)
    forbidden = _FORBIDDEN.search(text)
    if forbidden is not None:
        span = source.span(forbidden.start(), forbidden.end())
        message = f"the control character U+{ord(forbidden[0]):04X} may not stand in YAML"
        out.append(Finding(YAML_SYNTAX, span, message))
        return None
    stand_ins = _StandIns(text)
    found: list[Finding] = []
    try:
        root = _Composer(source, stand_ins, found).compose(_events(stand_ins.text))
    except YAMLError as fault:
        if not _may_be_version(fault) or len(text) > _MOST_READ_AGAIN:
            out += [*found, _syntax_finding(source, fault)]
            return None
    else:
        out += found
        return root
    again: list[Finding] = []
    try:
        root = _Composer(source, stand_ins, again).compose(_events_of_python(stand_ins.text))
    except YAMLError as fault:
        out += [*again, _syntax_finding(source, fault)]
        return None
    out += again
    return root


_MOST_READ_AGAIN: Final = 1024 * 1024


def _may_be_version(fault: YAMLError) -> bool:
    """Whether a fault may be none: the C parser refuses some colons that YAML 1.2 takes."""
    return (
        CParser is not None
        and isinstance(fault, MarkedYAMLError)
        and fault.problem == "found unexpected ':'"
    )


def _events(text: str) -> Iterator[Event]:
    if CParser is None:
        yield from _events_of_python(text)
        return
    parser = CParser(text)
    try:
        while True:
            event = parser.get_event()
            yield event
            if type(event) is StreamEndEvent:
                return
    finally:
        parser.dispose()


def _events_of_python(text: str) -> Iterator[Event]:
    yield from YAML(typ="safe", pure=True).parse(text)


def _syntax_finding(source: Source, fault: YAMLError) -> Finding:
    """A fault that the parser raised, in plain words and at its place."""
    marks = (
        (fault.problem_mark, fault.context_mark)
        if isinstance(fault, MarkedYAMLError)
        else (None, None)
    )
    end = len(source.text)
    at, context = (None if mark is None else min(mark.index, end) for mark in marks)
    problem = fault.problem if isinstance(fault, MarkedYAMLError) else None
    told = describe(source.text, problem or "", end if at is None else at, context)
    labels = (
        ()
        if told.opened is None
        else (Label(source.span(told.opened, told.opened + 1), "opened here"),)
    )
    span = source.span(told.at, min(told.at + 1, end))
    return Finding(YAML_SYNTAX, span, told.message, help=told.help, labels=labels)


# The characters that YAML 1.2 does not take.
_FORBIDDEN: Final = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)


# Ordinary characters of YAML 1.2 that the parsers still read as YAML 1.1 did: as line breaks, and in
# flow collections as indicators, wherever they stand.
_MISREAD: Final = (
    ("\x85", re.compile("\x85")),
    ("\u2028", re.compile("\u2028")),
    ("\u2029", re.compile("\u2029")),
    ("?", re.compile(r"(?<=[^ \t\r\n,\[{])\?|\?(?=[^ \t\r\n,\]}])")),
    (":", re.compile(r"(?<=[^ \t\r\n\"'\]}]):(?=[^ \t\r\n,\[\]{}])")),
)


class _StandIns:
    """The characters that stand in for misread ones while the parser reads, one for one."""

    def __init__(self, text: str) -> None:
        self._back: dict[int, str] = {}
        free = (chr(code) for code in range(0xE000, 0xF900) if chr(code) not in text)
        for mark, misread in _MISREAD:
            if mark in text and (other := next(free, None)) is not None:
                text, count = misread.subn(other, text)
                if count:
                    self._back[ord(other)] = mark
        self.text = text

    def restore(self, text: str) -> str:
        return text.translate(self._back) if self._back and not text.isascii() else text


_PROLOGUE: Final = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r)|(%[^\r\n]*)(?:\r\n|\n|\r|\Z)")


def _without_directives(source: Source, out: list[Finding]) -> str:
    """The text with its directives made comments; all but `%YAML 1.2` are reported (C-1.1, C-1.2)."""
    text, at = source.text, 0
    while (line := _PROLOGUE.match(text, at)) is not None:
        directive = line[1]
        if directive is not None:
            words = directive.split()
            if words[:2] != ["%YAML", "1.2"]:
                span = source.span(at, at + len(directive))
                message = f"the directive {shown(directive)} is not taken"
                help_ = "Workfiles are YAML 1.2; remove the line"
                out.append(Finding(YAML_FEATURE, span, message, help=help_))
            if words[0] == "%YAML":
                text = f"{text[:at]}#{text[at + 1 :]}"
        at = line.end()
    return text


@dataclass(slots=True)
class _Open:
    """A collection whose end has not been read."""

    is_map: bool
    start: int
    anchor: str | None
    items: list[Node] = field(default_factory=list)  # of a map: keys and values in turn
    size: int = 1  # nodes in it, aliases expanded
    height: int = 1  # levels in it


@dataclass(frozen=True, slots=True)
class _Anchored:
    node: Node
    size: int
    height: int


class _Composer:
    """Builds the nodes of one document from its events."""

    def __init__(self, source: Source, stand_ins: _StandIns, out: list[Finding]) -> None:
        self._source = source
        self._stand_ins = stand_ins
        self._out = out
        self._anchors: dict[str, _Anchored | _Open] = {}
        self._open: list[_Open] = []
        self._nodes = 0
        self._root: Node | None = None

    def compose(self, events: Iterator[Event]) -> Node | None:
        documents = 0
        for event in events:
            match event:
                case ScalarEvent():
                    fits = self._add(self._scalar(event), 1, 0, event.anchor)
                case MappingStartEvent() | SequenceStartEvent():
                    fits = self._begin(event)
                case MappingEndEvent() | SequenceEndEvent():
                    fits = self._finish(event)
                case AliasEvent():
                    fits = self._alias(event)
                case DocumentStartEvent():
                    documents += 1
                    if documents > 1:
                        span = self._source.span(event.start_mark.index, event.end_mark.index)
                        message = "a second document begins here; a file holds one"
                        self._report(YAML_FEATURE, span, message)
                        break
                    continue
                case _:
                    continue
            if not fits:
                return None
        if self._root is None:
            end = len(self._source.text)
            return Scalar(None, "", Style.PLAIN, self._source, 0, 0, end)
        return self._root

    # -- nodes

    def _begin(self, event: MappingStartEvent | SequenceStartEvent) -> bool:
        start = event.start_mark.index
        collection = _Open(isinstance(event, MappingStartEvent), start, event.anchor)
        self._open.append(collection)
        if event.anchor is not None:
            self._anchors[event.anchor] = collection
        if event.tag is not None and event.tag != _COLLECTION_TAGS[collection.is_map]:
            self._report_tag(event)
        if event.anchor is not None or event.tag is not None:
            collection.start = self._content(start, event.end_mark.index)
        return self._count(1, start) and self._level(len(self._open), start)

    def _finish(self, event: Event) -> bool:
        done = self._open.pop()
        end = event.end_mark.index
        if self._source.text[end - 1 : end] not in ("]", "}") or event.start_mark.index == end:
            # The end of a block collection is where the next token begins.
            end = done.items[-1].end if done.items else done.start
        node: Node
        if done.is_map:
            node = Map(self._entries(done.items), self._source, done.start, end)
        else:
            node = Seq(tuple(done.items), self._source, done.start, end)
        if done.anchor is not None and self._anchors.get(done.anchor) is done:
            self._anchors[done.anchor] = _Anchored(node, done.size, done.height)
        return self._add(node, done.size, done.height, None)

    def _alias(self, event: AliasEvent) -> bool:
        start, end = event.start_mark.index, event.end_mark.index
        target = self._anchors.get(event.anchor)
        match target:
            case _Anchored(node, size, height):
                used = replace(node, start=start, end=end)
                return (
                    self._count(size, start)
                    and self._level(len(self._open) + height, start)
                    and self._add(used, size, height, None)
                )
            case None:
                message = f"no anchor `&{event.anchor}` stands before this alias"
                self._report(YAML_SYNTAX, self._source.span(start, end), message)
            case _Open():
                # C-1.2
                message = f"the alias `*{event.anchor}` stands inside the value that it names"
                self._report(YAML_FEATURE, self._source.span(start, end), message)
        hole = Scalar(None, "", Style.PLAIN, self._source, start, end, end, broken=True)
        return self._add(hole, 1, 0, None)

    def _add(self, node: Node, size: int, height: int, anchor: str | None) -> bool:
        """Put a finished node into the collection around it; False where there are too many nodes."""
        if anchor is not None:
            self._anchors[anchor] = _Anchored(node, size, height)
        if not self._open:
            self._root = node
        else:
            around = self._open[-1]
            around.items.append(node)
            around.size += size
            around.height = max(around.height, height + 1)
        return not isinstance(node, Scalar) or self._count(1, node.start)

    def _count(self, nodes: int, at: int) -> bool:
        self._nodes += nodes
        if self._nodes <= MOST_NODES:
            return True
        message = f"with its aliases expanded the file has more than {MOST_NODES} nodes"
        self._report(TOO_LARGE, self._source.span(at, at + 1), message)
        return False

    def _level(self, level: int, at: int) -> bool:
        if level <= MOST_LEVELS:
            return True
        message = f"lists and maps are nested deeper than {MOST_LEVELS} levels"
        self._report(TOO_LARGE, self._source.span(at, at + 1), message)
        return False

    # -- maps

    def _entries(self, items: list[Node]) -> tuple[Entry, ...]:
        first: dict[str, Node] = {}
        entries: list[Entry] = []
        merged: list[Node] = []
        for key, value in zip(items[::2], items[1::2], strict=True):
            name = key.value if isinstance(key, Scalar) else None
            if isinstance(name, str) and isinstance(key, Scalar):
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
                value = replace(value, start=key.start, end=key.end)
            entries.append(Entry(key, value))
        # A merge key has been reported; what it would bring in is not reported as missing too.
        entries.extend(entry for entry in _merged(merged) if _key_text(entry) not in first)
        return tuple(entries)

    # -- scalars

    def _scalar(self, event: ScalarEvent) -> Scalar:
        text: str = self._stand_ins.restore(event.value)
        style = _STYLES[event.style]
        start, end = event.start_mark.index, event.end_mark.index
        if event.anchor is not None or event.tag is not None:
            content = self._content(start, end)
        else:
            content = start
        if style is Style.LITERAL or style is Style.FOLDED:
            end = content + len(self._source.text[content:end].rstrip())
        elif start == end and self._source.text[end - 1 : end] == "-":
            content = start = end - 1  # an item that is not written stands at its dash
        if event.tag is None:
            value = _plain_value(text) if style is Style.PLAIN else text
            broken = style is Style.PLAIN and self._is_beyond(value, text, content, end)
        else:
            value, broken = self._tagged(event, text)
        if isinstance(value, _NotANumber):
            value, broken = None, True
        return Scalar(value, text, style, self._source, content, end, content, broken)

    def _is_beyond(self, value: "Value | _NotANumber", text: str, start: int, end: int) -> bool:
        """Report a plain scalar that is no value of ours: `.nan`, or a number out of range."""
        if isinstance(value, _NotANumber):
            # C-1.1
            message = f"{shown(text)} is no value; numbers are exact and finite"
            self._report(INVALID_LITERAL, self._source.span(start, end), message)
            return True
        if in_limits(value):
            return False
        message = f"the number {shown(text)} is out of range; integers have 64 bits"
        self._report(TOO_LARGE, self._source.span(start, end), message)
        return True

    def _tagged(self, event: ScalarEvent, text: str) -> "tuple[Value, bool]":
        """The value of a scalar with a tag, and whether it is broken (D-42)."""
        kind = event.tag or ""
        if kind in ("!", "tag:yaml.org,2002:str"):
            return text, False
        types = _SCALAR_TAGS.get(kind)
        if types is None:
            self._report_tag(event)
            return None, True
        value = _plain_value(text)
        start, end = event.start_mark.index, event.end_mark.index
        if self._is_beyond(value, text, start, end):
            return None, True
        if isinstance(value, _NotANumber) or type(value) not in types:
            message = f"{shown(text)} is no `!!{kind.rpartition(':')[2]}`"
            self._report(INVALID_LITERAL, self._source.span(start, end), message)
            return None, True
        return value, False

    def _content(self, start: int, end: int) -> int:
        """Where a node's content begins, behind its tag and anchor."""
        text = self._source.text
        while start < end and (part := _PROPERTY.match(text, start, end)) is not None:
            start = part.end()
        return start

    # -- findings

    def _report_tag(self, event: ScalarEvent | MappingStartEvent | SequenceStartEvent) -> None:
        start = event.start_mark.index
        text = self._source.text
        while not text.startswith("!", start):
            part = _PROPERTY.match(text, start)
            if part is None:
                break
            start = part.end()
        tag = _PROPERTY.match(text, start)
        end = start + 1 if tag is None else tag.end()
        message = f"the tag {shown(text[start:end])} is not taken"
        self._report(YAML_FEATURE, self._source.span(start, end), message, "write the plain value")

    def _report(self, rule: Rule, span: Span, message: str, help_: str | None = None) -> None:
        self._out.append(Finding(rule, span, message, help=help_))


_STYLES: Final = {style.value: style for style in Style} | {"": Style.PLAIN}
_PROPERTY: Final = re.compile(r"!<[^>]*>|[&!][^\s,\[\]{}]*|#[^\r\n]*|[ \t\r\n]+")

_COLLECTION_TAGS: Final = {True: "tag:yaml.org,2002:map", False: "tag:yaml.org,2002:seq"}
_SCALAR_TAGS: Final = {
    "tag:yaml.org,2002:null": (type(None),),
    "tag:yaml.org,2002:bool": (bool,),
    "tag:yaml.org,2002:int": (int,),
    "tag:yaml.org,2002:float": (int, Fraction),
}


class _NotANumber(Enum):
    """What the core schema reads as a float and the language has no value for (C-1.1)."""

    INF_OR_NAN = "inf or nan"


# YAML 1.2.2, 10.3.2
_CONSTANTS: Final[dict[str, bool | _NotANumber | None]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(
        (
            *(sign + word for sign in ("", "+", "-") for word in (".inf", ".Inf", ".INF")),
            *(".nan", ".NaN", ".NAN"),
        ),
        _NotANumber.INF_OR_NAN,
    ),
}
_BASED: Final = re.compile(r"0o([0-7]+)|0x([0-9a-fA-F]+)")


def _plain_value(text: str) -> Value | _NotANumber:
    """The value of a plain scalar under the core schema (YAML 1.2.2, 10.3.2)."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] not in "+-.0123456789":
        return text
    based = _BASED.fullmatch(text)
    if based is not None:
        return int(based[1], 8) if based[1] else int(based[2], 16)
    number = parse_number(text)
    return text if number is None else number


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
