"""Which files `.gitignore` files leave out, as git decides it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class Ignored:
    """The `.gitignore` files above and below a searched folder; a deeper one beats a higher one.

    A folder that is itself ignored was named on purpose: what stands above it does not count then.
    """

    def __init__(self, top: Path) -> None:
        self._specs: dict[Path, GitIgnoreSpec | None] = {}
        top = _absolute(top)
        self._top = _repository(top)
        if any(
            self.names(folder, folder=True)
            for folder in (top, *top.parents)
            if folder != self._top and folder.is_relative_to(self._top)
        ):
            self._top = top

    def names(self, path: Path, *, folder: bool = False) -> bool:
        """Whether a file or folder below the searched one is left out."""
        path = _absolute(path)
        for above in path.parents:
            if not above.is_relative_to(self._top):
                break
            spec = self._spec(above)
            if spec is None:
                continue
            inside = path.relative_to(above).as_posix()
            verdict = spec.check_file(f"{inside}/" if folder else inside).include
            if verdict is not None:
                return verdict
        return False

    def _spec(self, folder: Path) -> GitIgnoreSpec | None:
        if folder not in self._specs:
            self._specs[folder] = _read(folder / ".gitignore")
        return self._specs[folder]


def _read(file: Path) -> GitIgnoreSpec | None:
    try:
        if not file.is_file():
            return None
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    from pathspec import GitIgnoreSpec  # most searches meet no such file

    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:  # a pattern that git itself would pass over
        return None


def _repository(folder: Path) -> Path:
    for candidate in (folder, *folder.parents):
        if (candidate / ".git").exists():
            return candidate
    return folder


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100  (`resolve` would follow links)
