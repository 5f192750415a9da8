"""Suppression comments: where they count, what they take away, which suppress nothing."""

import pytest

from wfcheck.catalog import UNREACHABLE_STATE, UNUSED_ACCEPTED
from wfcheck.diagnostic import Finding
from wfcheck.rules.comments import suppressions
from wfcheck.rules.suppress import Suppression, sift
from wfcheck.span import Source
from wfcheck.syntax.yaml import compose


def read(text: str) -> tuple[Suppression, ...]:
    source = Source("a.workfile", text)
    return suppressions(source, compose(source, []))


def shown(text: str) -> list[tuple[int, tuple[str, ...]]]:
    return [(found.line, tuple(named.rule for named in found.rules)) for found in read(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a: 1  # wfcheck: ignore[dead] why\n", [(1, ("dead",))]),
        ("a: 1\t#wfcheck:ignore[dead,fault]\n", [(1, ("dead", "fault"))]),
        ("# wfcheck: ignore[dead, fault] both\na: 1\n", [(2, ("dead", "fault"))]),
        ("# wfcheck: ignore[dead]\n\n# more words\na: 1\n", [(4, ("dead",))]),
        ("# words # wfcheck: ignore[dead]\na: 1\n", [(2, ("dead",))]),
        ("a: 1  # wfcheck: ignore why\n", [(1, ())]),
        ("a: 1  # wfcheck: ignored[dead]\n", []),
        ("a: '# wfcheck: ignore[dead]'\n", []),
        ('a: "x # wfcheck: ignore[dead]"\n', []),
        ("a: x# wfcheck: ignore[dead]\n", []),
        ("a: |\n  # wfcheck: ignore[dead]\n", []),
        ("a: >-\n  words\n  # wfcheck: ignore[dead]\nb: 1\n", []),
        ("a: |  # wfcheck: ignore[dead]\n  words\n", [(1, ("dead",))]),
        ("a: |\n  words\n# wfcheck: ignore[dead]\nb: 1\n", [(4, ("dead",))]),
        ("a: [1, # wfcheck: ignore[dead]\n  2]\r\n", [(1, ("dead",))]),
    ],
)
def test_suppressions(text: str, found: list[tuple[int, tuple[str, ...]]]) -> None:
    assert shown(text) == found


TEXT = "a: 1  # wfcheck: ignore[unreachable-state, unused-accepted, no-such, dead]\n"


def told(judged: tuple[str, ...]) -> tuple[list[str], list[str]]:
    source = Source("a.workfile", TEXT)
    finding = Finding(UNREACHABLE_STATE, source.span(0, 1), "no path enters `a`")
    sifted = sift([finding], suppressions(source, compose(source, [])), judged)
    assert sifted.suppressed == (finding,)
    return [f.rule.name for f in sifted.kept], [f.message for f in sifted.kept]


def test_what_suppresses_nothing_is_told() -> None:
    rules, messages = told((UNREACHABLE_STATE.name, UNUSED_ACCEPTED.name))
    assert rules == ["unused-suppression", "unknown-suppression"]
    assert "`unused-accepted`" in messages[0]
    assert "`no-such`" in messages[1]


def test_a_rule_that_nobody_looked_for_is_not_called_unused() -> None:
    assert told(())[0] == ["unknown-suppression"]


def test_other_lines_are_left_alone() -> None:
    source = Source("a.workfile", "a: 1  # wfcheck: ignore[unreachable-state]\nb: 2\n")
    finding = Finding(UNREACHABLE_STATE, source.span(43, 44), "no path enters `b`")
    sifted = sift([finding], suppressions(source, compose(source, [])), ())
    assert sifted.kept == (finding,)
