"""One fault, told once: what a run of the explorer shows, and the obligation that says why."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from wfcheck.catalog import ASSIGNMENT, FAULT, NO_FAULT
from wfcheck.diagnostic import Diagnostic, Rule
from wfcheck.explore.answer import Exploration
from wfcheck.explore.places import spans_of
from wfcheck.semantics.program import Program
from wfcheck.span import Span

_WHY: Final[dict[str, Rule]] = {
    "fault.type": ASSIGNMENT,
    "fault.arithmetic": NO_FAULT,
    "fault.value": NO_FAULT,
}
"""The obligations that are refuted where a run ends with such a fault."""


def told_once(
    diagnostics: tuple[Diagnostic, ...], program: Program, exploration: Exploration
) -> tuple[Diagnostic, ...]:
    """The diagnostics of a file, with a fault at the scalar that it comes from.

    The refuted obligation of that scalar goes: its values are the fault's example.
    """
    fault = next((d for d in diagnostics if _is_fault(d, program)), None)
    answer = exploration.property(FAULT.name)
    if fault is None or answer is None or not answer.traces:
        return diagnostics
    end = answer.traces[0].end
    rule = _WHY.get(end.code or "")
    reasons = [
        diagnostic
        for diagnostic in diagnostics
        if diagnostic.finding.rule is rule
        and _is_in(diagnostic.finding.span, fault.finding.span, program)
        and (rule is NO_FAULT or _names(diagnostic, end.message or ""))
    ]
    if len(reasons) != 1:
        return diagnostics
    (reason,) = reasons
    hints = [help_ for help_ in (reason.finding.help, fault.finding.help) if help_]
    finding = replace(fault.finding, span=reason.finding.span, help="; ".join(hints) or None)
    placed = replace(fault, finding=finding)
    return tuple(_without(diagnostics, fault, reason, placed))


def _without(
    diagnostics: tuple[Diagnostic, ...], fault: Diagnostic, reason: Diagnostic, placed: Diagnostic
) -> Iterator[Diagnostic]:
    for diagnostic in diagnostics:
        if diagnostic is reason:
            yield placed
        elif diagnostic is not fault:
            yield diagnostic


def _is_fault(diagnostic: Diagnostic, program: Program) -> bool:
    return diagnostic.finding.rule is FAULT and diagnostic.finding.span.file == program.path


def _names(reason: Diagnostic, message: str) -> bool:
    """Whether an obligation is about the field that the end of the run names first."""
    name = message.partition(":")[0]
    return bool(name) and reason.finding.message.endswith(f"what {name} declares")


def _is_in(scalar: Span, step: Span, program: Program) -> bool:
    """Whether a scalar stands in what a step's id heads: indented below it, and no other step's."""
    if scalar.file != step.file or scalar.start.offset < step.end.offset:
        return False
    below = scalar.start.line == step.start.line or scalar.start.column > step.start.column
    return below and not any(
        step.start.offset < other.start.offset <= scalar.start.offset
        for other in spans_of(program)
        if other.file == step.file
    )
