"""`wfcheck lint`: every static rule and the quick proofs."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from wfcheck import __version__
from wfcheck.cli.inputs import Inputs, find_inputs
from wfcheck.cli.linting import Linted, Workspaces, lint_inputs
from wfcheck.cli.options import (
    ConfigOption,
    Destination,
    EditionOption,
    FailOnOption,
    FormatOption,
    IgnoreOption,
    OutputOption,
    Overrides,
    Paths,
    SelectOption,
    StdinFilenameOption,
    TargetOption,
    destinations,
)
from wfcheck.cli.output import err, out, terminal, write_file
from wfcheck.errors import SettingsError
from wfcheck.report.contract.baseline import baseline_json, read_baseline
from wfcheck.report.formats import json_text, told
from wfcheck.report.terminal import Terminal


def lint(
    paths: Paths = None,
    *,
    form: FormatOption = None,
    output: OutputOption = None,
    select: SelectOption = None,
    ignore: IgnoreOption = None,
    fail_on: FailOnOption = None,
    edition: EditionOption = None,
    target: TargetOption = None,
    config: ConfigOption = None,
    no_smt: Annotated[bool, typer.Option("--no-smt", help="Leave the solver out.")] = False,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Count the findings of each rule.")
    ] = False,
    baseline: Annotated[
        str | None,
        typer.Option("--baseline", help="Leave out the findings in FILE.", metavar="FILE"),
    ] = None,
    write_baseline: Annotated[
        str | None,
        typer.Option("--write-baseline", help="Write all findings to FILE.", metavar="FILE"),
    ] = None,
    stdin_filename: StdinFilenameOption = None,
) -> None:
    """Check Workfiles and manifests by every static rule and the quick proofs."""
    ways = destinations(form, output)
    overrides = Overrides.of(
        edition=edition, target=target, config=config, fail_on=fail_on, select=select, ignore=ignore
    )
    inputs = find_inputs(paths or [], overrides, manifests=True, stdin_filename=stdin_filename)
    if no_smt:
        for number, file in enumerate(inputs.files):
            inputs.files[number] = replace(file, settings=replace(file.settings, smt=False))
    linted = lint_inputs(inputs, Workspaces())
    if write_baseline is not None:
        written = linted.findings.baseline(_names(inputs, Path(write_baseline)))
        write_file(write_baseline, json_text(baseline_json(written)))
    linted = _without_known(linted, inputs, baseline or write_baseline)
    for way in ways:
        _tell(linted, way, statistics=statistics)
    for problem in inputs.problems:
        err(f"wfcheck: {problem}")
    raise typer.Exit(linted.status(inputs.problems))


def _tell(linted: Linted, way: Destination, *, statistics: bool) -> None:
    text = told(
        linted.findings,
        way.form,
        terminal() if way.file is None else Terminal(),
        version=__version__,
        failing=linted.failed,
        statistics=statistics,
    )
    if way.file is None:
        out(text)
    else:
        write_file(way.file, text)


def _without_known(linted: Linted, inputs: Inputs, named: str | None) -> Linted:
    """What is left of the findings without a baseline: the one named, else each project's own."""
    if named is not None:
        files = {Path(named)}
    else:
        files = {
            file.project.root / file.settings.baseline
            for file in inputs.files
            if file.settings.baseline is not None
        }
    findings = linted.findings
    for file in sorted(files):
        try:
            content = file.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise SettingsError(f"{file}: the baseline cannot be read: {error}") from error
        findings = findings.without(read_baseline(content, str(file)), _names(inputs, file))
    return replace(linted, findings=findings)


def _names(inputs: Inputs, baseline: Path) -> dict[str, str]:
    """Files as a baseline names them, from its own folder on, so that it can be moved about with them."""
    folder = os.path.abspath(baseline.parent)  # noqa: PTH100  (`resolve` would follow links)
    return {
        file.shown: Path(os.path.relpath(file.path, folder)).as_posix() for file in inputs.files
    }
