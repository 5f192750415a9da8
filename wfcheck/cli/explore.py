"""`wfcheck explore`: the state space of a file, its properties, and counterexamples."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

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
from wfcheck.cli.status import Status, worst
from wfcheck.errors import UnreadableFileError, UsageError
from wfcheck.explore.answer import Exploration
from wfcheck.explore.explore import OFF, ON, Options
from wfcheck.explore.explore import explore as explore_program
from wfcheck.explore.search import Strategy
from wfcheck.report.contract.explore import explore_report
from wfcheck.report.contract.trace import trace_report
from wfcheck.report.exploration import (
    exploration_findings,
    exploration_text,
    suspected_findings,
    unreplayed,
)
from wfcheck.report.findings import Findings
from wfcheck.report.formats import Format, json_text, told
from wfcheck.semantics.types import Field
from wfcheck.semantics.verdict import Holds, Undecided, Violated
from wfcheck.settings import Bounds, Failing, Settings
from wfcheck.syntax.expr import Expr, SymbolId
from wfcheck.syntax.literals import Value
from wfcheck.syntax.names import nearest

_OFF_NAMES: Final = ", ".join(rule.name for rule, _ in OFF)


def explore(
    file: OnePath,
    *,
    form: FormatOption = None,
    named: Annotated[
        list[str] | None,
        typer.Option(
            "--property", help=f"Also ask a property that is off: {_OFF_NAMES}.", metavar="NAME"
        ),
    ] = None,
    max_states: Annotated[
        int | None, typer.Option(help="Configurations at most (1000000).", min=1, metavar="N")
    ] = None,
    max_entries: Annotated[
        int | None,
        typer.Option(help="Entries of a state on a path while data grows (8).", min=1, metavar="N"),
    ] = None,
    max_list: Annotated[
        int | None, typer.Option(help="Lengths of lists at most (2).", min=0, metavar="N")
    ] = None,
    timeout: Annotated[
        float | None, typer.Option(help="Seconds at most (no limit).", min=0.001, metavar="SECONDS")
    ] = None,
    strategy: Annotated[Strategy, typer.Option(help="Which way to search.")] = Strategy.BFS,
    seed: Annotated[int, typer.Option(help="The seed of a random search.")] = 0,
    cancellations: Annotated[
        bool, typer.Option("--cancellations", help="Explore cancellations from outside.")
    ] = False,
    max_counterexamples: Annotated[
        int, typer.Option(help="Traces at most for a violated property.", min=1)
    ] = 1,
    trace: Annotated[
        str | None, typer.Option("--trace", help="Write each trace as a file.", metavar="DIR")
    ] = None,
    fail_on: FailOnOption = None,
    edition: EditionOption = None,
    target: TargetOption = None,
    config: ConfigOption = None,
    stdin_filename: StdinFilenameOption = None,
) -> None:
    """Search every run of a file: what can go wrong, and how."""
    (way,) = destinations(form, None)
    asked = _named(named or [])
    overrides = Overrides.of(edition=edition, target=target, config=config, fail_on=fail_on)
    opened = open_program(file, overrides, Need.STRUCTURE, stdin_filename=stdin_filename)
    settings = opened.settings
    options = replace(
        options_of(settings),
        bounds=_bounds(settings.bounds, max_states, max_entries, max_list, timeout),
        strategy=strategy,
        seed=seed,
        named=frozenset((*settings.properties, *asked)),
        cancellations=cancellations,
        max_counterexamples=max_counterexamples,
    )
    exploration = explore_program(opened.program, options)
    out(_told(exploration, opened, way.form))
    if exploration.unreplayed:
        err(f"wfcheck: {file}: internal error: {unreplayed(exploration)}")
    if trace is not None:
        _write(trace, exploration)
    failed = fails(exploration, settings.failing)
    raise typer.Exit(
        worst(
            [
                Status.FINDINGS if failed else Status.PASSED,
                Status.TROUBLE if exploration.unreplayed else Status.PASSED,
            ]
        )
    )


def options_of(settings: Settings) -> Options:
    """How a project's settings explore a file."""
    return Options(
        bounds=settings.bounds,
        named=frozenset(settings.properties),
        severities=settings.property_severity,
        solver=_solve,
        witness=_witness,
    )


def fails(exploration: Exploration, failing: Failing) -> bool:
    """Whether an exploration fails its command."""
    for answer in exploration.properties:
        match answer.verdict:
            case Violated():
                if answer.severity in failing:
                    return True
            case Undecided():
                if failing.inconclusive:
                    return True
            case Holds(cut=cut):
                if cut and failing.inconclusive:
                    return True
    return False


def _solve(conditions: tuple[Expr, ...], symbols: Mapping[SymbolId, Field]) -> bool | None:
    """The solver, brought in by the first question that the quick test leaves open."""
    from wfcheck.smt.questions import possible

    return possible(conditions, symbols)


def _witness(
    conditions: tuple[Expr, ...], symbols: Mapping[SymbolId, Field]
) -> Mapping[SymbolId, Value] | None:
    from wfcheck.smt.questions import values

    return values(conditions, symbols)


def _named(names: list[str]) -> list[str]:
    known = [rule.name for rule, _ in (*ON, *OFF)]
    for name in names:
        if name not in known:
            near = nearest(name, known)
            hint = f"; did you mean `{near}`?" if near else ""
            raise UsageError(f"`{name}` is no built-in property{hint}")
    return names


def _bounds(
    bounds: Bounds,
    max_states: int | None,
    max_entries: int | None,
    max_list: int | None,
    timeout: float | None,
) -> Bounds:
    return Bounds(
        max_entries=bounds.max_entries if max_entries is None else max_entries,
        max_states=bounds.max_states if max_states is None else max_states,
        max_list=bounds.max_list if max_list is None else max_list,
        timeout=bounds.timeout if timeout is None else timeout,
    )


def _told(exploration: Exploration, opened: Opened, form: Format) -> str:
    source = opened.workspace.document(opened.file.path).source
    match form:
        case Format.JSON:
            return json_text(explore_report(exploration), unicode=terminal().unicode)
        case Format.TEXT:
            return exploration_text(exploration, terminal())
        case _:
            diagnostics = exploration_findings(exploration) + suspected_findings(exploration)
            failing = tuple(d for d in diagnostics if d.severity in opened.settings.failing)
            findings = Findings((source.file,), diagnostics, sources={source.file: source})
            return told(findings, form, terminal(), version=__version__, failing=failing)


def _write(folder: str, exploration: Exploration) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnreadableFileError(f"{folder}: cannot be made: {error.strerror}") from error
    for answer in exploration.properties:
        for number, shown in enumerate(answer.traces):
            name = f"{answer.name}-{number + 1}.trace.json"
            report = trace_report(exploration.path, shown.trace, shown.record, shown.end)
            write_file(str(Path(folder, name)), json_text(report, unicode=True))
