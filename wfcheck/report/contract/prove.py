"""The JSON contract of `wfcheck prove` (`cli.md`)."""

from collections.abc import Iterable
from typing import cast

from wfcheck.report.contract.lint import Json
from wfcheck.semantics.values import to_json
from wfcheck.semantics.verdict import NotProved, Proved, Refuted
from wfcheck.smt.obligation import ProofAnswer, Status


def prove_report(answers: Iterable[ProofAnswer]) -> dict[str, Json]:
    """What `wfcheck prove --format json` prints."""
    listed = tuple(answers)
    return {
        "schema_version": 1,
        "obligations": [obligation_json(answer) for answer in listed],
        "summary": proof_summary(listed),
    }


def proof_summary(answers: Iterable[ProofAnswer]) -> dict[str, Json]:
    """How many obligations came out how."""
    counts: dict[str, Json] = dict.fromkeys((status.value for status in Status), 0)
    for answer in answers:
        counts[answer.status.value] = cast("int", counts[answer.status.value]) + 1
    return counts


def obligation_json(answer: ProofAnswer) -> dict[str, Json]:
    """One obligation with its proof; `seconds` is the time that it took."""
    model: Json = None
    because: tuple[str, ...] = ()
    abstracted: tuple[str, ...] = ()
    match answer.proof:
        case Proved():
            because = answer.proof.because
        case Refuted(values):
            because = answer.proof.because
            model = cast("Json", to_json(values)) if values.entries else None
        case NotProved(reason, what):
            because, abstracted = (reason,), what
    start = None if answer.span is None else answer.span.start
    return {
        "id": answer.id,
        "kind": answer.rule.name,
        "path": answer.path,
        "line": 1 if start is None else start.line,
        "column": 1 if start is None else start.column,
        "status": answer.status.value,
        "severity": answer.severity.value,
        "by": "environment" if answer.by_environment else None,
        "statement": answer.statement,
        "because": list(because),
        "model": model,
        "abstracted": list(abstracted),
        "seconds": round(answer.seconds, 3),
    }
