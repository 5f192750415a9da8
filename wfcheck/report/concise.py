"""One line for each diagnostic: `path:line:col: severity rule: message` (`cli.md`)."""

from wfcheck.report.findings import Findings


def concise(findings: Findings) -> str:
    """A line for each diagnostic, and nothing else: for editors, `grep` and problem matchers."""
    return "".join(
        f"{d.finding.span}: {d.severity.value} {d.finding.rule.name}: {_line(d.finding.message)}\n"
        for d in findings.diagnostics
    )


def _line(message: str) -> str:
    return " ".join(message.splitlines())
