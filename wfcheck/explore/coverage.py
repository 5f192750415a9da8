"""What some run reaches: states, transitions with their cases, steps, arms and handlers."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from wfcheck.classes import dataclass
from wfcheck.explore.answer import Coverage
from wfcheck.explore.explored import POSITIONS, Explored, entered_state, text
from wfcheck.explore.parts import Leaf, inner_lists, leaves, step_paths
from wfcheck.semantics.program import Choose, Program, RouteStep, Step
from wfcheck.semantics.record import RecordEntry, RecordKind
from wfcheck.span import Span

_DONE: Final = frozenset(("succeeded", "failed", "suppressed", "cancelled"))


@dataclass(frozen=True, slots=True)
class Item:
    """Something that a run can reach: what it is, and its name for people."""

    kind: str  # state, transition, step, case, arm, handler
    name: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Reached:
    """How often the edges of a graph reach each part of the top file; paths without positions."""

    states: Counter[str]
    moves: Counter[tuple[str, str, tuple[int, ...]]]  # state, way out, branches (-1: `else`)
    steps: Counter[str]
    arms: Counter[tuple[str, int]]  # step and branch


def reached(explored: Explored) -> Reached:
    """Count what the explored graph reaches."""
    found = Reached(Counter(), Counter(), Counter(), Counter())
    for edge in explored.graph.all_edges():
        leap = edge.choice.leap
        for path, branch in leap.branches:
            if "/" not in path:
                found.arms[POSITIONS.sub("", path), branch] += 1
        for entry in leap.entries:
            _count(entry, leap.branches, found)
    return found


def _count(entry: RecordEntry, branches: tuple[tuple[str, int], ...], found: Reached) -> None:
    state = entered_state(entry)
    if state is not None:
        found.states[state] += 1
    if "/" in entry.path:
        return
    match entry.kind:
        case RecordKind.TRANSITION:
            source, by = entry.path.partition("[")[0], text(entry.get("by"))
            labels = tuple(branch for path, branch in branches if path == entry.path)
            found.moves[source, by, labels] += 1
        case RecordKind.STEP if text(entry.get("outcome")) in _DONE:
            found.steps[POSITIONS.sub("", entry.path)] += 1
        case RecordKind.ATTEMPT if entry.get("outcome") is None:
            found.steps[POSITIONS.sub("", entry.path)] += 1
        case _:
            pass


def taken(leaf: Leaf, found: Reached) -> int:
    """How often a transition was taken."""
    return found.moves[leaf.state, leaf.by, leaf.branches]


def coverage(explored: Explored, found: Reached) -> Coverage:
    """The counts, in the order of the file, zeros included."""
    program = explored.program
    return Coverage(
        states=tuple((s.name, found.states[s.name]) for s in program.states or ()),
        transitions=tuple((leaf.name, taken(leaf, found)) for leaf in leaves(program)),
        steps=tuple((path, found.steps[path]) for path, _ in step_paths(program)),
    )


def unreached(program: Program, found: Reached) -> Iterator[Item]:
    """What no run reaches, outermost first; what stands inside something unreached is left out."""
    for state in program.states or ():
        if not found.states[state.name]:
            yield Item("state", state.name, state.span)
    for leaf in leaves(program):
        if found.states[leaf.state] and not taken(leaf, found):
            yield Item("case" if leaf.branches else "transition", leaf.name, leaf.span)
    yield from _in_list(program.steps or (), "", found)
    for state in program.states or ():
        if found.states[state.name]:
            yield from _in_list(state.on_enter, f"{state.name}.", found)
            yield from _in_list(state.steps, f"{state.name}.", found)


def _in_list(steps: tuple[Step, ...], before: str, found: Reached) -> Iterator[Item]:
    for step in steps:
        path = before + step.id
        if not found.steps[path]:
            yield Item("step", path, step.span)
            continue
        arms = _arms(step)
        for number, (name, inner) in enumerate(inner_lists(step)):
            inside = f"{path}.{name}." if name else f"{path}."
            if number < len(arms):
                arm = arms[number]
                if arm is None:
                    continue
                if not found.arms[path, arm.branch]:
                    yield Item(arm.kind, f"{path}: {arm.name}", arm.span)
                    continue
            elif name == "(on_fail)" and inner and not found.steps[inside + inner[0].id]:
                yield Item("handler", f"{path}.(on_fail)", step.span)
                continue
            yield from _in_list(inner, inside, found)


@dataclass(frozen=True, slots=True)
class _Arm:
    kind: str
    name: str
    branch: int
    span: Span | None


def _arms(step: Step) -> list[_Arm | None]:
    """The arms in the order of `inner_lists`; None for an implicit `else`, which is no item."""
    match step.body:
        case RouteStep(cases=cases, explicit_else=written, else_span=span):
            found = [_Arm("case", case.label, n, case.span) for n, case in enumerate(cases)]
        case Choose(arms=arms, explicit_else=written, else_span=span):
            found = [_Arm("arm", f"arm {n + 1}", n, arm.span) for n, arm in enumerate(arms)]
        case _:
            return []
    return [*found, _Arm("arm", "else", -1, span) if written else None]
