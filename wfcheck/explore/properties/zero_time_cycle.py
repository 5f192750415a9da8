"""`zero-time-cycle`: entries that repeat for ever at one instant (`checking.md` 3)."""

from collections.abc import Iterator
from typing import Final

from wfcheck.explore.environment import LeapKind
from wfcheck.explore.explored import Explored, Path, Suspect, entered_state
from wfcheck.explore.liveness import lassos

# Actions count as instantaneous; whatever waits for an event or a timer does not.
_INSTANT: Final = frozenset((LeapKind.OUTCOME, LeapKind.PROCEED, LeapKind.ORDER, LeapKind.MOVE))


def zero_time_cycle(explored: Explored) -> Iterator[Suspect]:
    """The cycles that take no time, one for each entry on them."""
    for lasso in lassos(explored, lambda edge: edge.choice.leap.kind in _INSTANT):
        states = states_on(lasso.loop)
        names = ", ".join(f"`{name}`" for name in states)
        yield Suspect(
            f"{names} can be entered again and again without time passing",
            lasso.path,
            next(iter(states), ""),
            loop_from=lasso.loop_from,
        )


def states_on(path: Path) -> tuple[str, ...]:
    """The states that a path enters, each once."""
    found = (entered_state(entry) for edge in path for entry in edge.choice.leap.entries)
    return tuple(dict.fromkeys(name for name in found if name is not None))
