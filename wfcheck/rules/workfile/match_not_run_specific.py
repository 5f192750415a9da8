"""A match made of literals alone: one event would advance every run (D-29)."""

from collections.abc import Iterator

from wfcheck.catalog import MATCH_NOT_RUN_SPECIFIC
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.syntax.expr import Name, Unknown, walk
from wfcheck.workfile.check import CheckedWorkfile


@finds(MATCH_NOT_RUN_SPECIFIC)
def match_not_run_specific(checked: CheckedWorkfile) -> Iterator[Finding]:
    for subscription in checked.subscriptions:
        values = [node for arg in subscription.match or () for node in walk(arg.value)]
        if subscription.match_key is None or not values:
            continue
        if not any(isinstance(node, Name | Unknown) for node in values):
            yield Finding(
                MATCH_NOT_RUN_SPECIFIC,
                subscription.match_key,
                f"`{subscription.name.text}` matches the same events in every run: one event"
                " would advance them all",
                help="match on a value of this run, such as an input or a step's result",
            )
