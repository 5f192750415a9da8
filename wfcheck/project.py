"""The project root, path resolution, and the only reader of files (C-1.5)."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from pathlib import Path
from typing import Final

from wfcheck.classes import dataclass
from wfcheck.errors import UnreadableFileError

MAX_FILE_BYTES: Final = 8 * 1024 * 1024  # C-1.3
MANIFEST_SUFFIXES: Final = (".yaml", ".yml")  # C-1.6


class NoCallee(Enum):
    """Why a path of `wf.call` leads to no file (C-1.5)."""

    SHAPE = "shape"  # absolute, or with an empty, `.` or `..` segment
    ABSENT = "absent"
    OUTSIDE = "outside"  # a symbolic link leads out of the project


@dataclass(frozen=True, slots=True)
class Project:
    """A folder of Workfiles and manifests.

    `overlay` holds texts that replace files (stdin), `names` how the user named files; both go by
    absolute path.
    """

    root: Path  # absolute
    overlay: Mapping[Path, bytes] = field(default_factory=dict)
    names: Mapping[Path, str] = field(default_factory=dict)

    @classmethod
    def of(cls, file: Path) -> "Project":
        """The project that a file belongs to; the file need not exist."""
        return cls(find_root(file))

    def shown(self, path: Path) -> str:
        """A file as reports name it: as the user did, else from the working directory on."""
        return self.names.get(self.absolute(path)) or shown(path)

    def read(self, path: Path) -> bytes:
        """A file's bytes: never more than one beyond the limit of C-1.3, so that too much is seen.

        Raises UnreadableFileError.
        """
        path = self.absolute(path)
        if (text := self.overlay.get(path)) is not None:
            return text
        try:
            with open(path, "rb", opener=_opened) as file:
                return file.read(MAX_FILE_BYTES + 1)
        except (OSError, ValueError) as error:
            raise UnreadableFileError(f"{self.shown(path)}: {_reason(error)}") from error

    def absolute(self, path: Path) -> Path:
        """A path from the working directory on, links unresolved."""
        return Path(os.path.abspath(path))  # noqa: PTH100  (`resolve` would follow links)

    def callee(self, path: str) -> Path | NoCallee:
        """The file that a `wf.call` path names, or why there is none (C-1.5)."""
        if not is_call_path(path):
            return NoCallee.SHAPE
        file = self.root / path
        if file in self.overlay:
            return file
        try:
            if not file.is_file():
                return NoCallee.ABSENT
            inside = file.resolve().is_relative_to(self.root.resolve())
        except (OSError, ValueError, RuntimeError):
            return NoCallee.ABSENT
        return file if inside else NoCallee.OUTSIDE

    def manifests(self, folder: str) -> tuple[Path, ...]:
        """The connector manifests under a folder of the project, at any depth, sorted (C-1.6)."""
        top = self.root / folder
        found: list[Path] = []
        for parent, folders, files in os.walk(top):
            folders.sort()
            found += [Path(parent, name) for name in files if name.endswith(MANIFEST_SUFFIXES)]
        found += [
            path
            for path in self.overlay
            if path.is_relative_to(top) and path.name.endswith(MANIFEST_SUFFIXES)
        ]
        return tuple(sorted({path for path in found if path in self.overlay or path.is_file()}))

    def relative(self, path: Path) -> str:
        """A file's path from the project root on, with `/`; the whole path where it is outside."""
        path = self.absolute(path)
        return (
            path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else str(path)
        )


def is_call_path(path: str) -> bool:
    """Whether a path has the shape that `wf.call` takes (C-1.5)."""
    return (
        path != ""
        and "\\" not in path
        and "\0" not in path
        and all(part not in ("", ".", "..") for part in path.split("/"))
    )


def find_root(file: Path) -> Path:
    """The root of the project that a file belongs to (C-1.5); absolute."""
    folder = Path(os.path.abspath(file)).parent  # noqa: PTH100  (`resolve` would follow links)
    above = (folder, *folder.parents)
    for candidate in above:
        if _configured(candidate):
            return candidate
    return next((candidate for candidate in above if _is_folder(candidate / "connectors")), folder)


def shown(path: Path) -> str:
    """A path as reports show it: from the working directory on where it lies below, else whole."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100
    here = Path.cwd()
    return (absolute.relative_to(here) if absolute.is_relative_to(here) else absolute).as_posix()


def _opened(path: str, flags: int) -> int:
    """Open a file without waiting for another program to write: a pipe nobody writes to is empty."""
    file = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if hasattr(os, "set_blocking"):
        os.set_blocking(file, True)
    return file


def _configured(folder: Path) -> bool:
    try:
        if (folder / "wfcheck.toml").is_file():
            return True
        if not (folder / "pyproject.toml").is_file():
            return False
        content = (folder / "pyproject.toml").read_bytes()
    except (OSError, ValueError):
        return False
    if b"wfcheck" not in content:
        return False
    try:
        tool = tomllib.loads(content.decode()).get("tool")
    except (ValueError, RecursionError):
        return b"[tool.wfcheck" in content
    return isinstance(tool, dict) and "wfcheck" in tool


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[:1].lower() + error.strerror[1:]
    return str(error)
