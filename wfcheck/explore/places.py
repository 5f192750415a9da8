"""The places of a file that an answer is about: the state, subscription or step of a record's path."""

from wfcheck.explore.explored import POSITIONS
from wfcheck.explore.parts import step_paths
from wfcheck.semantics.program import Program
from wfcheck.span import Span


def place_of(program: Program, path: str) -> Span | None:
    """Where what a path (C-7.6) names stands in the top file, or else what it is in.

    What happens in a child run stands at its `wf.call`.
    """
    spans = _spans(program)
    name = POSITIONS.sub("", path).partition("/")[0]
    while name and name not in spans:
        name = name.rpartition(".")[0]
    return spans.get(name, program.initial_span)


def spans_of(program: Program) -> tuple[Span, ...]:
    """Where the states, subscriptions and steps of the top file stand, each at its name."""
    return tuple(_spans(program).values())


def _spans(program: Program) -> dict[str, Span]:
    found = {path: step.span for path, step in step_paths(program)}
    for state in program.states or ():
        found[state.name] = state.span
        found |= {f"{state.name}.{s.name}": s.span for s in state.subscriptions}
    return {name: span for name, span in found.items() if span is not None}
