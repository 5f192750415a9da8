"""The examples: clean in every respect, and the seeded fault is found."""

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


def test_the_readme_shows_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    scenario = "examples/approval/approval.scenario.yaml::rejected"
    run(["run", "examples/approval/approval.workfile", "--scenario", scenario])
    assert capsys.readouterr().out.strip() in readme
    run(["render", "examples/approval/approval.workfile", "--as", "mermaid"])
    assert capsys.readouterr().out.strip() in readme
