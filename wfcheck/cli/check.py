"""`wfcheck check`: lint, prove, explore and test everything; the one command for CI."""

from dataclasses import replace
from typing import Final, assert_never

import typer

from wfcheck import __version__
from wfcheck.catalog import DEAD, RULES
from wfcheck.cli.baseline import (
    BaselineOption,
    WriteBaselineOption,
    without_known,
    write_known,
)
from wfcheck.cli.explore import options_of
from wfcheck.cli.inputs import (
    SCENARIO_SUFFIXES,
    WORKFILE_SUFFIXES,
    Input,
    Inputs,
    find_inputs,
)
from wfcheck.cli.linting import Workspaces, lint_inputs
from wfcheck.cli.once import told_once
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
from wfcheck.diagnostic import Code, Finding
from wfcheck.errors import UnreadableFileError
from wfcheck.explore.explore import explore
from wfcheck.report.checked import Checked, CheckedFile, checked_text
from wfcheck.report.contract.check import check_report
from wfcheck.report.contract.test import Tested
from wfcheck.report.exploration import exploration_findings, suspected_findings, unreplayed
from wfcheck.report.findings import Findings
from wfcheck.report.formats import Format, json_text, told
from wfcheck.report.junit import junit, lint_cases
from wfcheck.report.terminal import Terminal
from wfcheck.report.tested import tested_cases
from wfcheck.rules.judge import LINTED
from wfcheck.semantics.program import Program
from wfcheck.semantics.verdict import Undecided
from wfcheck.smt.obligation import Status as Proven
from wfcheck.smt.prove import prove
from wfcheck.workfile.lower import lower
from wfcheck.workfile.workspace import Workspace


def check(
    paths: Paths = None,
    *,
    form: FormatOption = None,
    output: OutputOption = None,
    select: SelectOption = None,
    ignore: IgnoreOption = None,
    baseline: BaselineOption = None,
    write_baseline: WriteBaselineOption = None,
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
    checking = _Checking(inputs)
    if write_baseline is not None:
        write_known(checking.linted, inputs, write_baseline)
    checking.linted = without_known(checking.linted, inputs, baseline or write_baseline)
    checked = checking.checked()
    status = checking.status(checked)
    for way in ways:
        _tell(checking, checked, status, way)
    for problem in inputs.problems:
        err(f"wfcheck: {problem}")
    raise typer.Exit(status)


class _Checking:
    """The files of one call, and what is found out about them."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.scenarios = [f for f in inputs.files if f.path.name.endswith(SCENARIO_SUFFIXES)]
        inputs.files[:] = [file for file in inputs.files if file not in self.scenarios]
        self.workspaces = Workspaces()
        self.files: dict[str, CheckedFile] = {}
        self.programs: dict[str, Program] = {}
        linted = lint_inputs(
            inputs, self.workspaces, more=self._engines, looked_for=(*LINTED, *_EXPLORED)
        )
        self.linted = replace(linted, findings=self._once(linted.findings))

    def _once(self, findings: Findings) -> Findings:
        told = findings.diagnostics
        for name, program in self.programs.items():
            exploration = self.files[name].exploration
            if exploration is not None:
                told = told_once(told, program, exploration)
        return replace(findings, diagnostics=told)

    def checked(self) -> Checked:
        files = tuple(self.files[name] for name in self.linted.findings.files)
        linted = self.linted.findings
        suspected = [
            diagnostic
            for file in files
            if file.exploration is not None
            for diagnostic in suspected_findings(file.exploration)
        ]
        findings = replace(linted, diagnostics=(*linted.diagnostics, *suspected))
        return Checked(files, findings, tuple(self._tested()))

    def _engines(self, file: Input, workspace: Workspace) -> tuple[Finding, ...]:
        """Prove and explore a file as far as its text allows; the violated properties."""
        name = file.shown
        self.files[name] = CheckedFile(name)
        if workspace.is_manifest(file.path) or not has(Need.READABLE, workspace, file):
            return ()
        program = lower(workspace.checked(file.path))
        settings = workspace.settings_of(file.path)
        obligations = prove(program, rlimit=settings.rlimit)
        exploration = None
        if has(Need.STRUCTURE, workspace, file):
            exploration = explore(program, options_of(settings))
        self.files[name] = CheckedFile(name, obligations, exploration)
        if exploration is None:
            return ()
        self.programs[name] = program
        if exploration.unreplayed:
            self.inputs.problems.append(f"{name}: internal error: {unreplayed(exploration)}")
        hint = f"`wfcheck explore {name}` shows the run"
        violated = (diagnostic.finding for diagnostic in exploration_findings(exploration))
        # what no run reaches, no run shows
        return tuple(
            finding if finding.help or finding.rule is DEAD else replace(finding, help=hint)
            for finding in violated
        )

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
            failed = failed or (
                _is_inconclusive(file) and self.linted.failing[file.path].inconclusive
            )
        return worst(
            [
                Status.FINDINGS if failed else Status.PASSED,
                Status.TROUBLE if self.inputs.problems else Status.PASSED,
            ]
        )


_EXPLORED: Final = tuple(rule.name for rule in RULES if rule.code is Code.EXPLORATION)


def _is_inconclusive(file: CheckedFile) -> bool:
    if any(answer.status is Proven.UNKNOWN for answer in file.obligations):
        return True
    exploration = file.exploration
    return exploration is not None and (
        not exploration.complete
        or any(isinstance(answer.verdict, Undecided) for answer in exploration.properties)
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
