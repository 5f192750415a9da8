from typing import Any

import pytest

from tests.syntax.reading import read, told
from wfcheck.diagnostic import Finding
from wfcheck.span import Source
from wfcheck.syntax.nodes import Map, Node
from wfcheck.syntax.shape import (
    as_bool,
    as_int,
    as_map,
    as_seq,
    as_text,
    check_name,
    keys,
    kind,
    read_keys,
)


def node_of(text: str) -> Node:
    node, _ = read(text)
    assert node is not None
    return node


def map_of(text: str) -> Map:
    node = node_of(text)
    assert isinstance(node, Map)
    return node


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[]", "a list"),
        ("{}", "a map"),
        ("~", "null"),
        ("", "nothing"),
        ("true", "`true`"),
        ("0x1F", "the number `0x1F`"),
        ("2.5", "the number `2.5`"),
        ("'a  b'", "the text `a b`"),
        ("''", "an empty text"),
    ],
)
def test_kinds(text: str, named: str) -> None:
    assert kind(node_of(text)) == named


READERS = {
    as_map: "a map",
    as_seq: "a list",
    as_text: "a text",
    as_bool: "`true` or `false`",
    as_int: "a whole number",
}
FITTING: dict[Any, tuple[tuple[str, Any], ...]] = {
    as_map: (),
    as_seq: (),
    as_text: (("a", "a"), ("'1'", "1"), ("'{{ a }}'", "{{ a }}"), ("yes", "yes")),
    as_bool: (("true", True), ("False", False)),
    as_int: (("1", 1), ("3.0", 3), ("-0", 0)),
}
VALUES = ("[]", "{}", "~", "true", "1", "2.5", "a")


@pytest.mark.parametrize("reader", READERS)
def test_what_fits_is_read(reader: Any) -> None:
    for text, value in FITTING[reader]:
        out: list[Finding] = []
        assert reader(node_of(text), out, "`x`") == value
        assert out == []


@pytest.mark.parametrize(
    ("reader", "fitting"),
    [(as_map, "{}"), (as_seq, "[]"), (as_text, "a"), (as_bool, "true"), (as_int, "1")],
)
def test_every_other_shape_is_reported_at_the_value(reader: Any, fitting: str) -> None:
    for text in VALUES:
        out: list[Finding] = []
        found = reader(node_of(text), out, "`x`")
        if text == fitting:
            assert found is not None
            assert out == []
        else:
            assert found is None
            assert told(text, out) == [("wrong-shape", text)]
            assert out[0].message == f"`x` must be {READERS[reader]}, not {kind(node_of(text))}"


@pytest.mark.parametrize("reader", READERS)
def test_a_broken_scalar_is_not_reported_again(reader: Any) -> None:
    out: list[Finding] = []
    assert reader(node_of(".nan"), out, "`x`") is None
    assert out == []


def test_keys_that_are_no_texts_are_passed_over() -> None:
    text = "{a: 1, 2: 3, [b]: 4, ~: 5, '{{ c }}': 6, !x d: 7, 'e f': 8}"
    out: list[Finding] = []
    assert [key.text for key in keys(map_of(text), out)] == ["a", "e f"]
    assert told(text, out) == [
        ("non-string-key", "2"),
        ("non-string-key", "[b]"),
        ("non-string-key", "~"),
        ("expression-syntax", "'{{ c }}'"),
    ]


def test_extension_keys_are_known() -> None:
    # C-1.4
    assert [key.is_extension for key in keys(map_of("{x-a: 1, xa: 2, X-a: 3}"), [])] == [
        True,
        False,
        False,
    ]


def test_an_interpolation_without_quotes_is_explained() -> None:
    text = "a: {{ b.c }}"
    root = map_of(text).entries[0].value
    assert isinstance(root, Map)
    out: list[Finding] = []
    assert list(keys(root, out)) == []
    assert told(text, out) == [("non-string-key", "{ b.c }")]
    assert out[0].help == "put quotation marks around `{{ b.c }}`"


ALLOWED = ("goto", "into", "route", "cases", "else")


def test_fixed_maps() -> None:
    text = "{goto: a, x-note: b, gotto: c, other: d, 'into': e}"
    out: list[Finding] = []
    found = read_keys(map_of(text), ALLOWED, out, what="a transition")
    assert sorted(found) == ["goto", "into"]
    assert found["goto"].text == "goto"
    assert told(text, out) == [("unknown-key", "gotto"), ("unknown-key", "other")]
    assert out[0].message == "a transition has no key `gotto`"
    assert out[0].help == "did you mean `goto`?"
    assert out[1].help == "its keys are `cases`, `else`, `goto`, `into`, `route`"


def test_required_keys_are_missed_at_the_owner() -> None:
    text = "owner: {into: a}"
    owner = map_of(text).entries[0]
    assert isinstance(owner.value, Map)
    out: list[Finding] = []
    read_keys(
        owner.value, ALLOWED, out, what="a transition", required=("goto",), owner=owner.key.span
    )
    assert told(text, out) == [("missing-key", "owner")]
    assert out[0].message == "a transition needs the key `goto`"


def test_a_misspelt_required_key_is_one_fault() -> None:
    # D-30
    text = "{gotto: a}"
    out: list[Finding] = []
    read_keys(map_of(text), ALLOWED, out, what="a transition", required=("goto",))
    assert told(text, out) == [("unknown-key", "gotto")]


@pytest.mark.parametrize(
    ("name", "rule"),
    [("a_1", None), ("1a", "invalid-name"), ("x" * 65, "invalid-name"), ("if", "reserved-name")],
)
def test_names(name: str, rule: str | None) -> None:
    span = Source("a", name).span(0, len(name))
    out: list[Finding] = []
    assert check_name(name, span, out, what="the step id") is (rule is None)
    assert [finding.rule.name for finding in out] == ([] if rule is None else [rule])


def test_labels_may_be_reserved_words() -> None:
    out: list[Finding] = []
    assert check_name("if", Source("a", "if").span(0, 2), out, what="the state", reserved=False)
    assert out == []
