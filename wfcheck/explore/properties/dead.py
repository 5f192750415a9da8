"""`dead`: a part that no run reaches (`checking.md` 3)."""

from wfcheck.explore.coverage import Item, Reached, unreached
from wfcheck.explore.explored import Explored


def dead(explored: Explored, found: Reached) -> tuple[Item, ...]:
    """The parts of the top file that no run reaches; nothing is known where a bound cut."""
    return tuple(unreached(explored.program, found))
