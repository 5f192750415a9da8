"""`late-event`: an event that comes after the last entry that waits for it (`checking.md` 3)."""

from collections import deque
from collections.abc import Iterator

from wfcheck.classes import dataclass
from wfcheck.explore.environment import LeapKind
from wfcheck.explore.explored import Explored, Path, Suspect, Unheard, top_entry
from wfcheck.explore.properties.deadlock import nothing_goes_on
from wfcheck.explore.waits import (
    Wait,
    accepts,
    after,
    heard_by,
    heard_elsewhere,
    leaves_entry,
    may_hear,
    waits,
)
from wfcheck.syntax.expr import MapLit


@dataclass(frozen=True, slots=True)
class _On:
    """How far the way on has come: a node, the values there (None: nobody can know them any more)."""

    node: int
    match: MapLit | None
    path: Path
    left: bool  # the entry that waited is over


def late_event(explored: Explored) -> Iterator[Suspect]:
    """The events that can come too late, the shortest traces first."""
    found = [s for wait in waits(explored) if (s := _late(explored, wait)) is not None]
    yield from sorted(found, key=lambda suspect: len(suspect.path))


def _late(explored: Explored, wait: Wait) -> Suspect | None:
    pending = deque([_On(wait.node, wait.match, (), left=False)])
    seen: set[tuple[int, MapLit | None, bool]] = set()
    while pending:
        at = pending.popleft()
        for edge in explored.graph.edges[at.node]:
            name = (edge.choice.leap.subscription or "").rpartition(".")[2]
            if not at.left and edge.choice.leap.kind is LeapKind.EVENT and name == wait.active.name:
                continue  # it came in time
            left = at.left or leaves_entry(edge, wait.run) is not None
            match = None if at.match is None else after(edge, at.match)
            on = _On(edge.target, match, (*at.path, edge), left)
            node = explored.graph.states[edge.target]
            if left and heard_by(explored, node, wait.run, wait, match) is not None:
                continue  # waited for again
            waited_for = heard_elsewhere(explored, node, wait, match)
            if (
                left
                and not waited_for
                and accepts(node)
                and not may_hear(node, wait.run, wait, match)
            ):
                rest = _to_the_end(explored, wait, on)
                if rest is not None:
                    return _suspect(explored, wait, on, rest)
            key = (on.node, match, left)
            if key not in seen:
                seen.add(key)
                pending.append(on)
    return None


def _to_the_end(explored: Explored, wait: Wait, start: _On) -> Path | None:
    """A shortest way to an end on which nobody waits for the event again."""
    pending = deque([_On(start.node, start.match, (), left=True)])
    seen = {(start.node, start.match)}
    while pending:
        at = pending.popleft()
        node = explored.graph.states[at.node]
        if node.at.ended is not None or nothing_goes_on(node.at):
            return at.path
        for edge in explored.graph.edges[at.node]:
            match = None if at.match is None else after(edge, at.match)
            target = explored.graph.states[edge.target]
            if heard_by(explored, target, wait.run, wait, match) is None:
                if (edge.target, match) not in seen:
                    seen.add((edge.target, match))
                    pending.append(_On(edge.target, match, (*at.path, edge), left=True))
    return None


def _suspect(explored: Explored, wait: Wait, on: _On, rest: Path) -> Suspect:
    prefix = explored.graph.path_to(wait.node)
    path = (*prefix, *on.path, *rest)
    number = len(prefix) + len(on.path)
    entry = top_entry(explored.configuration(on.node))
    where = "" if entry is None or wait.run else f", in `{entry.state.name}`"
    return Suspect(
        f"`{wait.active.trigger}` can come when `{wait.path}` does not wait for it any more{where}",
        path,
        wait.path,
        unheard=Unheard(number, 0, len(prefix), wait.subscription, wait.active.trigger),
    )
