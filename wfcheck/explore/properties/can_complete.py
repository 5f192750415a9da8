"""`can-complete`: a wait from which, for some values, no end can be reached (`checking.md` 3).

Backwards from the ends, each node gets the conditions on its own values under which an end can be
reached, as a disjunction. A value that fulfils none of them is trapped. A failing action is no way to
an end, and none that is held against the run.
"""

from collections import deque
from collections.abc import Iterator
from typing import Final, TypeAlias

from wfcheck.explore.canonical import Node
from wfcheck.explore.environment import LeapKind
from wfcheck.explore.explored import Explored, Step, Suspect, back, waiting
from wfcheck.explore.facts import reduced
from wfcheck.explore.properties.deadlock import conjunction
from wfcheck.explore.unknowns import put, unknowns
from wfcheck.semantics.configuration import ZERO, Configuration, Instant, RunOutcome
from wfcheck.syntax.expr import Apply, Expr, Op

Conditions: TypeAlias = frozenset[Expr]

_MOST: Final = 24  # ways with conditions of their own, before a node counts as free


def can_complete(explored: Explored) -> Iterator[Suspect]:
    """The waits without a way to an end, the nearest first."""
    ways = _ways(explored)
    for number, node in enumerate(explored.graph.states):
        entry = next(waiting(node.at), None)
        if entry is None or Conditions() in ways[number]:
            continue
        none = tuple(
            Apply(Op.NOT, (conjunction(tuple(sorted(way, key=repr))),)) for way in ways[number]
        )
        if explored.environment.oracle.possible(node.at.known, none, node.at.symbols):
            some = "for some values, " if none else ""
            yield Suspect(
                f"{some}no end can be reached from `{entry.state.name}`",
                explored.graph.path_to(number),
                entry.path,
                none,
            )


def _ways(explored: Explored) -> list[list[Conditions]]:
    graph = explored.graph
    ways: list[list[Conditions]] = [[] for _ in graph.states]
    pending: deque[int] = deque()
    heard = _states_left_by_events(explored)
    for number, node in enumerate(graph.states):
        if number in graph.cut_states or is_end(node.at) or _over_at_once(node.at, heard):
            ways[number].append(Conditions())
            pending.append(number)
    while pending:
        number = pending.popleft()
        for edge in explored.incoming[number]:
            if edge.choice.leap.failure:
                continue
            source = graph.states[edge.source]
            known = ways[edge.source]
            added = [_add(known, _before(edge, source, way)) for way in tuple(ways[number])]
            if len(known) > _MOST:
                known[:] = [Conditions()]
            if any(added) and edge.source not in pending:
                pending.append(edge.source)
    return ways


def _states_left_by_events(explored: Explored) -> frozenset[str]:
    """The states that some entry leaves by an event."""
    return frozenset(
        entry.state.name
        for edge in explored.graph.all_edges()
        if edge.choice.leap.kind is LeapKind.EVENT
        for entry in waiting(explored.graph.states[edge.source].at)
    )


def _over_at_once(at: Configuration, heard: frozenset[str]) -> bool:
    """Whether an entry's limit is due at the instant at which it was entered.

    No event can be accepted then (D-15), but that is a matter of the instant, not of the values: an
    event at the deadline wins, so such an entry counts as one that an event can end.
    """
    return at.instant is Instant.SELECTED and any(
        entry.state.name in heard and (entry.passed or entry.timer == ZERO) for entry in waiting(at)
    )


def is_end(at: Configuration) -> bool:
    """A completion, a stop, or an author's own failure: its code has no dot (D-23)."""
    ended = at.ended
    if ended is None:
        return False
    if ended.outcome is RunOutcome.FAILED:
        return ended.code is not None and "." not in ended.code
    return True


def _add(known: list[Conditions], way: Conditions) -> bool:
    """Take in a way, unless a wider one is there; whether anything has changed."""
    if any(other <= way for other in known):
        return False
    known[:] = [other for other in known if not way <= other]
    known.append(way)
    return True


def _before(edge: Step, source: Node, way: Conditions) -> Conditions:
    """What must hold at the source for the edge to be taken and the way to go on."""
    leap, names = edge.choice.leap, edge.choice.names
    own = {symbol.id for symbol in source.at.symbols}
    symbols = {symbol.id: symbol for symbol in leap.to.at.symbols}
    learnt = leap.to.at.known[len(source.at.known) :]
    mapped = tuple(put(fact, back(names)) for fact in sorted(way, key=repr))
    needed = reduced((*learnt, *mapped), own, symbols)
    # What ties the source's values to new ones in a way that is not eliminated counts as possible.
    return frozenset(f for f in needed if unknowns(f).keys() <= own and f not in source.at.known)
