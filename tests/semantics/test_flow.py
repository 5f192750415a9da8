"""Reachability and cycles: every small graph against plain definitions."""

from itertools import pairwise, product

import pytest

from wfcheck.semantics.flow import (
    MOST_CYCLES,
    Cycle,
    Edge,
    components,
    cycles,
    reachable,
    reaching,
    topological,
)


def graph(text: str) -> tuple[Edge, ...]:
    return tuple(Edge(pair[0], pair[1], immediate=True) for pair in text.split())


def states(text: str) -> list[tuple[str, ...]]:
    return [cycle.states for cycle in cycles(graph(text))]


def every_graph(names: str) -> list[tuple[Edge, ...]]:
    pairs = [a + b for a, b in product(names, repeat=2)]
    chosen = product((False, True), repeat=len(pairs))
    return [graph(" ".join(p for p, on in zip(pairs, some, strict=True) if on)) for some in chosen]


def walks(edges: tuple[Edge, ...], start: str, length: int) -> frozenset[str]:
    found = {start}
    for _ in range(length):
        found |= {edge.target for edge in edges if edge.source in found}
    return frozenset(found)


def is_closed_walk(cycle: Cycle) -> bool:
    closed = (*cycle.edges, cycle.edges[0])
    return all(a.target == b.source for a, b in pairwise(closed))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("ab bc", []),
        ("aa", [("a",)]),
        ("aa aa", [("a",)]),
        ("ab bc ca", [("a", "b", "c")]),
        ("ba ab", [("b", "a")]),
        ("ab ac ba ca", [("a", "b"), ("a", "c")]),
        ("ab ba cd dc ee", [("a", "b"), ("c", "d"), ("e",)]),
        (
            "ab bc ca ba",
            [
                ("a", "b"),
            ],
        ),
        ("xa ab ba", [("a", "b")]),
    ],
)
def test_cycles(text: str, found: list[tuple[str, ...]]) -> None:
    assert states(text) == found


def test_every_graph_of_three_states() -> None:
    for edges in every_graph("abc"):
        assert reachable(edges, ["a"]) == walks(edges, "a", 3)
        assert reaching(edges, ["a"]) == {n for n in "abc" if "a" in walks(edges, n, 3)}
        number = components(edges)
        for a, b in product(number, repeat=2):
            together = b in walks(edges, a, 3) and a in walks(edges, b, 3)
            assert (number[a] == number[b]) == together
        found = cycles(edges)
        assert all(is_closed_walk(cycle) for cycle in found)
        assert (topological(edges) is None) == bool(found)
        firsts = {(c.edges[0].source, c.edges[0].target) for c in found}
        assert topological(e for e in edges if (e.source, e.target) not in firsts) is not None


def test_a_dense_graph_is_cut() -> None:
    names = [f"s{i}" for i in range(40)]
    dense = [Edge(a, b, immediate=True) for a, b in product(names, repeat=2)]
    assert len(cycles(dense)) == MOST_CYCLES


def test_a_long_ring_needs_no_stack() -> None:
    ring = [Edge(str(i), str((i + 1) % 20_000), immediate=True) for i in range(20_000)]
    (found,) = cycles(ring)
    assert len(found.edges) == 20_000


def test_topological_order_leads_forwards() -> None:
    order = topological(graph("bc ab ad dc"))
    assert order is not None
    assert all(order.index(e.source) < order.index(e.target) for e in graph("bc ab ad dc"))
