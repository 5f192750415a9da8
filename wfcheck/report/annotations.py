"""GitHub's workflow commands: diagnostics shown beside the lines of a pull request."""

from collections.abc import Mapping
from typing import Final

from wfcheck.diagnostic import Diagnostic, Severity
from wfcheck.report.findings import Findings, summary

_COMMANDS: Final = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "notice",
    Severity.UNSUPPORTED: "warning",
}
assert _COMMANDS.keys() == set(Severity), "a severity without a command"

# In a property `:` and `,` would end it; in a message only line breaks and `%` must be written.
_IN_MESSAGE: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def annotations(findings: Findings) -> str:
    """A command for each diagnostic, the worst first: GitHub shows ten of a step."""
    ordered = sorted(findings.diagnostics, key=lambda d: list(Severity).index(d.severity))
    return "".join(f"{_command(d)}\n" for d in ordered) + summary(findings) + "\n"


def _command(diagnostic: Diagnostic) -> str:
    finding = diagnostic.finding
    place: Mapping[str, object] = {
        "file": finding.span.file,
        "line": finding.span.start.line,
        "endLine": finding.span.end.line,
        "col": finding.span.start.column,
        "endColumn": max(finding.span.end.column - 1, 1),  # GitHub's end is inclusive
        "title": f"wfcheck({finding.rule.name})",
    }
    properties = ",".join(
        f"{key}={str(value).translate(_IN_PROPERTY)}" for key, value in place.items()
    )
    message = finding.message if finding.help is None else f"{finding.message}\n{finding.help}"
    return f"::{_COMMANDS[diagnostic.severity]} {properties}::{message.translate(_IN_MESSAGE)}"
