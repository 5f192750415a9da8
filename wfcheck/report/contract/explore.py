"""The JSON contract of `wfcheck explore` (`cli.md`)."""

from typing import Final, assert_never

from wfcheck.explore.answer import Coverage, Exploration, PropertyAnswer, Shown
from wfcheck.report.contract.lint import Json
from wfcheck.report.contract.trace import trace_report
from wfcheck.semantics.verdict import Holds, Undecided, Verdict, Violated

UNKNOWN: Final = "unknown"


def explore_report(exploration: Exploration) -> dict[str, Json]:
    """What `wfcheck explore --format json` prints."""
    return {
        "schema_version": 1,
        "path": exploration.path,
        "complete": exploration.complete,
        "bounds": [bound.value for bound in exploration.bounds],
        "states": exploration.states,
        "transitions": exploration.transitions,
        "configurations": exploration.configurations,
        "seconds": round(exploration.seconds, 3),
        "properties": [_property(answer, exploration) for answer in exploration.properties],
        "coverage": _coverage(exploration.coverage),
    }


def verdict_word(verdict: Verdict) -> str:
    """The verdict as the contract spells it."""
    match verdict:
        case Holds(cut=()):
            return "holds"
        case Holds():
            return "holds within bounds"
        case Violated():
            return "violated"
        case Undecided():
            return UNKNOWN
        case _:
            assert_never(verdict)


def verdict_message(verdict: Verdict) -> str:
    """What is to be said beside the verdict; empty where it says all."""
    match verdict:
        case Holds(cut=cut):
            return "cut by " + ", ".join(bound.value for bound in cut) if cut else ""
        case Violated(message=message):
            return message
        case Undecided(reason=reason):
            return reason
        case _:
            assert_never(verdict)


def _property(answer: PropertyAnswer, exploration: Exploration) -> dict[str, Json]:
    traces: list[Json] = [_trace(shown, exploration) for shown in answer.traces]
    good = answer.good_trace
    return {
        "name": answer.name,
        "severity": answer.severity.value,
        "verdict": verdict_word(answer.verdict),
        "message": verdict_message(answer.verdict),
        "trace": traces[0] if traces else None,
        "traces": traces,
        "good_trace": None if good is None else _trace(good, exploration),
        "timing": answer.timing,
        "blame": [
            {"path": span.file, "line": span.start.line, "column": span.start.column}
            for span in answer.places
        ],
        "assumptions": [*answer.assumptions, *exploration.assumptions],
    }


def _trace(shown: Shown, exploration: Exploration) -> dict[str, Json]:
    return trace_report(exploration.path, shown.trace, shown.record, shown.end)


def _coverage(coverage: Coverage) -> dict[str, Json]:
    return {
        "states": dict(coverage.states),
        "transitions": dict(coverage.transitions),
        "steps": dict(coverage.steps),
    }
