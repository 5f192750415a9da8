"""A final state that declares a way out (SWP-048 to SWP-054, D-1)."""

from collections.abc import Iterator
from typing import Final

from wfcheck.catalog import FINAL_HAS_EXIT
from wfcheck.diagnostic import Finding, Label
from wfcheck.rules.rule import finds
from wfcheck.workfile.check import CheckedWorkfile

EXIT_KEYS: Final = ("on", "timeout", "goto", "into", "route", "cases", "else", "reset_timeout")


@finds(FINAL_HAS_EXIT)
def final_has_exit(checked: CheckedWorkfile) -> Iterator[Finding]:
    for state in checked.states.values():
        if not state.final:
            continue
        final = next((span for key, span in state.keys if key == "final"), state.name.span)
        for key, span in state.keys:
            if key in EXIT_KEYS:
                yield Finding(
                    FINAL_HAS_EXIT,
                    span,
                    f"`{state.name.text}` is final, so it cannot have `{key}`",
                    help=f"remove `{key}`, or `final: true`",
                    labels=(Label(final, "declared final here"),),
                )
