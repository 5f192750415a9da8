"""The examples: clean in every respect, and the seeded fault is found."""

import json
from pathlib import Path

import pytest

from wfcheck.cli.app import run

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_the_examples_have_no_findings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint", "examples", "--fail-on", "info"]) == 0
    assert "no findings" in capsys.readouterr().out


def test_the_scenarios_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", "examples"]) == 0
    assert "13 of 13 scenarios passed" in capsys.readouterr().out


def test_nothing_is_wrong_with_the_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "examples", "--fail-on", "warning"]) == 0
    assert "13 of 13 passed" in capsys.readouterr().out


def test_the_seeded_fault_is_found_with_its_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explore", "examples-faulty/booking/booking.workfile", "-f", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    (fault,) = [found for found in report["properties"] if found["verdict"] == "violated"]
    assert fault["name"] == "lost-event"
    assert fault["trace"]["moves"]
    assert run(["check", "examples-faulty", "--fail-on", "warning"]) == 1
    assert "[lost-event]" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [
        "check examples/booking",
        "explore examples-faulty/booking/booking.workfile",
        (
            "run examples/approval/approval.workfile "
            "--scenario examples/approval/approval.scenario.yaml::rejected"
        ),
        "render examples/approval/approval.workfile --as mermaid",
    ],
)
def test_the_readme_shows_what_is_printed(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    run(command.split())
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert capsys.readouterr().out.strip() in readme
