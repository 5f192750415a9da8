"""`wfcheck test`: scenario files with expectations."""

import time
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Final

import typer

from wfcheck.cli.inputs import SCENARIO_SUFFIXES, WORKFILE_SUFFIXES, Input, find_inputs
from wfcheck.cli.linting import Workspaces
from wfcheck.cli.options import ConfigOption, EditionOption, Overrides, Paths, TargetOption
from wfcheck.cli.output import err, out, terminal, write_file
from wfcheck.cli.scenarios import (
    misnamed_in,
    program_of,
    read_file,
    told,
    wrong_start,
)
from wfcheck.cli.status import Status, worst
from wfcheck.errors import UnreadableFileError, UsageError
from wfcheck.exec.expect import differences
from wfcheck.exec.run import run
from wfcheck.exec.scenario import Scenario
from wfcheck.exec.script import Script
from wfcheck.report.contract.test import Tested, tested_report
from wfcheck.report.formats import json_text
from wfcheck.report.junit import junit
from wfcheck.report.tested import tested_cases, tested_text

_SUGGESTED: Final = "scenarios stand in files named `*.scenario.yaml`"


class ScenarioFormat(StrEnum):
    """How the results of scenarios are told."""

    TEXT = "text"
    JSON = "json"
    JUNIT = "junit"


def run_tests(
    paths: Paths = None,
    *,
    form: Annotated[
        ScenarioFormat, typer.Option("--format", "-f", help="How results are told.")
    ] = ScenarioFormat.TEXT,
    junit_file: Annotated[
        str | None, typer.Option("--junit", help="Also write JUnit XML to FILE.", metavar="FILE")
    ] = None,
    edition: EditionOption = None,
    target: TargetOption = None,
    config: ConfigOption = None,
) -> None:
    """Run scenario files (`*.scenario.yaml`) and compare what they expect."""
    overrides = Overrides.of(edition=edition, target=target, config=config)
    inputs = find_inputs(paths or [], overrides, suffixes=SCENARIO_SUFFIXES)
    for file in inputs.files:
        if file.path.name.endswith(WORKFILE_SUFFIXES):
            raise UsageError(f"{file.shown}: not a scenario file but a Workfile; {_SUGGESTED}")
    workspaces = Workspaces()
    tested: list[Tested] = []
    for file in inputs.files:
        try:
            tested += scenarios_of(file, workspaces)
        except UnreadableFileError as error:
            inputs.problems.append(str(error))
    show = terminal()
    match form:
        case ScenarioFormat.JSON:
            out(json_text(tested_report(tested), unicode=show.unicode))
        case ScenarioFormat.JUNIT:
            out(junit(tested_cases(tested), "wfcheck test"))
        case _:
            if tested or not inputs.problems:
                out(tested_text(tested, show))
    if junit_file is not None:
        write_file(junit_file, junit(tested_cases(tested), "wfcheck test"))
    for problem in inputs.problems:
        err(f"wfcheck: {problem}")
    failed = Status.PASSED if all(scenario.passed for scenario in tested) else Status.FINDINGS
    raise typer.Exit(worst([failed, Status.TROUBLE if inputs.problems else Status.PASSED]))


def scenarios_of(file: Input, workspaces: Workspaces) -> Iterator[Tested]:
    """The scenarios of a file, run one after the other; raises UnreadableFileError."""
    read = read_file(file.project, file.path)
    if read.faults:
        yield Tested(file.shown, None, read.faults, 0.0)
    for scenario in read.scenarios:
        started = time.perf_counter()
        failures = failures_of(scenario, file, workspaces)
        yield Tested(file.shown, scenario.name, failures, time.perf_counter() - started)


def failures_of(scenario: Scenario, file: Input, workspaces: Workspaces) -> tuple[str, ...]:
    """Why a scenario fails; empty where it passes."""
    if scenario.broken:
        return tuple(told(finding) for finding in scenario.broken)
    try:
        program = program_of(scenario, file, workspaces)
    except UnreadableFileError as error:
        return (scenario.told("workfile", str(error)),)
    if isinstance(program, tuple):
        return program
    if wrong := misnamed_in(scenario, program, workspaces.of(file).connectors):
        return wrong
    result = run(program, Script(program, scenario))
    if wrong := wrong_start(scenario, result.end):
        return wrong
    return (*result.complaints, *differences(scenario.expect, result, scenario.places))
