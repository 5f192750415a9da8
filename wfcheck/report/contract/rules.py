"""The JSON of `wfcheck rules` and `wfcheck explain`."""

from wfcheck.diagnostic import Rule
from wfcheck.report.contract.lint import Json


def rules_report(rules: tuple[Rule, ...]) -> dict[str, Json]:
    """What `wfcheck rules --format json` prints."""
    return {"schema_version": 1, "rules": [_rule(rule) for rule in rules]}


def rule_report(rule: Rule, page: str) -> dict[str, Json]:
    """What `wfcheck explain RULE --format json` prints; `page` is Markdown."""
    return {"schema_version": 1, **_rule(rule), "page": page}


def _rule(rule: Rule) -> dict[str, Json]:
    return {
        "rule": rule.name,
        "code": rule.code.value,
        "severity": rule.severity.value,
        "summary": rule.summary,
    }
