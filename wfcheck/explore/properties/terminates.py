"""`terminates`: a run that goes on for ever (`checking.md` 3). Waiting for ever is not going on."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

from wfcheck.explore.environment import LeapKind
from wfcheck.explore.explored import Explored, Path, Step, Suspect, transition_of
from wfcheck.explore.liveness import Lasso, enters, lassos
from wfcheck.explore.properties.zero_time_cycle import states_on

_LOOKED_AT: Final = 60  # lassos among which the plainest is chosen


def terminates(explored: Explored) -> Iterator[Suspect]:
    """The lassos, those that need no events first."""
    for along in (_without_events, _any):
        yield from _suspects(lassos(explored, along, enters))


def passes_its_limit(explored: Explored) -> Iterator[Suspect]:
    """The lassos on which a state that has a limit is left by other ways than the limit.

    These are reported without being asked for: every event starts the limit anew.
    """
    limited = {state.name for state in explored.program.states or () if state.timeout is not None}

    def through(edge: Step) -> bool:
        return any(
            transition is not None
            and transition[0] in limited
            and transition[1] not in ("timeout", "immediate")
            for transition in map(transition_of, edge.choice.leap.entries)
        )

    yield from _suspects(lassos(explored, _any, through))


def _suspects(found: Iterator[Lasso]) -> Iterator[Suspect]:
    """The plainest first: those that do not go just up to a limit, then the shortest."""
    plainest = sorted(islice(found, _LOOKED_AT), key=_plainness)
    for lasso in chain(plainest, found):
        yield _suspect(lasso)


def _plainness(lasso: Lasso) -> tuple[int, int]:
    return sum(edge.choice.leap.kind is LeapKind.TIMER for edge in lasso.loop), len(lasso.path)


def _suspect(lasso: Lasso) -> Suspect:
    about = next(iter(states_on(lasso.loop)), "")
    # The edge that a lasso is found by is taken once more: the loop then ends where a state is left.
    path = (*lasso.path, lasso.loop[0])
    return Suspect(_message(lasso.loop), path, about, loop_from=lasso.loop_from + 1)


def _any(edge: Step) -> bool:
    del edge
    return True


def _without_events(edge: Step) -> bool:
    return edge.choice.leap.kind is not LeapKind.EVENT


def _message(loop: Path) -> str:
    names = ", ".join(f"`{name}`" for name in states_on(loop))
    events = dict.fromkeys(
        edge.choice.leap.subscription.rpartition(".")[2]
        for edge in loop
        if edge.choice.leap.subscription is not None
    )
    if not events:
        return f"the run can go on for ever through {names}; it needs nothing"
    needs = ", ".join(f"`{event}`" for event in events)
    keep = "keeps" if len(events) == 1 else "keep"
    return f"the run can go on for ever through {names} if {needs} {keep} coming"
