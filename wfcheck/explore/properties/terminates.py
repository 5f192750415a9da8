"""`terminates`: a run that goes on for ever (`checking.md` 3). Waiting for ever is not going on."""

from collections.abc import Iterator

from wfcheck.explore.environment import LeapKind
from wfcheck.explore.explored import Explored, Path, Step, Suspect, transition_of
from wfcheck.explore.liveness import Lasso, enters, lassos
from wfcheck.explore.properties.zero_time_cycle import states_on


def terminates(explored: Explored) -> Iterator[Suspect]:
    """The lassos, those that need no events first."""
    for along in (_without_events, _any):
        for lasso in lassos(explored, along, enters):
            yield _suspect(lasso)


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

    for lasso in lassos(explored, _any, through):
        yield _suspect(lasso)


def _suspect(lasso: Lasso) -> Suspect:
    about = next(iter(states_on(lasso.loop)), "")
    return Suspect(_message(lasso.loop), lasso.path, about, loop_from=lasso.loop_from)


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
    needs = "nothing" if not events else ", ".join(f"`{e}`" for e in events) + " for ever"
    return f"the run can go on for ever through {names}; it needs {needs}"
