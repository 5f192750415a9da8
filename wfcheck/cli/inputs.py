"""What a command was asked to look at: paths to files, each with its project and settings."""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path
from typing import Final

from wfcheck.classes import dataclass
from wfcheck.cli.gitignore import Ignored
from wfcheck.cli.options import Overrides
from wfcheck.errors import UsageError
from wfcheck.project import MANIFEST_SUFFIXES, MAX_FILE_BYTES, Project, find_root
from wfcheck.settings import Settings

WORKFILE_SUFFIXES: Final = (".workfile", ".workfile.yaml", ".workfile.yml")  # C-1.1
SCENARIO_SUFFIXES: Final = (".scenario.yaml", ".scenario.yml")
STDIN: Final = "-"
_NEVER_SEARCHED: Final = ("node_modules", "__pycache__")


@dataclass(frozen=True, slots=True)
class Input:
    """One file to check."""

    path: Path  # absolute
    project: Project
    settings: Settings  # of the project; `for_path` gives the file's own

    @property
    def shown(self) -> str:
        """The file as the user named it."""
        return self.project.shown(self.path)


@dataclass(slots=True)
class Inputs:
    """The files found, in order and each once, and one line for everything that was not."""

    files: list[Input] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def find_inputs(
    paths: Sequence[str],
    overrides: Overrides,
    *,
    suffixes: tuple[str, ...] = WORKFILE_SUFFIXES,
    manifests: bool = False,
    stdin_filename: str | None = None,
) -> Inputs:
    """The files that `paths` name; folders are searched for `suffixes`, and for manifests if wanted.

    A path that does not exist is a problem, and the others are still found. Raises UsageError for
    settings that cannot be used.
    """
    finder = _Finder(overrides, suffixes, manifests)
    for path in paths or (".",):
        if path == STDIN:
            finder.add_stdin(stdin_filename)
        else:
            finder.add(path)
    if not finder.found and not finder.problems:
        where = ", ".join(paths or (".",))
        finder.problems.append(f"nothing to check: no {suffixes[0]} file in {where}")
    return finder.result()


class _Finder:
    """Collects files under the names that the user gave them, and the projects that they are in."""

    def __init__(self, overrides: Overrides, suffixes: tuple[str, ...], manifests: bool) -> None:
        self.overrides = overrides
        self.suffixes = suffixes
        self.manifests = manifests
        self.found: dict[Path, Path] = {}  # by absolute path: the project root
        self.names: dict[Path, str] = {}
        self.overlay: dict[Path, bytes] = {}
        self.settings: dict[Path, Settings] = {}
        self.roots: dict[Path, Path] = {}
        self.problems: list[str] = []

    def result(self) -> Inputs:
        projects = {
            root: Project(root, self.overlay, self.names)
            for root in dict.fromkeys(self.found.values())
        }
        files = [
            Input(path, projects[root], self.settings_of(root)) for path, root in self.found.items()
        ]
        return Inputs(files, self.problems)

    def settings_of(self, root: Path) -> Settings:
        if root not in self.settings:
            self.settings[root] = self.overrides.settings(root)
        return self.settings[root]

    def add(self, name: str) -> None:
        path = Path(name)
        try:
            if path.is_dir():
                self.search(path)
            elif path.exists():
                self.take(path)
            else:
                self.problems.append(f"{name}: no such file or folder")
        except (OSError, ValueError) as error:  # a name that is too long, or holds a NUL
            reason = error.strerror if isinstance(error, OSError) else None
            self.problems.append(f"{name[:80]!r}: {reason or error}")

    def add_stdin(self, filename: str | None) -> None:
        path = _absolute(Path(filename or "stdin.workfile"))
        if path in self.overlay:
            raise UsageError("standard input can be read only once")
        # the limit of C-1.3, and one byte more to show that it was passed
        self.overlay[path] = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
        self.take(path)
        self.names[path] = filename or "<stdin>"

    def take(self, path: Path) -> None:
        absolute = _absolute(path)
        if absolute in self.found:
            return
        if absolute.parent not in self.roots:
            self.roots[absolute.parent] = find_root(absolute)
        self.found[absolute] = self.roots[absolute.parent]
        self.names[absolute] = path.as_posix()

    def search(self, top: Path) -> None:
        for path in _files_below(top):
            if path.name.endswith(self.suffixes):
                self.take(path)
            elif self.manifests and path.name.endswith(MANIFEST_SUFFIXES):
                self.take_manifest(path)

    def take_manifest(self, path: Path) -> None:
        folder = _absolute(path).parent
        if folder not in self.roots:
            self.roots[folder] = find_root(folder / path.name)
        root = self.roots[folder]
        if folder.is_relative_to(root / self.settings_of(root).connectors):
            self.take(path)


def _files_below(top: Path) -> Iterator[Path]:
    """The files in a folder, sorted, without what is hidden or what `.gitignore` files name."""
    ignored = Ignored(top)
    for parent, folders, files in os.walk(top):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".")
            and name not in _NEVER_SEARCHED
            and not ignored.names(Path(parent, name), folder=True)
        )
        for name in sorted(files):
            path = Path(parent, name)
            # pipes and devices are read where they are named, not where they happen to lie
            if not ignored.names(path) and (path.is_file() or not path.exists()):
                yield path


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100  (`resolve` would follow links)
