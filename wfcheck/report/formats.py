"""The output formats of findings, by the name that `--format` takes."""

import json
from enum import StrEnum
from typing import assert_never

from wfcheck.catalog import RULES
from wfcheck.diagnostic import Diagnostic
from wfcheck.report.annotations import annotations
from wfcheck.report.concise import concise
from wfcheck.report.contract.lint import Json, lint_report
from wfcheck.report.findings import Findings
from wfcheck.report.junit import junit, lint_cases
from wfcheck.report.markdown import markdown
from wfcheck.report.sarif import sarif
from wfcheck.report.terminal import Terminal
from wfcheck.report.text import text


class Format(StrEnum):
    """How results are told."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"
    JUNIT = "junit"
    MARKDOWN = "markdown"


class PageFormat(StrEnum):
    """How pages and lists are told."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


def told(
    findings: Findings,
    form: Format,
    terminal: Terminal,
    *,
    version: str,
    failing: tuple[Diagnostic, ...] = (),
    statistics: bool = False,
) -> str:
    """Findings in a format; `failing` are those that fail the command."""
    match form:
        case Format.TEXT:
            return text(findings, terminal, statistics=statistics)
        case Format.CONCISE:
            return concise(findings)
        case Format.JSON:
            return json_text(lint_report(findings), unicode=terminal.unicode)
        case Format.SARIF:
            return json_text(sarif(findings, RULES, version), unicode=terminal.unicode)
        case Format.GITHUB:
            return annotations(findings)
        case Format.JUNIT:
            return junit(lint_cases(findings, failing), "wfcheck lint")
        case Format.MARKDOWN:
            return markdown(findings)
        case _:
            assert_never(form)


def json_text(value: Json, *, unicode: bool = True) -> str:
    """A JSON document as text, ASCII only where the reader may know no more."""
    return json.dumps(value, indent=2, ensure_ascii=not unicode) + "\n"
