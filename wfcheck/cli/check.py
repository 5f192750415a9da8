"""`wfcheck check`: lint, prove, explore and test everything; the one command for CI."""

from dataclasses import dataclass
from typing import assert_never

import typer

from wfcheck import __version__
from wfcheck.cli.inputs import (
    SCENARIO_SUFFIXES,
    WORKFILE_SUFFIXES,
    Input,
    Inputs,
    find_inputs,
)
from wfcheck.cli.linting import Linted, Workspaces, lint_inputs
from wfcheck.cli.opening import Need, has
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
from wfcheck.cli.status import Status, worst
from wfcheck.cli.test import scenarios_of
from wfcheck.errors import UnreadableFileError
from wfcheck.report.checked import Checked, CheckedFile, checked_text
from wfcheck.report.contract.check import check_report
from wfcheck.report.contract.test import Tested
from wfcheck.report.formats import Format, json_text, told
from wfcheck.report.junit import junit, lint_cases
from wfcheck.report.terminal import Terminal
from wfcheck.report.tested import tested_cases
from wfcheck.smt.obligation import Status as Proven
from wfcheck.smt.prove import prove
from wfcheck.workfile.lower import lower


def check(
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
    stdin_filename: StdinFilenameOption = None,
) -> None:
    """Lint, prove, explore and test everything."""
    ways = destinations(form, output)
    overrides = Overrides.of(
        edition=edition, target=target, config=config, fail_on=fail_on, select=select, ignore=ignore
    )
    inputs = find_inputs(
        paths or [],
        overrides,
        suffixes=(*WORKFILE_SUFFIXES, *SCENARIO_SUFFIXES),
        manifests=True,
        stdin_filename=stdin_filename,
    )
    checking = _Checking.of(inputs)
    checked = checking.checked()
    status = checking.status(checked)
    for way in ways:
        _tell(checking, checked, status, way)
    for problem in inputs.problems:
        err(f"wfcheck: {problem}")
    raise typer.Exit(status)


@dataclass(frozen=True, slots=True)
class _Checking:
    """The files of one call, linted; what else is found out about them is added to that."""

    inputs: Inputs
    scenarios: tuple[Input, ...]
    workspaces: Workspaces
    linted: Linted

    @classmethod
    def of(cls, inputs: Inputs) -> "_Checking":
        scenarios = tuple(f for f in inputs.files if f.path.name.endswith(SCENARIO_SUFFIXES))
        inputs.files[:] = [file for file in inputs.files if file not in scenarios]
        workspaces = Workspaces()
        return cls(inputs, scenarios, workspaces, lint_inputs(inputs, workspaces))

    def checked(self) -> Checked:
        files = tuple(
            self._file(file) for file in self.inputs.files if file.shown in self.linted.failing
        )
        return Checked(files, self.linted.findings, tuple(self._tested()))

    def _file(self, file: Input) -> CheckedFile:
        workspace = self.workspaces.of(file)
        if workspace.is_manifest(file.path) or not has(Need.READABLE, workspace, file):
            return CheckedFile(file.shown)
        program = lower(workspace.checked(file.path))
        settings = workspace.settings_of(file.path)
        return CheckedFile(file.shown, prove(program, rlimit=settings.rlimit))

    def _tested(self) -> list[Tested]:
        tested: list[Tested] = []
        for file in self.scenarios:
            try:
                tested += scenarios_of(file, self.workspaces)
            except UnreadableFileError as error:
                self.inputs.problems.append(str(error))
        return tested

    def status(self, checked: Checked) -> Status:
        failed = bool(self.linted.failed) or any(not s.passed for s in checked.scenarios)
        for file in checked.files:
            unsure = any(answer.status is Proven.UNKNOWN for answer in file.obligations)
            failed = failed or (unsure and self.linted.failing[file.path].inconclusive)
        return worst(
            [
                Status.FINDINGS if failed else Status.PASSED,
                Status.TROUBLE if self.inputs.problems else Status.PASSED,
            ]
        )


def _tell(checking: _Checking, checked: Checked, status: Status, way: Destination) -> None:
    show = terminal() if way.file is None else Terminal()
    text = _told(checking, checked, status, way.form, show)
    if way.file is None:
        out(text)
    else:
        write_file(way.file, text)


def _told(
    checking: _Checking, checked: Checked, status: Status, form: Format, show: Terminal
) -> str:
    failing = checking.linted.failed
    match form:
        case Format.TEXT:
            return checked_text(checked, show)
        case Format.JSON:
            return json_text(check_report(checked, status), unicode=show.unicode)
        case Format.JUNIT:
            cases = lint_cases(checked.findings, failing)
            return junit((*cases, *tested_cases(checked.scenarios)), "wfcheck check")
        case Format.CONCISE | Format.SARIF | Format.GITHUB | Format.MARKDOWN:
            return told(checked.findings, form, show, version=__version__, failing=failing)
        case _:
            assert_never(form)
