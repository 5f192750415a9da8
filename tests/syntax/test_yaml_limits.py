"""C-1.3: no input may crash, hang or exhaust memory."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.syntax.reading import plain, read, read_bytes
from wfcheck.diagnostic import Finding
from wfcheck.syntax import composer
from wfcheck.syntax.composer import MOST_LEVELS
from wfcheck.syntax.source import MOST_BYTES
from wfcheck.syntax.template import read_value


def rules(text: str) -> list[str]:
    return [finding.rule.name for finding in read(text)[1]]


def test_the_deepest_nesting_that_is_read() -> None:
    deep = "[" * MOST_LEVELS + "x" + "]" * MOST_LEVELS
    assert rules(deep) == []
    assert rules(f"[{deep}]") == ["too-large"]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 60_000,
        "{" * 60_000,
        "[" * 300_000 + "]" * 300_000,
        "- " * 60_000,
        "? " * 60_000,
        "{a: " * 5_000 + "}" * 5_000,
        "\n".join(" " * level + "a:" for level in range(1_500)),
        "&a " + "[ &b " * 10_000,
    ],
)
def test_deep_nesting(text: str) -> None:
    found = rules(text)
    assert len(found) == 1
    assert found[0] in ("too-large", "yaml-syntax")


def test_aliases_of_aliases() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    _, out = read("\n".join(lines))
    assert [(f.rule.name, f.span.start.line) for f in out] == [("too-large", 6)]


def test_aliases_that_nest() -> None:
    lines = ["a0: &a0 x", *(f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 400))]
    _, out = read("\n".join(lines))
    assert [(f.rule.name, f.span.start.line) for f in out] == [("too-large", 1 + MOST_LEVELS)]


def test_many_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert composer.MOST_NODES == 1_000_000
    monkeypatch.setattr(composer, "MOST_NODES", 1_000)
    assert rules(f"[{'a,' * 999}]") == []
    assert rules(f"[{'a,' * 1_000}]") == ["too-large"]
    assert rules(f"[{'{},' * 1_000}]") == ["too-large"]
    assert rules(f"- &a [{'a,' * 498}]\n- *a") == []
    assert rules(f"- &a [{'a,' * 499}]\n- *a") == ["too-large"]


def test_large_files() -> None:
    filler = b"# " + b"x" * (MOST_BYTES - 2)
    assert read_bytes(filler)[1] == []
    _, out = read_bytes(filler + b"x")
    assert [(f.rule.name, str(f.span)) for f in out] == [("too-large", "a.workfile:1:1")]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"a: \xff", "a.workfile:1:4"),
        (b"\xef\xbb\xbfa: caf\xe9", "a.workfile:1:7"),
        ("a: 👋".encode() + b"\x80", "a.workfile:1:5"),
        (b"a:\r\n  \xc3", "a.workfile:2:3"),
        (b"\xff\xfea\0:\0", "a.workfile:1:1"),
        (b"a: \xed\xa0\x80", "a.workfile:1:4"),
    ],
)
def test_other_encodings(data: bytes, place: str) -> None:
    node, out = read_bytes(data)
    assert node is None
    assert [(f.rule.name, str(f.span)) for f in out] == [("yaml-syntax", place)]


def test_a_byte_order_mark_takes_no_column() -> None:
    node, out = read_bytes(b"\xef\xbb\xbfa: 1")
    assert out == []
    assert plain(node) == {"a": 1}


NASTY = st.sampled_from(
    [
        *"[]{}:,-?!&*|>'\"%@`#~\\\n\t\r .",
        ": ",
        "- ",
        "\n  ",
        "? ",
        "&a ",
        "*a",
        "!!str ",
        "!x ",
        "<<: ",
        "---\n",
        "...\n",
        "%YAML 1.2\n",
        "{{ ",
        " }}",
        "| f",
        "a",
        "0",
        ".inf",
        "null",
        "\ufeff",
        "\x85",
        "\u2028",
        "\0",
        "👋",
        "\ud800",
        "\ue000",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(NASTY, max_size=40).map("".join))
@example("&a {*a : *a}")
@example("? [&a x]: *a")
@example("a: !<")
@example("!!str ")
@example("- !!int\n- &a\n- *a")
def test_any_text_gives_nodes_or_findings(text: str) -> None:
    node, out = read(text)
    assert node is not None or out
    for finding in out:
        assert 0 <= finding.span.start.offset <= finding.span.end.offset <= len(text)
        assert finding.message
        assert not finding.message.endswith(".")
    if node is not None:
        more: list[Finding] = []
        read_value(node, more)
        assert all(finding.span.end.offset <= len(text) for finding in more)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_give_nodes_or_findings(data: bytes) -> None:
    node, out = read_bytes(data)
    assert node is not None or out
