"""Which files a command looks at, and what it says about the rest."""

import io
import os
import sys
from pathlib import Path

import pytest

from wfcheck.cli.gitignore import Ignored
from wfcheck.cli.inputs import Inputs, find_inputs
from wfcheck.cli.options import Overrides
from wfcheck.errors import SettingsError, UsageError
from wfcheck.settings import Edition


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def touch(*names: str, text: str = "") -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


def shown(inputs: Inputs) -> list[str]:
    return [file.shown for file in inputs.files]


def found(*paths: str, manifests: bool = False) -> Inputs:
    return find_inputs(paths, Overrides(), manifests=manifests)


def test_folders_are_searched_for_workfiles() -> None:
    touch(
        "b.workfile", "a/x.workfile.yaml", "a/y.workfile.yml", "a/notes.yaml", ".hidden/z.workfile"
    )
    assert shown(found()) == ["b.workfile", "a/x.workfile.yaml", "a/y.workfile.yml"]
    assert shown(found("a")) == ["a/x.workfile.yaml", "a/y.workfile.yml"]


def test_a_file_named_twice_is_checked_once_under_its_first_name() -> None:
    touch("a/x.workfile")
    assert shown(found("./a/x.workfile", "a", "a/../a/x.workfile")) == ["a/x.workfile"]


def test_a_named_file_is_taken_whatever_its_suffix() -> None:
    touch("x.yaml")
    assert shown(found("x.yaml")) == ["x.yaml"]


def test_manifests_of_a_project_are_found_where_wanted() -> None:
    touch("p/wfcheck.toml", "p/connectors/a.yaml", "p/other/b.yaml", "p/x.workfile")
    assert shown(found("p", manifests=True)) == ["p/x.workfile", "p/connectors/a.yaml"]
    assert shown(found("p")) == ["p/x.workfile"]


def test_what_is_missing_is_said_and_the_rest_goes_on() -> None:
    touch("x.workfile")
    inputs = found("gone.workfile", "x.workfile", "n" * 300, "nul\0")
    assert shown(inputs) == ["x.workfile"]
    assert inputs.problems[0] == "gone.workfile: no such file or folder"
    assert len(inputs.problems) == 3
    assert not any("\n" in problem for problem in inputs.problems)


def test_nothing_to_check_is_a_problem() -> None:
    touch("notes.txt")
    assert found().problems == ["nothing to check: no .workfile file in ."]


def test_gitignore_is_respected_below_the_repository() -> None:
    touch(
        "repo/.git/HEAD", "repo/build/a.workfile", "repo/src/b.workfile", "repo/src/keep.workfile"
    )
    touch("repo/.gitignore", text="build/\nsrc/*.workfile\n")
    touch("repo/src/.gitignore", text="!keep.workfile\n")
    assert shown(found("repo")) == ["repo/src/keep.workfile"]
    assert shown(found("repo/src")) == ["repo/src/keep.workfile"]


def test_a_folder_that_is_ignored_can_still_be_named() -> None:
    touch("repo/.git/HEAD", "repo/build/deep/a.workfile")
    touch("repo/.gitignore", text="build/\n")
    assert shown(found("repo/build")) == ["repo/build/deep/a.workfile"]
    assert shown(found("repo/build/deep")) == ["repo/build/deep/a.workfile"]


def test_a_named_file_is_taken_though_ignored() -> None:
    touch("a.workfile")
    touch(".gitignore", text="*.workfile\n")
    assert shown(found("a.workfile")) == ["a.workfile"]
    assert Ignored(Path()).names(Path("a.workfile"))


@pytest.mark.parametrize("pattern", ["[", "\\", "!", "**[", "a\0b", "/"])
def test_odd_patterns_ignore_nothing_else(pattern: str) -> None:
    touch("a.workfile")
    touch(".gitignore", text=pattern)
    assert shown(found()) == ["a.workfile"]


def test_links_in_circles_end() -> None:
    touch("a/x.workfile")
    Path("a/loop").symlink_to(Path("a").absolute(), target_is_directory=True)
    assert shown(found()) == ["a/x.workfile"]


def test_standard_input_has_the_name_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    touch("p/wfcheck.toml", text='edition = "draft"')
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"steps: []")))
    inputs = find_inputs(["-"], Overrides(), stdin_filename="p/x.workfile")
    (file,) = inputs.files
    assert file.shown == "p/x.workfile"
    assert file.settings.edition is Edition.DRAFT
    assert file.project.read(file.path) == b"steps: []"


def test_standard_input_without_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert shown(find_inputs(["-"], Overrides())) == ["<stdin>"]
    with pytest.raises(UsageError):
        find_inputs(["-", "-"], Overrides())


def test_each_project_has_its_own_settings() -> None:
    touch("p/wfcheck.toml", text='edition = "draft"')
    touch("p/a.workfile", "q/b.workfile")
    editions = {file.shown: file.settings.edition for file in found().files}
    assert editions == {"p/a.workfile": Edition.DRAFT, "q/b.workfile": Edition.PROFILE}


def test_the_command_line_goes_over_the_file() -> None:
    touch(
        "wfcheck.toml",
        text='edition = "draft"\nignore = ["unknown-key"]\n[per-path."*"]\nedition = "draft"',
    )
    touch("a.workfile")
    (file,) = find_inputs(
        ["a.workfile"], Overrides.of(edition=Edition.PROFILE, ignore=["empty-step, arm-shape"])
    ).files
    assert file.settings.for_path("a.workfile").edition is Edition.PROFILE
    assert file.settings.selection.ignore == ("unknown-key", "empty-step", "arm-shape")


def test_config_and_target_name_files() -> None:
    touch("a.workfile")
    touch("other.toml", text='edition = "draft"')
    touch("small.toml", text='capabilities = ["states-profile"]\ncall-depth = 8')
    overrides = Overrides(config="other.toml", target="small.toml")
    (file,) = find_inputs(["a.workfile"], overrides).files
    assert file.settings.edition is Edition.DRAFT
    assert file.settings.target.call_depth == 8
    with pytest.raises(SettingsError, match=r"gone\.toml"):
        find_inputs(["a.workfile"], Overrides(config="gone.toml"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_without_permission_is_passed_over() -> None:
    touch("a.workfile", "closed/b.workfile")
    Path("closed").chmod(0)
    try:
        assert shown(found()) == ["a.workfile"]
    finally:
        Path("closed").chmod(0o700)
