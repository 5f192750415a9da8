"""A file that has been explored: the graph, and what the properties ask about it."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final, TypeAlias

from wfcheck.classes import dataclass
from wfcheck.explore.canonical import Node
from wfcheck.explore.environment import Environment
from wfcheck.explore.forget import Forgetter
from wfcheck.explore.search import Edge, Graph
from wfcheck.explore.workflow import Bridge
from wfcheck.semantics.configuration import Configuration, EntryView, entries
from wfcheck.semantics.control import Phase
from wfcheck.semantics.program import Program
from wfcheck.semantics.record import RecordEntry, RecordKind
from wfcheck.syntax.expr import Expr, Lit, SymbolId, Unknown

Step: TypeAlias = Edge[Bridge]
Path: TypeAlias = tuple[Step, ...]

POSITIONS: Final = re.compile(r"\[\d+\]")


@dataclass(frozen=True, slots=True)
class Growth:
    """A state and an accepted value that has grown with each of its entries on the way to a node."""

    node: int
    state: str
    name: str


@dataclass(frozen=True, slots=True)
class Unheard:
    """An event put into a path: after the first choices of one of its leaps.

    Its payload is what a subscription waits for at the node that `wait` leaps lead to.
    """

    leap: int
    choices: int
    wait: int
    subscription: str
    event: str


@dataclass(frozen=True, slots=True)
class Suspect:
    """A violation as a path of the graph, still to be made concrete."""

    message: str
    path: Path
    about: str = ""  # the path (C-7.6) of the state, subscription or step that is to blame
    conditions: tuple[Expr, ...] = ()  # over the unknowns of the last node
    loop_from: int | None = None  # the leap from which the path repeats for ever
    unheard: Unheard | None = None
    good: Path = ()
    help: str | None = None  # what can be done about it


@dataclass(frozen=True)
class Explored:
    """One program and its graph."""

    program: Program
    environment: Environment
    forgetter: Forgetter
    graph: Graph[Node, Bridge]
    growing: tuple[Growth, ...] = ()

    @cached_property
    def incoming(self) -> tuple[tuple[Step, ...], ...]:
        """The edges that lead to each node."""
        found: list[list[Step]] = [[] for _ in self.graph.states]
        for edge in self.graph.all_edges():
            found[edge.target].append(edge)
        return tuple(map(tuple, found))

    @cached_property
    def moves(self) -> frozenset[tuple[str, str, str]]:
        """The edges of the entry graph: state, subscription or `timeout` or `immediate`, target."""
        return frozenset(
            transition
            for edge in self.graph.all_edges()
            for entry in edge.choice.leap.entries
            if (transition := transition_of(entry)) is not None
        )

    @cached_property
    def entered(self) -> frozenset[str]:
        """The states of the top file that some run enters."""
        return frozenset(
            state
            for edge in self.graph.all_edges()
            for entry in edge.choice.leap.entries
            if (state := entered_state(entry)) is not None
        )

    def configuration(self, node: int) -> Configuration:
        return self.graph.states[node].at


def entered_state(entry: RecordEntry) -> str | None:
    """The state that the top run enters, where the record says so."""
    if entry.kind is not RecordKind.ENTRY or "/" in entry.path:
        return None
    return entry.path.partition("[")[0]


def transition_of(entry: RecordEntry) -> tuple[str, str, str] | None:
    """State, way out and target of a transition of the top run."""
    if entry.kind is not RecordKind.TRANSITION or "/" in entry.path:
        return None
    by, to = text(entry.get("by")), text(entry.get("to"))
    return entry.path.partition("[")[0], by, to


def text(value: Expr | None) -> str:
    """The text of a literal in a record, empty where there is none."""
    return value.value if isinstance(value, Lit) and isinstance(value.value, str) else ""


def top_entry(at: Configuration) -> EntryView | None:
    """The current entry of the top run."""
    return next((entry for entry in entries(at) if entry.run == ""), None)


def entered_before(explored: Explored, edge: Step) -> str:
    """The path of the entry of the top run that is there when an edge is over, or was before it."""
    found = [e.path for e in edge.choice.leap.entries if entered_state(e) is not None]
    entry = top_entry(explored.configuration(edge.source))
    return found[-1] if found else "" if entry is None else entry.path


def waiting(at: Configuration) -> Iterator[EntryView]:
    """The entries that wait for an event or their deadline."""
    return (entry for entry in entries(at) if entry.phase is Phase.WAITING)


def back(names: tuple[SymbolId, ...]) -> dict[SymbolId, Expr]:
    """From the unknowns of a canonical node to what they were called before."""
    return {SymbolId(new): Unknown(old) for new, old in enumerate(names)}
