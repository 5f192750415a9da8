"""The search on toy systems with known numbers of states."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

import pytest

from wfcheck.explore.search import Edge, Graph, Strategy, search
from wfcheck.semantics.verdict import Bound


@dataclass(frozen=True, slots=True)
class Counter:
    """Counts up to a limit and starts again."""

    limit: int

    def initial(self) -> Iterable[int]:
        return (0,)

    def choices(self, state: int) -> Iterable[str]:
        return ("next", "stay") if state < self.limit - 1 else ("again",)

    def step(self, state: int, choice: str) -> int:
        return {"next": state + 1, "stay": state, "again": 0}[choice]


Forks = tuple[int, ...]  # by philosopher: 0 thinks, 1 holds the left fork, 2 eats


@dataclass(frozen=True, slots=True)
class Philosophers:
    """Each takes the left fork, then the right one, then puts both down."""

    count: int

    def initial(self) -> Iterable[Forks]:
        return ((0,) * self.count,)

    def choices(self, state: Forks) -> Iterable[int]:
        return [i for i in range(self.count) if self._may(state, i)]

    def _may(self, state: Forks, i: int) -> bool:
        left, right = state[i - 1], state[(i + 1) % self.count]
        match state[i]:
            case 0:
                return left != 2
            case 1:
                return right == 0
            case _:
                return True

    def step(self, state: Forks, choice: int) -> Forks:
        return (*state[:choice], (state[choice] + 1) % 3, *state[choice + 1 :])


@dataclass(frozen=True, slots=True)
class Commit:
    """A two-phase commit: the participants' states, the manager's, and the messages sent."""

    participants: int

    def initial(self) -> Iterable[tuple[tuple[str, ...], str, frozenset[str], frozenset[str]]]:
        return ((("working",) * self.participants, "init", frozenset(), frozenset()),)

    def choices(
        self, state: tuple[tuple[str, ...], str, frozenset[str], frozenset[str]]
    ) -> Iterable[tuple[str, int]]:
        members, manager, prepared, sent = state
        everybody = range(self.participants)
        if manager == "init":
            if len(prepared) == self.participants:
                yield "commit", -1
            yield "abort", -1
        for i in everybody:
            if manager == "init" and f"prepared{i}" in sent and f"{i}" not in prepared:
                yield "receive", i
            if members[i] == "working":
                yield "prepare", i
                yield "refuse", i
            if "commit" in sent and members[i] != "committed":
                yield "committed", i
            if "abort" in sent and members[i] != "aborted":
                yield "aborted", i

    def step(
        self,
        state: tuple[tuple[str, ...], str, frozenset[str], frozenset[str]],
        choice: tuple[str, int],
    ) -> tuple[tuple[str, ...], str, frozenset[str], frozenset[str]]:
        members, manager, prepared, sent = state
        kind, i = choice

        def become(what: str) -> tuple[str, ...]:
            return (*members[:i], what, *members[i + 1 :])

        match kind:
            case "commit" | "abort":
                return members, "done", prepared, sent | {kind}
            case "receive":
                return members, manager, prepared | {f"{i}"}, sent
            case "prepare":
                return become("prepared"), manager, prepared, sent | {f"prepared{i}"}
            case "refuse":
                return become("aborted"), manager, prepared, sent
            case _:
                return become(kind), manager, prepared, sent


@pytest.mark.parametrize("strategy", Strategy)
def test_counter(strategy: Strategy) -> None:
    graph = search(Counter(10), strategy=strategy)
    assert graph.complete
    assert sorted(graph.states) == list(range(10))
    assert len(list(graph.all_edges())) == 19


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("count", [2, 3, 4])
def test_philosophers(strategy: Strategy, count: int) -> None:
    graph = search(Philosophers(count), strategy=strategy)
    # A state is possible where no fork is in two hands; counted here without the search.
    possible = {
        state
        for state in product(range(3), repeat=count)
        if all(not (state[i] == 2 and state[(i + 1) % count] > 0) for i in range(count))
    }
    assert set(graph.states) == possible
    stuck = [state for state, leaving in zip(graph.states, graph.edges, strict=True) if not leaving]
    assert stuck == [(1,) * count]


@pytest.mark.parametrize(("participants", "states"), [(3, 288), (5, 8832)])
def test_two_phase_commit(participants: int, states: int) -> None:
    """The counts of the published specification: 288 for three, 8,832 for five participants."""
    assert len(search(Commit(participants)).states) == states


def test_breadth_first_is_shortest() -> None:
    graph = search(Philosophers(3))
    stuck = graph.states.index((1, 1, 1))
    assert [edge.choice for edge in graph.path_to(stuck)] == [0, 1, 2]


def test_a_path_starts_at_a_beginning_and_is_connected() -> None:
    graph = search(Commit(3), strategy=Strategy.DFS)
    for number in range(len(graph.states)):
        path = graph.path_to(number)
        state = next(iter(Commit(3).initial()))
        for edge in path:
            assert graph.states[edge.source] == state
            state = Commit(3).step(state, edge.choice)
        assert graph.states[number] == state


def test_max_states_cuts_and_says_so() -> None:
    graph = search(Counter(100), max_states=10)
    assert graph.cut == (Bound.MAX_STATES,)
    assert len(graph.states) == 11
    assert graph.cut_states == {10}


def test_a_gate_cuts_where_it_says() -> None:
    def gate(edge: Edge[str] | None, state: int) -> Bound | None:
        return Bound.MAX_ENTRIES if edge is not None and state == 5 else None

    graph: Graph[int, str] = search(Counter(100), gate=gate)
    assert graph.states == (0, 1, 2, 3, 4, 5)
    assert graph.cut == (Bound.MAX_ENTRIES,)
    assert graph.cut_states == {5}


def test_random_search_depends_on_the_seed_alone() -> None:
    first, second = (search(Commit(3), strategy=Strategy.RANDOM, seed=7) for _ in range(2))
    other = search(Commit(3), strategy=Strategy.RANDOM, seed=8)
    assert first == second
    assert first.states != other.states
    assert set(first.states) == set(other.states)
