"""A program as a transition system: canonical nodes, and the leaps between them."""

from collections.abc import Iterable
from dataclasses import field

from wfcheck.classes import dataclass
from wfcheck.explore.canonical import Names, Node, canonical
from wfcheck.explore.environment import Environment, Leap
from wfcheck.explore.forget import Forgetter


@dataclass(frozen=True, slots=True)
class Bridge:
    """A leap between canonical nodes; `names` tells what the target's unknowns were called before.

    A number below the source's count of unknowns is one of them, a higher one is new.
    """

    leap: Leap
    to: Node
    names: Names


@dataclass(slots=True)
class Workflow:
    """One program, seen by the search."""

    environment: Environment
    forgetter: Forgetter = field(default_factory=Forgetter)

    def initial(self) -> Iterable[Node]:
        return (self.environment.begin(),)

    def choices(self, state: Node) -> Iterable[Bridge]:
        for leap in self.environment.leaps(state):
            to, names = canonical(leap.to, self.forgetter)
            yield Bridge(leap, to, names)

    def step(self, state: Node, choice: Bridge) -> Node:
        del state
        return choice.to
