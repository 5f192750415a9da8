"""`unhandled-failure`: a failure of an action, a child or a limit that fails the run (`checking.md` 3)."""

from collections.abc import Iterator

from wfcheck.explore.explored import POSITIONS, Explored, Step, Suspect, entered_before, text
from wfcheck.explore.parts import step_paths
from wfcheck.semantics.configuration import RunOutcome
from wfcheck.semantics.program import Fail
from wfcheck.semantics.record import RecordKind


def unhandled_failure(explored: Explored) -> Iterator[Suspect]:
    """The runs that fail by what nobody takes, the shortest first."""
    for number, edge, steps in unhandled(explored):
        ended = explored.graph.states[number].at.ended
        where = f" in `{steps[0]}`" if steps else ""
        yield Suspect(
            f"`{ended.code if ended else None}`{where} fails the run, and nothing takes it",
            (*explored.graph.path_to(edge.source), edge),
            steps[0] if steps else entered_before(explored, edge),
        )


def unhandled(explored: Explored) -> Iterator[tuple[int, Step, list[str]]]:
    """The nodes at which a run has failed by what nobody takes, the edges, and the steps that failed."""
    authors = {path for path, step in step_paths(explored.program) if isinstance(step.body, Fail)}
    for number, node in enumerate(explored.graph.states):
        ended = node.at.ended
        if ended is None or ended.outcome is not RunOutcome.FAILED or ended.code is None:
            continue
        if ended.code.startswith("fault.") or ended.code == "state.ambiguous_subscription":
            continue
        for edge in explored.incoming[number]:
            steps = _failed_steps(edge, ended.code)
            if "." in ended.code or not any(step in authors for step in steps):
                yield number, edge, steps


def _failed_steps(edge: Step, code: str) -> list[str]:
    return [
        POSITIONS.sub("", entry.path)
        for entry in edge.choice.leap.entries
        if entry.kind is RecordKind.STEP and text(entry.get("code")) == code
    ]
