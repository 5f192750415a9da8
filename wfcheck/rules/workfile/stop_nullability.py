"""A stop without a result that makes an output nullable (WFC, D-25)."""

from collections.abc import Iterator
from typing import Final

from wfcheck.catalog import STOP_NULLABILITY
from wfcheck.diagnostic import Finding, Label
from wfcheck.rules.rule import finds
from wfcheck.semantics.types import may_be_null
from wfcheck.workfile.bindings import across
from wfcheck.workfile.check import CheckedWorkfile

MOST_NAMED: Final = 3
"""How many outputs one message names."""


@finds(STOP_NULLABILITY)
def stop_nullability(checked: CheckedWorkfile) -> Iterator[Finding]:
    stops = checked.notes.stops
    given = [stop.shape for stop in stops if stop.shape is not None]
    # D-25: bare stops are compared with normal completion and the stops that give a result.
    others = across([checked.completion.outputs, *given])
    keys = [name for name in checked.completion.outputs if not may_be_null(others[name])]
    if not keys:
        return
    shown = ", ".join(f"`{name}`" for name in keys[:MOST_NAMED])
    labels = tuple(
        Label(output.span, f"`{output.name}` is never null otherwise")
        for output in checked.workfile.outputs
        if output.name in keys[:MOST_NAMED]
    )
    for stop in stops:
        if stop.shape is None:
            yield Finding(
                STOP_NULLABILITY,
                stop.span,
                f"this stop gives no result, so a caller may find {shown} null",
                help="add a `result` with the same names as `outputs`",
                labels=labels,
            )
