"""checking 6.6: around every cycle of timeouts some time passes.

A cycle may have immediate transitions in it, which take none, and the waits of its states count. A
time limit that is a timestamp has passed when the cycle comes round again.
"""

from collections.abc import Iterator
from typing import Final

from wfcheck.catalog import TIME_PASSES
from wfcheck.semantics.flow import Cycle, Edge, cycles
from wfcheck.semantics.types import DURATION, base
from wfcheck.semantics.verdict import Proved
from wfcheck.smt.ground import Fact
from wfcheck.smt.obligation import Claim, Never, Obligation, Settled
from wfcheck.smt.places import Places, Way
from wfcheck.syntax.expr import Apply, Expr, Lit, Op
from wfcheck.syntax.literals import Duration

_NOTHING: Final = Lit(Duration(0))


def time_passes(places: Places) -> Iterator[Obligation]:
    graph = tuple(passage.edge for passage in places.passages if passage.way is not Way.EVENT)
    certain = {edge.source for edge in graph if _certain(places, edge)}
    for cycle in cycles(graph):
        waits = next((edge.source for edge in cycle.edges if edge.source in certain), None)
        if waits is not None:
            yield from _obligation(places, cycle, Settled(Proved((f"`{waits}` waits",))))
    # What is left once the states that certainly wait are gone may take no time at all.
    for cycle in cycles(edge for edge in graph if edge.source not in certain):
        yield from _obligation(places, cycle, _claim(places, cycle))


def _obligation(places: Places, cycle: Cycle, claim: Claim) -> Iterator[Obligation]:
    timed = [edge for edge in cycle.edges if not edge.immediate]
    if not timed:
        return  # that is for `immediate-acyclic` to say
    names = " → ".join(f"`{name}`" for name in (*cycle.states, cycle.states[0]))
    timer = places.timers.get(timed[0].source)
    yield Obligation(
        TIME_PASSES,
        timed[0].span if timer is None else timer.span,
        f"time passes around {names}",
        f"no time need pass around {names}",
        claim,
    )


def _spent(places: Places, edge: Edge) -> tuple[Expr, ...]:
    """The durations that certainly pass before an edge is taken."""
    timer = places.timers.get(edge.source)
    pauses = places.pauses.get(edge.source, ())
    if timer is None or edge.immediate or base(places.symbols.type(timer.after)) != DURATION:
        return pauses
    return (*pauses, timer.after)


def _certain(places: Places, edge: Edge) -> bool:
    return any(
        isinstance(part, Lit) and isinstance(part.value, Duration) and part.value > Duration(0)
        for part in _spent(places, edge)
    )


def _claim(places: Places, cycle: Cycle) -> Never:
    facts: list[Fact] = []
    total: Expr = _NOTHING
    for edge in cycle.edges:
        timer = places.timers.get(edge.source)
        if timer is not None and not edge.immediate:
            facts += timer.facts
        for part in _spent(places, edge):
            total = part if total == _NOTHING else Apply(Op.ADD, (total, part))
    return Never(tuple(facts), (), Apply(Op.LE, (total, _NOTHING)))
