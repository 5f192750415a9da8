"""Findings made by hand, for reports of them."""

from wfcheck.catalog import TARGET_UNDECLARED, UNUSED_ACCEPTED
from wfcheck.diagnostic import Diagnostic, Finding, Label, Rule, Severity
from wfcheck.report.findings import Findings
from wfcheck.span import Source

TEXT = """\
initial: a
states:
  a: { goto: dome }
  dône: { final: true }
"""

SOURCE = Source("flows/a.workfile", TEXT)


def span_of(source: Source, text: str, start: int = 0) -> tuple[int, int]:
    at = source.text.index(text, start)
    return at, at + len(text)


def finding(
    source: Source = SOURCE,
    text: str = "dome",
    *,
    rule: Rule = TARGET_UNDECLARED,
    message: str = "`goto` names the state `dome`, which does not exist",
    help: str | None = "did you mean `dône`?",  # noqa: A002
    labels: tuple[Label, ...] = (),
) -> Finding:
    return Finding(rule, source.span(*span_of(source, text)), message, help, labels)


LABELLED = finding(labels=(Label(SOURCE.span(*span_of(SOURCE, "dône")), "the nearest state"),))

FINDINGS = Findings(
    ("flows/a.workfile", "flows/clean.workfile"),
    (
        Diagnostic(Severity.ERROR, LABELLED, "f1"),
        Diagnostic(
            Severity.WARNING,
            finding(
                text="dône", rule=UNUSED_ACCEPTED, message="100% odd | <b>,\nnot: ok", help=None
            ),
            "f2",
        ),
    ),
    suppressed=1,
    sources={SOURCE.file: SOURCE},
)
