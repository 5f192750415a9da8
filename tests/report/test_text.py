"""Excerpts: the caret stands under what it means, whatever stands before it."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.report.made import FINDINGS, finding, span_of
from wfcheck.diagnostic import Diagnostic, Label, Severity
from wfcheck.report.excerpt import Mark, excerpt
from wfcheck.report.findings import Findings, summary
from wfcheck.report.terminal import Paint, Terminal
from wfcheck.report.text import text
from wfcheck.span import Source, Span

PLAIN = Terminal()


def lines_of(source: Source, span: Span, terminal: Terminal = PLAIN) -> list[str]:
    return excerpt(source, (Mark(span, "", Paint.ERROR, main=True),), terminal)


def cells(shown: str) -> int:
    return sum(PLAIN.cells(char) for char in shown)


def test_a_diagnostic_reads_like_a_compilers() -> None:
    assert text(FINDINGS, PLAIN).splitlines()[:9] == [
        (
            "flows/a.workfile:3:14: error: `goto` names the state `dome`, which does not exist "
            "[target-undeclared]"
        ),
        "   |",
        " 3 |   a: { goto: dome }",
        "   |              ^^^^",
        " 4 |   dône: { final: true }",
        "   |   ---- the nearest state",
        "  = help: did you mean `dône`?",
        "",
        "flows/a.workfile:4:3: warning: 100% odd | <b>,�not: ok [unused-accepted]",
    ]


def test_the_closing_line_counts() -> None:
    assert summary(FINDINGS) == "1 error, 1 warning in 2 files (1 suppressed)"
    assert summary(Findings(("a",), ())) == "no findings in 1 file"


@pytest.mark.parametrize(
    "before", ["", "\t", "a\tb ", "日本語 ", "e\u0301 ", "🙂 ", "\u202e", "\x07"]
)
def test_the_caret_stands_below_what_it_means(before: str) -> None:
    source = Source("a", f"{before}here and more")
    shown, below = lines_of(source, source.span(*span_of(source, "here")))[1:]
    at = shown.index("here")
    assert cells(shown[:at]) == cells(below[: below.index("^")])
    assert below.endswith("^^^^")
    assert "\u202e" not in shown
    assert "\x07" not in shown


def test_wide_characters_are_underlined_whole() -> None:
    source = Source("a", "a: 日本語")
    assert lines_of(source, source.span(3, 6))[-1].endswith(" ^^^^^^")


def test_a_long_line_shows_the_part_that_matters() -> None:
    source = Source("a", f"{'x' * 100_000} here {'y' * 100_000}")
    shown, below = lines_of(source, source.span(*span_of(source, "here")), Terminal(width=60))[1:]
    assert len(shown) <= 60
    assert shown[below.index("^") :].startswith("here")
    assert shown.count("…") == 2


def test_a_span_over_several_lines_is_underlined_to_the_end_of_the_first() -> None:
    source = Source("a", "a: |\n  text\n  more\n")
    assert lines_of(source, source.span(3, 12)) == ["   |", " 1 | a: |", "   |    ^"]


def test_crlf_bom_and_the_end_of_the_file() -> None:
    source = Source("a", "\ufeffa: 1\r\nb: 2\r\n")
    assert lines_of(source, source.span(1, 2)) == ["   |", " 1 | a: 1", "   | ^"]
    end = len(source.text)
    assert lines_of(source, source.span(end, end)) == ["   |", " 3 |", "   | ^"]


def test_a_console_without_unicode_is_spared_it() -> None:
    shown = text(FINDINGS, Terminal(unicode=False))
    assert shown.isascii()
    assert "d\\xf4ne" in shown
    below = next(line for line in shown.splitlines() if "the nearest" in line)
    assert below == "   |   ------- the nearest state"


def test_colours_change_nothing_but_the_colours() -> None:
    coloured = text(FINDINGS, Terminal(coloured=True))
    assert "\x1b[1;31merror\x1b[0m" in coloured

    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text(FINDINGS, PLAIN)


def test_a_label_in_another_file_shows_that_file() -> None:
    other = Source("connectors/crm.yaml", "connector: crm\n")
    label = Label(other.span(11, 14), "declared here")
    found = finding(labels=(label,))
    told = text(
        Findings(("a",), (Diagnostic(Severity.INFO, found),), sources={other.file: other}), PLAIN
    )
    assert "  --> connectors/crm.yaml:1:12\n" in told
    assert " 1 | connector: crm\n" in told


def test_without_a_source_the_labels_are_still_said() -> None:
    told = text(Findings((), (Diagnostic(Severity.INFO, FINDINGS.diagnostics[0].finding),)), PLAIN)
    assert "  = the nearest state" in told


@example(content="000\xa0𐀀𐀀", start=6, length=0, width=32, unicode=False)
@given(
    st.text(st.characters(codec="utf-8"), max_size=40),
    st.integers(0, 40),
    st.integers(0, 40),
    st.integers(10, 60),
    st.booleans(),
)
def test_any_text_and_any_span_can_be_shown(
    content: str, start: int, length: int, width: int, unicode: bool
) -> None:
    source = Source("a", content)
    start = min(start, len(content))
    span = source.span(start, min(start + length, len(content)))
    lines = lines_of(source, span, Terminal(unicode=unicode, width=width))
    assert any("^" in line for line in lines)
    assert all(unicodedata.category(char) not in ("Cc", "Cf") for line in lines for char in line)
    assert all(cells(line) <= max(width, 26) for line in lines)
