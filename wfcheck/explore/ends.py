"""The ends that can be reached from a node, as far as anybody outside can tell them apart.

A run that an action's failure ends, because nothing takes it, has no end here: it says nothing about
what led there, and could have ended so anyway.
"""

import heapq
from collections import Counter, deque
from dataclasses import dataclass
from typing import TypeAlias

from wfcheck.explore.canonical import Node
from wfcheck.explore.explored import Explored, Path, Step
from wfcheck.explore.properties.deadlock import nothing_goes_on
from wfcheck.explore.properties.unhandled_failure import unhandled
from wfcheck.explore.unknowns import put, unknowns
from wfcheck.syntax.expr import Expr, Name, SymbolId

End: TypeAlias = tuple[str, str | None, str | None, str]
"""Outcome, code, final state and outputs; the outputs with new values named by their types."""

WAITS: End = ("waits for ever", None, None, "")


@dataclass(frozen=True)
class Ends:
    """By node: the ends that are reachable."""

    reachable: tuple[frozenset[End], ...]
    own: tuple[End | None, ...]

    @classmethod
    def of(cls, explored: Explored) -> "Ends":
        states = explored.graph.states
        broken = _broken(explored)
        own = tuple(None if n in broken else _end(node) for n, node in enumerate(states))
        found: list[set[End]] = [set() if end is None else {end} for end in own]
        pending = deque(number for number, ends in enumerate(found) if ends)
        while pending:
            number = pending.popleft()
            for edge in explored.incoming[number]:
                if not found[number] <= found[edge.source]:
                    found[edge.source] |= found[number]
                    pending.append(edge.source)
        return cls(tuple(map(frozenset, found)), own)

    def way(self, explored: Explored, start: int, goal: End) -> Path | None:
        """A shortest way from a node to that end, among those with the fewest failures of actions."""
        by: dict[int, Step | None] = {}
        pending: list[tuple[tuple[int, int], int, int, Step | None]] = [((0, 0), 0, start, None)]
        pushed = 0
        while pending:
            (failures, length), _, number, step = heapq.heappop(pending)
            if number in by:
                continue
            by[number] = step
            if self.own[number] == goal:
                return _back(by, number)
            for edge in explored.graph.edges[number]:
                if edge.target not in by:
                    pushed += 1
                    cost = (failures + edge.choice.leap.failure, length + 1)
                    heapq.heappush(pending, (cost, pushed, edge.target, edge))
        return None


def cost_of(path: Path) -> tuple[int, int]:
    """The failures of actions on a path, and its length."""
    return sum(edge.choice.leap.failure for edge in path), len(path)


def _back(by: dict[int, Step | None], number: int) -> Path:
    path: list[Step] = []
    step = by[number]
    while step is not None:
        path.append(step)
        step = by[step.source]
    return tuple(reversed(path))


def _broken(explored: Explored) -> frozenset[int]:
    """The nodes at which an action's failure alone has ended the run."""
    by_failure: Counter[int] = Counter()
    for number, edge, _ in unhandled(explored):
        if edge.choice.leap.failure:
            by_failure[number] += 1
    return frozenset(n for n, count in by_failure.items() if count == len(explored.incoming[n]))


def _end(node: Node) -> End | None:
    ended = node.at.ended
    if ended is None:
        return WAITS if nothing_goes_on(node.at) else None
    origins = {symbol.id: symbol for symbol in node.at.symbols}
    named: dict[SymbolId, Expr] = {}
    for number, id_ in enumerate(unknowns(ended.outputs)):
        symbol = origins[id_]
        is_input = symbol.origin.startswith("inputs.")
        named[id_] = Name(symbol.origin if is_input else f"{symbol.field.type} {number}")
    return ended.outcome.value, ended.code, node.final, repr(put(ended.outputs, named))
