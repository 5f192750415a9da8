"""checking 6.4: no cycle of immediate transitions.

The certificate is a topological order of the states. A cycle that no values go round is invalid all
the same (SWP); the statement says so.
"""

from collections.abc import Iterator

from wfcheck.catalog import IMMEDIATE_ACYCLIC
from wfcheck.semantics.flow import Cycle, cycles, edges, topological
from wfcheck.semantics.verdict import Proved
from wfcheck.smt.ground import Fact, both
from wfcheck.smt.obligation import Obligation, Round, Settled
from wfcheck.smt.places import Places, Way
from wfcheck.syntax.expr import Apply, Op


def immediate_acyclic(places: Places) -> Iterator[Obligation]:
    if places.program.states is None:
        return
    statement = "immediate transitions form no cycle"
    # D-4: on the edges of all states, reachable or not.
    immediate = tuple(edge for edge in edges(places.program) if edge.immediate)
    order = topological(immediate)
    if order is not None:
        certificate = (_forward(order),) if order else ()
        span = places.program.states_span
        yield Obligation(IMMEDIATE_ACYCLIC, span, statement, "", Settled(Proved(certificate)))
        return
    for cycle in cycles(immediate):
        names = " → ".join(f"`{name}`" for name in (*cycle.states, cycle.states[0]))
        yield Obligation(
            IMMEDIATE_ACYCLIC,
            cycle.edges[0].span,
            statement,
            f"immediate transitions lead in a circle: {names}",
            Round(_facts(places, cycle)),
        )


def _forward(order: tuple[str, ...]) -> str:
    names = ", ".join(f"`{name}`" for name in order)
    return f"in the order {names} every immediate transition leads forward"


def _facts(places: Places, cycle: Cycle) -> tuple[Fact, ...]:
    """What must hold to go round; between two states, any of their transitions will do."""
    found: list[Fact] = []
    for edge in cycle.edges:
        ways = [
            both(*(fact.condition for fact in passage.facts))
            for passage in places.passages
            if passage.way is Way.EXIT and passage.edge == edge
        ]
        if ways:
            condition = ways[0]
            for other in ways[1:]:
                condition = Apply(Op.OR, (condition, other))
            found.append(Fact(condition, f"`{edge.source}` goes to `{edge.target}`"))
    return tuple(found)
