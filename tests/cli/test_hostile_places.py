"""Paths that lead to no ordinary file, and projects whose settings or manifests are no such thing."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from wfcheck.cli.app import run

CLEAN = "steps:\n  - hello: { wf.value: 1 }\n"
CALLER = "steps:\n  - kid: { wf.call: kid.workfile }\n"
COMMANDS = ("lint", "check", "prove", "explore", "run", "render", "test")

# What stands where a file `odd.workfile` is expected, and how a command on it ends.
PLACES: dict[str, tuple[Callable[[Path], object], int]] = {
    "nothing": (lambda path: None, 3),
    "a folder": (lambda path: path.mkdir(), 3),
    "a folder of folders": (lambda path: (path / "a" / "b.workfile").mkdir(parents=True), 3),
    "a link to nowhere": (lambda path: path.symlink_to("nowhere"), 3),
    "a link to itself": (lambda path: path.symlink_to(path.name), 3),
    "a link to its folder": (lambda path: path.symlink_to(".", target_is_directory=True), 3),
    "a pipe": (os.mkfifo, 1),
    "nothing without end": (lambda path: path.symlink_to("/dev/null"), 1),
    "zeros without end": (lambda path: path.symlink_to("/dev/zero"), 1),
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (tmp_path / "outside.workfile").write_text(CLEAN)
    return folder


def ended(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """A command's status and everything that it said; never with an internal error."""
    status = run(arguments)
    said = capsys.readouterr()
    assert "internal error" not in said.err
    assert "Traceback" not in said.err
    return status, said.out + said.err


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("place", PLACES)
def test_a_path_to_it(
    place: str, command: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make, status = PLACES[place]
    make(here / "odd.workfile")
    if command == "test" and status == 1:
        status = 2  # whatever a Workfile holds, it is no scenario file
    assert ended(capsys, command, "odd.workfile")[0] == status


@pytest.mark.parametrize("place", PLACES)
def test_it_among_others(place: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "clean.workfile").write_text(CLEAN)
    PLACES[place][0](here / "odd.workfile")
    status, said = ended(capsys, "lint", ".", "-f", "concise")
    is_lost = place in ("a link to nowhere", "a link to itself")
    assert status == (3 if is_lost else 0)
    assert said.count("\n") <= 2


@pytest.mark.parametrize("place", PLACES)
def test_a_call_of_it(place: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "a.workfile").write_text(CALLER)
    PLACES[place][0](here / "kid.workfile")
    status, said = ended(capsys, "lint", "a.workfile", "-f", "concise")
    assert status == 1
    assert said.startswith("a.workfile:2:21: error callee-unresolved")


def test_a_call_that_a_link_leads_out_of_the_project(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "a.workfile").write_text(CALLER)
    (here / "kid.workfile").symlink_to("../outside.workfile")
    status, said = ended(capsys, "lint", "a.workfile", "-f", "concise")
    assert status == 1
    assert said.startswith("a.workfile:2:21: error")


@pytest.mark.parametrize("name", ["a\nb", "x" * 5_000, "a/" * 3_000, "a\0b", "--"])
def test_names_of_no_file(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = ended(capsys, "lint", name)
    assert status in (1, 3)
    assert len(said) < 500


MANIFESTS: dict[str, Callable[[Path], object]] = {
    "a file": lambda folder: folder.write_text("connector: desk\n"),
    "a pipe": os.mkfifo,
    "a link to itself": lambda folder: folder.symlink_to(folder.name),
    "a link to the project": lambda folder: folder.symlink_to(".", target_is_directory=True),
    "manifests that are folders": lambda folder: (folder / "desk.yaml").mkdir(parents=True),
    "nothing": lambda folder: folder.mkdir(),
}


@pytest.mark.parametrize("kind", MANIFESTS)
def test_a_folder_of_manifests_that_is(
    kind: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "a.workfile").write_text("steps: [{ ask: { desk.ask: {} } }]\n")
    MANIFESTS[kind](here / "connectors")
    status, said = ended(capsys, "lint", "a.workfile", "-f", "concise")
    assert status == 1
    assert said.startswith("a.workfile:1:18: error")


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to(path.name)])
def test_a_manifest_that_is_no_file(
    make: Callable[[Path], object], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "a.workfile").write_text(CLEAN)
    (here / "connectors").mkdir()
    make(here / "connectors" / "desk.yaml")
    assert ended(capsys, "lint", ".")[0] in (0, 3)


@pytest.mark.parametrize(
    "content",
    [
        b"\0" * 100,
        b"\xff\xfe",
        bytes(range(256)),
        b"[" * 50_000,
        b"a = " + b"[" * 5_000,
        b"[a]\n[a]",
        b"edition = ",
        b"edition = 1",
        b"editio = 'draft'",
        b"[explore]\nmax-states = -1",
        b"[explore]\nmax-states = 1e400",
        b"[explore]\nmax-states = " + b"9" * 10_000,
        b"[explore]\ntimeout = nan",
        b"connectors = 1979-05-27",
        b"ignore = '*'",
        b"[severity]\nx = 1",
        b"".join(b"k%d = 1\n" % number for number in range(20_000)),
    ],
)
def test_settings_that_cannot_be_used(
    content: bytes, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "a.workfile").write_text(CLEAN)
    (here / "wfcheck.toml").write_bytes(content)
    status, said = ended(capsys, "lint", "a.workfile")
    assert status == 2
    assert said.startswith("wfcheck: ")
    assert said.count("\n") == 1
    assert len(said) < 500


@pytest.mark.parametrize("name", ["wfcheck.toml", "pyproject.toml", ".gitignore"])
@pytest.mark.parametrize("place", PLACES)
def test_settings_that_are_no_file(
    place: str, name: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "a.workfile").write_text(CLEAN)
    PLACES[place][0](here / name)
    assert ended(capsys, "lint", ".")[0] == 0
