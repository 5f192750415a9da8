"""Searching a transition system: breadth first, depth first or at random, within bounds.

The result is the explored graph itself. States are numbered in the order in which they were found;
breadth first, the parents of a state lead back to a beginning on a shortest way.
"""

import random
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from enum import StrEnum
from typing import Final, Generic, TypeAlias, TypeVar

from wfcheck.classes import dataclass
from wfcheck.explore.system import TransitionSystem
from wfcheck.semantics.verdict import Bound

S = TypeVar("S", bound=Hashable)
C = TypeVar("C")


class Strategy(StrEnum):
    """Which of the states found is looked at next."""

    BFS = "bfs"
    DFS = "dfs"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Edge(Generic[C]):
    """A choice taken, from one state to another."""

    source: int
    choice: C
    target: int


Gate: TypeAlias = Callable[[Edge[C] | None, S], Bound | None]
"""Asked once for each state found, with the edge that found it: a bound that forbids to go on from it."""


@dataclass(frozen=True, slots=True)
class Graph(Generic[S, C]):
    """What a search has seen; complete where `cut` is empty."""

    states: tuple[S, ...]
    edges: tuple[tuple[Edge[C], ...], ...]  # those that leave, by state
    parents: tuple[Edge[C] | None, ...]  # the edge that found it, by state; None for a beginning
    cut: tuple[Bound, ...]
    cut_states: frozenset[int] = frozenset()  # found, but not gone on from

    @property
    def complete(self) -> bool:
        return not self.cut

    def all_edges(self) -> Iterator[Edge[C]]:
        for leaving in self.edges:
            yield from leaving

    def path_to(self, state: int) -> tuple[Edge[C], ...]:
        """The edges from a beginning to a state, as the search found them."""
        path: list[Edge[C]] = []
        while (edge := self.parents[state]) is not None:
            path.append(edge)
            state = edge.source
        return tuple(reversed(path))


_CLOCK_EVERY: Final = 64  # states between two looks at the clock


class _Search(Generic[S, C]):
    """One search while it runs."""

    def __init__(self, gate: Gate[C, S] | None) -> None:
        self.gate = gate
        self.index: dict[S, int] = {}
        self.parents: list[Edge[C] | None] = []
        self.edges: list[tuple[Edge[C], ...]] = []
        self.cut: dict[Bound, None] = {}
        self.cut_states: set[int] = set()
        self.pending: deque[int] = deque()

    def find(self, state: S, by: tuple[int, C] | None) -> int:
        known = self.index.get(state)
        if known is not None:
            return known
        number = len(self.parents)
        self.index[state] = number
        edge = None if by is None else Edge(by[0], by[1], number)
        self.parents.append(edge)
        self.edges.append(())
        bound = self.gate(edge, state) if self.gate is not None else None
        if bound is None:
            self.pending.append(number)
        else:
            self.stop_at(number, bound)
        return number

    def stop_at(self, number: int, bound: Bound) -> None:
        self.cut[bound] = None
        self.cut_states.add(number)

    def abandon(self, bound: Bound) -> None:
        for number in self.pending:
            self.stop_at(number, bound)
        self.pending.clear()


def search(
    system: TransitionSystem[S, C],
    *,
    strategy: Strategy = Strategy.BFS,
    seed: int = 0,
    max_states: int | None = None,
    timeout: float | None = None,
    gate: Gate[C, S] | None = None,
) -> Graph[S, C]:
    """Explore what the system can do; `timeout` is in seconds.

    A state whose successors were not all looked at stands in `cut_states`, its bound in `cut`.
    """
    run: _Search[S, C] = _Search(gate)
    chance = random.Random(seed)  # noqa: S311
    deadline = None if timeout is None else time.monotonic() + timeout
    for state in system.initial():
        run.find(state, None)
    states = list(run.index)
    looked_at = 0
    while run.pending:
        if max_states is not None and len(run.parents) > max_states:
            run.abandon(Bound.MAX_STATES)
            break
        looked_at += 1
        if deadline is not None and looked_at % _CLOCK_EVERY == 0 and time.monotonic() > deadline:
            run.abandon(Bound.TIMEOUT)
            break
        number = _next(run.pending, strategy, chance)
        state = states[number]
        leaving: list[Edge[C]] = []
        for choice in system.choices(state):
            after = system.step(state, choice)
            target = run.find(after, (number, choice))
            if target == len(states):
                states.append(after)
            leaving.append(Edge(number, choice, target))
        run.edges[number] = tuple(leaving)
    return Graph(
        tuple(states),
        tuple(run.edges),
        tuple(run.parents),
        tuple(run.cut),
        frozenset(run.cut_states),
    )


def _next(pending: deque[int], strategy: Strategy, chance: random.Random) -> int:
    match strategy:
        case Strategy.BFS:
            return pending.popleft()
        case Strategy.DFS:
            return pending.pop()
        case Strategy.RANDOM:
            pending.rotate(-chance.randrange(len(pending)))
            return pending.popleft()
