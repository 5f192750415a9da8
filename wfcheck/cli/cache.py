"""The cache of `wfcheck lint`: what was found in a file, as long as nothing changes that it rests on.

An entry rests on the file's text, the project's manifests and settings, wfcheck itself, and every file
that calls lead to, or the reason why there is none. It is read by whoever runs next, so it is JSON that
is checked piece by piece, never code; one that cannot be used is no entry. Entries replace each other as
whole files, so that processes at work at once see the one or the other.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from wfcheck import __version__
from wfcheck.cli.inputs import Input
from wfcheck.cli.stored import Json, Stale, read, write
from wfcheck.errors import UnreadableFileError
from wfcheck.project import NoCallee, Project
from wfcheck.rules.judge import Gathered
from wfcheck.settings import Failing, Selection, Settings
from wfcheck.span import Source
from wfcheck.syntax.source import read_source

FOLDER_VARIABLE: Final = "WFCHECK_CACHE_DIR"
_MOST_BYTES: Final = 16 * 1024 * 1024
_PACKAGE: Final = Path(__file__).parent.parent
_TAG: Final = "Signature: 8a477f597d28d172789f06886806bc55\n# A cache of wfcheck.\n"


class Cache:
    """The entries of one project."""

    def __init__(self, folder: Path, project: Project, settings: Settings) -> None:
        self._folder = folder
        self._project = project
        self._settings = settings
        self._texts: dict[str, Source] = {}
        self._callees: dict[str, str] = {}
        self._ground = _digest(wfcheck_itself(), *self._manifests())

    @classmethod
    def of(cls, file: Input) -> "Cache | None":
        """The cache of a file's project, None where there is none or it cannot be used."""
        elsewhere = os.environ.get(FOLDER_VARIABLE)
        if file.settings.cache is None or file.project.overlay:
            return None
        folder = Path(elsewhere) if elsewhere else file.project.root / file.settings.cache
        try:
            # A link in a project could lead to anywhere.
            if not elsewhere and folder.is_symlink():
                return None
            return cls(folder, file.project, file.settings)
        except (UnreadableFileError, OSError, ValueError):
            return None

    def find(self, path: Path) -> Gathered | None:
        """What was found in a file, None where that is not known any more; may raise UnreadableFileError."""
        name = self._project.relative(path)
        key = self._key(path)
        try:
            entry = self._load(path)
            if entry.get("key") != key or not self._stands(entry.get("calls")):
                return None
            return read(entry.get("found"), self._text(name), self._text)
        except (Stale, OSError, ValueError, RecursionError):
            return None

    def keep(self, path: Path, gathered: Gathered, callees: Mapping[str, Path | NoCallee]) -> None:
        """Keep what was found in a file; `callees` are all that calls lead to, directly or not."""
        name = self._project.relative(path)
        shown = {self._project.shown(path): name}
        for other in (*self._project.manifests(self._settings.connectors), *callees.values()):
            if isinstance(other, Path):
                shown[self._project.shown(other)] = self._project.relative(other)
        try:
            found = write(gathered, shown.__getitem__)
            if read(found, gathered.source, self._text) != gathered:
                return
            calls: Json = {text: self._callee(text) for text in callees}
            self._save(path, {"key": self._key(path), "calls": calls, "found": found})
        except (Stale, KeyError, UnreadableFileError, OSError, ValueError):
            return  # a cache that cannot be written is no fault

    # -- what an entry rests on

    def _key(self, path: Path) -> str:
        # The name is told in messages; from another folder it is another one.
        name = self._project.shown(path).encode("utf-8", "surrogatepass")
        return _digest(self._ground, name, self._own(path), self._project.read(path))

    def _own(self, path: Path) -> bytes:
        """The settings of a file, without those that only choose from what was found."""
        settings = self._settings.for_path(self._project.relative(path))
        chosen = replace(
            settings,
            selection=Selection(),
            failing=Failing(),
            per_path=(),
            baseline=None,
            cache=None,
        )
        return repr(chosen).encode()

    def _manifests(self) -> list[bytes | str]:
        parts: list[bytes | str] = []
        for path in self._project.manifests(self._settings.connectors):
            parts += [self._project.shown(path), self._project.read(path)]
        return parts

    def _stands(self, calls: Json) -> bool:
        return isinstance(calls, dict) and all(
            self._callee(text) == before for text, before in calls.items()
        )

    def _callee(self, text: str) -> str:
        """What a call leads to: the digest of a file with its settings, or why there is none."""
        if text not in self._callees:
            found = self._project.callee(text)
            if not isinstance(found, NoCallee):
                try:
                    said = _digest(self._own(found), self._project.read(found))
                except UnreadableFileError:
                    found = NoCallee.ABSENT
            self._callees[text] = found.value if isinstance(found, NoCallee) else said
        return self._callees[text]

    def _text(self, name: str) -> Source:
        """The text of a file of the project; raises Stale where it has none."""
        if name not in self._texts:
            path = self._project.root / name
            inside = path.resolve().is_relative_to(self._project.root.resolve())
            source = None
            if inside:
                source = read_source(self._project.shown(path), self._project.read(path), [])
            if source is None:
                raise Stale
            self._texts[name] = source
        return self._texts[name]

    # -- files

    def _file(self, path: Path) -> Path:
        name = _digest(str(self._project.root), self._project.relative(path))
        return self._folder / name[:2] / f"{name[2:34]}.json"

    def _load(self, path: Path) -> dict[str, Json]:
        with self._file(path).open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
        entry = json.loads(content) if len(content) <= _MOST_BYTES else None
        if not isinstance(entry, dict):
            raise Stale
        return entry

    def _save(self, path: Path, entry: Json) -> None:
        target = self._file(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.parent.is_symlink():
            raise Stale
        if not (self._folder / ".gitignore").exists():
            (self._folder / ".gitignore").write_text("*\n", encoding="utf-8")
            (self._folder / "CACHEDIR.TAG").write_text(_TAG, encoding="utf-8")
        part = target.with_suffix(f".{os.getpid()}")
        try:
            with part.open("x", encoding="ascii") as file:
                json.dump(entry, file, separators=(",", ":"))
            part.replace(target)
        except OSError:
            part.unlink(missing_ok=True)
            raise


def wfcheck_itself() -> str:
    """What entries of another wfcheck differ in: its version, its files, and the solver's."""
    stamps = [__version__]
    for parent, folders, files in os.walk(_PACKAGE):
        folders[:] = sorted(folder for folder in folders if folder != "__pycache__")
        for name in sorted(files):
            status = os.stat(os.path.join(parent, name))  # noqa: PTH116, PTH118  (each start pays)
            stamps.append(f"{name} {status.st_mtime_ns} {status.st_size}")
    solver = find_spec("z3")
    if solver is not None and solver.origin is not None:
        stamps.append(str(os.stat(solver.origin).st_mtime_ns))  # noqa: PTH116
    return _digest(*stamps)


def _digest(*parts: str | bytes) -> str:
    """A digest of parts, each with its length, so that no two lists have the same."""
    whole = sha256()
    for part in parts:
        content = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        whole.update(b"%d:" % len(content))
        whole.update(content)
    return whole.hexdigest()
