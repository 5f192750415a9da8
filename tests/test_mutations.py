"""Faults put into good files: a few hundred of them here, as many as wanted with `python -m tests.mutations`."""

from pathlib import Path

import pytest

from tests.mutations import (
    ENGINES_EACH,
    MUTATIONS,
    ROOT,
    Case,
    Seed,
    case,
    limited,
    look_at,
    put,
    seed_of,
    workspace_with,
)
from wfcheck.diagnostic import Finding
from wfcheck.rules.run import lint
from wfcheck.span import Source
from wfcheck.syntax.nodes import Scalar

COUNT = 200
TENTH = COUNT // 10

EXAMPLES = ROOT / "examples"
GOOD = {
    EXAMPLES / "approval/approval.workfile": {"approve", "reject", "account", "page"},
    EXAMPLES / "approval/connectors/crm.yaml": {"provision", "owner", "account"},
    EXAMPLES / "booking/booking.workfile": {"hold", "room", "payment"},
}
"""Whole files, and their names that nothing else refers to: misspelt, they are only other names."""


@pytest.mark.parametrize("part", range(10))
def test_no_fault_ends_the_checker(part: int) -> None:
    for number in range(part * TENTH, (part + 1) * TENTH):
        one = case(number)
        with limited():
            assert look_at(one) in ("refused", "still valid", "manifest")


def test_every_kind_of_fault_meets_the_engines() -> None:
    numbers = range(len(MUTATIONS) * ENGINES_EACH)
    kinds = {
        number % len(MUTATIONS) for number in numbers if Case(number, ROOT, b"").is_for_engines
    }
    assert kinds == set(range(len(MUTATIONS)))
    assert case(7) == case(7)


def good(path: Path) -> Seed:
    seed = seed_of(path)
    assert seed is not None
    return seed


def found(seed: Seed, content: bytes) -> list[Finding]:
    return [d.finding for d in lint(workspace_with(seed.path, content), seed.path)]


@pytest.mark.parametrize("path", GOOD, ids=[path.name for path in GOOD])
def test_null_in_the_place_of_every_node(path: Path) -> None:
    """Each gives a finding on the line of the null or of the key that it belongs to (D-16, D-35)."""
    seed = good(path)
    source = Source(str(path), seed.text)
    for node in seed.nodes:
        if isinstance(node, Scalar) and node.value is None:
            continue
        owner = max((key.start for key in seed.keys if key.end <= node.start), default=0)
        lines = {source.pos(node.start).line, source.pos(owner).line}
        told = found(seed, put(seed, node.start, node.end, "null"))
        assert lines & {finding.span.start.line for finding in told}, node


@pytest.mark.parametrize("path", GOOD, ids=[path.name for path in GOOD])
def test_every_key_misspelt(path: Path) -> None:
    """Each gives a finding at the key that names the right one, or where the name is used (D-30)."""
    seed = good(path)
    for key in seed.keys:
        word = seed.text[key.start : key.end]
        if len(word) < 4 or word in GOOD[path]:
            continue
        wrong = word[:-2] + word[-1] + word[-2] if word[-1] != word[-2] else word[:-1]
        told = found(seed, put(seed, key.start, key.end, wrong))
        last = word.rpartition(".")[2]
        assert any(
            f"`{wrong}`" in (f.help or "")
            or (f"`{last}`" in (f.help or "") and key.start <= f.span.start.offset < key.end)
            for f in told
        ), word
