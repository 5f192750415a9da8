"""JUnit XML: a test case for each file, and for each scenario."""

from typing import Final

from wfcheck.classes import dataclass
from wfcheck.diagnostic import Diagnostic
from wfcheck.report.findings import Findings

_IN_TEXT: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_ATTRIBUTE: Final = _IN_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})


@dataclass(frozen=True, slots=True)
class JunitCase:
    """A test case: passed where it has no failures."""

    suite: str
    name: str
    failures: tuple[str, ...] = ()
    seconds: float | None = None
    remarks: tuple[str, ...] = ()  # what does not fail it


def junit(cases: tuple[JunitCase, ...], name: str) -> str:
    """One suite of cases as JUnit XML."""
    failed = sum(1 for case in cases if case.failures)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<testsuites tests="{len(cases)}" failures="{failed}">',
        f'  <testsuite name={_quoted(name)} tests="{len(cases)}" failures="{failed}">',
    ]
    for case in cases:
        lines += _case(case)
    return "\n".join([*lines, "  </testsuite>", "</testsuites>"]) + "\n"


def lint_cases(findings: Findings, failing: tuple[Diagnostic, ...]) -> tuple[JunitCase, ...]:
    """A case for each file; it fails by the diagnostics that fail the command."""
    failures: dict[str, list[str]] = {file: [] for file in findings.files}
    remarks: dict[str, list[str]] = {file: [] for file in findings.files}
    for diagnostic in findings.diagnostics:
        group = failures if diagnostic in failing else remarks
        group.setdefault(diagnostic.finding.span.file, []).append(_told(diagnostic))
    return tuple(
        JunitCase("wfcheck", file, tuple(failures[file]), remarks=tuple(remarks.get(file, ())))
        for file in failures
    )


def _told(diagnostic: Diagnostic) -> str:
    finding = diagnostic.finding
    place = f"{finding.span.start.line}:{finding.span.start.column}"
    head = f"{place}: {diagnostic.severity.value} {finding.rule.name}: {finding.message}"
    return head if finding.help is None else f"{head}\n  help: {finding.help}"


def _case(case: JunitCase) -> list[str]:
    time = "" if case.seconds is None else f' time="{case.seconds:.3f}"'
    head = f"    <testcase classname={_quoted(case.suite)} name={_quoted(case.name)}{time}"
    if not case.failures and not case.remarks:
        return [f"{head}/>"]
    lines = [f"{head}>"]
    for failure in case.failures:
        first = failure.partition("\n")[0]
        lines.append(f"      <failure message={_quoted(first)}>{_text(failure)}</failure>")
    if case.remarks:
        lines.append(f"      <system-out>{_text(chr(10).join(case.remarks))}</system-out>")
    return [*lines, "    </testcase>"]


def _quoted(text: str) -> str:
    return f'"{_legal(text).translate(_IN_ATTRIBUTE)}"'


def _text(text: str) -> str:
    return _legal(text).translate(_IN_TEXT)


def _legal(text: str) -> str:
    """The text without what XML 1.0 cannot hold, even escaped."""
    return "".join(char if _is_legal(char) else "\N{REPLACEMENT CHARACTER}" for char in text)


def _is_legal(char: str) -> bool:
    return (
        char in "\t\n\r"
        or " " <= char <= "\ud7ff"
        or "\ue000" <= char <= "\ufffd"
        or char >= "\U00010000"
    )
