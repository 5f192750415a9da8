"""Facts about a graph of states: who is reached, who reaches, which cycles there are.

A graph is a tuple of edges in document order. Everything is iterative and takes time linear in
the edges (for cycles: for each cycle told), since no input may exhaust the stack (C-1.3).
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import field
from graphlib import CycleError, TopologicalSorter
from typing import Final, assert_never

from wfcheck.classes import dataclass
from wfcheck.semantics.program import Goto, Program, Route, Transition
from wfcheck.span import Span

MOST_CYCLES: Final = 100
"""How many cycles of one component are told; a dense graph has more than anyone would read."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One `goto`: from a state to a target; `immediate` when neither event nor timeout precedes it."""

    source: str
    target: str
    immediate: bool
    span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Cycle:
    """A closed walk without repeated states, its edges in order from the first in the document."""

    edges: tuple[Edge, ...]

    @property
    def states(self) -> tuple[str, ...]:
        return tuple(edge.source for edge in self.edges)


def edges(program: Program) -> tuple[Edge, ...]:
    """The edges of a state-form program: subscriptions, timeout and exit of each state."""
    found: list[Edge] = []
    for state in program.states or ():
        for subscription in state.subscriptions:
            found += _gotos(state.name, subscription.exit, immediate=False)
        if state.timeout is not None:
            found += _gotos(state.name, state.timeout.exit, immediate=False)
        if state.exit is not None:
            found += _gotos(state.name, state.exit, immediate=True)
    return tuple(found)


def _gotos(source: str, transition: Transition, *, immediate: bool) -> list[Edge]:
    found: list[Edge] = []
    pending = [transition]
    while pending:
        match pending.pop():
            case Goto(target) as goto:
                found.append(Edge(source, target, immediate, span=goto.span))
            case Route(cases=cases, orelse=orelse):
                pending += [orelse] if orelse is not None else []
                pending += [case.exit for case in reversed(cases)]
            case other:
                assert_never(other)
    return found


def successors(graph: Iterable[Edge]) -> dict[str, tuple[str, ...]]:
    """The targets of each source, each once, in document order."""
    targets: dict[str, dict[str, None]] = {}
    for edge in graph:
        targets.setdefault(edge.source, {})[edge.target] = None
    return {source: tuple(found) for source, found in targets.items()}


def reachable(graph: Iterable[Edge], starts: Iterable[str]) -> frozenset[str]:
    """The starts and every state that a path from one of them enters."""
    return _closure(successors(graph), starts)


def reaching(graph: Iterable[Edge], goals: Iterable[str]) -> frozenset[str]:
    """The goals and every state from which a path leads to one of them."""
    back = [Edge(edge.target, edge.source, edge.immediate) for edge in graph]
    return _closure(successors(back), goals)


def _closure(targets: Mapping[str, tuple[str, ...]], starts: Iterable[str]) -> frozenset[str]:
    found = set(starts)
    pending = list(found)
    while pending:
        fresh = [name for name in targets.get(pending.pop(), ()) if name not in found]
        found.update(fresh)
        pending.extend(fresh)
    return frozenset(found)


def topological(graph: Iterable[Edge]) -> tuple[str, ...] | None:
    """The states with every edge leading forwards, or None where a cycle forbids it."""
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for edge in graph:
        sorter.add(edge.target, edge.source)
    try:
        return tuple(sorter.static_order())
    except CycleError:
        return None


def cycles(graph: Iterable[Edge]) -> tuple[Cycle, ...]:
    """Cycles that cover all cyclic behaviour, in the order of their first edges.

    Each begins at its first edge in document order, which takes part in no later one: without the
    first edges of all of them the graph has no cycle (unless there are more than `MOST_CYCLES`).
    """
    firsts: dict[tuple[str, str], Edge] = {}
    for edge in graph:
        firsts.setdefault((edge.source, edge.target), edge)
    order = {pair: number for number, pair in enumerate(firsts)}
    left = list(firsts.values())
    found: list[Cycle] = []
    for _ in range(MOST_CYCLES):
        left, told = _one_of_each(left)
        if not told:
            break
        found += told
    found.sort(key=lambda cycle: order[cycle.edges[0].source, cycle.edges[0].target])
    return tuple(found)


def _one_of_each(graph: list[Edge]) -> tuple[list[Edge], list[Cycle]]:
    """A cycle of each strongly connected component, and the edges that may be on further ones."""
    component = components(graph)
    inside: dict[int, list[Edge]] = {}
    for edge in graph:
        if component[edge.source] == component[edge.target]:
            inside.setdefault(component[edge.source], []).append(edge)
    left: list[Edge] = []
    told: list[Cycle] = []
    for first, *others in inside.values():
        told.append(Cycle((first, *_shortest(others, first))))
        left += others
    return left, told


def _shortest(graph: list[Edge], closing: Edge) -> tuple[Edge, ...]:
    """The shortest way from the target of `closing` back to its source; there is one."""
    by_source: dict[str, list[Edge]] = {}
    for edge in graph:
        by_source.setdefault(edge.source, []).append(edge)
    came: dict[str, Edge | None] = {closing.target: None}
    queue = deque([closing.target])
    while closing.source not in came:
        for edge in by_source.get(queue.popleft(), ()):
            if edge.target not in came:
                came[edge.target] = edge
                queue.append(edge.target)
    way: list[Edge] = []
    at = came[closing.source]
    while at is not None:
        way.append(at)
        at = came[at.source]
    return tuple(reversed(way))


def components(graph: Iterable[Edge]) -> dict[str, int]:
    """The strongly connected component of each state, as a number (Tarjan, without recursion)."""
    targets = successors(graph)
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    component: dict[str, int] = {}
    stack: list[str] = []
    names = dict.fromkeys(name for source, found in targets.items() for name in (source, *found))
    for root in names:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        work = [(root, iter(targets.get(root, ())))]
        while work:
            name, rest = work[-1]
            for target in rest:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    work.append((target, iter(targets.get(target, ()))))
                    break
                if target not in component:
                    low[name] = min(low[name], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == index[name]:
                    number = len(component)
                    while True:
                        member = stack.pop()
                        component[member] = number
                        if member == name:
                            break
    return component
