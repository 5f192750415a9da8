"""Walking a path of the explored graph again with nothing forgotten.

The graph's nodes have lost what no longer matters; a trace needs it. The same leaps are taken from the
beginning, each recognised by its canonical target, and every unknown keeps its number throughout.
"""

from collections.abc import Sequence

from wfcheck.classes import dataclass
from wfcheck.explore.canonical import Names, Node, canonical
from wfcheck.explore.environment import Environment, Leap
from wfcheck.explore.forget import Forgetter
from wfcheck.explore.search import Edge
from wfcheck.explore.workflow import Bridge
from wfcheck.semantics.choice import Decide


@dataclass(frozen=True, slots=True)
class Stretch:
    """One leap of the walk; `names` are what the canonical target's unknowns are called here."""

    leap: Leap
    before: Node
    names: Names


def rerun(
    environment: Environment,
    forgetter: Forgetter,
    path: Sequence[Edge[Bridge]],
    begun: Sequence[Stretch] = (),
) -> tuple[Stretch, ...] | None:
    """The leaps of the path; `begun` are its first ones, where they are known.

    None where the walk loses the path, which would be a fault of the explorer.
    """
    walk = list(begun)
    here = walk[-1].leap.to if walk else environment.begin()
    for edge in path[len(walk) :]:
        found = _again(environment, forgetter, here, edge.choice)
        if found is None:
            return None
        walk.append(found)
        here = found.leap.to
    return tuple(walk)


def _again(
    environment: Environment, forgetter: Forgetter, here: Node, wanted: Bridge
) -> Stretch | None:
    """The leap from here that is the one of the graph; of several, one whose conditions turn out alike."""
    first: Stretch | None = None
    for leap in environment.leaps(here):
        if leap.kind is not wanted.leap.kind or leap.failure != wanted.leap.failure:
            continue
        node, names = canonical(leap.to, forgetter)
        if node == wanted.to and _alike(leap, wanted.leap):
            stretch = Stretch(leap, here, names)
            if _turns(leap) == _turns(wanted.leap):
                return stretch
            first = first or stretch
    return first


def _turns(leap: Leap) -> list[bool]:
    """Which way the conditions of a leap have gone."""
    return [choice.value for choice in leap.taken if isinstance(choice, Decide)]


def _alike(one: Leap, other: Leap) -> bool:
    """Whether two leaps leave the same kinds of record at the same kinds of place."""
    return [entry.kind for entry in one.entries] == [entry.kind for entry in other.entries]
