"""The conformance report says what the tests say, and leaves no gap where a validator could look."""

import pytest

from tests.conformance import (
    REPORT,
    VALIDATED,
    covered,
    reasons,
    report,
    requirements,
    uncovered_observable,
)


def test_the_report_is_up_to_date() -> None:
    assert REPORT.read_text(encoding="utf-8") == report(), "run `python -m tests.conformance`"


@pytest.mark.parametrize("family", VALIDATED)
def test_a_validator_observes_nothing_that_is_not_held(family: str) -> None:
    assert [number for number in uncovered_observable() if number.startswith(family)] == []


def test_every_number_that_a_test_names_exists() -> None:
    assert covered().keys() - requirements().keys() == set()


def test_what_has_a_reason_exists_and_has_no_test() -> None:
    families = {number.partition("-")[0] for number in requirements()}
    assert reasons().keys() - requirements().keys() - families == set()
    assert reasons().keys() & covered().keys() == set()
