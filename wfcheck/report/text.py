"""Diagnostics for a person: place, sentence, source excerpt, help; as compilers show them."""

from collections.abc import Iterable
from typing import Final

from wfcheck.diagnostic import Diagnostic, Label, Severity
from wfcheck.report.excerpt import Mark, excerpt
from wfcheck.report.findings import Findings, summary
from wfcheck.report.terminal import Paint, Terminal

PAINTS: Final = {
    Severity.ERROR: Paint.ERROR,
    Severity.WARNING: Paint.WARNING,
    Severity.INFO: Paint.INFO,
    Severity.UNSUPPORTED: Paint.UNSUPPORTED,
}
assert PAINTS.keys() == set(Severity), "a severity without a colour"


def text(findings: Findings, terminal: Terminal, *, statistics: bool = False) -> str:
    """All diagnostics, each followed by an empty line, and a closing line."""
    parts = [
        "\n".join(one(diagnostic, findings, terminal)) + "\n" for diagnostic in findings.diagnostics
    ]
    if statistics:
        parts.append(_statistics(findings))
    if findings.files:
        parts.append(summary(findings) + "\n")
    return "\n".join(part for part in parts if part)


def one(diagnostic: Diagnostic, findings: Findings, terminal: Terminal) -> list[str]:
    """The lines of one diagnostic."""
    finding = diagnostic.finding
    paint = PAINTS[diagnostic.severity]
    rule = terminal.paint(f"[{finding.rule.name}]", Paint.FAINT)
    severity = terminal.paint(diagnostic.severity.value, paint)
    message = terminal.paint(terminal.text(finding.message), Paint.STRONG)
    lines = [f"{terminal.text(str(finding.span))}: {severity}: {message} {rule}"]
    main = Mark(finding.span, "", paint, main=True)
    own = [label for label in finding.labels if label.span.file == finding.span.file]
    other = [label for label in finding.labels if label.span.file != finding.span.file]
    lines += _excerpt(finding.span.file, (main, *map(_mark, own)), findings, terminal)
    for label in other:
        lines.append(f"  {terminal.paint('-->', Paint.PLACE)} {terminal.text(str(label.span))}")
        lines += _excerpt(label.span.file, (_mark(label),), findings, terminal)
    if finding.help is not None:
        head = terminal.paint("  = help:", Paint.PLACE)
        lines.append(f"{head} {terminal.text(finding.help)}")
    return lines


def _mark(label: Label) -> Mark:
    return Mark(label.span, label.text, Paint.PLACE, main=False)


def _excerpt(
    file: str, marks: tuple[Mark, ...], findings: Findings, terminal: Terminal
) -> Iterable[str]:
    source = findings.sources.get(file)
    if source is None or not source.text:
        return [f"  = {terminal.text(mark.text)}" for mark in marks if mark.text]
    return excerpt(source, marks, terminal)


def _statistics(findings: Findings) -> str:
    counts = findings.by_rule()
    width = max((len(str(number)) for _, number in counts), default=0)
    return "".join(f"{number:>{width}}  {rule}\n" for rule, number in counts)
