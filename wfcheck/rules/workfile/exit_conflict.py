"""A state that leaves at once and also waits (SWP-069); the draft edition allows it (C-13)."""

from collections.abc import Iterator
from typing import Final

from wfcheck.catalog import EXIT_CONFLICT
from wfcheck.diagnostic import Finding, Label
from wfcheck.rules.rule import finds
from wfcheck.settings import Edition
from wfcheck.span import Span
from wfcheck.workfile.check import CheckedWorkfile

IMMEDIATE: Final = ("goto", "route")
WAITING: Final = ("on", "timeout")


@finds(EXIT_CONFLICT)
def exit_conflict(checked: CheckedWorkfile) -> Iterator[Finding]:
    if checked.settings.edition is Edition.DRAFT:
        return
    for state in checked.states.values():
        first: tuple[str, Span] | None = None
        for key, span in state.keys:
            if state.final or key not in (*IMMEDIATE, *WAITING):
                continue
            if first is None:
                first = key, span
            elif (key in IMMEDIATE) != (first[0] in IMMEDIATE):
                yield Finding(
                    EXIT_CONFLICT,
                    span,
                    f"`{state.name.text}` has both `{first[0]}` and `{key}`: it would leave at once"
                    " and also wait",
                    help=f"remove one of them, or let `{first[0]}` and `{key}` stand in two states",
                    labels=(Label(first[1], f"`{first[0]}` stands here"),),
                )
                break
