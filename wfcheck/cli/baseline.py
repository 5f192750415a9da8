"""Baselines: the findings that a project lives with, written once and left out from then on."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from wfcheck.cli.inputs import Inputs
from wfcheck.cli.linted import Linted
from wfcheck.cli.output import write_file
from wfcheck.errors import SettingsError
from wfcheck.report.contract.baseline import baseline_json, read_baseline
from wfcheck.report.formats import json_text

BaselineOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--baseline", help="Leave out the findings in FILE.", metavar="FILE"),
]
WriteBaselineOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--write-baseline", help="Write all findings to FILE.", metavar="FILE"),
]


def write_known(linted: Linted, inputs: Inputs, name: str) -> None:
    """Write a baseline of all findings; raises UnreadableFileError."""
    written = linted.findings.baseline(_names(inputs, Path(name)))
    write_file(name, json_text(baseline_json(written)))


def without_known(linted: Linted, inputs: Inputs, named: str | None) -> Linted:
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
