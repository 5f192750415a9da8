"""`fault`: a run that ends with a fault though the environment conforms (`checking.md` 3)."""

from collections.abc import Iterator
from typing import Final

from wfcheck.explore.explored import POSITIONS, Explored, Step, Suspect, entered_before, text
from wfcheck.semantics.record import RecordEntry, RecordKind

_AMBIGUOUS: Final = "state.ambiguous_subscription"
_EXHAUSTED: Final = "flow.max_exhausted"
_OUTSIDE: Final = "fault.limit"  # checking 2: strings and lists of the environment are small


def fault(explored: Explored) -> Iterator[Suspect]:
    """The runs that end with a fault, the shortest first."""
    graph = explored.graph
    for number, node in enumerate(graph.states):
        ended = node.at.ended
        if ended is None or ended.code is None:
            continue
        code = ended.code
        is_fault = code.startswith("fault.") and code != _OUTSIDE
        for edge in explored.incoming[number]:
            where = _where(edge, code)
            if is_fault or code == _AMBIGUOUS:
                message = f"the run can fail with `{code}`{where}"
            elif code == _EXHAUSTED and graph.complete and _hopeless(explored, edge):
                message = f"`until` can never become true{where}"
            else:
                continue
            path = (*graph.path_to(edge.source), edge)
            yield Suspect(message, path, _about(explored, edge, code))


def _failed(edge: Step, code: str) -> Iterator[RecordEntry]:
    """The steps and entries that end with the code, innermost first."""
    for entry in edge.choice.leap.entries:
        if entry.kind is RecordKind.STEP and text(entry.get("code")) == code:
            yield entry


def _where(edge: Step, code: str) -> str:
    step = next(_failed(edge, code), None)
    if step is not None:
        return f" in `{POSITIONS.sub('', step.path)}`"
    leap = edge.choice.leap
    if leap.subscription is not None:
        return f" at `{POSITIONS.sub('', leap.subscription)}`"
    return ""


def _about(explored: Explored, edge: Step, code: str) -> str:
    step = next(_failed(edge, code), None)
    if step is not None:
        return step.path
    return edge.choice.leap.subscription or entered_before(explored, edge)


def _hopeless(explored: Explored, edge: Step) -> bool:
    """Whether no run of the whole graph leaves the loop by its condition."""
    step = next(_failed(edge, _EXHAUSTED), None)
    if step is None:
        return False
    place = POSITIONS.sub("", step.path)
    return not any(
        entry.kind is RecordKind.STEP
        and POSITIONS.sub("", entry.path) == place
        and text(entry.get("outcome")) == "succeeded"
        for other in explored.graph.all_edges()
        for entry in other.choice.leap.entries
    )
