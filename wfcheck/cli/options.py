"""The options that several commands share, and what they do to a project's settings."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from wfcheck.classes import dataclass
from wfcheck.errors import SettingsError, UsageError
from wfcheck.report.formats import Format
from wfcheck.settings import (
    Edition,
    Selection,
    Settings,
    failing,
    load_settings,
    read_settings,
    read_target,
    selectors,
)
from wfcheck.syntax.names import nearest

Paths: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(help="Files, folders, or - for standard input.", metavar="[PATHS]..."),
]
OnePath: TypeAlias = Annotated[str, typer.Argument(help="A Workfile.", metavar="FILE")]
EditionOption: TypeAlias = Annotated[
    Edition | None, typer.Option("--edition", help="The profile that files follow.")
]
TargetOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--target", help="A TOML file with `capabilities`, `call-depth`.", metavar="FILE"),
]
ConfigOption: TypeAlias = Annotated[
    str | None, typer.Option("--config", help="Settings instead of the project's.", metavar="FILE")
]
FailOnOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--fail-on",
        help="error, warning, info, never; inconclusive and unsupported add to a level.",
        metavar="LEVEL",
    ),
]
SelectOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--select", help="Only these rules or codes; commas or repeated.", metavar="RULE"),
]
IgnoreOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--ignore", help="Not these rules or codes; commas or repeated.", metavar="RULE"),
]
StdinFilenameOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--stdin-filename", help="The name of standard input.", metavar="FILE"),
]
FormatOption: TypeAlias = Annotated[
    Format | None,
    typer.Option("--format", "-f", help="How results are told.", show_default="text"),
]
OutputOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--output", help="Also write results to FILE; may be repeated.", metavar="FORMAT=FILE"
    ),
]


@dataclass(frozen=True, slots=True)
class Destination:
    """One telling of the results: how, and to which file (None: standard output)."""

    form: Format
    file: str | None = None


def destinations(form: Format | None, output: list[str] | None) -> tuple[Destination, ...]:
    """Where results go: `--format` to standard output, then every `--output FORMAT=FILE`."""
    if form is None:
        # GitHub shows annotations beside the changed lines
        form = Format.GITHUB if os.environ.get("GITHUB_ACTIONS") == "true" else Format.TEXT
    found = [Destination(form)]
    for word in output or ():
        name, equals, file = word.partition("=")
        if not equals or not file or name not in set(Format):
            near = nearest(name, Format)
            hint = f"; did you mean `{near}`?" if near else f"; formats are {', '.join(Format)}"
            raise UsageError(f"--output takes FORMAT=FILE, not `{word}`{hint}")
        found.append(Destination(Format(name), file))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the command line sets over a project's configuration; raises UsageError where unusable."""

    edition: Edition | None = None
    target: str | None = None
    config: str | None = None
    fail_on: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        *,
        edition: Edition | None = None,
        target: str | None = None,
        config: str | None = None,
        fail_on: list[str] | None = None,
        select: list[str] | None = None,
        ignore: list[str] | None = None,
    ) -> "Overrides":
        """The options as typer hands them over, checked whether or not there is a file to check."""
        said = cls(edition, target, config, _split(fail_on), _split(select), _split(ignore))
        failing(said.fail_on)
        selectors((*said.select, *said.ignore))
        return said

    def settings(self, root: Path) -> Settings:
        """The settings of the project at `root`, overridden."""
        settings = load_settings(root) if self.config is None else _config(Path(self.config))
        _has_connectors(root, settings, self.config)
        if self.edition is not None:
            # the command line beats what a path sets
            per_path = tuple(replace(entry, edition=None) for entry in settings.per_path)
            settings = replace(settings, edition=self.edition, per_path=per_path)
        if self.target is not None:
            settings = replace(settings, target=read_target(Path(self.target)))
        if self.fail_on:
            settings = replace(settings, failing=failing(self.fail_on))
        said = Selection(selectors(self.select) or None, selectors(self.ignore))
        return replace(settings, selection=settings.selection.then(said))


def _has_connectors(root: Path, settings: Settings, config: str | None) -> None:
    """Raise SettingsError where a folder of manifests is named that is not there."""
    named = settings.connectors
    if named == Settings().connectors or (root / named).is_dir():
        return
    file = config or next(
        (name for name in ("wfcheck.toml", "pyproject.toml") if (root / name).is_file()), str(root)
    )
    around = (root / named).parent
    folders = (
        sorted(path.name for path in around.iterdir() if path.is_dir()) if around.is_dir() else ()
    )
    near = nearest(Path(named).name, folders)
    hint = f"; did you mean `{(Path(named).parent / near).as_posix()}`?" if near else ""
    raise SettingsError(f"{file}: `connectors` is `{named}`, and there is no such folder{hint}")


def _config(file: Path) -> Settings:
    if not file.is_file():
        raise SettingsError(f"{file}: there is no such configuration file")
    return read_settings(file)


def _split(words: list[str] | None) -> tuple[str, ...]:
    return tuple(part.strip() for word in words or () for part in word.split(",") if part.strip())
