"""A subscription whose match supplies nothing (SWP-169)."""

from collections.abc import Iterator

from wfcheck.catalog import MATCH_EMPTY
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.workfile.check import CheckedWorkfile


@finds(MATCH_EMPTY)
def match_empty(checked: CheckedWorkfile) -> Iterator[Finding]:
    for subscription in checked.subscriptions:
        if subscription.match == () and subscription.match_key is not None:
            yield Finding(
                MATCH_EMPTY,
                subscription.match_key,
                f"`{subscription.name.text}` has an empty `match`, so any event of its kind would fit",
                help="give at least one correlation field the value that it must have",
            )
