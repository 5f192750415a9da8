"""Lassos: a way from a beginning into a cycle that can be repeated for ever."""

from collections.abc import Callable, Iterator

import networkx as nx

from wfcheck.classes import dataclass
from wfcheck.explore.explored import Explored, Path, Step, entered_state


@dataclass(frozen=True, slots=True)
class Lasso:
    """A path whose leaps from `loop_from` on lead back to where they begin."""

    path: Path
    loop_from: int

    @property
    def loop(self) -> Path:
        return self.path[self.loop_from :]


def lassos(
    explored: Explored,
    along: Callable[[Step], bool],
    through: Callable[[Step], bool] = lambda edge: enters(edge),  # noqa: PLW0108
) -> Iterator[Lasso]:
    """For each edge that is on a cycle of `along` edges and that must be on it, a shortest lasso.

    The lassos come in the order in which their cycles were found.
    """
    graph: nx.MultiDiGraph[int] = nx.MultiDiGraph()
    graph.add_nodes_from(range(len(explored.graph.states)))
    chosen = [edge for edge in explored.graph.all_edges() if along(edge)]
    graph.add_edges_from((edge.source, edge.target) for edge in chosen)
    component: dict[int, int] = {}
    for number, members in enumerate(nx.strongly_connected_components(graph)):
        component.update(dict.fromkeys(members, number))
    leaving: dict[int, list[Step]] = {}
    for edge in chosen:
        if component[edge.source] == component[edge.target]:
            leaving.setdefault(edge.source, []).append(edge)
    for edge in chosen:
        if component[edge.source] == component[edge.target] and through(edge):
            home = _shortest(leaving, edge.target, edge.source)
            if home is not None:
                stem = explored.graph.path_to(edge.source)
                yield Lasso((*stem, edge, *home), len(stem))


def enters(edge: Step) -> bool:
    """Whether the top run enters a state on this edge."""
    return any(entered_state(entry) is not None for entry in edge.choice.leap.entries)


def _shortest(leaving: dict[int, list[Step]], start: int, goal: int) -> Path | None:
    """The shortest way within the component, empty where start and goal are one."""
    by: dict[int, Step | None] = {start: None}
    level = [start]
    while level and goal not in by:
        found: list[int] = []
        for node in level:
            for edge in leaving.get(node, ()):
                if edge.target not in by:
                    by[edge.target] = edge
                    found.append(edge.target)
        level = found
    if goal not in by:
        return None
    path: list[Step] = []
    current = by[goal]
    while current is not None:
        path.append(current)
        current = by[current.source]
    return tuple(reversed(path))
