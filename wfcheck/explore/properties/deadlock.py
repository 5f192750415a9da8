"""`deadlock`: a wait that has no limit, and no event that can ever be delivered (`checking.md` 3)."""

from collections.abc import Iterator

from wfcheck.explore.canonical import Node
from wfcheck.explore.causes import uncaused
from wfcheck.explore.explored import Explored, Suspect, waiting
from wfcheck.semantics.choice import Accept
from wfcheck.semantics.configuration import (
    Configuration,
    EntryView,
    Instant,
    entries,
    going,
    in_flight,
)
from wfcheck.semantics.control import Calling, Pause, Phase, Repeating, Rest
from wfcheck.semantics.step import choices
from wfcheck.syntax.expr import Apply, Expr, Op


def deadlock(explored: Explored) -> Iterator[Suspect]:
    """The waits that nothing can end, the nearest first."""
    graph, environment = explored.graph, explored.environment
    for number, node in enumerate(graph.states):
        if number in graph.cut_states or not nothing_goes_on(node.at):
            continue
        hopeless = _hopeless(explored, node)
        if hopeless is None:
            continue
        if environment.oracle.possible(node.at.known, hopeless, node.at.symbols):
            entry = next(waiting(node.at))
            causes = [uncaused(s, node) for s in entry.state.subscriptions]
            cause = next((cause for cause in causes if cause is not None), None)
            message = _message(entry, bool(hopeless)) + (f"; {cause.why}" if cause else "")
            advice = cause.help if cause else None
            yield Suspect(message, graph.path_to(number), entry.path, hopeless, help=advice)


def _message(entry: EntryView, depends: bool) -> str:
    state = entry.state.name
    names = [f"`{subscription.name}`" for subscription in entry.state.subscriptions]
    some = "for some values, " if depends else ""
    what = names[0] if len(names) == 1 else "none of " + ", ".join(names)
    return (
        f"{some}`{state}` waits for ever: {what} can{'not' if len(names) == 1 else ''} be delivered"
    )


def nothing_goes_on(at: Configuration) -> bool:
    """Whether only events could move the run: no work, no timer that would end a wait."""
    if at.ended is not None or at.run is None or at.instant is Instant.SELECTED:
        return False
    if in_flight(at) or any(e.phase is Phase.WAITING and e.timer is not None for e in entries(at)):
        return False
    if not any(True for _ in waiting(at)):
        return False
    return not any(_times(step.work) for step in going(at))


def _times(work: object) -> bool:
    match work:
        case Rest() | Pause():
            return True
        case Calling(left=left):
            return left is not None
        case Repeating(block=block):
            return block is None
        case _:
            return False


def _hopeless(explored: Explored, node: Node) -> tuple[Expr, ...] | None:
    """What must hold for no event to be deliverable, None where one always is."""
    offered = [c for c in choices(explored.program, node.at) if isinstance(c, Accept)]
    conditions: list[Expr] = []
    for entry in waiting(node.at):
        for active in entry.active:
            for chance in explored.environment.chances(node, entry, active, offered):
                if not chance.conditions:
                    return None
                conditions.append(Apply(Op.NOT, (conjunction(chance.conditions),)))
    return tuple(conditions)


def conjunction(parts: tuple[Expr, ...]) -> Expr:
    """All of them; there is at least one."""
    whole = parts[0]
    for part in parts[1:]:
        whole = Apply(Op.AND, (whole, part))
    return whole
