"""Cycles of immediate transitions alone: a run could circle for ever (SWP-081, D-4)."""

from collections.abc import Iterator

from wfcheck.catalog import IMMEDIATE_CYCLE
from wfcheck.diagnostic import Finding, Label
from wfcheck.rules.rule import finds
from wfcheck.workfile.check import CheckedWorkfile


@finds(IMMEDIATE_CYCLE)
def immediate_cycle(checked: CheckedWorkfile) -> Iterator[Finding]:
    for cycle in checked.immediate_cycles:
        first, *others = cycle.edges
        if first.span is None:
            continue
        way = " → ".join(f"`{name}`" for name in (*cycle.states, first.source))
        yield Finding(
            IMMEDIATE_CYCLE,
            first.span,
            f"immediate transitions lead in a circle: {way}",
            help="let an event or a timeout stand between two of these states",
            labels=tuple(
                Label(edge.span, f"`{edge.source}` goes on to `{edge.target}` at once")
                for edge in others
                if edge.span is not None
            ),
        )
