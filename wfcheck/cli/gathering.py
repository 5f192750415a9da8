"""Linting many files: what is found in each, in this process or in several."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Final, TypeAlias

from wfcheck.cli.cache import Cache
from wfcheck.cli.inputs import Input
from wfcheck.diagnostic import Finding
from wfcheck.errors import UnreadableFileError
from wfcheck.rules.judge import Gathered, Unreadable
from wfcheck.rules.run import gather
from wfcheck.workfile.workspace import Workspace

_FILES_OF_A_PROCESS: Final = 40  # fewer are linted before another process has started
_FILES_AT_ONCE: Final = 100  # what a workspace has read is let go of after so many

Caches: TypeAlias = Mapping[Path, Cache]
"""The caches of projects, by their roots."""


class Workspaces:
    """One workspace for each project of a command."""

    def __init__(self) -> None:
        self._made: dict[Path, Workspace] = {}

    def of(self, file: Input) -> Workspace:
        """The workspace of a file's project."""
        root = file.project.root
        if root not in self._made:
            self._made[root] = Workspace(file.project, file.settings)
        return self._made[root]


def gather_files(
    files: Sequence[Input], caches: Caches, jobs: int | None = None
) -> Iterator[Gathered | Unreadable]:
    """What is found in each file, in their order, whatever the number of processes.

    `jobs` is the most processes to use; as many as there are processors where it is None.
    """
    most = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    workers = min(jobs or most or 1, len(files) // _FILES_OF_A_PROCESS)
    parts = [files[at : at + _FILES_AT_ONCE] for at in range(0, len(files), _FILES_AT_ONCE)]
    if workers < 2:
        return chain.from_iterable(_gather_part(part, caches) for part in parts)
    return _in_processes(files, caches, workers)


def _in_processes(
    files: Sequence[Input], caches: Caches, workers: int
) -> Iterator[Gathered | Unreadable]:
    from concurrent.futures import ProcessPoolExecutor

    # Small enough parts, so that no process waits long for the last one.
    size = min(_FILES_AT_ONCE, -(-len(files) // (4 * workers)))
    parts = [files[at : at + size] for at in range(0, len(files), size)]
    with ProcessPoolExecutor(workers) as pool:
        yield from chain.from_iterable(pool.map(_gather_part, parts, [caches] * len(parts)))


def _gather_part(files: Sequence[Input], caches: Caches) -> list[Gathered | Unreadable]:
    workspaces = Workspaces()
    return [_gather_one(file, workspaces.of(file), caches.get(file.project.root)) for file in files]


def _gather_one(file: Input, workspace: Workspace, cache: Cache | None) -> Gathered | Unreadable:
    try:
        gathered = gather_with_proofs(file, workspace)
    except UnreadableFileError as error:
        return Unreadable(str(error))
    if cache is not None:
        cache.keep(file.path, gathered, workspace.callees(file.path))
    return gathered


More: TypeAlias = Callable[[Input, Workspace], tuple[Finding, ...]]
"""What other engines find in a file; they may be asked before it is known to be sound."""


def gather_with_proofs(file: Input, workspace: Workspace, more: More | None = None) -> Gathered:
    """What the rules, the quick proofs and other engines find in a file; may raise UnreadableFileError."""
    found: tuple[Finding, ...] = ()
    if file.settings.smt:
        from wfcheck.cli.proving import refuted

        found = refuted(workspace, file.path)
    if more is not None:
        found = (*found, *more(file, workspace))
    return gather(workspace, file.path, found)
