"""An exploration for a person: each property's verdict, and the run that violates it."""

from typing import Final

from wfcheck.catalog import BY_NAME
from wfcheck.diagnostic import Diagnostic, Finding, Severity
from wfcheck.explore.answer import Exploration, PropertyAnswer, Shown
from wfcheck.report.contract.explore import verdict_message, verdict_word
from wfcheck.report.findings import counted
from wfcheck.report.terminal import Paint, Terminal
from wfcheck.report.text import PAINTS
from wfcheck.report.trace import run_text
from wfcheck.semantics.verdict import Holds, Undecided, Violated
from wfcheck.span import file_start

_UNDECIDED: Final = Paint.UNSUPPORTED


def exploration_text(exploration: Exploration, terminal: Terminal) -> str:
    """The properties in their order, with traces, and what was covered."""
    width = max((len(answer.name) for answer in exploration.properties), default=0)
    lines: list[str] = []
    for answer in exploration.properties:
        lines += _property(answer, width, terminal)
    return "\n".join([*lines, "", _covered(exploration), *_notes(exploration)]) + "\n"


def _property(answer: PropertyAnswer, width: int, terminal: Terminal) -> list[str]:
    word = terminal.paint(verdict_word(answer.verdict), _paint(answer))
    if isinstance(answer.verdict, Violated):
        word += f" ({answer.severity.value})"
    message = terminal.text(verdict_message(answer.verdict))
    lines = [f"{answer.name.ljust(width)}  {word}" + (f": {message}" if message else "")]
    if answer.help is not None:
        lines.append(f"  help: {terminal.text(answer.help)}")
    for number, shown in enumerate(answer.traces):
        if number:
            lines.append("  or:")
        lines += _run(shown, terminal)
        if shown.timing is not None:
            lines.append(f"    {terminal.text(shown.timing)}")
    if answer.good_trace is not None:
        lines.append("  with the event heard:")
        lines += _run(answer.good_trace, terminal)
    return lines


def _run(shown: Shown, terminal: Terminal) -> list[str]:
    told = run_text(shown.record, shown.end, terminal, repeats_from=shown.repeats_from)
    return [f"    {line}".rstrip() for line in told.splitlines()]


def _paint(answer: PropertyAnswer) -> Paint:
    match answer.verdict:
        case Holds():
            return Paint.GOOD
        case Violated():
            return PAINTS[answer.severity]
        case Undecided():
            return _UNDECIDED


def _covered(exploration: Exploration) -> str:
    counts = [counted(exploration.configurations, "configuration")]
    if exploration.all_states:
        counts[:0] = (
            _of(exploration.states, exploration.all_states, "state"),
            _of(exploration.transitions, exploration.all_transitions, "transition"),
        )
    covered = ", ".join(counts)
    if exploration.complete:
        return f"{covered}: the whole space"
    return f"{covered}; cut by {', '.join(exploration.bounds)}"


def _of(reached: int, whole: int, noun: str) -> str:
    return f"{reached} of {counted(whole, noun)}"


def _notes(exploration: Exploration) -> list[str]:
    notes = [f"assumed: {assumption}" for assumption in exploration.assumptions]
    if exploration.unreplayed:
        notes.append(f"internal error: {unreplayed(exploration)}")
    return notes


def unreplayed(exploration: Exploration) -> str:
    """How many traces did not replay, in words: a fault of wfcheck, and no violation."""
    return f"{counted(exploration.unreplayed, 'trace')} did not replay and cannot be shown"


def exploration_findings(exploration: Exploration) -> tuple[Diagnostic, ...]:
    """The violated properties as diagnostics, for the formats that know no others."""
    return tuple(
        _finding(exploration, answer, answer.severity)
        for answer in exploration.properties
        if isinstance(answer.verdict, Violated) and isinstance(answer.severity, Severity)
    )


def suspected_findings(exploration: Exploration) -> tuple[Diagnostic, ...]:
    """What may be violated, but could not be shown: for information, and no violation."""
    return tuple(
        _finding(exploration, answer, Severity.INFO)
        for answer in exploration.properties
        if isinstance(answer.verdict, Undecided) and answer.verdict.suspected
    )


def _finding(exploration: Exploration, answer: PropertyAnswer, severity: Severity) -> Diagnostic:
    place = answer.places[0] if answer.places else file_start(exploration.path)
    message = verdict_message(answer.verdict)
    return Diagnostic(severity, Finding(BY_NAME[answer.name], place, message, help=answer.help))
