"""YAML text to nodes with exact places: the core schema of YAML 1.2, within the limits of C-1.3.

The parser's events are read, not its nodes: they tell depth and size before anything is built. Nothing
here raises: what cannot be read is a finding.
"""

import re
from collections.abc import Iterator
from typing import Final

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

from wfcheck.catalog import YAML_SYNTAX
from wfcheck.diagnostic import Finding, Label
from wfcheck.span import Source
from wfcheck.syntax.composer import Composer
from wfcheck.syntax.nodes import Entry, Map, Node, Scalar, Seq, Style
from wfcheck.syntax.source import read_source
from wfcheck.syntax.yaml_fault import describe
from wfcheck.syntax.yaml_text import StandIns, forbidden, without_directives

try:
    from _ruamel_yaml import CParser  # type: ignore[import-not-found,unused-ignore]
except ImportError:  # ruamel.yaml works without its C extension, only slower
    CParser = None

__all__ = ["Entry", "Map", "Node", "Scalar", "Seq", "Style", "compose", "read_source"]


def compose(source: Source, out: list[Finding]) -> Node | None:
    """The one document of a text as nodes; an empty text is a null. None where it cannot be read."""
    text = without_directives(source, out)
    found_at = forbidden(text)
    if found_at is not None:
        span = source.span(found_at.start(), found_at.end())
        message = f"the control character U+{ord(found_at[0]):04X} may not stand in YAML"
        out.append(Finding(YAML_SYNTAX, span, message))
        return None
    stand_ins = StandIns(text)
    found: list[Finding] = []
    try:
        root = _read(_events(stand_ins.text), stand_ins, Composer(source, found))
    except YAMLError as fault:
        second = _second_reading(stand_ins.text, fault)
        if second is None:
            out += [*found, _syntax_finding(source, fault)]
            return None
    else:
        out += found
        return root
    found = []
    try:
        root = _read(second, stand_ins, Composer(source, found))
    except YAMLError as fault:
        out += [*found, _syntax_finding(source, fault)]
        return None
    out += found
    return root


# The slow parser of Python reads no more than this.
_MOST_READ_AGAIN: Final = 256 * 1024

# Where the parser knows fewer colons, and fewer names of anchors, than YAML 1.2 does.
_REFUSED: Final = (
    "found unexpected ':'",
    "did not find expected alphabetic or numeric character",
)

# Escapes of surrogates, which the parser of Python takes for characters.
_SURROGATE: Final = re.compile(r"\\(?:u|U0000)[dD][89a-fA-F]")

# Tabs in lines that hold nothing else but a comment, where YAML takes them.
_BLANK_TABS: Final = re.compile(r"^ *\t[ \t]*(?=[#\r\n]|\Z)", re.MULTILINE)


def _second_reading(text: str, fault: YAMLError) -> Iterator[Event] | None:
    """Another try where the parser may have refused what YAML 1.2 takes; None where it has not."""
    if not isinstance(fault, MarkedYAMLError) or fault.problem_mark is None:
        return None
    if (
        fault.problem in _REFUSED
        and len(text) <= _MOST_READ_AGAIN
        and _SURROGATE.search(text) is None
    ):
        return _events_of_python(text)
    if text.startswith("\t", fault.problem_mark.index) and _BLANK_TABS.search(text):
        return _events(_BLANK_TABS.sub(lambda tabs: " " * len(tabs[0]), text))
    return None


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
    try:
        yield from YAML(typ="safe", pure=True).parse(text)
    except (ValueError, OverflowError) as fault:  # an escape beyond Unicode
        raise YAMLError(str(fault)) from fault


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


def _read(events: Iterator[Event], stand_ins: StandIns, composer: Composer) -> Node | None:
    """The document that a parser's events tell of; None where it passes a limit."""
    documents = 0
    restore = stand_ins.restore
    for event in events:
        start, end = event.start_mark.index, event.end_mark.index
        if isinstance(event, ScalarEvent):
            style = _STYLES[event.style]
            fits = composer.scalar(restore(event.value), style, event.tag, event.anchor, start, end)
        elif isinstance(event, MappingStartEvent | SequenceStartEvent):
            is_map, is_flow = isinstance(event, MappingStartEvent), bool(event.flow_style)
            fits = composer.begin(is_map, is_flow, event.tag, event.anchor, start, end)
        elif isinstance(event, MappingEndEvent | SequenceEndEvent):
            composer.finish(end)
            continue
        elif isinstance(event, AliasEvent):
            fits = composer.alias(event.anchor, start, end)
        elif isinstance(event, DocumentStartEvent):
            documents += 1
            if documents > 1:
                composer.second_document(start, end)
                break
            continue
        else:
            continue
        if not fits:
            return None
    return composer.root()


_STYLES: Final = {style.value: style for style in Style} | {"": Style.PLAIN}
