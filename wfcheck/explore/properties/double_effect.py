"""`double-effect`: a write dispatched again after it may have taken effect (`checking.md` 3)."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final

from wfcheck.explore.explored import POSITIONS, Explored, Path, Step, Suspect, entered_state, text
from wfcheck.explore.parts import actions, family
from wfcheck.semantics.record import RecordEntry, RecordKind

_FIRST: Final = re.compile(r"(?:^|(?<=/))(\w+)\[\d+\]")


def double_effect(explored: Explored) -> Iterator[Suspect]:
    """The writes that can be made twice for one step, the nearest first."""
    again = _Again(explored)
    for edge in explored.graph.all_edges():
        for place in again.perhaps_done(edge):
            path = again.after(edge, place)
            if path is not None:
                name = POSITIONS.sub("", place)
                yield Suspect(
                    f"`{name}` can be dispatched again after it may have taken effect",
                    (*explored.graph.path_to(edge.source), edge, *path),
                    name,
                )


class _Again:
    """Looks for a second dispatch of a step within the same entry."""

    def __init__(self, explored: Explored) -> None:
        programs = family(explored.program)
        self.explored = explored
        self.unsafe = {a.name for p in programs for a in actions(p) if a.may_end_unknown}
        self.states = {state.name for program in programs for state in program.states or ()}

    def place(self, path: str) -> str:
        """A step's path without the positions of entries, which canonical nodes do not keep."""
        return _FIRST.sub(lambda m: m[1] if m[1] in self.states else m[0], path)

    def perhaps_done(self, edge: Step) -> Iterator[str]:
        """The attempts that the edge leaves with their effect unknown."""
        for entry in edge.choice.leap.entries:
            if entry.kind is RecordKind.ATTEMPT:
                lost = text(entry.get("outcome")) in ("unknown", "cancelled")
                if lost or text(entry.get("code")) == "action.timeout":
                    yield self.place(entry.path)

    def dispatches(self, entries: Sequence[RecordEntry], place: str) -> bool:
        return any(
            entry.kind is RecordKind.ATTEMPT
            and entry.get("outcome") is None
            and text(entry.get("action")) in self.unsafe
            and self.place(entry.path) == place
            for entry in entries
        )

    def after(self, edge: Step, place: str) -> Path | None:
        """The shortest way on that dispatches the step once more."""
        if self.dispatches(edge.choice.leap.entries, place):
            return ()
        by: dict[int, Path] = {edge.target: ()}
        pending = deque([edge.target])
        while pending:
            node = pending.popleft()
            for step in self.explored.graph.edges[node]:
                if self.dispatches(step.choice.leap.entries, place):
                    return (*by[node], step)
                left = any(entered_state(entry) for entry in step.choice.leap.entries)
                if step.target not in by and not left:
                    by[step.target] = (*by[node], step)
                    pending.append(step.target)
        return None
