"""The JSON contract of `wfcheck lint` (`cli.md`)."""

from typing import TypeAlias

from wfcheck.diagnostic import Diagnostic, Severity
from wfcheck.report.findings import Findings
from wfcheck.span import Span

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


def lint_report(findings: Findings) -> dict[str, Json]:
    """What `wfcheck lint --format json` prints."""
    return {
        "schema_version": 1,
        "files": len(findings.files),
        "diagnostics": [diagnostic_json(diagnostic) for diagnostic in findings.diagnostics],
        "summary": summary_json(findings),
    }


def diagnostic_json(diagnostic: Diagnostic) -> dict[str, Json]:
    """One diagnostic; lines and columns from 1, columns in code points, ends exclusive."""
    finding = diagnostic.finding
    return {
        "path": finding.span.file,
        "line": finding.span.start.line,
        "column": finding.span.start.column,
        "end_line": finding.span.end.line,
        "end_column": finding.span.end.column,
        "severity": diagnostic.severity.value,
        "rule": finding.rule.name,
        "code": finding.rule.code.value,
        "message": finding.message,
        "help": finding.help,
        "related": [_related(label.span, label.text) for label in finding.labels],
        "fingerprint": diagnostic.fingerprint,
    }


def summary_json(findings: Findings) -> dict[str, Json]:
    """How many diagnostics of each severity, and how many were left out."""
    counts: dict[str, Json] = {severity.value: findings.count(severity) for severity in Severity}
    return {**counts, "suppressed": findings.suppressed, "baselined": findings.baselined}


def _related(span: Span, message: str) -> dict[str, Json]:
    return {
        "path": span.file,
        "line": span.start.line,
        "column": span.start.column,
        "message": message,
    }
