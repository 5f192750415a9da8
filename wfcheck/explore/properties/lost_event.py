"""`lost-event`: an event that comes before anyone listens, and changes how the run ends.

For each wait the ends are compared: those with the event heard as soon as it is waited for, against
those without it. Where they differ, the way back from the wait is searched for a moment at which the
event can be accepted and is dropped: nobody listens, another event or the limit ends the entry that
would have heard it.
"""

from collections import deque
from collections.abc import Iterator

from wfcheck.classes import dataclass
from wfcheck.explore.ends import End, Ends, cost_of
from wfcheck.explore.environment import LeapKind
from wfcheck.explore.explored import Explored, Path, Step, Suspect, Unheard
from wfcheck.explore.unknowns import unknowns
from wfcheck.explore.waits import (
    Wait,
    accepts,
    before,
    begins_entry,
    can_be_caused,
    heard_by,
    heard_elsewhere,
    leaves_entry,
    may_hear,
    waits,
)
from wfcheck.semantics.configuration import entries
from wfcheck.syntax.expr import MapLit


@dataclass(frozen=True, slots=True)
class _Back:
    """How far the way back has come: a node, the values there, the way on to the wait."""

    node: int
    match: MapLit
    inside: bool  # still in the entry that waits
    left_by: str  # how the entry at the node is left on the way on
    path: Path


@dataclass(frozen=True, slots=True)
class _Difference:
    """Two ends, one without the event and one with it, and the ways from the wait to them."""

    without: End
    with_it: End
    bad: Path
    good: Path


def lost_event(explored: Explored) -> Iterator[Suspect]:
    """The events that can be lost, the shortest traces first."""
    ends = Ends.of(explored)
    found: list[tuple[bool, Suspect]] = []
    for wait in waits(explored):
        difference = _difference(explored, ends, wait)
        if difference is not None:
            suspect = _lost(explored, wait, difference)
            if suspect is not None:
                found.append((wait.due, suspect))
    found.sort(key=lambda pair: (pair[0], len(pair[1].path)))
    yield from (suspect for _, suspect in found)


# -- what the event changes


def _difference(explored: Explored, ends: Ends, wait: Wait) -> _Difference | None:
    heard = frozenset().union(*(ends.reachable[edge.target] for edge in wait.heard))
    unheard, ways = _without(explored, ends, wait)
    if heard == unheard or not unheard or not heard:
        return None
    without = min(unheard - heard or unheard, key=repr)
    others = heard - unheard or heard - {without}
    if not others:
        return None
    with_it = min(others, key=repr)
    bad = _way(explored, ends, without, ways)
    good = _way(explored, ends, with_it, [((edge,), edge.target) for edge in wait.heard])
    if bad is None or good is None:
        return None
    return _Difference(without, with_it, bad, good)


def _without(
    explored: Explored, ends: Ends, wait: Wait
) -> tuple[frozenset[End], list[tuple[Path, int]]]:
    """The ends that are left when this entry does not hear the event, and the ways out of it."""
    found: set[End] = set()
    ways: list[tuple[Path, int]] = []
    by: dict[int, Path] = {wait.node: ()}
    pending = deque([wait.node])
    while pending:
        number = pending.popleft()
        own = ends.own[number]
        if own is not None:
            found.add(own)
            ways.append((by[number], number))
        for edge in explored.graph.edges[number]:
            if _hears(edge, wait):
                continue
            path = (*by[number], edge)
            if leaves_entry(edge, wait.run) is not None:
                found |= ends.reachable[edge.target]
                ways.append((path, edge.target))
            elif edge.target not in by:
                by[edge.target] = path
                pending.append(edge.target)
    return frozenset(found), ways


def _hears(edge: Step, wait: Wait) -> bool:
    leap = edge.choice.leap
    name = (leap.subscription or "").rpartition(".")[2]
    return leap.kind in (LeapKind.EVENT, LeapKind.RETAIN) and name == wait.active.name


def _way(explored: Explored, ends: Ends, goal: End, ways: list[tuple[Path, int]]) -> Path | None:
    found: list[Path] = []
    for path, number in ways:
        if goal in ends.reachable[number]:
            rest = ends.way(explored, number, goal)
            if rest is not None:
                found.append((*path, *rest))
    return min(found, key=cost_of, default=None)


# -- where it can be lost


def _lost(explored: Explored, wait: Wait, difference: _Difference) -> Suspect | None:
    start = _Back(wait.node, wait.match, inside=True, left_by="", path=())
    seen: set[tuple[int, MapLit, bool, str]] = set()
    pending = deque([start])
    while pending:
        at = pending.popleft()
        for edge in explored.incoming[at.node]:
            back = _step_back(explored, wait, at, edge)
            if back is None:
                continue
            place = _place(explored, wait, back)
            if place is not None:
                return _suspect(explored, wait, difference, back, place)
            source = explored.graph.states[edge.source]
            if not before(edge, source, at.match)[1]:
                continue  # the values do not exist any earlier
            key = (back.node, back.match, back.inside, back.left_by)
            if key not in seen:
                seen.add(key)
                pending.append(back)
    return None


def _step_back(explored: Explored, wait: Wait, at: _Back, edge: Step) -> _Back | None:
    source = explored.graph.states[edge.source]
    match, _ = before(edge, source, at.match)
    inside, left_by = at.inside, at.left_by
    if begins_entry(edge, wait.run):
        inside = False
        left_by = leaves_entry(edge, wait.run) or "begin"
    if source.at.run is None:
        return None
    return _Back(edge.source, match, inside, left_by, (edge, *at.path))


@dataclass(frozen=True, slots=True)
class _Place:
    """After how many choices of the next leap the event can come, and how it is dropped there."""

    choices: int
    how: str


def _place(explored: Explored, wait: Wait, back: _Back) -> _Place | None:
    """Where in the next leap the event can come and be dropped."""
    node = explored.graph.states[back.node]
    if back.inside or not accepts(node) or may_hear(node, wait.run, wait, back.match):
        return None
    known = {symbol.id for symbol in node.at.symbols}
    first = back.path[0].choice.leap
    exists = unknowns(back.match).keys() <= known
    if not exists and first.kind not in (LeapKind.OUTCOME, LeapKind.EVENT):
        return None
    if not can_be_caused(explored, node, wait, back.match):
        return None
    if any(not entry.passed for entry in heard_elsewhere(explored, node, wait, back.match)):
        return None
    hearing = heard_by(explored, node, wait.run, wait, back.match)
    after_event = first.kind is LeapKind.EVENT and back.left_by == "event"
    if hearing is None:
        early = 0 if exists or first.kind is LeapKind.OUTCOME else 1
        return _Place(early, f"before `{wait.path}` listens")
    earlier = f"while an earlier entry of `{hearing.state.name}` listens"
    if after_event and leaves_entry(back.path[0], wait.run) == "event":
        return _Place(1, f"{earlier} and lose the race to another event")
    late = back.left_by == "timeout" and hearing.passed
    if late and hearing in entries(node.at):
        return _Place(0, f"{earlier} and lose the race to its limit")
    return None


def _suspect(
    explored: Explored, wait: Wait, difference: _Difference, back: _Back, place: _Place
) -> Suspect:
    prefix = explored.graph.path_to(back.node)
    to_wait = (*prefix, *back.path)
    name = wait.active.trigger
    message = (
        f"`{name}` can come {place.how}, and then it is lost: "
        f"{_compared(difference.without, difference.with_it)}"
    )
    return Suspect(
        message,
        (*to_wait, *difference.bad),
        wait.path,
        unheard=Unheard(len(prefix), place.choices, len(to_wait), wait.subscription, name),
        good=(*to_wait, *difference.good),
    )


def _compared(without: End, with_it: End) -> str:
    if without[:3] == with_it[:3]:
        return f"{_told(without)} with other outputs"
    return f"{_told(without)} instead of {_told(with_it)}"


def _told(end: End) -> str:
    outcome, code, final, _ = end
    if code is not None:
        return f"{outcome} with `{code}`"
    return outcome if final is None else f"{outcome} in `{final}`"
