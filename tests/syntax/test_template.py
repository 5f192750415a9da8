import pytest

from tests.syntax.reading import read, told
from wfcheck.diagnostic import Finding
from wfcheck.syntax.expr import (
    BROKEN,
    Apply,
    Cond,
    Expr,
    ListLit,
    Lit,
    MapLit,
    Member,
    Name,
    Op,
    Text,
    Unknown,
    walk,
)
from wfcheck.syntax.template import is_interpolated, read_value

A, B, C = Name("a"), Name("b"), Name("c")
HOLE = Unknown(BROKEN)


def value(text: str) -> tuple[Expr, list[Finding]]:
    node, out = read(text)
    assert node is not None
    assert out == []
    return read_value(node, out), out


@pytest.mark.parametrize(
    ("text", "expr"),
    [
        ("12", Lit(12)),
        ("~", Lit(None)),
        ("24h", Lit("24h")),
        ("'}} alone'", Lit("}} alone")),
        ("'{ a }'", Lit("{ a }")),
        ("'{{ a }}'", A),
        ("'{{a}}'", A),
        ('"{{ 12 }}"', Lit(12)),
        ("' {{ a }}'", Text((" ", A))),
        ("'{{ a }} '", Text((A, " "))),
        ("'{{ a }}{{ b }}'", Text((A, B))),
        ("'x {{ a }} y {{ b }}'", Text(("x ", A, " y ", B))),
        ("""'{{ "{{" }} x'""", Text((Lit("{{"), " x"))),
        ("""'{{ "}}" }}'""", Lit("}}")),
        ("""'{{ "a\\"}}" }}'""", Lit('a"}}')),
        ("""'{{ a }} it''s {{ b }}'""", Text((A, " it's ", B))),
        ("|\n  {{ a }}\n", Text((A, "\n"))),
        ("|-\n  {{ a }}\n", A),
        (">-\n  {{ a\n  | upper }}\n", Apply(Op.UPPER, (A,))),
        ("[1, '{{ a }}', [~]]", ListLit((Lit(1), A, ListLit((Lit(None),))))),
        ("{a: '{{ b }}', 'c d': {}}", MapLit((("a", B), ("c d", MapLit(()))))),
    ],
)
def test_values(text: str, expr: Expr) -> None:
    found, out = value(text)
    assert out == []
    assert found == expr


def test_a_scalar_without_interpolation_is_a_plain_literal() -> None:
    assert value("24h")[0] == Lit("24h")
    plain, computed = value("x")[0], value("'{{ \"x\" }}'")[0]
    assert isinstance(plain, Lit)
    assert isinstance(computed, Lit)
    assert (plain.plain, computed.plain) == (True, False)


@pytest.mark.parametrize(
    ("text", "rule", "at"),
    [
        ("'{{ }}'", "expression-syntax", "{{ }}"),
        ("'{{}}'", "expression-syntax", "{{}}"),
        ("'x {{ a'", "expression-syntax", "{{"),
        ("'{{ a }} {{'", "expression-syntax", "{{"),
        ('"{{ \'a }}"', "expression-syntax", "'"),
        ("'{{ a + }}'", "expression-syntax", "+"),
        ("'{{ a | uper }}'", "unknown-filter", "uper"),
        ("'{{ 9223372036854775808 }}'", "too-large", "9223372036854775808"),
        ("{'{{ a }}': 1}", "expression-syntax", "'{{ a }}'"),
        ("{x: {'b {{ a': 1}}", "expression-syntax", "'b {{ a'"),
        ("{1: a}", "non-string-key", "1"),
        ("{[a]: b}", "non-string-key", "[a]"),
        ("{{ a }}: b", "non-string-key", "{{ a }}"),
    ],
)
def test_faults(text: str, rule: str, at: str) -> None:
    assert told(text, value(text)[1]) == [(rule, at)]


def test_a_fault_leaves_a_hole_and_the_rest() -> None:
    found, out = value("'{{ a + }} {{ b }}{{ c | nothing }}'")
    assert len(out) == 2
    assert found == Text((HOLE, " ", B, Cond(HOLE, ListLit((C,)), HOLE)))
    assert value("['{{ }}', '{{ a }}']")[0] == ListLit((HOLE, A))
    assert value("{1: a, b: '{{ c }}'}")[0] == MapLit((("b", C),))


def test_what_is_broken_is_not_reported_twice() -> None:
    node, out = read("[.nan, {!x a: b}, !y c]")
    assert node is not None
    before = len(out)
    assert read_value(node, out) == ListLit((HOLE, MapLit(()), HOLE))
    assert len(out) == before


@pytest.mark.parametrize(
    "text",
    [
        '"{{ a.b }}"',
        "x {{ a.b }} y",
        "'it''s {{ c == ''x'' }} {{ a.b }}'",
        '"\\u00e9\\x41\\U0001F600 \\"{{ c == \\"q\\\\n\\" and a.b }}\\""',
        "|\n  hello {{ who }},\n  and {{ x\n   + a.b }}\n",
        "|2-\n    {{ x }}\n  {{ a.b }}\n",
        "|\n\n\n  {{ a.b }}\n",
        ">-  # folded\n    {{ inputs.who\n    | upper }}\n\n      more\n    tail {{ a.b }}",
        "a {{ b }}\n  c\n\n  {{ a.b }}",
        '"a\\\n    b {{ c }}\n\n  {{ a.b }}"',
        '"\\t{{ a }}\\n\\\n   \\  {{ a.b }}"',
        "'''{{ a.b }}'",
        "'a\r\n\r\n  👋  {{ a.b }}'",
        "&x !!str '{{ a.b }}'",
        "&x\n  # comment\n  '{{ a.b }}'",
        "'\x85{{ a.b }}'",
        "a?b:c {{ a.b }}",
    ],
)
def test_expressions_know_their_place_in_every_style(text: str) -> None:
    node, out = read(text)
    assert out == []
    assert node is not None
    found = [
        each
        for each in walk(read_value(node, out))
        if isinstance(each, Member) and each.name == "b"
    ]
    assert out == []
    assert len(found) == 1
    member = found[0]
    assert member.span is not None
    assert member.name_span is not None
    assert member.of.span is not None
    at = text.index("a.b")
    assert (member.span.start.offset, member.span.end.offset) == (at, at + 3)
    assert (member.of.span.start.offset, member.of.span.end.offset) == (at, at + 1)
    assert (member.name_span.start.offset, member.name_span.end.offset) == (at + 2, at + 3)


def test_an_escaped_string_has_its_whole_place() -> None:
    text = '"{{ a == \\"q\\" }}"'
    node, out = read(text)
    assert node is not None
    equal = read_value(node, out)
    assert isinstance(equal, Apply)
    (right,) = (each for each in walk(equal) if isinstance(each, Lit))
    assert right.span is not None
    assert text[right.span.start.offset : right.span.end.offset] == '\\"q\\"'


def test_an_expression_stands_where_its_anchor_is() -> None:
    node, out = read("a: &x '{{ c }}'\nb: *x")
    assert node is not None
    found = [
        each.span.start.line
        for each in walk(read_value(node, out))
        if isinstance(each, Name) and each.span
    ]
    assert found == [1, 1]


def test_keys_have_places() -> None:
    text = "{a: 1, b: 2}"
    found, _ = value(text)
    assert isinstance(found, MapLit)
    assert [text[span.start.offset : span.end.offset] for span in found.key_spans] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("'{{ a }}'", True), ("x {{", True), ("'}}'", False), ("[ '{{ a }}' ]", False), ("1", False)],
)
def test_is_interpolated(text: str, is_one: bool) -> None:
    node, _ = read(text)
    assert node is not None
    assert is_interpolated(node) is is_one
