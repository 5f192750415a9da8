"""Documents of every kind that YAML 1.2 knows, good and bad: each gives exactly the value that it holds.

The files hold cases: `== what it is`, the text, then `=> ` and the value as JSON, or `=> ! ` and the
rules of the findings. In the texts `→` is a tab, `␣` a space, `␍` a carriage return, other control pictures the
characters that they show, and `∎` the end without a line break. Keys that are no texts are written as JSON in a text.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.syntax.reading import plain, read
from wfcheck.syntax.nodes import Map, Node, Scalar, Seq

FOLDER = Path(__file__).parent / "yaml_documents"
SHOWN = str.maketrans(
    {"→": "\t", "␣": " ", "␍": "\r", "␀": "\0", "␇": "\a", "␛": "\x1b", "␡": "\x7f"}
)


@dataclass(frozen=True, slots=True)
class Document:
    name: str
    text: str
    value: Any  # as JSON has it; None where there are rules
    rules: tuple[str, ...]


def documents() -> Iterator[Document]:
    for file in sorted(FOLDER.glob("*.txt")):
        for case in re.split(r"^== ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            found = re.fullmatch(r"(.*)\n((?s:.*))=> (.*)\n", case)
            assert found is not None, case
            name, text, answer = found.groups()
            text = text.removesuffix("∎\n").translate(SHOWN)
            rules = tuple(answer[1:].split()) if answer.startswith("!") else ()
            value = None if rules else json.loads(answer, parse_float=Fraction)
            yield Document(f"{file.stem}: {name}", text, value, rules)


def as_json(node: Node | None) -> Any:
    match node:
        case Map(entries):
            return {key_of(entry.key): as_json(entry.value) for entry in entries}
        case Seq(items):
            return [as_json(item) for item in items]
        case Scalar() | None:
            return plain(node)


def key_of(node: Node) -> str:
    value = as_json(node)
    return value if isinstance(value, str) else json.dumps(value)


DOCUMENTS = tuple(documents())


@pytest.mark.parametrize("document", DOCUMENTS, ids=[document.name for document in DOCUMENTS])
def test_documents(document: Document) -> None:
    node, out = read(document.text)
    assert tuple(finding.rule.name for finding in out) == document.rules
    if not document.rules:
        assert as_json(node) == document.value
    for finding in out:
        assert finding.span.end.offset <= len(document.text)


def test_there_are_many_of_each_kind() -> None:
    assert len({document.name for document in DOCUMENTS}) == len(DOCUMENTS) >= 450
    assert sum(bool(document.rules) for document in DOCUMENTS) >= 100
