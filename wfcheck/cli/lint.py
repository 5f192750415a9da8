"""`wfcheck lint`: every static rule and the quick proofs."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from wfcheck import __version__
from wfcheck.catalog import BY_NAME
from wfcheck.cli.baseline import (
    BaselineOption,
    WriteBaselineOption,
    without_known,
    write_known,
)
from wfcheck.cli.cache import Cache
from wfcheck.cli.inputs import Input, Inputs, find_inputs
from wfcheck.cli.linted import Linted, judged
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
from wfcheck.diagnostic import Code
from wfcheck.errors import UnreadableFileError
from wfcheck.report.formats import told
from wfcheck.report.terminal import Terminal
from wfcheck.rules.judge import Gathered, Unreadable


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
    baseline: BaselineOption = None,
    write_baseline: WriteBaselineOption = None,
    stdin_filename: StdinFilenameOption = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Look at every file, and keep nothing.")
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", help="The most processes to use; else one a processor.", min=1),
    ] = None,
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
    linted = _linted(inputs, cached=not no_cache, jobs=jobs)
    if write_baseline is not None:
        write_known(linted, inputs, write_baseline)
    linted = without_known(linted, inputs, baseline or write_baseline)
    for way in ways:
        _tell(linted, way, statistics=statistics)
    for note in notes_on_selection(overrides.select):
        err(f"wfcheck: {note}")
    for problem in inputs.problems:
        err(f"wfcheck: {problem}")
    raise typer.Exit(linted.status(inputs.problems))


def _linted(inputs: Inputs, *, cached: bool, jobs: int | None) -> Linted:
    """Lint every file that a cache does not know; one that cannot be opened becomes a problem."""
    caches = _caches(inputs) if cached else {}
    known: dict[Path, Gathered | None] = {}
    for file in inputs.files:
        cache = caches.get(file.project.root)
        with suppress(UnreadableFileError):  # what looks at the file itself tells why
            known[file.path] = None if cache is None else cache.find(file.path)
    unknown = [file for file in inputs.files if known.get(file.path) is None]
    made: Iterator[Gathered | Unreadable] = iter(())
    if unknown:
        from wfcheck.cli.gathering import gather_files

        made = gather_files(unknown, caches, jobs)
    found: list[tuple[Input, Gathered]] = []
    for file in inputs.files:
        result = known.get(file.path) or next(made)
        if isinstance(result, Gathered):
            found.append((file, result))
        else:
            inputs.problems.append(result.problem)
    return judged(found)


def _caches(inputs: Inputs) -> dict[Path, Cache]:
    """The cache of each project that has one."""
    projects = {file.project.root: file for file in inputs.files}
    caches = {root: Cache.of(file) for root, file in projects.items()}
    return {root: cache for root, cache in caches.items() if cache is not None}


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


def notes_on_selection(words: Sequence[str]) -> Iterator[str]:
    """A line for each selected rule that only an exploration finds."""
    for word in words:
        if word in BY_NAME and BY_NAME[word].code is Code.EXPLORATION:
            yield f"`{word}` is found by `wfcheck explore` and `wfcheck check`, not by `lint`"
