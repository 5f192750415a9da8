"""`wfcheck run`: one run, from a scenario, a trace, or a seed."""

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, assert_never

import typer

from wfcheck.cli.opening import Need, Opened, open_program
from wfcheck.cli.options import (
    ConfigOption,
    EditionOption,
    OnePath,
    Overrides,
    StdinFilenameOption,
    TargetOption,
)
from wfcheck.cli.output import err, out, terminal
from wfcheck.cli.scenarios import misnamed_in, read_file, told
from wfcheck.cli.status import Status
from wfcheck.diagnostic import Finding
from wfcheck.errors import UsageError
from wfcheck.exec.draw import Draw
from wfcheck.exec.run import run as run_program
from wfcheck.exec.scenario import Scenario, data_of
from wfcheck.exec.script import Script
from wfcheck.exec.source import Source
from wfcheck.project import Project
from wfcheck.report.contract.run import run_report
from wfcheck.report.contract.trace import read_trace, trace_report
from wfcheck.report.formats import json_text
from wfcheck.report.trace import run_text
from wfcheck.semantics.configuration import Ended, outcome
from wfcheck.semantics.declared import input_map
from wfcheck.semantics.driver import Recorded
from wfcheck.semantics.replay import Diverged, replay
from wfcheck.semantics.trace import Trace
from wfcheck.syntax.literals import MapValue
from wfcheck.syntax.names import nearest
from wfcheck.syntax.yaml import compose, read_source


class RunFormat(StrEnum):
    """How a run is told."""

    TEXT = "text"
    JSON = "json"
    TRACE = "trace"


def run(
    file: OnePath,
    *,
    scenario: Annotated[
        str | None,
        typer.Option("--scenario", help="What happens; FILE::NAME of several.", metavar="FILE"),
    ] = None,
    inputs: Annotated[
        str | None, typer.Option("--inputs", help="The inputs, YAML or JSON.", metavar="FILE")
    ] = None,
    replayed: Annotated[
        str | None, typer.Option("--replay", help="Take a trace again.", metavar="TRACE")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="What a run without answers draws from.")] = 0,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Dispatch no write effects.")] = False,
    form: Annotated[
        RunFormat, typer.Option("--format", "-f", help="How the run is told.")
    ] = RunFormat.TEXT,
    edition: EditionOption = None,
    target: TargetOption = None,
    config: ConfigOption = None,
    stdin_filename: StdinFilenameOption = None,
) -> None:
    """Run a Workfile once on the executor.

    It ends with 0 however the run ends, and with 1 where an input is wrong: inputs that do not fit, an
    answer or event of the scenario that does not, or a trace that goes another way.
    """
    if scenario is not None and replayed is not None:
        raise UsageError("--scenario and --replay are two ways to say what happens: give one")
    overrides = Overrides.of(edition=edition, target=target, config=config)
    opened = open_program(file, overrides, Need.VALID, stdin_filename=stdin_filename)
    if replayed is not None:
        raise typer.Exit(_replay(opened, replayed, form))
    given = None if inputs is None else _inputs(inputs)
    source: Source
    wrong: tuple[str, ...] = ()
    if scenario is not None:
        chosen = _scenario(scenario)
        wrong = misnamed_in(chosen, opened.program, opened.workspace.connectors)
        source = Script(
            opened.program,
            replace(
                chosen,
                inputs=chosen.inputs if given is None else given,
                dry_run=chosen.dry_run or dry_run,
            ),
        )
    else:
        drawn = None if given is None else input_map(opened.program, given)
        source = Draw(opened.program, seed, inputs=drawn, dry_run=dry_run)
    result = run_program(opened.program, source)
    _tell(opened, form, result.trace, result.record, result.end)
    for complaint in (*wrong, *result.complaints):
        err(f"wfcheck: {complaint}")
    failed = bool(wrong or result.complaints) or result.end.code == "input.invalid"
    raise typer.Exit(Status.FINDINGS if failed else Status.PASSED)


def _replay(opened: Opened, name: str, form: RunFormat) -> Status:
    """Take a trace again, and say whether it ends as it did."""
    path = Path(name)
    read = read_trace(Project.of(path).read(path).decode("utf-8", "replace"))
    if isinstance(read, str):
        raise UsageError(f"{name}: {read}")
    replayed = replay(opened.program, read.trace)
    if isinstance(replayed, Diverged):
        err(
            f"wfcheck: {name}: the run differs at moves[{read.place(replayed.move)}]: {replayed.why}"
        )
        return Status.FINDINGS
    end = outcome(replayed.configuration)
    _tell(opened, form, read.trace, replayed.record, end)
    different = read.differs(end)
    if different is not None:
        err(f"wfcheck: {name}: the run differs: {different}")
    return Status.PASSED if different is None else Status.FINDINGS


def _tell(
    opened: Opened, form: RunFormat, trace: Trace, record: tuple[Recorded, ...], end: Ended
) -> None:
    show = terminal()
    match form:
        case RunFormat.TEXT:
            out(run_text(record, end, show))
        case RunFormat.JSON:
            out(json_text(run_report(end, record), unicode=show.unicode))
        case RunFormat.TRACE:
            report = trace_report(opened.file.shown, trace, record, end)
            out(json_text(report, unicode=show.unicode))
        case _:
            assert_never(form)


def _scenario(name: str) -> Scenario:
    """The scenario of a file, or the one named after `::`."""
    file, _, wanted = name.partition("::")
    path = Path(file)
    read = read_file(Project.of(path), path)
    if read.faults:
        raise UsageError(f"{file}: {read.faults[0]}")
    found = [s for s in read.scenarios if not wanted or s.name == wanted]
    if len(found) != 1:
        names = [scenario.name or "?" for scenario in read.scenarios]
        near = nearest(wanted, names) if wanted else None
        hint = f"; did you mean `{near}`?" if near else f": {', '.join(f'`{n}`' for n in names)}"
        raise UsageError(f"{file}: name one of its scenarios as {file}::NAME{hint}")
    if found[0].broken:
        raise UsageError(f"{file}: {told(found[0].broken[0])}")
    return found[0]


def _inputs(name: str) -> MapValue:
    path = Path(name)
    project = Project.of(path)
    faults: list[Finding] = []
    source = read_source(project.shown(path), project.read(path), faults)
    root = None if source is None else compose(source, faults)
    value = None if root is None else data_of(root, faults)
    if faults:
        raise UsageError(f"{name}: {told(faults[0])}")
    if not isinstance(value, MapValue):
        raise UsageError(f"{name}: inputs are a map from names to values")
    return value
