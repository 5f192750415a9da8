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
    names: Annotated[list[str], typer.Argument(help="Names of rules.", metavar="RULE...")],
    *,
    form: PageFormatOption = PageFormat.TEXT,
) -> None:
    """Say what rules are about, why, and show a bad and a good example of each."""
    for name in names:
        if name not in BY_NAME:
            near = nearest(name, BY_NAME)
            raise UsageError(
                f"there is no rule `{name}`"
                + (f"; did you mean `{near}`?" if near else "; `wfcheck rules` lists them")
            )
    if form is PageFormat.JSON and len(names) > 1:
        raise UsageError("--format json tells one rule; name one")
    show = terminal()
    for position, name in enumerate(names):
        found = BY_NAME[name]
        if position:
            out("\n")
        if form is PageFormat.JSON:
            out(json_text(rule_report(found, page_of(found)), unicode=show.unicode))
        else:
            out(told_page(found, form, show))
