"""Exit statuses, streams and options of the command line."""

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from wfcheck.cli.app import COMMANDS, run
from wfcheck.cli.status import Status, worst

CLEAN = "steps:\n  - hello: { wf.value: 1 }\n"
WRONG = "steps:\n  - hello: { wf.value: '{{ nobody }}' }\n"
WARNED = "steps:\n  - hello: ~\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, text in (("clean", CLEAN), ("wrong", WRONG), ("warned", WARNED)):
        (tmp_path / f"{name}.workfile").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ("--version", 0),
        ("--help", 0),
        ("lint --help", 0),
        ("lint clean.workfile", 0),
        ("lint wrong.workfile", 1),
        ("lint clean.workfile wrong.workfile", 1),
        ("lint warned.workfile", 0),
        ("lint warned.workfile --fail-on warning", 1),
        ("lint wrong.workfile --fail-on never", 0),
        ("lint wrong.workfile --fail-on never --format json", 0),
        ("lint wrong.workfile --format sarif", 1),
        ("lint wrong.workfile --ignore unknown-name", 0),
        ("lint wrong.workfile --select document.key", 0),
        ("lint wrong.workfile --select document.reference", 1),
        ("lnt", 2),
        ("lint --formt json", 2),
        ("lint --format yaml", 2),
        ("lint --select unknown-nme", 2),
        ("lint --fail-on warnings", 2),
        ("lint --config gone.toml", 2),
        ("lint --output json", 2),
        ("lint --output jsn=x", 2),
        ("lint --baseline gone.json", 2),
        ("lint gone.workfile", 3),
        ("lint gone.workfile clean.workfile", 3),
        ("lint gone.workfile wrong.workfile", 3),
        ("lint gone.workfile --select unknown-nme", 2),
        ("explain unknown-name", 0),
        ("explain unknown-nme", 2),
        ("rules --format json", 0),
        ("render wrong.workfile", 0),
        ("render gone.workfile", 3),
        ("render clean.workfile -o x.jpeg", 2),
    ],
)
def test_exit_status(arguments: str, status: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments.split()) == status
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    assert captured.out + captured.err


def test_an_empty_folder_has_nothing_to_check(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    assert run(["lint", "empty"]) == 3
    assert "nothing to check" in capsys.readouterr().err


def test_the_worst_status_wins() -> None:
    assert worst([]) is Status.PASSED
    assert worst([Status.FINDINGS, Status.TROUBLE]) is Status.TROUBLE
    assert worst([Status.TROUBLE, Status.USAGE, Status.FINDINGS]) is Status.USAGE


def test_what_is_misspelt_is_named_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    run(["lnt"])
    run(["lint", "--select", "unknown-nme"])
    run(["lint", "--output", "jsn=x"])
    said = capsys.readouterr().err
    assert "Did you mean `lint`?" in said
    assert "did you mean `unknown-name`?" in said
    assert "did you mean `json`?" in said


def test_results_and_complaints_keep_apart(capsys: pytest.CaptureFixture[str]) -> None:
    run(["lint", "gone.workfile", "wrong.workfile", "--format", "json"])
    captured = capsys.readouterr()
    assert json.loads(captured.out)["files"] == 1
    assert captured.err == "wfcheck: gone.workfile: no such file or folder\n"


def test_several_outputs_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    run(
        [
            "lint",
            "wrong.workfile",
            "--output",
            "json=a.json",
            "--output",
            "sarif=b.sarif",
            "-f",
            "concise",
        ]
    )
    assert capsys.readouterr().out.startswith("wrong.workfile:2:28: error unknown-name: ")
    assert json.loads(Path("a.json").read_text(encoding="utf-8"))["summary"]["error"] == 1
    assert json.loads(Path("b.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"


def test_an_output_that_cannot_be_written_is_trouble(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint", "clean.workfile", "--output", "json=no/such/folder"]) == 3
    assert "cannot be written" in capsys.readouterr().err


def test_github_is_the_format_of_github(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    run(["lint", "wrong.workfile"])
    assert capsys.readouterr().out.startswith("::error file=wrong.workfile,line=2,")


def test_a_baseline_silences_what_was_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["lint", "wrong.workfile", "--write-baseline", "known.json"]) == 0
    assert run(["lint", "wrong.workfile", "--baseline", "known.json"]) == 0
    assert "(1 in baseline)" in capsys.readouterr().out
    moved = "# a comment more\n" + WRONG + "  - more: { wf.value: '{{ nobody_else }}' }\n"
    (tmp_path / "wrong.workfile").write_text(moved, encoding="utf-8")
    assert run(["lint", "wrong.workfile", "--baseline", "known.json", "-f", "concise"]) == 1
    assert "nobody_else" in capsys.readouterr().out
    (tmp_path / "wfcheck.toml").write_text('baseline = "known.json"', encoding="utf-8")
    assert run(["lint", "clean.workfile", "wrong.workfile", "-f", "concise"]) == 1
    assert capsys.readouterr().out.count("\n") == 1
    Path("known.json").write_text("[]", encoding="utf-8")
    assert run(["lint"]) == 2


def test_statistics_count_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    run(["lint", "--statistics"])
    assert "\n1  empty-step\n1  unknown-name\n" in capsys.readouterr().out


def test_standard_input_is_linted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WRONG.encode())))
    assert run(["lint", "-", "--stdin-filename", "folder/new.workfile", "-f", "concise"]) == 1
    assert capsys.readouterr().out.startswith("folder/new.workfile:2:28: error unknown-name")


def test_an_internal_error_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("one\ntwo")

    command = type(COMMANDS["lint"])("", lambda: broken)
    monkeypatch.setitem(COMMANDS, "lint", command)
    monkeypatch.delenv("WFCHECK_TRACEBACK", raising=False)
    assert run(["lint"]) == 3
    said = capsys.readouterr().err
    assert said == (
        "wfcheck: internal error: ZeroDivisionError: one two (--traceback shows where)\n"
    )
    monkeypatch.setenv("WFCHECK_TRACEBACK", "1")
    assert run(["lint"]) == 3
    assert "Traceback" in capsys.readouterr().err


def wfcheck(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "wfcheck", *arguments],
        capture_output=True,
        check=False,
        env={"PATH": "", **environment},
    )


def test_a_console_that_knows_only_ascii_does_not_end_it(tmp_path: Path) -> None:
    text = "steps:\n  - größe: { wf.value: '日本 {{ nobody }}' }\n"
    (tmp_path / "wide.workfile").write_text(text, encoding="utf-8")
    done = wfcheck("lint", "wide.workfile", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert b"\\u65e5" in done.stdout
    done = wfcheck("lint", "wide.workfile", "-f", "json", PYTHONIOENCODING="ascii")
    assert json.loads(done.stdout)["summary"]["error"] >= 1


def test_colours_are_for_those_who_want_them() -> None:
    assert b"\x1b[" not in wfcheck("lint", "wrong.workfile").stdout
    assert b"\x1b[" in wfcheck("lint", "wrong.workfile", FORCE_COLOR="1").stdout
    coloured = wfcheck("lint", "wrong.workfile", FORCE_COLOR="1", NO_COLOR="1").stdout
    assert b"\x1b[" not in coloured


def test_output_does_not_depend_on_the_hash_seed() -> None:
    first, second = (wfcheck("lint", PYTHONHASHSEED=seed).stdout for seed in ("1", "2"))
    assert first == second != b""


@pytest.mark.parametrize("command", ["explore", "prove", "render", "run"])
def test_what_is_no_workfile_is_said_to_be_what_it_is(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "connectors").mkdir()
    (tmp_path / "connectors" / "pay.yaml").write_text("connector: pay\n", encoding="utf-8")
    (tmp_path / "a.scenario.yaml").write_text("workfile: clean.workfile\n", encoding="utf-8")
    assert run([command, "connectors/pay.yaml"]) == Status.USAGE
    assert "this is a connector manifest, not a Workfile" in capsys.readouterr().err
    assert run([command, "a.scenario.yaml"]) == Status.USAGE
    assert "`wfcheck test a.scenario.yaml` runs it" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["explore", "prove", "render"])
def test_going_on_in_spite_of_errors_is_said(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run([command, "wrong.workfile"])
    captured = capsys.readouterr()
    assert captured.err == (
        "wfcheck: wrong.workfile has 1 error (`wfcheck lint wrong.workfile` tells it);"
        " what follows takes what it is about as unknown\n"
    )
    assert captured.out
    run([command, "clean.workfile"])
    assert capsys.readouterr().err == ""


def test_a_baseline_holds_what_an_exploration_found(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    faulty = Path(__file__).parents[2] / "examples-faulty" / "booking"
    shutil.copytree(faulty, tmp_path / "booking", ignore=shutil.ignore_patterns("*.scenario.yaml"))
    check = ["check", "booking", "--fail-on", "warning", "--format", "concise"]
    assert run(check) == Status.FINDINGS
    assert "lost-event" in capsys.readouterr().out
    assert run([*check, "--write-baseline", "known.json"]) == Status.PASSED
    capsys.readouterr()
    assert run([*check, "--baseline", "known.json"]) == Status.PASSED
    assert capsys.readouterr().out.strip() == ""
    assert run([*check, "--baseline", "gone.json"]) == Status.USAGE


def test_a_rule_that_only_an_exploration_finds_is_said_to_be_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["lint", "clean.workfile", "--select", "lost-event,unknown-name"]) == 0
    assert capsys.readouterr().err == (
        "wfcheck: `lost-event` is found by `wfcheck explore` and `wfcheck check`, not by `lint`\n"
    )


@pytest.mark.parametrize(
    ("named", "hint"), [("conectors", "; did you mean `connectors`?"), ("elsewhere", "")]
)
def test_a_folder_of_manifests_that_is_not_there_is_a_wrong_setting(
    named: str, hint: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "connectors").mkdir()
    (tmp_path / "wfcheck.toml").write_text(f'connectors = "{named}"\n', encoding="utf-8")
    assert run(["lint", "clean.workfile"]) == Status.USAGE
    assert capsys.readouterr().err == (
        f"wfcheck: wfcheck.toml: `connectors` is `{named}`, and there is no such folder{hint}\n"
    )
    (tmp_path / named).mkdir()
    assert run(["lint", "clean.workfile"]) == Status.PASSED


def test_a_folder_without_manifests_needs_no_setting(tmp_path: Path) -> None:
    (tmp_path / "wfcheck.toml").write_text('edition = "profile"\n', encoding="utf-8")
    assert run(["lint", "clean.workfile"]) == Status.PASSED


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told_in_one_line() -> None:
    command = [sys.executable, "-m", "wfcheck", "rules"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == Status.TROUBLE
    assert done.stderr.startswith("wfcheck: standard output: cannot be written: ")
    assert done.stderr.count("\n") == 1


def test_several_rules_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "dead", "lost-event"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith(("dead  ", "lost-event  "))] == [
        "dead  warning  exploration",
        next(line for line in lines if line.startswith("lost-event  ")),
    ]
    assert run(["explain", "dead", "lost-evnt"]) == Status.USAGE
