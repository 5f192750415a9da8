"""What `wfcheck check` has found out, and how a person is told."""

from collections.abc import Iterator

from wfcheck.classes import dataclass
from wfcheck.diagnostic import Diagnostic, Severity
from wfcheck.explore.answer import Exploration
from wfcheck.report.contract.test import Tested
from wfcheck.report.findings import Findings, counted, summary
from wfcheck.report.terminal import Paint, Terminal
from wfcheck.report.tested import tested_text
from wfcheck.report.text import PAINTS, one
from wfcheck.semantics.verdict import Holds, NotProved, Undecided, Violated
from wfcheck.smt.obligation import ProofAnswer, Status


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """One file: its obligations, and its exploration where its structure allows one."""

    path: str
    obligations: tuple[ProofAnswer, ...] = ()
    exploration: Exploration | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """Everything about some files; the findings hold what proofs and explorations found, too."""

    files: tuple[CheckedFile, ...]
    findings: Findings
    scenarios: tuple[Tested, ...]

    def diagnostics_of(self, file: CheckedFile) -> tuple[Diagnostic, ...]:
        """The diagnostics that stand in a file."""
        return tuple(d for d in self.findings.diagnostics if d.finding.span.file == file.path)

    def verdicts(self, kind: type[Holds | Violated | Undecided]) -> int:
        """How many properties of all files have a verdict of that kind."""
        return sum(
            isinstance(answer.verdict, kind)
            for file in self.files
            if file.exploration is not None
            for answer in file.exploration.properties
        )


def checked_text(checked: Checked, terminal: Terminal) -> str:
    """A line for each file, then what was found, then what it comes to."""
    lines = [_line(file, checked, terminal) for file in checked.files]
    for diagnostic in checked.findings.diagnostics:
        lines += ["", *one(diagnostic, checked.findings, terminal)]
    if unknown := [told for file in checked.files for told in _undecided(file)]:
        lines += ["", *(terminal.text(told) for told in unknown)]
    if any(not scenario.passed for scenario in checked.scenarios):
        lines += ["", *tested_text(checked.scenarios, terminal).splitlines()[:-2]]
    if checked.files:
        lines += ["", summary(checked.findings)]
        lines += [line for line in (_proved(checked), _held(checked), _tested(checked)) if line]
    return "\n".join(lines) + "\n"


def _line(file: CheckedFile, checked: Checked, terminal: Terminal) -> str:
    severities = {diagnostic.severity for diagnostic in checked.diagnostics_of(file)}
    worst = next((severity for severity in Severity if severity in severities), None)
    if worst is None or worst is Severity.INFO:
        decided = not any(_undecided(file))
        word = terminal.paint(
            *(("ok", Paint.GOOD) if decided else ("undecided", Paint.UNSUPPORTED))
        )
    else:
        word = terminal.paint(worst.value, PAINTS[worst])
    facts: list[str] = []
    if file.obligations:
        facts.append(counted(len(file.obligations), "proof"))
    if file.exploration is not None:
        found = file.exploration
        if found.states:
            graph = counted(found.states, "state"), counted(found.transitions, "transition")
            facts.append(", ".join(graph))
        if not found.complete:
            facts.append(f"cut by {', '.join(bound.value for bound in found.bounds)}")
    told = f"  ({'; '.join(facts)})" if facts else ""
    return f"{word} {terminal.text(file.path)}{terminal.paint(told, Paint.FAINT)}"


def _undecided(file: CheckedFile) -> Iterator[str]:
    """A line for each obligation and property that is neither proved nor refuted."""
    for obligation in file.obligations:
        if isinstance(obligation.proof, NotProved):
            place = obligation.span or file.path
            yield (
                f"{place}: undecided: {obligation.statement}: {obligation.proof.reason}"
                f" [{obligation.rule.name}]"
            )
    for answer in file.exploration.properties if file.exploration is not None else ():
        if isinstance(answer.verdict, Undecided):
            place = answer.places[0] if answer.places else file.path
            yield f"{place}: undecided: {answer.verdict.reason} [{answer.name}]"


def _proved(checked: Checked) -> str:
    answers = [answer for file in checked.files for answer in file.obligations]
    counts = [
        f"{number} {status.value}"
        for status in Status
        if (number := sum(answer.status is status for answer in answers))
    ]
    return f"obligations: {', '.join(counts)}" if counts else ""


def _held(checked: Checked) -> str:
    kinds = ((Holds, "hold"), (Violated, "violated"), (Undecided, "unknown"))
    counts = [f"{number} {word}" for kind, word in kinds if (number := checked.verdicts(kind))]
    return f"properties: {', '.join(counts)}" if counts else ""


def _tested(checked: Checked) -> str:
    if not checked.scenarios:
        return ""
    passed = sum(scenario.passed for scenario in checked.scenarios)
    return f"scenarios: {passed} of {len(checked.scenarios)} passed"
