"""Patterns as z3 regular expressions: they take the texts that RE2 takes."""

import pytest
import z3

from wfcheck.semantics.pattern import matches, pattern_fault
from wfcheck.smt import pattern as smt_pattern
from wfcheck.smt.pattern import language
from wfcheck.smt.sorts import text

TEXTS = (
    "",
    "a",
    "b",
    "ab",
    "ba",
    "aab",
    "abab",
    "A",
    "3",
    "-",
    "x-3",
    "a b",
    "\n",
    "é",
    "a]",
    "ab3",
)

READ = (
    "a",
    "a*",
    "a+b?",
    "(ab)*",
    "a|b",
    "(?:a|b){2}",
    "a{2,}b",
    "a{0,1}",
    "[ab]+",
    "[^a]",
    "[a-c3]*",
    "[]a]+",
    "[a\\]]+",
    "[-a]",
    "\\w+",
    "\\d",
    "[\\d-]",
    ".",
    ".*\\s.*",
    "^ab$",
    "x\\-3",
    "\\x61b",
    "",
    "|a",
)

UNREAD = (
    "(?i)a",
    "a^b",
    "\\pL",
    "[[:alpha:]]",
    "(?P<n>a)",
    "\\bab",
    "a**",
    "(a",
    "a{9999}",
    "[b-a]",
)


@pytest.mark.parametrize("pattern", READ)
def test_the_same_texts_match(pattern: str) -> None:
    assert pattern_fault(pattern) is None
    found = language(pattern)
    assert found is not None
    for word in TEXTS:
        inside = z3.simplify(z3.InRe(text(word), found))
        assert z3.is_true(inside) is matches(pattern, word), word


@pytest.mark.parametrize("pattern", UNREAD)
def test_what_is_not_read_is_not_guessed(pattern: str) -> None:
    assert language(pattern) is None


def test_nesting_is_bounded() -> None:
    assert language("(" * 5_000 + "a" + ")" * 5_000) is None


def test_a_wrong_class_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(smt_pattern._CLASSES, "d", ((48, 56),))
    found = language("\\d")
    assert not z3.is_true(z3.simplify(z3.InRe(text("9"), found)))
