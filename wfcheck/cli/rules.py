"""`wfcheck rules`: every rule, property and obligation there is."""

from typing import Annotated, TypeAlias

import typer

from wfcheck.catalog import RULES
from wfcheck.cli.output import out, terminal
from wfcheck.report.contract.rules import rules_report
from wfcheck.report.formats import PageFormat, json_text
from wfcheck.report.pages import rule_list

PageFormatOption: TypeAlias = Annotated[
    PageFormat, typer.Option("--format", "-f", help="How it is told.")
]


def rules(*, form: PageFormatOption = PageFormat.TEXT) -> None:
    """List every rule with its code, severity and meaning."""
    show = terminal()
    if form is PageFormat.JSON:
        out(json_text(rules_report(RULES), unicode=show.unicode))
    else:
        out(rule_list(RULES, form, show))
