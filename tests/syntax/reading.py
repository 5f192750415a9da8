"""Nodes and findings as plain values, for comparison."""

from typing import Any

from wfcheck.diagnostic import Finding
from wfcheck.span import Source
from wfcheck.syntax.nodes import Map, Node, Scalar, Seq
from wfcheck.syntax.yaml import compose, read_source


def read(text: str) -> tuple[Node | None, list[Finding]]:
    """A text's nodes and findings, its lone surrogates and all."""
    out: list[Finding] = []
    return compose(Source("a.workfile", text), out), out


def read_bytes(data: bytes) -> tuple[Node | None, list[Finding]]:
    out: list[Finding] = []
    source = read_source("a.workfile", data, out)
    return (None if source is None else compose(source, out)), out


def plain(node: Node | None) -> Any:
    """A node as Python's lists, pairs and values; what is broken as `...`."""
    match node:
        case Scalar():
            return ... if node.broken else node.value
        case Seq(items):
            return [plain(item) for item in items]
        case Map(entries):
            return {_key(entry.key): plain(entry.value) for entry in entries}
        case None:
            return None


def _key(node: Node) -> Any:
    value = plain(node)
    return tuple(value) if isinstance(value, list | dict) else value


def value_of(text: str) -> Any:
    """The value of a text that must not give findings."""
    node, out = read(text)
    assert out == []
    return plain(node)


def told(text: str, out: list[Finding]) -> list[tuple[str, str]]:
    """Each finding as its rule and the text that it points at."""
    source = Source("a.workfile", text)
    return [(finding.rule.name, source.slice(finding.span)) for finding in out]


def faults(text: str) -> list[tuple[str, str]]:
    return told(text, read(text)[1])
