"""The ends that can be reached from a node, as far as anybody outside can tell them apart."""

from collections import deque
from dataclasses import dataclass
from typing import TypeAlias

from wfcheck.explore.canonical import Node
from wfcheck.explore.explored import Explored, Path, Step
from wfcheck.explore.properties.deadlock import nothing_goes_on
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
        own = tuple(_end(node) for node in states)
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
        """A shortest way from a node to that end."""
        by: dict[int, Step | None] = {start: None}
        pending = deque([start])
        while pending:
            number = pending.popleft()
            if self.own[number] == goal:
                path: list[Step] = []
                step = by[number]
                while step is not None:
                    path.append(step)
                    step = by[step.source]
                return tuple(reversed(path))
            for edge in explored.graph.edges[number]:
                if edge.target not in by:
                    by[edge.target] = edge
                    pending.append(edge.target)
        return None


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
