"""Proofs for a person: each obligation with how it came out and why, the refuted ones in their text."""

from collections.abc import Iterable, Mapping
from typing import Final

from wfcheck.diagnostic import Diagnostic, Severity
from wfcheck.report.excerpt import Mark, excerpt
from wfcheck.report.terminal import Paint, Terminal
from wfcheck.report.text import PAINTS
from wfcheck.semantics.verdict import NotProved, Proved, Refuted
from wfcheck.smt.obligation import ProofAnswer, Status, model_text, refutation
from wfcheck.span import Source, Span, file_start

_PAINTS: Final = {
    Status.PROVED: Paint.GOOD,
    Status.REFUTED: Paint.ERROR,
    Status.UNKNOWN: Paint.UNSUPPORTED,
}


def proofs(
    answers: Iterable[ProofAnswer], sources: Mapping[str, Source], terminal: Terminal
) -> str:
    """All obligations in their order, and a closing line; `sources` by the files' names."""
    listed = tuple(answers)
    lines = [line for answer in listed for line in _one(answer, sources, terminal)]
    return "\n".join([*lines, _summary(listed)]) + "\n"


def proof_findings(answers: Iterable[ProofAnswer]) -> tuple[Diagnostic, ...]:
    """The refuted obligations as diagnostics, for the formats that know no others."""
    return tuple(
        Diagnostic(
            answer.severity,
            refutation(answer.rule, _place(answer), answer.statement, answer.proof),
        )
        for answer in answers
        if isinstance(answer.proof, Refuted)
    )


def _place(answer: ProofAnswer) -> Span:
    return answer.span if answer.span is not None else file_start(answer.path)


def _one(answer: ProofAnswer, sources: Mapping[str, Source], terminal: Terminal) -> Iterable[str]:
    span = _place(answer)
    status = terminal.paint(answer.status.value, _paint(answer))
    kind = terminal.paint(f"[{answer.rule.name}]", Paint.FAINT)
    yield f"{terminal.text(str(span))}: {status}: {terminal.text(answer.statement)} {kind}"
    if answer.status is Status.REFUTED and span.file in sources:
        mark = Mark(span, "", PAINTS[answer.severity], main=True)
        yield from excerpt(sources[span.file], (mark,), terminal)
    for word, said in _reasons(answer):
        yield f"{terminal.paint(f'  = {word}:', Paint.PLACE)} {terminal.text(said)}"


def _paint(answer: ProofAnswer) -> Paint:
    mild = answer.status is Status.REFUTED and answer.severity is not Severity.ERROR
    return PAINTS[answer.severity] if mild else _PAINTS[answer.status]


def _reasons(answer: ProofAnswer) -> Iterable[tuple[str, str]]:
    match answer.proof:
        case Proved(because):
            if because:
                yield "because", "; ".join(because)
        case Refuted(because=because):
            if because:
                yield "because", "; ".join(because)
            if answer.proof.model.entries:
                yield "for example", model_text(answer.proof)
            if answer.by_environment:
                yield "note", "only unconstrained values of the environment make it so"
        case NotProved(reason, abstracted):
            yield "because", reason
            if abstracted:
                yield "abstracted", ", ".join(f"`{what}`" for what in abstracted)


def _summary(answers: tuple[ProofAnswer, ...]) -> str:
    counts = ", ".join(
        f"{sum(answer.status is status for answer in answers)} {status.value}" for status in Status
    )
    return counts if answers else "nothing to prove"
