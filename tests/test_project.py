"""Project roots, callee paths, manifests, and files that cannot be read."""

import os
from pathlib import Path

import pytest

from wfcheck.errors import UnreadableFileError
from wfcheck.project import MAX_FILE_BYTES, NoCallee, Project, find_root, is_call_path, shown


def test_a_configuration_file_marks_the_root(tmp_path: Path) -> None:
    (tmp_path / "wfcheck.toml").touch()
    (tmp_path / "deep" / "connectors").mkdir(parents=True)
    assert find_root(tmp_path / "deep" / "a.workfile") == tmp_path


def test_without_one_a_connectors_folder_does(tmp_path: Path) -> None:
    (tmp_path / "p" / "connectors").mkdir(parents=True)
    (tmp_path / "p" / "deep").mkdir()
    (tmp_path / "p" / "pyproject.toml").write_text("[tool.other]\nname = 'wfcheck'\n")
    assert find_root(tmp_path / "p" / "deep" / "a.workfile") == tmp_path / "p"


def test_without_either_the_folder_of_the_file_is_the_root(tmp_path: Path) -> None:
    assert find_root(tmp_path / "x" / "a.workfile") == tmp_path / "x"


def test_a_pyproject_with_the_table_marks_the_root(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.wfcheck]\n")
    (tmp_path / "deep").mkdir()
    assert find_root(tmp_path / "deep" / "a.workfile") == tmp_path


@pytest.mark.parametrize("path", ["", "/a", "a//b", "./a", "a/../b", "a/", "a\\b", "a\0b"])
def test_shapes_that_no_call_has(path: str, tmp_path: Path) -> None:
    assert not is_call_path(path)
    assert Project(tmp_path).callee(path) is NoCallee.SHAPE


def test_a_callee_is_found_and_a_missing_one_is_not(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "pay.workfile").touch()
    project = Project(tmp_path)
    assert project.callee("parts/pay.workfile") == tmp_path / "parts" / "pay.workfile"
    assert project.callee("parts") is NoCallee.ABSENT
    assert project.callee("parts/pray.workfile") is NoCallee.ABSENT
    assert project.callee("n" * 5000) is NoCallee.ABSENT


def test_a_link_may_not_leave_the_project(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.workfile").touch()
    (inside / "own.workfile").touch()
    (inside / "out.workfile").symlink_to(tmp_path / "secret.workfile")
    (inside / "in.workfile").symlink_to(inside / "own.workfile")
    (inside / "round.workfile").symlink_to(inside / "round.workfile")
    project = Project(inside)
    assert project.callee("out.workfile") is NoCallee.OUTSIDE
    assert project.callee("in.workfile") == inside / "in.workfile"
    assert project.callee("round.workfile") is NoCallee.ABSENT


def test_manifests_are_the_yaml_files_at_any_depth(tmp_path: Path) -> None:
    top = tmp_path / "connectors"
    (top / "more").mkdir(parents=True)
    for name in ("b.yaml", "a.yml", "more/c.yaml", "notes.md"):
        (top / name).touch()
    found = Project(tmp_path).manifests("connectors")
    assert [path.relative_to(top).as_posix() for path in found] == [
        "a.yml",
        "b.yaml",
        "more/c.yaml",
    ]
    assert Project(tmp_path).manifests("absent") == ()


def test_an_overlay_replaces_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.workfile"
    project = Project(tmp_path, {file: b"steps: []"})
    assert project.read(file) == b"steps: []"
    assert project.callee("a.workfile") == file


@pytest.mark.parametrize("name", ["absent", ".", "nul\0byte"])
def test_what_cannot_be_read_is_said_in_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        Project(tmp_path).read(tmp_path / name)
    assert "\n" not in str(caught.value)


def test_no_more_is_read_than_a_file_may_have(tmp_path: Path) -> None:
    with (tmp_path / "big").open("wb") as file:
        file.truncate(MAX_FILE_BYTES * 4)
    assert len(Project(tmp_path).read(tmp_path / "big")) == MAX_FILE_BYTES + 1


def test_paths_are_shown_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown(tmp_path / "a" / "b.workfile") == "a/b.workfile"
    assert shown(Path("a", "..", "b.workfile")) == "b.workfile"
    assert shown(Path(os.sep, "b.workfile")) == "/b.workfile"
