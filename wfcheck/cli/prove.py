"""`wfcheck prove`: the obligations of a file, one by one."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from wfcheck import __version__
from wfcheck.cli.opening import Need, Opened, open_program
from wfcheck.cli.options import (
    ConfigOption,
    EditionOption,
    FailOnOption,
    FormatOption,
    OnePath,
    Overrides,
    StdinFilenameOption,
    TargetOption,
    destinations,
)
from wfcheck.cli.output import err, out, terminal, write_file
from wfcheck.cli.status import Status
from wfcheck.diagnostic import Finding, Severity
from wfcheck.errors import UnreadableFileError
from wfcheck.report.contract.prove import prove_report
from wfcheck.report.findings import Findings
from wfcheck.report.formats import Format, json_text, told
from wfcheck.report.proofs import proof_findings, proofs
from wfcheck.rules.run import found
from wfcheck.semantics.verdict import NotProved
from wfcheck.settings import Failing
from wfcheck.smt.obligation import ProofAnswer
from wfcheck.smt.obligation import Status as Proven
from wfcheck.smt.prove import BROKEN, scripts
from wfcheck.smt.prove import prove as prove_program


def prove(
    file: OnePath,
    *,
    form: FormatOption = None,
    smtlib: Annotated[
        str | None,
        typer.Option("--smtlib", help="Write each obligation as SMT-LIB 2.", metavar="DIR"),
    ] = None,
    rlimit: Annotated[
        int | None,
        typer.Option("--rlimit", help="Solver steps for each obligation.", min=1, metavar="N"),
    ] = None,
    fail_on: FailOnOption = None,
    edition: EditionOption = None,
    target: TargetOption = None,
    config: ConfigOption = None,
    stdin_filename: StdinFilenameOption = None,
) -> None:
    """Prove or refute what must hold for all values."""
    (way,) = destinations(form, None)
    overrides = Overrides.of(edition=edition, target=target, config=config, fail_on=fail_on)
    opened = open_program(file, overrides, Need.READABLE, stdin_filename=stdin_filename)
    limit = rlimit if rlimit is not None else opened.settings.rlimit
    errors = found(opened.workspace, opened.file.path)
    answers = tuple(_naming(a, errors) for a in prove_program(opened.program, rlimit=limit))
    out(_told(answers, opened, way.form))
    if smtlib is not None:
        _write(smtlib, answers, opened)
    failing = opened.settings.failing
    failed = any(_fails(answer, failing) for answer in answers)
    raise typer.Exit(Status.FINDINGS if failed else Status.PASSED)


def _naming(answer: ProofAnswer, findings: tuple[Finding, ...]) -> ProofAnswer:
    """The answer; where an error of the validator stands in its way, with the error's rule."""
    if not isinstance(answer.proof, NotProved) or answer.proof.reason != BROKEN:
        return answer
    here = answer.span
    rules = dict.fromkeys(
        finding.rule.name
        for finding in findings
        if here is not None
        and finding.span.file == here.file
        and finding.span.start.line <= here.end.line
        and here.start.line <= finding.span.end.line
        and (finding.severity or finding.rule.severity) is Severity.ERROR
    )
    if not rules:
        return answer
    named = ", ".join(f"`{rule}`" for rule in rules)
    return replace(answer, proof=replace(answer.proof, reason=f"{BROKEN}: {named}"))


def _fails(answer: ProofAnswer, failing: Failing) -> bool:
    if answer.status is Proven.UNKNOWN:
        return failing.inconclusive
    return answer.status is Proven.REFUTED and answer.severity in failing


def _told(answers: tuple[ProofAnswer, ...], opened: Opened, form: Format) -> str:
    source = opened.workspace.document(opened.file.path).source
    sources = {source.file: source}
    match form:
        case Format.JSON:
            return json_text(prove_report(answers), unicode=terminal().unicode)
        case Format.TEXT:
            return proofs(answers, sources, terminal())
        case _:
            diagnostics = proof_findings(answers)
            failing = tuple(d for d in diagnostics if d.severity in opened.settings.failing)
            findings = Findings((source.file,), diagnostics, sources=sources)
            return told(findings, form, terminal(), version=__version__, failing=failing)


def _write(folder: str, answers: tuple[ProofAnswer, ...], opened: Opened) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnreadableFileError(f"{folder}: cannot be made: {error.strerror}") from error
    number = 0
    for name, text in scripts(opened.program, answers):
        write_file(str(Path(folder, name)), text)
        number += 1
    err(f"wrote {number} files to {folder}")
