from fractions import Fraction
from typing import Any

import pytest

from tests.syntax.reading import faults, plain, read, value_of
from wfcheck.span import Source
from wfcheck.syntax import yaml
from wfcheck.syntax.nodes import Map, Node, Scalar, Seq, Style


def written(node: Node) -> str:
    return node.source.slice(node.span)


def entry(text: str, name: str) -> Node:
    root, out = read(text)
    assert out == []
    assert isinstance(root, Map)
    value = root.get(name)
    assert value is not None
    return value


# -- the core schema (C-1.1)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"),
        ("NO", "NO"),
        ("on", "on"),
        ("y", "y"),
        ("True", True),
        ("FALSE", False),
        ("tRue", "tRue"),
        ("~", None),
        ("Null", None),
        ("'~'", "~"),
        ('"true"', "true"),
        ("2030-01-01", "2030-01-01"),
        ("12:30:45", "12:30:45"),
        ("1:30", "1:30"),
        ("1_000", "1_000"),
        ("0b101", "0b101"),
        ("010", 10),
        ("0o17", 15),
        ("0x1F", 31),
        ("-0x1F", "-0x1F"),
        ("0o8", "0o8"),
        ("1e3", 1000),
        ("2.5", Fraction(5, 2)),
        ("3.0", 3),
        ("1e-3", Fraction(1, 1000)),
        ("0.1", Fraction(1, 10)),
        ("+.5", Fraction(1, 2)),
        ("-7", -7),
        (".", "."),
        ("-", [None]),
        ("--", "--"),
        ("24h", "24h"),
        ("=", "="),
    ],
)
def test_scalars(text: str, value: Any) -> None:
    found = value_of(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("text", [".inf", "-.INF", "+.Inf", ".nan", ".NaN"])
def test_no_number_is_infinite(text: str) -> None:
    assert faults(f"a: [1, {text}]") == [("invalid-literal", text)]
    assert plain(read(f"a: [1, {text}]")[0]) == {"a": [1, ...]}
    assert value_of(f"'{text}'") == text


@pytest.mark.parametrize(
    "text", ["9223372036854775808", "-9223372036854775809", "0x8000000000000000"]
)
def test_integers_have_64_bits(text: str) -> None:
    assert faults(f"a: {text}") == [("too-large", text)]
    assert plain(read(f"a: {text}")[0]) == {"a": ...}


def test_huge_numbers_are_not_computed() -> None:
    for text in ("9" * 100_000, "1e999999999", f"0x{'f' * 100_000}"):
        assert [rule for rule, _ in faults(text)] == ["too-large"]


def test_yaml_1_2_takes_what_1_1_did_not() -> None:
    text = "{a: 12:30:45, b: Ready?, ?c: a::b, d: [x?y, http://h:80/p?q, 'e':f, \"g\":h], i: 1?}"
    assert value_of(text) == {
        "a": "12:30:45",
        "b": "Ready?",
        "?c": "a::b",
        "d": ["x?y", "http://h:80/p?q", {"e": "f"}, {"g": "h"}],
        "i": "1?",
    }


def test_what_the_c_parser_refuses_is_read_again() -> None:
    assert value_of('a: [b"c":d]') == {"a": ['b"c":d']}
    _, out = read('{x: 1, x: 2, a: [b"c":d]\ne: f')
    assert [finding.rule.name for finding in out] == ["yaml-syntax"]


@pytest.mark.parametrize("escape", ["\\U00110000", "\\Uffffffff", "\\ud800", "\\U0000DFFF"])
def test_escapes_of_no_character(escape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f'a: [b"c":d, "{escape}"]'
    assert [rule for rule, _ in faults(text)] == ["yaml-syntax"]
    monkeypatch.setattr(yaml, "CParser", None)
    read(text)


def test_keys_are_found_by_name() -> None:
    root, _ = read("{1: a, [b]: c, d: e}")
    assert isinstance(root, Map)
    assert plain(root.get("d")) == "e"
    assert root.get("1") is None
    assert root.get("b") is None


@pytest.mark.parametrize(
    "text",
    ["a: 1\n\t\nb: 2", "a: 1\n  \t # c\nb: 2", "\t# c\na: 1\nb: 2\n\t", "a: 1\r\n\t\r\nb: 2"],
)
def test_tabs_may_stand_in_lines_that_hold_nothing(text: str) -> None:
    assert value_of(text) == {"a": 1, "b": 2}


@pytest.mark.parametrize("char", ["\x85", "\u2028", "\u2029"])
def test_unicode_breaks_break_no_lines(char: str) -> None:
    text = f"a: 'x{char}y' # z{char}b: 1\nc: [d{char}e, {char}]\nf: |\n  g{char}  h\n{char}: 2\ni: \"\\L\""
    assert value_of(text) == {
        "a": f"x{char}y",
        "c": [f"d{char}e", char],
        "f": f"g{char}  h\n",
        char: 2,
        "i": "\u2028",
    }
    assert written(entry(text, "c")) == f"[d{char}e, {char}]"
    assert entry(text, "c").span.start.line == 2


def test_private_characters_are_left_alone() -> None:
    assert value_of("a: \ue000?\ue001\x85") == {"a": "\ue000?\ue001\x85"}


# -- places


def test_every_node_has_its_place() -> None:
    text = "a: [1, 'two', {b: c}]\nd:\n  - e\n  - \"f\\n\"\n# end\ng: h\n"
    root, out = read(text)
    assert out == []
    assert isinstance(root, Map)
    assert [written(each.key) for each in root.entries] == ["a", "d", "g"]
    assert [written(each.value) for each in root.entries] == [
        "[1, 'two', {b: c}]",
        '- e\n  - "f\\n"',
        "h",
    ]
    assert written(root) == text[: text.index("\n", text.index("g"))]


def test_columns_count_code_points_and_lines_all_breaks() -> None:
    node = entry("😀: é\r\n'👩‍🔧': {z: 手紙, y: x}\ra: b\n", "👩‍🔧")
    assert isinstance(node, Map)
    y = node.get("y")
    assert y is not None
    assert (y.span.start.line, y.span.start.column) == (2, 19)


@pytest.mark.parametrize(
    "text", ["a:\nb: 1", "a:   # c\n\n\nb: 1", "a: &x\nb: 1", "{a: , b: 1}", "{a, b: 1}", "? a\nb:"]
)
def test_an_empty_value_stands_at_its_key(text: str) -> None:
    root, out = read(text)
    assert out == []
    assert isinstance(root, Map)
    first = root.entries[0]
    assert isinstance(first.value, Scalar)
    assert first.value.value is None
    assert written(first.value) == "a"


def test_an_empty_item_stands_at_its_dash() -> None:
    node = entry("a:\n  -\n  - # - x\n  - b", "a")
    assert isinstance(node, Seq)
    assert [(item.span.start.line, written(item)) for item in node.items] == [
        (2, "-"),
        (3, "-"),
        (4, "b"),
    ]


def test_a_place_leaves_out_tags_and_anchors() -> None:
    node = entry("a:\n  - &x !!str 5\n  - !!str &y\n    'b'\n  - &z [c]\n  - &w\n    d: e", "a")
    assert isinstance(node, Seq)
    assert [written(item) for item in node.items] == ["5", "'b'", "[c]", "d: e"]


def test_block_scalars_end_with_their_text() -> None:
    node = entry("a: |+\n  x\n  y\n\n\nb: c", "a")
    assert isinstance(node, Scalar)
    assert node.value == "x\ny\n\n\n"
    assert node.style is Style.LITERAL
    assert written(node) == "|+\n  x\n  y"


# -- maps and aliases (C-1.2)


def test_every_duplicate_key_is_reported_and_dropped() -> None:
    text = "a: 1\n'a': 2\nb: {c: 1, d: 2, \"c\": 3, c: 4}\na: 5"
    root, out = read(text)
    assert [(f.rule.name, f.span.start.line, f.labels[0].span.start.line) for f in out] == [
        ("duplicate-key", 3, 3),
        ("duplicate-key", 3, 3),
        ("duplicate-key", 2, 1),
        ("duplicate-key", 4, 1),
    ]
    assert plain(root) == {"a": 1, "b": {"c": 1, "d": 2}}


def test_keys_of_other_types_are_no_duplicates() -> None:
    root, out = read("1: a\n1.0: b\ntrue: c\n'1': d\n? [x]\n: e")
    assert out == []
    assert isinstance(root, Map)
    assert len(root.entries) == 5


def test_an_alias_is_the_same_value_at_its_own_place() -> None:
    root, out = read("a: &x {b: [1]}\nc: *x\nd: &y text\ne: *y\n*y : 2")
    assert out == []
    assert isinstance(root, Map)
    assert plain(root) == {"a": {"b": [1]}, "c": {"b": [1]}, "d": "text", "e": "text", "text": 2}
    assert [written(each.value) for each in root.entries] == ["{b: [1]}", "*x", "text", "*y", "2"]


def test_an_anchor_may_be_set_anew() -> None:
    assert value_of("[&x 1, *x, &x 2, *x]") == [1, 1, 2, 2]
    assert value_of("- &x [&x 1, *x]\n- *x") == [[1, 1], 1]


@pytest.mark.parametrize("text", ["&a [*a]", "a: &a {b: *a}", "- &a\n  - - *a", "&a {? *a : b}"])
def test_an_alias_inside_its_anchor(text: str) -> None:
    root, out = read(text)
    assert [finding.rule.name for finding in out] == ["yaml-feature"]
    assert root is not None


def test_a_merge_key_of_something_else() -> None:
    text = "a: {<<: b, c: 1}\nd: {<<: [1, {c: 2}]}"
    assert faults(text) == [("yaml-feature", "<<"), ("yaml-feature", "<<")]
    assert plain(read(text)[0]) == {"a": {"c": 1}, "d": {"c": 2}}


def test_an_alias_of_nothing() -> None:
    text = "a: *b\nc: &b 1\nd: *b"
    assert faults(text) == [("yaml-syntax", "*b")]
    assert plain(read(text)[0]) == {"a": ..., "c": 1, "d": 1}


def test_a_merge_key_is_reported_and_its_keys_are_not_missed() -> None:
    text = "x: &x {a: 1, b: 2}\ny: {<<: *x, a: 3}\nz: {<<: [*x, {c: 4}]}\n'<<': 5\nw: {'<<': 6}"
    assert faults(text) == [("yaml-feature", "<<"), ("yaml-feature", "<<")]
    root = plain(read(text)[0])
    assert root["y"] == {"a": 3, "b": 2}
    assert root["z"] == {"a": 1, "b": 2, "c": 4}
    assert root["w"] == {"<<": 6}


# -- tags, directives, documents


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("!!str 12", "12"),
        ("! 12", "12"),
        ("!!str", ""),
        ("!<tag:yaml.org,2002:str> 12", "12"),
        ("!!int 12", 12),
        ('!!int "12"', 12),
        ("!!float 3", 3),
        ("!!null ~", None),
        ("!!bool true", True),
        ("!!map {a: !!seq [b]}", {"a": ["b"]}),
    ],
)
def test_core_tags(text: str, value: Any) -> None:
    # D-42
    assert value_of(text) == value


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("a: !vault b", "!vault"),
        ("a: &x !vault b", "!vault"),
        ("a: !!python/name:os b", "!!python/name:os"),
        ("a: !!binary aGk=", "!!binary"),
        ("a: !ratio [1, 2]", "!ratio"),
        ("a: !x\n  b: c", "!x"),
        ("a: !!seq {b: c}", "!!seq"),
    ],
)
def test_other_tags(text: str, tag: str) -> None:
    assert faults(text) == [("yaml-feature", tag)]


def test_a_tag_that_the_text_does_not_fit() -> None:
    assert [rule for rule, _ in faults("!!int x")] == ["invalid-literal"]
    assert [rule for rule, _ in faults("!!bool 1")] == ["invalid-literal"]
    assert [rule for rule, _ in faults("!!float .inf")] == ["invalid-literal"]


@pytest.mark.parametrize(
    "text",
    ["%YAML 1.2\n---\na: b\n...\n", "---\na: b", "a: b\n...\n", "# c\n\n%YAML 1.2 # d\n--- {a: b}"],
)
def test_one_document_with_its_marks(text: str) -> None:
    assert value_of(text) == {"a": "b"}


@pytest.mark.parametrize(
    "directive", ["%YAML 1.1", "%YAML 1.3", "%YAML", "%TAG ! tag:x,2000:", "%FOO bar"]
)
def test_directives(directive: str) -> None:
    text = f"{directive}\n---\non: yes\n"
    assert faults(text) == [("yaml-feature", directive)]
    assert plain(read(text)[0]) == {"on": "yes"}


def test_a_percent_sign_elsewhere_is_no_directive() -> None:
    assert value_of("a: '\n  %YAML 1.1'") == {"a": " %YAML 1.1"}


@pytest.mark.parametrize("text", ["a: 1\n---\nb: 2", "---\n---\n", "a\n...\n---\nb\n...\n---\nc"])
def test_several_documents(text: str) -> None:
    assert faults(text) == [("yaml-feature", "---")]


@pytest.mark.parametrize("text", ["", "\n", "# only a comment", "---\n", "~"])
def test_an_empty_document_is_null(text: str) -> None:
    assert value_of(text) is None


# -- what YAML cannot read


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("a:\n\tb: 1", "\t", "a tab stands where YAML takes only spaces"),
        ("a:\n  - b\n\t- c", "\t", "a tab stands where YAML takes only spaces"),
        ("\t# c\na:\n\tb: 1", "\t", "a tab stands where YAML takes only spaces"),
        ("a: |\n  x\n\ty\n", "\t", "a tab stands where YAML takes only spaces"),
        ("a: - b", "-", "an item of a list is not expected here"),
        ("a: @b", "@", "`@` begins no value in YAML"),
        ("a: b: c", ":", "the `:` of a key is not expected here"),
        ("a: 1\nb\nc: 2", "b", "this line is no key with `:`"),
        ("a: {b: c\nd: e", ":", "found `:` where `,` or `}` is expected"),
        ("a: 'b", "'", "the quotation mark `'` is never closed"),
        ('a: "\\q"', "\\", "`\\q` is no escape of YAML"),
        ("a: ]", "]", "found `]` where a value is expected"),
        ("- a\n b: c", ":", "the `:` of a key is not expected here"),
        ("a: {{ b }} c", "c", "a text that begins with an interpolation stands in quotes"),
        ("a: {}\n b: [", "b", "found `b` where a key is expected"),
        ('a: "{{ x == "y" }}"', "y", 'the text ends at the `"` before this'),
        ("a: [1, '{{ x == 'y' }}']", "y", "the text ends at the `'` before this"),
        ("a: 'b' c", "c", "found `c` where a key is expected"),
        ("- a: 1\n  - b", "-", "found `-` where a key is expected"),
        ("- a\nb", "b", "this line is no key with `:`"),
        ("a: |x\n b", "x", "found `x` where the line must end"),
        ("a: !e!x y", "!", "a tag is not taken"),
        ("a: b\x07c", "\x07", "the control character U+0007 may not stand in YAML"),
        ("a: \0", "\0", "the control character U+0000 may not stand in YAML"),
        ("a: \ud800", "\ud800", "the control character U+D800 may not stand in YAML"),
    ],
)
def test_one_syntax_fault(text: str, at: str, words: str) -> None:
    root, out = read(text)
    assert root is None
    assert [finding.rule.name for finding in out] == ["yaml-syntax"]
    assert Source("a", text).slice(out[0].span) == at
    assert out[0].message.startswith(words)


def test_an_open_bracket_is_shown() -> None:
    _, out = read("a: {b: c\nd: e")
    assert [label.span.start.offset for label in out[0].labels] == [3]


def test_a_fault_at_the_end_of_the_file() -> None:
    _, out = read("a: [")
    assert (out[0].span.start.offset, out[0].span.end.offset) == (4, 4)


@pytest.mark.parametrize(
    "text",
    [
        "a: [1, {b: 'c'}]\nd: &x |\n  e\nf: *x",
        "{a: 1, a: 2}",
        "a: {b\nc: d",
        "'x",
        "&a [*a]",
        "a: 1?",
    ],
)
def test_python_alone_reads_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    root, out = read(text)
    monkeypatch.setattr(yaml, "CParser", None)
    root_again, out_again = read(text)
    assert plain(root_again) == plain(root)
    assert [(f.rule, f.span.start.line) for f in out_again] == [
        (f.rule, f.span.start.line) for f in out
    ]
