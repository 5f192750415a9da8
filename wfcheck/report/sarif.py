"""SARIF 2.1.0: diagnostics for code scanning services.

Standard: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from pathlib import PurePosixPath
from typing import Final
from urllib.parse import quote

from wfcheck.diagnostic import Diagnostic, Rule, Severity
from wfcheck.report.contract.lint import Json
from wfcheck.report.findings import Findings
from wfcheck.span import Span

_LEVELS: Final = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "note",
    Severity.UNSUPPORTED: "warning",
}
assert _LEVELS.keys() == set(Severity), "a severity without a level"

_SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def sarif(findings: Findings, rules: tuple[Rule, ...], version: str) -> dict[str, Json]:
    """A log with one run; `rules` is the catalogue, `version` that of wfcheck."""
    driver: dict[str, Json] = {
        "name": "wfcheck",
        "semanticVersion": version,
        "rules": [_rule(rule) for rule in rules],
    }
    index = {rule.name: number for number, rule in enumerate(rules)}
    run: dict[str, Json] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, index) for diagnostic in findings.diagnostics],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: Rule) -> dict[str, Json]:
    return {
        "id": rule.name,
        "shortDescription": {"text": f"{rule.summary}."},
        "help": {"text": f"`wfcheck explain {rule.name}` tells more."},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": [rule.code.value]},
    }


def _result(diagnostic: Diagnostic, index: dict[str, int]) -> dict[str, Json]:
    finding = diagnostic.finding
    text = finding.message if finding.help is None else f"{finding.message}. {finding.help}"
    result: dict[str, Json] = {
        "ruleId": finding.rule.name,
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": _place(finding.span)}],
        "partialFingerprints": {"wfcheck/v1": diagnostic.fingerprint},
    }
    if finding.rule.name in index:
        result["ruleIndex"] = index[finding.rule.name]
    if finding.labels:
        result["relatedLocations"] = [
            {"physicalLocation": _place(label.span), "message": {"text": label.text}}
            for label in finding.labels
        ]
    return result


def _place(span: Span) -> dict[str, Json]:
    return {
        "artifactLocation": {"uri": _uri(span.file)},
        "region": {
            "startLine": span.start.line,
            "startColumn": span.start.column,
            "endLine": span.end.line,
            "endColumn": span.end.column,
        },
    }


def _uri(file: str) -> str:
    """A file as a URI: relative to the root of the scan, or with the scheme `file`."""
    path = quote(file, errors="surrogateescape")  # a name that is not UTF-8 keeps its bytes
    return f"file://{path}" if PurePosixPath(file).is_absolute() else path
