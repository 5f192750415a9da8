"""`wfcheck explain`: a rule's page."""

from typing import Annotated

import typer

from wfcheck.catalog import BY_NAME
from wfcheck.cli.output import out, terminal
from wfcheck.cli.rules import PageFormatOption
from wfcheck.errors import UsageError
from wfcheck.report.contract.rules import rule_report
from wfcheck.report.formats import PageFormat, json_text
from wfcheck.report.pages import page_of, told_page
from wfcheck.syntax.names import nearest


def explain(
    rule: Annotated[str, typer.Argument(help="A rule's name.", metavar="RULE")],
    *,
    form: PageFormatOption = PageFormat.TEXT,
) -> None:
    """Say what a rule is about, why, and show a bad and a good example."""
    if rule not in BY_NAME:
        near = nearest(rule, BY_NAME)
        raise UsageError(
            f"there is no rule `{rule}`"
            + (f"; did you mean `{near}`?" if near else "; `wfcheck rules` lists them")
        )
    found = BY_NAME[rule]
    show = terminal()
    if form is PageFormat.JSON:
        out(json_text(rule_report(found, page_of(found)), unicode=show.unicode))
    else:
        out(told_page(found, form, show))
