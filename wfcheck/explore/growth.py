"""Values that grow with every entry: where a path is cut, and whether anything would stop them.

A state entered more often than `max-entries` on one path, with an accepted value that has grown every
time, is not gone on from. Before, the value is made huge and the run let go on from there: a guard
sends it elsewhere, and then the path is no endless one and is not cut.
"""

import itertools
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from wfcheck.explore.canonical import Node
from wfcheck.explore.environment import Environment
from wfcheck.explore.explored import Growth, Step, entered_state, top_entry
from wfcheck.explore.forget import Forgetter
from wfcheck.explore.search import search
from wfcheck.explore.workflow import Workflow
from wfcheck.semantics.configuration import Configuration
from wfcheck.semantics.control import Bindings
from wfcheck.semantics.verdict import Bound
from wfcheck.syntax.expr import Expr, Lit, walk
from wfcheck.syntax.literals import Duration, Timestamp, Value

_HUGE: Final = 10**12
_PROBED: Final = 60  # configurations looked at from a huge value


@dataclass(slots=True)
class Gate:
    """The search's gate; `found` are the paths that it cut."""

    environment: Environment
    forgetter: Forgetter
    max_entries: int
    found: list[Growth] = field(default_factory=list)
    _pasts: dict[int, dict[str, tuple[Bindings, ...]]] = field(default_factory=dict)
    _guarded: set[tuple[str, str]] = field(default_factory=set)

    def __call__(self, edge: Step | None, state: Node) -> Bound | None:
        if edge is None:
            return None
        past = self._pasts.get(edge.source, {})
        names = [n for e in edge.choice.leap.entries if (n := entered_state(e)) is not None]
        here = top_entry(state.at)
        if not names or here is None:
            if past:
                self._pasts[edge.target] = past
            return None
        name = here.state.name
        entries = (*past.get(name, ()), here.bindings[: len(here.state.accepts)])
        self._pasts[edge.target] = {**past, name: entries}
        if len(entries) <= self.max_entries:
            return None
        for accepted in _growing(entries):
            if (name, accepted) in self._guarded:
                continue
            if self._goes_on(state, name, accepted):
                self.found.append(Growth(edge.target, name, accepted))
                return Bound.MAX_ENTRIES
            self._guarded.add((name, accepted))
        return None

    def _goes_on(self, node: Node, state: str, name: str) -> bool:
        """Whether the state is entered again, and the value is larger still, from a huge one."""
        huge = _with_huge(node.at, name)
        if huge is None:
            return True  # a sum of unknowns has no guard that this could try
        start = replace(node, at=huge)
        before = _size(_accepted(huge, name))
        system = _From(self.environment, self.forgetter, start)
        graph = search(system, max_states=_PROBED)
        for edge in graph.all_edges():
            entry = top_entry(graph.states[edge.target].at)
            entered = any(entered_state(e) == state for e in edge.choice.leap.entries)
            if entered and entry is not None and entry.state.name == state:
                after = _size(_accepted(graph.states[edge.target].at, name))
                if before is not None and after is not None and abs(after) > abs(before):
                    return True
        return False


class _From(Workflow):
    """A program from a certain configuration on."""

    def __init__(self, environment: Environment, forgetter: Forgetter, start: Node) -> None:
        super().__init__(environment, forgetter)
        self.start = start

    def initial(self) -> tuple[Node]:
        return (self.start,)


def _growing(entries: tuple[Bindings, ...]) -> list[str]:
    """The names whose values have become larger (or smaller) with every entry."""
    found: list[str] = []
    for name, _ in entries[-1]:
        sizes = [_size(dict(bound).get(name)) for bound in entries]
        steps = [b - a for a, b in itertools.pairwise(sizes) if a is not None and b is not None]
        if len(steps) == len(sizes) - 1 and (
            all(s > 0 for s in steps) or all(s < 0 for s in steps)
        ):
            found.append(name)
    return found


def _size(value: Expr | None) -> Fraction | None:
    match value:
        case Lit(value=known):
            return _magnitude(known)
        case None:
            return None
        case _:
            return Fraction(sum(1 for _ in walk(value)))


def _magnitude(value: Value) -> Fraction | None:
    match value:
        case bool() | None:
            return None
        case int() | Fraction():
            return Fraction(value)
        case str() | tuple():
            return Fraction(len(value))
        case Duration(ms) | Timestamp(ms):
            return Fraction(ms)
        case _:
            return None


def _accepted(at: Configuration, name: str) -> Expr | None:
    entry = top_entry(at)
    return None if entry is None else dict(entry.bindings).get(name)


def _with_huge(at: Configuration, name: str) -> Configuration | None:
    """The configuration with a huge value for the name; None where it is none that has a size."""
    run = at.run
    if run is None or run.entry is None:
        return None
    given = run.entry.block.given
    old = dict(given).get(name)
    new = _enlarged(old.value) if isinstance(old, Lit) else None
    if new is None:
        return None
    bound = tuple((n, Lit(new) if n == name else v) for n, v in given)
    entry = replace(run.entry, block=replace(run.entry.block, given=bound))
    return replace(at, run=replace(run, entry=entry))


def _enlarged(value: Value) -> Value:
    match value:
        case bool() | None:
            return None
        case int() | Fraction():
            return value + (_HUGE if value >= 0 else -_HUGE)
        case str():
            return value * 40 if value else None
        case Duration(ms):
            return Duration(ms + 10**9)
        case tuple():
            return value * 40 if value else None
        case _:
            return None
