"""A wait beside an immediate exit, which the draft edition allows and never reaches (C-13)."""

from collections.abc import Iterator

from wfcheck.catalog import UNREACHABLE_EXIT
from wfcheck.diagnostic import Finding, Label
from wfcheck.rules.rule import finds
from wfcheck.settings import Edition
from wfcheck.workfile.check import CheckedWorkfile


@finds(UNREACHABLE_EXIT)
def unreachable_exit(checked: CheckedWorkfile) -> Iterator[Finding]:
    if checked.settings.edition is not Edition.DRAFT:
        return
    for state in checked.states.values():
        heads = [(key, span) for key, span in state.keys if key in ("goto", "route")]
        if state.final or not heads:
            continue
        head, place = heads[0]
        for key, span in state.keys:
            if key in ("on", "timeout"):
                yield Finding(
                    UNREACHABLE_EXIT,
                    span,
                    f"`{state.name.text}` leaves by `{head}` after its steps, so `{key}` never acts",
                    help=f"remove `{key}`, or `{head}`",
                    labels=(Label(place, "the exit that always comes first"),),
                )
