"""What the warnings must explain, beside that something is there."""

from pathlib import Path

import pytest

from tests.cases import lint_file

INVALID = Path(__file__).parent.parent / "corpus" / "lint" / "invalid"


def messages(file: str, rule: str) -> list[str]:
    found = [told.message for told in lint_file(INVALID / file) if told.rule == rule]
    assert found
    return found


@pytest.mark.covers("WFC-069")
def test_a_value_without_a_case_succeeds_by_running_nothing() -> None:
    for message in messages("wfc-route.workfile", "route-without-else"):
        assert "runs nothing" in message
        assert "succeeds" in message


@pytest.mark.covers("WFC-167")
def test_a_limit_on_a_source_may_strike_after_effects() -> None:
    for message in messages("wfc-source.workfile", "source-max-writes"):
        assert "fails, perhaps after some iterations have written" in message


@pytest.mark.covers("WFC-300")
def test_a_bare_stop_makes_a_key_nullable() -> None:
    for message in messages("wfc-stop-in-states.workfile", "stop-nullability"):
        assert "`o`" in message
        assert "null" in message


@pytest.mark.covers("WFC-140")
def test_an_object_is_indexed_by_strings() -> None:
    assert any(
        "read by their names" in m for m in messages("wfc-retention.workfile", "unknown-member")
    )
