"""Exploring a program: every run there is, and what holds in all of them (`checking.md`)."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from itertools import islice
from typing import Final, TypeAlias

from wfcheck import catalog
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Rule, Severity
from wfcheck.explore.answer import Exploration, PropertyAnswer, Shown
from wfcheck.explore.causes import Cause, never_caused
from wfcheck.explore.concrete import Witness
from wfcheck.explore.coverage import Item, coverage, reached, unreached
from wfcheck.explore.environment import Environment
from wfcheck.explore.explored import Explored, Suspect
from wfcheck.explore.growth import Gate
from wfcheck.explore.opaque import opaque_reads
from wfcheck.explore.oracle import Oracle, Satisfiable
from wfcheck.explore.parts import transitions
from wfcheck.explore.places import place_of
from wfcheck.explore.properties.can_complete import can_complete
from wfcheck.explore.properties.deadlock import deadlock
from wfcheck.explore.properties.double_effect import double_effect
from wfcheck.explore.properties.fault import fault
from wfcheck.explore.properties.late_event import late_event
from wfcheck.explore.properties.lost_event import lost_event
from wfcheck.explore.properties.terminates import passes_its_limit, terminates
from wfcheck.explore.properties.unbounded_data import unbounded_data
from wfcheck.explore.properties.unhandled_failure import unhandled_failure
from wfcheck.explore.properties.zero_time_cycle import zero_time_cycle
from wfcheck.explore.search import Strategy, search
from wfcheck.explore.show import Shower
from wfcheck.explore.workflow import Workflow
from wfcheck.semantics.program import Program
from wfcheck.semantics.verdict import Bound, Holds, Undecided, Verdict, Violated
from wfcheck.settings import Bounds
from wfcheck.span import Span

Finder: TypeAlias = Callable[[Explored], Iterator[Suspect]]

ON: Final[tuple[tuple[Rule, Finder], ...]] = (
    (catalog.DEADLOCK, deadlock),
    (catalog.CAN_COMPLETE, can_complete),
    (catalog.FAULT, fault),
    (catalog.LOST_EVENT, lost_event),
    (catalog.LATE_EVENT, late_event),
    (catalog.DOUBLE_EFFECT, double_effect),
    (catalog.ZERO_TIME_CYCLE, zero_time_cycle),
    (catalog.UNBOUNDED_DATA, unbounded_data),
)
OFF: Final[tuple[tuple[Rule, Finder], ...]] = (
    (catalog.UNHANDLED_FAILURE, unhandled_failure),
    (catalog.TERMINATES, terminates),
)
_TRIES: Final = 30  # suspects looked at before a property is given up as undecided
_RECOVERY: Final = "recovery is not modelled (C-9)"


@dataclass(frozen=True, slots=True)
class Options:
    """How a file is explored, and which properties are asked."""

    bounds: Bounds = field(default_factory=Bounds)
    strategy: Strategy = Strategy.BFS
    seed: int = 0
    named: frozenset[str] = frozenset()  # properties that are off unless named
    severities: tuple[tuple[str, Severity | None], ...] = ()  # None: off
    cancellations: bool = False
    max_counterexamples: int = 1
    solver: Satisfiable | None = None
    witness: Witness | None = None


def explore(program: Program, options: Options | None = None) -> Exploration:
    """Search every run of a program and answer the properties."""
    options = options or Options()
    begun = time.perf_counter()
    explored, cut = _explored(program, options)
    shower = Shower(explored, options.witness)
    answers = [
        answer
        for rule, finder in _asked(options)
        if (answer := _answer(rule, finder, explored, cut, shower, options)) is not None
    ]
    unasked = catalog.TERMINATES.name not in options.named
    if unasked and any(True for _ in passes_its_limit(explored)):
        answer = _answer(catalog.TERMINATES, passes_its_limit, explored, cut, shower, options)
        if answer is not None:
            answers.append(answer)
    found = reached(explored)
    dead = _dead(tuple(unreached(program, found)), explored, cut, options)
    return Exploration(
        path=program.path,
        bounds=cut,
        states=len(explored.entered),
        transitions=len(explored.moves),
        configurations=len(explored.graph.states),
        seconds=time.perf_counter() - begun,
        properties=tuple(answers) if dead is None else (*answers, dead),
        coverage=coverage(explored, found),
        all_states=len(program.states or ()),
        all_transitions=len(explored.moves | transitions(program)),
        unreplayed=shower.failed,
        assumptions=(_RECOVERY,) if program.recovery else (),
    )


def _asked(options: Options) -> Iterator[tuple[Rule, Finder]]:
    yield from ON
    yield from ((rule, finder) for rule, finder in OFF if rule.name in options.named)


def _explored(program: Program, options: Options) -> tuple[Explored, tuple[Bound, ...]]:
    bounds = options.bounds
    oracle = Oracle(options.solver, bounds.max_list)
    environment = Environment(program, oracle, options.cancellations)
    workflow = Workflow(environment)
    gate = Gate(environment, workflow.forgetter, bounds.max_entries)
    graph = search(
        workflow,
        strategy=options.strategy,
        seed=options.seed,
        max_states=bounds.max_states,
        timeout=bounds.timeout,
        gate=gate,
    )
    explored = Explored(program, environment, workflow.forgetter, graph, tuple(gate.found))
    lists = (Bound.MAX_LIST,) if oracle.short_lists else ()
    return explored, (*graph.cut, *lists)


def _answer(
    rule: Rule,
    finder: Finder,
    explored: Explored,
    cut: tuple[Bound, ...],
    shower: Shower,
    options: Options,
) -> PropertyAnswer | None:
    severity = _severity(rule, options)
    if severity is None:
        return None
    shown: list[tuple[Suspect, Shown]] = []
    unshown: list[Suspect] = []
    for suspect in islice(finder(explored), _TRIES):
        trace = shower.show(suspect)
        if trace is None:
            unshown.append(suspect)
            continue
        shown.append((suspect, trace))
        if len(shown) >= options.max_counterexamples:
            break
    if not shown:
        opaque = next(opaque_reads(explored.program), None) if rule is catalog.FAULT else None
        verdict = _unviolated(unshown, explored, cut) if opaque is None else _opaque(opaque)
        places = _places(explored.program, unshown[:1])
        return PropertyAnswer(rule.name, severity, verdict, places=places)
    suspect, first = shown[0]
    message = suspect.message
    if suspect.good and first.good is None:
        message += ", though no run could be built in which only that moment differs"
    return PropertyAnswer(
        rule.name,
        severity,
        Violated(message, first.trace),
        traces=tuple(trace for _, trace in shown),
        good_trace=first.good,
        timing=first.timing,
        places=_places(explored.program, [suspect for suspect, _ in shown]),
        help=suspect.help,
    )


def _places(program: Program, suspects: list[Suspect]) -> tuple[Span, ...]:
    found = (place_of(program, suspect.about) for suspect in suspects)
    return tuple(dict.fromkeys(span for span in found if span is not None))


def _opaque(path: str) -> Verdict:
    """Nobody knows which faults the reading of an `unknown` value can have."""
    return Undecided(f"what `{path}` gives is opaque: it need not be what it is used for")


def _unviolated(unshown: Sequence[Suspect], explored: Explored, cut: tuple[Bound, ...]) -> Verdict:
    if unshown and explored.environment.oracle.unsure:
        return Undecided("the solver's limit is reached: a violation is neither shown nor excluded")
    if unshown:
        maybe = f"it may be that {unshown[0].message}"
        return Undecided(f"{maybe} (no concrete run could be built to show it)", suspected=True)
    if explored.environment.oracle.given_up:
        return Undecided("one step of the environment has too many outcomes to list")
    return Holds(cut)


def _dead(
    items: tuple[Item, ...], explored: Explored, cut: tuple[Bound, ...], options: Options
) -> PropertyAnswer | None:
    severity = _severity(catalog.DEAD, options)
    if severity is None:
        return None
    verdict: Verdict
    names = ", ".join(f"{item.kind} `{item.name}`" for item in items)
    cause = next((cause for item in items if (cause := _cause(item, explored)) is not None), None)
    why = f": {cause.why}" if cause else ""
    if not items:
        verdict = _unviolated((), explored, cut)
    elif cut or explored.environment.oracle.given_up:
        verdict = Undecided(f"within bounds, nothing reaches {names}")
    else:
        verdict = Violated(f"no run reaches {names}{why}")
    places = tuple(item.span for item in items if item.span is not None)
    advice = cause.help if cause and isinstance(verdict, Violated) else None
    return PropertyAnswer(catalog.DEAD.name, severity, verdict, places=places, help=advice)


def _cause(item: Item, explored: Explored) -> Cause | None:
    """Why an event that would lead to an item never comes, where that is the reason."""
    if item.kind not in ("transition", "case"):
        return None
    name, _, way = item.name.partition(".")
    state = next((s for s in explored.program.states or () if s.name == name), None)
    subscriptions = state.subscriptions if state is not None else ()
    by = way.partition(".")[0]
    found = next((s for s in subscriptions if s.name == by), None)
    return never_caused(explored, state, found) if state is not None and found is not None else None


def _severity(rule: Rule, options: Options) -> Severity | None:
    return dict(options.severities).get(rule.name, rule.severity)
