"""Waits for events, and the places of a path where such an event would be heard, or not."""

from collections.abc import Iterator, Mapping
from typing import Final

from wfcheck.classes import dataclass
from wfcheck.explore.canonical import Node
from wfcheck.explore.emissions import came_from
from wfcheck.explore.environment import LeapKind
from wfcheck.explore.explored import POSITIONS, Explored, Step, waiting
from wfcheck.explore.unknowns import put, unknowns
from wfcheck.semantics.configuration import ZERO, EntryView, Instant, entries, in_flight
from wfcheck.semantics.control import Active
from wfcheck.semantics.record import RecordKind
from wfcheck.syntax.expr import Apply, Expr, MapLit, Op, SymbolId, Unknown

_CONFIGURATION: Final = ""  # beside the fields of a match: no field has that name


@dataclass(frozen=True, slots=True)
class Wait:
    """A subscription of an entry that waits at a node, with the edges on which it is delivered."""

    node: int
    run: str
    state: str
    active: Active
    restricted: frozenset[str]  # fields that need an emitting call
    heard: tuple[Step, ...]
    due: bool  # the limit of the entry is due: the last instant at which the event is in time

    @property
    def subscription(self) -> str:
        return f"{self.state}.{self.active.name}"

    @property
    def path(self) -> str:
        """The path of the subscription, without positions."""
        run = POSITIONS.sub("", self.run)
        return f"{run}/{self.subscription}" if run else self.subscription

    @property
    def match(self) -> MapLit:
        """What an event needs: its configuration, and the fields that the match fixes (D-12)."""
        return MapLit(((_CONFIGURATION, self.active.configuration), *(self.active.match or ())))


def waits(explored: Explored) -> Iterator[Wait]:
    """The waits that some event can end, node by node."""
    for number, node in enumerate(explored.graph.states):
        for entry in waiting(node.at):
            triggers = {s.name: s.trigger for s in entry.state.subscriptions}
            for active in entry.active:
                path = POSITIONS.sub("", f"{entry.path}.{active.name}")
                heard = tuple(
                    edge
                    for edge in explored.graph.edges[number]
                    if edge.choice.leap.kind is LeapKind.EVENT
                    and POSITIONS.sub("", edge.choice.leap.subscription or "") == path
                )
                if heard and active.match:
                    fields = {name for name, _ in active.match}
                    restricted = frozenset(triggers[active.name].emitted_on) & fields
                    yield Wait(
                        number,
                        entry.run,
                        entry.state.name,
                        active,
                        restricted,
                        heard,
                        entry.timer == ZERO,
                    )


def before(edge: Step, source: Node, match: MapLit) -> tuple[MapLit, bool]:
    """The values at the source of an edge, and whether all of them exist there already."""
    names = edge.choice.names
    raw = {SymbolId(new): Unknown(old) for new, old in enumerate(names)}
    mapped = put(match, raw)
    own = {symbol.id for symbol in source.at.symbols}
    return mapped, unknowns(mapped).keys() <= own


def after(edge: Step, match: MapLit) -> MapLit | None:
    """The values at the target of an edge; None where one of them has been forgotten."""
    numbers: Mapping[SymbolId, Expr] = {
        old: Unknown(SymbolId(new)) for new, old in enumerate(edge.choice.names)
    }
    if not unknowns(match).keys() <= numbers.keys():
        return None
    return put(match, numbers)


def accepts(node: Node) -> bool:
    """Whether an event can be accepted at this moment."""
    at = node.at
    return at.run is not None and at.ended is None and at.instant is not Instant.SELECTED


def heard_by(
    explored: Explored, node: Node, run: str, wait: Wait, match: MapLit | None
) -> EntryView | None:
    """The entry of that run that is certain to take an event with these values, if there is one."""
    for entry in entries(node.at):
        if entry.run != run:
            continue
        for active in entry.active:
            if (
                active.trigger == wait.active.trigger
                and active.connection == wait.active.connection
                and _forced(explored, node, active, match)
            ):
                return entry
    return None


def heard_elsewhere(
    explored: Explored, node: Node, wait: Wait, match: MapLit | None
) -> tuple[EntryView, ...]:
    """The entries of other runs that are certain to take the event: it is offered to all (D-13)."""
    runs = dict.fromkeys(entry.run for entry in entries(node.at) if entry.run != wait.run)
    found = (heard_by(explored, node, run, wait, match) for run in runs)
    return tuple(entry for entry in found if entry is not None)


def may_hear(node: Node, run: str, wait: Wait, match: MapLit | None) -> bool:
    """Whether an entry listens whose match is not fixed yet: what it will take is not known here."""
    return match is not None and any(
        entry.run == run and active.trigger == wait.active.trigger and active.match is None
        for entry in entries(node.at)
        for active in entry.active
    )


def _forced(explored: Explored, node: Node, active: Active, match: MapLit | None) -> bool:
    if active.match is None or match is None:
        return False
    values = dict(match.entries)
    needed = ((_CONFIGURATION, active.configuration), *active.match)
    if not {name for name, _ in needed} <= values.keys():
        return False
    oracle, at = explored.environment.oracle, node.at
    return not any(
        values[name] != own
        and oracle.possible(at.known, (Apply(Op.NE, (values[name], own)),), at.symbols)
        for name, own in needed
    )


def can_be_caused(explored: Explored, node: Node, wait: Wait, match: MapLit) -> bool:
    """Whether some call made so far, or in flight, can cause an event with these values."""
    if not wait.restricted:
        return True
    for flight in in_flight(node.at):
        emits = flight.action.emits if flight.action is not None else ()
        if any(e.event == wait.active.trigger and e.match for e in emits):
            return True
    values = dict(match.entries)
    oracle, at = explored.environment.oracle, node.at
    return any(
        record.event == wait.active.trigger
        and oracle.possible(at.known, tuple(came_from(record, values)), at.symbols)
        for record in node.emitted
    )


def leaves_entry(edge: Step, run: str) -> str | None:
    """How the entry of that run ends on an edge: `event`, `timeout`, `immediate`, `end`, or None."""
    prefix = f"{run}/" if run else ""
    leap = edge.choice.leap
    for entry in leap.entries:
        if entry.kind is RecordKind.TRANSITION and _of_run(entry.path, prefix):
            by = entry.get("by")
            word = str(getattr(by, "value", ""))
            return word if word in ("timeout", "immediate") else "event"
    ended = leap.to.at.ended is not None
    closed = any(e.kind is RecordKind.RUN_ENDED and e.path == run for e in leap.entries)
    return "end" if ended or closed else None


def begins_entry(edge: Step, run: str) -> bool:
    """Whether an entry of that run begins on an edge."""
    prefix = f"{run}/" if run else ""
    return any(
        entry.kind is RecordKind.ENTRY and _of_run(entry.path, prefix)
        for entry in edge.choice.leap.entries
    )


def _of_run(path: str, prefix: str) -> bool:
    plain, want = POSITIONS.sub("", path), POSITIONS.sub("", prefix)
    return plain.startswith(want) and "/" not in plain[len(want) :]
