"""Marked files: `#? deadlock: holds; dead: violated` says what an exploration answers of a file."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from wfcheck.cli.explore import options_of
from wfcheck.explore.explore import explore
from wfcheck.project import Project
from wfcheck.report.contract.explore import verdict_word
from wfcheck.settings import load_settings
from wfcheck.workfile.workspace import Workspace

CORPUS = Path(__file__).parents[1] / "corpus" / "explore"
FILES = sorted(CORPUS.rglob("*.workfile"))
MARK = re.compile(r"^#\?\s*(?P<body>.+?)\s*$", re.MULTILINE)


def expected(path: Path) -> dict[str, str]:
    """The verdicts that a file's `#?` lines name, by property."""
    bodies = (match["body"] for match in MARK.finditer(path.read_text(encoding="utf-8")))
    parts = (part.partition(":") for body in bodies for part in body.split(";"))
    return {name.strip(): verdict.strip() for name, _, verdict in parts}


def answered(path: Path, named: frozenset[str]) -> dict[str, str]:
    """The verdicts of an exploration; those of `named` are asked though they are off."""
    project = Project.of(path)
    settings = load_settings(project.root)
    program = Workspace(project, settings).program(path)
    found = explore(program, replace(options_of(settings), named=named))
    assert not found.unreplayed
    return {answer.name: verdict_word(answer.verdict) for answer in found.properties}


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_marks(path: Path) -> None:
    marks = expected(path)
    found = answered(path, frozenset(marks))
    assert {name: found.get(name) for name in marks} == marks


def test_every_file_is_marked() -> None:
    assert FILES
    assert [path.name for path in FILES if not expected(path)] == []
