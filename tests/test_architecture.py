"""The promises that hold the house together."""

from wfcheck.catalog import BY_NAME, RULES


def test_every_rule_says_what_it_is() -> None:
    assert all(rule.summary and not rule.summary.endswith(".") for rule in RULES)


def test_rule_names_are_unique() -> None:
    assert len(BY_NAME) == len(RULES)
