"""Markdown: a table of diagnostics, for a pull request's comment or a job's summary."""

import re
from typing import Final

from wfcheck.report.findings import Findings, summary

_MARKS: Final = re.compile(r"[\\|<>*_\[\]]")


def markdown(findings: Findings) -> str:
    """A heading, a table with a row for each diagnostic, and the closing line."""
    lines = ["## wfcheck", ""]
    if findings.diagnostics:
        lines += ["| | place | rule | what |", "|---|---|---|---|"]
        for diagnostic in findings.diagnostics:
            finding = diagnostic.finding
            message = _cell(finding.message)
            if finding.help is not None:
                message += f"<br>*{_cell(finding.help)}*"
            lines.append(
                f"| {diagnostic.severity.value} | {_code(str(finding.span))} "
                f"| {_code(finding.rule.name)} | {message} |"
            )
        lines.append("")
    return "\n".join([*lines, summary(findings), ""])


def _cell(text: str) -> str:
    """The text in a table's cell; between backticks only `|` needs an escape, elsewhere all marks do."""
    pieces = " ".join(text.splitlines()).split("`")
    if len(pieces) % 2 == 0:  # an unpaired backtick opens nothing
        pieces[-2:] = [f"{pieces[-2]}'{pieces[-1]}"]
    return "`".join(
        piece.replace("|", "\\|") if number % 2 else _MARKS.sub(r"\\\g<0>", piece)
        for number, piece in enumerate(pieces)
    )


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    return f"{fence}{text.replace('|', chr(92) + '|')}{fence}"
