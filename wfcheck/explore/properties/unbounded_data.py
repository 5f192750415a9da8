"""`unbounded-data`: a value that can grow with every entry (`checking.md` 3)."""

from collections.abc import Iterator

from wfcheck.explore.explored import Explored, Suspect


def unbounded_data(explored: Explored) -> Iterator[Suspect]:
    """The paths on which a value grows without anything that would stop it."""
    for growth in explored.growing:
        yield Suspect(
            f"`{growth.name}` can grow with every entry of `{growth.state}`",
            explored.graph.path_to(growth.node),
            growth.state,
        )
